#include <fmt/format.h>

#include "figures.hpp"
#include "style.hpp"

namespace photinus::paper::tempering {

namespace {

using namespace report;

std::string title_of(const Line& line) {
  return fmt::format("{}, {} parameters, {} inside",
                     line.model == "gp" ? "Gaussian process" : "Mean of a normal", line.parameters,
                     line.kernel == "hmc" ? "HMC" : "MH");
}

Panel panel_of(const Line& line, const Measurements& measured, std::int64_t largest) {
  Panel panel{{"rows", true}, {"effective samples / s", true}, {}, title_of(line)};
  for (int i = 0; i < paper_methods; ++i) {
    const auto method = static_cast<Method>(i);
    Series series = series_of(method, "");
    for (const std::int64_t rows : line.rows) {
      const auto* m = measured.find({line.model, rows, line.parameters, line.kernel, method});
      if (m != nullptr && rows <= largest && m->converged())
        series.points.emplace_back(rows, m->ess / m->seconds);
    }
    panel.series.push_back(series);
  }
  return panel;
}

}  // namespace

std::string figure3(const Measurements& measured, std::int64_t largest) {
  std::vector<Panel> panels;
  for (const auto& line : figure3_lines()) panels.push_back(panel_of(line, measured, largest));
  return svg_figure("Effective samples per second (chains that have converged)", panels);
}

}  // namespace photinus::paper::tempering
