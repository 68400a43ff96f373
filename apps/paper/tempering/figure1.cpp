#include "figures.hpp"
#include "style.hpp"
#include "theory.hpp"

namespace photinus::paper::tempering {

namespace {

using namespace report;

std::string title_of(const Line& line) {
  return line.model == "gp" ? "Gaussian process, 20 parameters" : "Mean of a normal, 50 parameters";
}

Case case_of(const Line& line, std::int64_t rows, Method method) {
  return {line.model, rows, line.parameters, line.kernel, method, true};
}

Panel seconds_panel(const Line& line, const Measurements& measured, std::int64_t largest) {
  Panel panel{{"rows", true}, {"CPU seconds per draw", true}, {}, title_of(line)};
  for (int i = 0; i < paper_methods; ++i) {
    const auto method = static_cast<Method>(i);
    Series series = series_of(method, line.kernel);
    for (const std::int64_t rows : line.rows)
      if (const auto* m = measured.find(case_of(line, rows, method)); m && rows <= largest)
        series.points.emplace_back(rows, m->seconds_per_draw());
    panel.series.push_back(series);
  }
  return panel;
}

Series theory(const Line& line, Method method) {
  Series series = series_of(method, line.kernel);
  series.label = method == Method::stt ? "kernel evaluations, theory" : "";
  series.marker = Marker::none;
  series.dashes = "6 4";
  for (const std::int64_t rows : {line.rows.front(), line.rows.back()})
    series.points.emplace_back(rows, asymptotic_relative_cost(method, line.model));
  return series;
}

Panel relative_panel(const Line& line, const Measurements& measured, std::int64_t largest) {
  Panel panel{{"rows", true}, {"relative to plain HMC", true}, {}, ""};
  for (int i = 1; i < paper_methods; ++i) {
    const auto method = static_cast<Method>(i);
    Series series = series_of(method, line.kernel);
    for (const std::int64_t rows : line.rows) {
      const auto* m = measured.find(case_of(line, rows, method));
      if (m != nullptr && rows <= largest) series.points.emplace_back(rows, m->seconds_ratio);
    }
    panel.series.push_back(theory(line, method));
    panel.series.push_back(series);
  }
  return panel;
}

}  // namespace

std::string figure1(const Measurements& measured, std::int64_t largest) {
  PanelRows rows(2);
  for (const auto& line : figure1_lines()) {
    rows[0].push_back(seconds_panel(line, measured, largest));
    rows[1].push_back(relative_panel(line, measured, largest));
  }
  return svg_figure("What a draw costs", rows);
}

}  // namespace photinus::paper::tempering
