#include <algorithm>
#include <cmath>
#include <limits>

#include "figures.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/diagnostics/moments.hpp"
#include "report/svg_figure.hpp"

namespace photinus::paper {

namespace {

using namespace report;

using Values = std::vector<double> Trace::*;

const char* colour_of(Variant variant) {
  return variant == Variant::regular   ? "#1b6ca8"
         : variant == Variant::untuned ? "#3a7d44"
                                       : "#e07b00";
}

// Mean and one standard deviation of the seeds' logarithms, as the axis is one.
void add_point(Series& series, double iteration, const std::vector<double>& values) {
  std::vector<double> logarithms;
  for (const double value : values)
    if (value > 0.0) logarithms.push_back(log(value));
  if (logarithms.empty()) return;
  const double mean = mean_of(logarithms);
  const double sd = logarithms.size() > 1 ? std::sqrt(variance_of(logarithms)) : 0.0;
  series.points.emplace_back(iteration, exp(mean));
  series.band.push_back({iteration, exp(mean - sd), exp(mean + sd)});
}

Series series_of(const Group& group, Values values) {
  Series series{name_of(group.variant), colour_of(group.variant), Marker::none, {}};
  const auto& iterations = group.cells.front().trace.iteration;
  for (std::size_t i = 0; i < iterations.size(); ++i) {
    std::vector<double> seeds;
    for (const auto& cell : group.cells)
      if (i < cell.trace.iteration.size() && cell.trace.iteration[i] == iterations[i])
        seeds.push_back((cell.trace.*values)[i]);
    add_point(series, static_cast<double>(iterations[i]), seeds);
  }
  return series;
}

}  // namespace

std::string figure4(const DataSet& data, const std::vector<Group>& groups) {
  Panel posterior{{"iteration", true},
                  {"log posterior below its mode, nats", true},
                  {},
                  "Log posterior, from draws of the prior on"};
  Panel queries{{"iteration", true},
                {"likelihood queries per iteration", true},
                {},
                "Queries (mean and one standard deviation of the seeds' logarithms)"};
  for (const auto& group : groups) {
    if (group.data->name != data.name || group.variant == Variant::ours) continue;
    posterior.series.push_back(series_of(group, &Trace::below_mode));
    queries.series.push_back(series_of(group, &Trace::queries));
  }
  return svg_figure(data.title, PanelRows{{posterior}, {queries}});
}

}  // namespace photinus::paper
