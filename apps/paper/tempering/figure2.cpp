#include "figures.hpp"
#include "style.hpp"

namespace photinus::paper::tempering {

namespace {

using namespace report;

Series threshold(const Panel& panel) {
  Series line{"1.1", "#888888", Marker::none, {}};
  line.dashes = "6 4";
  double first = 0.0, last = 0.0;
  for (const auto& series : panel.series)
    for (const auto& [x, y] : series.points) {
      if (first == 0.0 || x < first) first = x;
      if (x > last) last = x;
    }
  line.points = {{first, 1.1}, {last, 1.1}};
  return line;
}

template <class Place>
Panel panel_of(const std::string& label, const Measurements& measured, Place place) {
  Panel panel{{label, true}, {"median R-hat", true}, {}, ""};
  const Line line = figure2_line();
  for (const Method method : all_methods()) {
    const Case c{line.model, line.rows.front(), line.parameters, line.kernel, method};
    const Measurement* m = measured.find(c);
    if (m == nullptr) continue;
    Series series = series_of(method, line.kernel);
    series.size = 2.5;
    for (std::size_t i = 0; i < m->convergence.draws.size(); ++i)
      series.points.emplace_back(place(m->convergence, i), m->convergence.r_hat[i]);
    panel.series.push_back(series);
  }
  if (!panel.series.empty()) panel.series.push_back(threshold(panel));
  return panel;
}

}  // namespace

std::string figure2(const Measurements& measured) {
  const auto draws = [](const Convergence& c, std::size_t i) {
    return static_cast<double>(c.draws[i]);
  };
  const auto seconds = [](const Convergence& c, std::size_t i) { return c.seconds[i]; };
  return svg_figure(
      "Gaussian process, 512 rows, 20 parameters, HMC inside",
      PanelRows{{panel_of("draws of each chain so far (later half looked at)", measured, draws)},
                {panel_of("CPU seconds of each chain", measured, seconds)}});
}

}  // namespace photinus::paper::tempering
