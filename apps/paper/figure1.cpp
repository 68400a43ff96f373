#include <functional>

#include "figures.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/bound/row_bound.hpp"
#include "photinus/model/logistic.hpp"
#include "report/svg_figure.hpp"

namespace photinus::paper {

namespace {

using namespace report;

constexpr double label = 1.0;              // the datum's y
constexpr double mode = 3.0, reach = 2.0;  // its predictor at the mode, and the ellipsoid's width
constexpr double lowest = -4.0, highest = 8.0, step = 0.05;
const Logistic family;

struct Bound {
  std::string name, colour, dashes;
  RowBound bound;
  double from = lowest, to = highest;
};

std::vector<Bound> bounds() {
  const double untuned = family.untuned_centre(label);
  return {{"Jaakkola-Jordan, untuned (1.5)",
           "#3a7d44",
           "7 4",
           {untuned, family.global_curvature(label, untuned)}},
          {"Jaakkola-Jordan, tuned (3)",
           "#e07b00",
           "2 3",
           {mode, family.global_curvature(label, mode)}},
          {"within an ellipsoid: 1 to 5",
           "#8e5ea2",
           "",
           {mode, family.curvature_within(label, mode, reach)},
           mode - reach,
           mode + reach}};
}

double gap(const RowBound& bound, double eta) {
  return clamped(
             raw_gap(family.evaluate(label, eta), family.tangent(label, bound.centre), bound, eta))
      .value;
}

double likelihood(double eta) { return exp(family.evaluate(label, eta).value); }

Series curve(const std::string& name, const std::string& colour, const std::string& dashes,
             double from, double to, const std::function<double(double)>& y) {
  Series series{name, colour, Marker::none, {}};
  series.dashes = dashes;
  const int steps = static_cast<int>((to - from) / step + 0.5);
  for (int i = 0; i <= steps; ++i) {
    const double eta = from + step * i;
    series.points.emplace_back(eta, y(eta));
  }
  return series;
}

}  // namespace

std::string figure1() {
  const std::string predictor = "predictor x'θ of a datum with y = 1";
  Panel top{{predictor}, {"likelihood L and bounds B"}, {}, "Likelihood and its lower bounds"};
  Panel bottom{{predictor}, {"1 − B/L"}, {}, "Probability of being bright"};
  top.series.push_back(curve("likelihood", "#333333", "", lowest, highest, likelihood));
  for (const auto& [name, colour, dashes, bound, from, to] : bounds()) {
    const auto below = [&bound = bound](double eta) {
      return likelihood(eta) * exp(-gap(bound, eta));
    };
    const auto bright = [&bound = bound](double eta) {
      return bright_probability({gap(bound, eta), 0.0});
    };
    top.series.push_back(curve(name, colour, dashes, from, to, below));
    bottom.series.push_back(curve(name, colour, dashes, from, to, bright));
  }
  return svg_figure("One datum of logistic regression", PanelRows{{top}, {bottom}});
}

}  // namespace photinus::paper
