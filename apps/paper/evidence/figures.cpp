#include "figures.hpp"

#include <cmath>

#include "estimates.hpp"
#include "report/svg_figure.hpp"

namespace photinus::paper::evidence {

namespace {

using namespace report;

Series series_of(Method method) {
  struct Style {
    const char* colour;
    Marker marker;
  };
  static constexpr Style styles[methods] = {
      {"#1b6ca8", Marker::circle}, {"#e07b00", Marker::diamond},  {"#b3202c", Marker::square},
      {"#3a7d44", Marker::ring},   {"#8e5ea2", Marker::triangle}, {"#333333", Marker::none}};
  const Style& style = styles[static_cast<std::size_t>(method)];
  return {label_of(method), style.colour, style.marker, {}};
}

/// Calls place(rows, estimates of the method, of the reference) for every point of a curve.
template <class Place>
std::vector<Series> curves(const std::string& part, const Measurements& measured,
                           std::int64_t largest, const Place& place) {
  std::vector<Series> all;
  for (const Method method : methods_of(part)) {
    Series series = series_of(method);
    for (const std::int64_t rows : rows_of(part, largest)) {
      const Case c{problem_of(part).name, method, rows};
      Case reference = c;
      reference.method = reference_of(part);
      const Estimates one = estimates_of(measured, c), other = estimates_of(measured, reference);
      const double n = static_cast<double>(rows);
      if (one.seeds > 0) series.points.emplace_back(n, place(n, one, other));
    }
    all.push_back(series);
  }
  return all;
}

}  // namespace

std::string evidence_figure(const std::string& part, const Measurements& measured,
                            std::int64_t largest) {
  const auto panel = [&](const char* label, bool logarithmic, const auto& place) {
    return Panel{{"rows", true}, {label, logarithmic}, curves(part, measured, largest, place), ""};
  };
  const Panel per_row = panel("log Z / N", false,
                              [](double n, const auto& one, const auto&) { return one.log_z / n; });
  const Panel error =
      panel("|difference| / N", true, [](double n, const auto& one, const auto& other) {
        return std::abs(one.log_z - other.log_z) / n;
      });
  const Panel seconds =
      panel("CPU seconds", true, [](double, const auto& one, const auto&) { return one.seconds; });
  return svg_figure(problem_of(part).title, PanelRows{{per_row, seconds}, {error}});
}

std::string figure_a1(const Measurements& measured, std::int64_t largest) {
  const std::string part = "figureA1";
  const auto log_z = [](double, const auto& one, const auto&) { return one.log_z; };
  Panel panel{{"rows", false}, {"log Z", false}, curves(part, measured, largest, log_z), ""};
  Series& rejection = panel.series.front();
  for (const auto& [n, value] : rejection.points)
    rejection.band.push_back({n, value - 0.1 * n, value + 0.1 * n});
  return svg_figure(problem_of(part).title, std::vector<Panel>{panel});
}

}  // namespace photinus::paper::evidence
