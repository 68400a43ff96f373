#include <cmath>
#include <cstddef>
#include <vector>

#include "chain_terms.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/diagnostics/moments.hpp"
#include "photinus/evidence/path_estimators.hpp"

namespace photinus {

namespace {

// Of log L at a rung.
struct Moments {
  double mean = 0.0, variance = 0.0;
};

// The rule is sum of mean[m] E_m + variance[m] V_m.
struct Coefficients {
  explicit Coefficients(std::size_t rungs) : mean(rungs), variance(rungs) {}
  std::vector<double> mean, variance;
};

using Nodes = std::vector<std::size_t>;

Coefficients corrected_trapezium(const std::vector<double>& betas, const Nodes& nodes) {
  Coefficients rule(betas.size());
  for (std::size_t k = 1; k < nodes.size(); ++k) {
    const double step = betas[nodes[k]] - betas[nodes[k - 1]];
    for (const std::size_t m : {nodes[k - 1], nodes[k]}) rule.mean[m] += 0.5 * step;
    rule.variance[nodes[k - 1]] += step * step / 12.0;
    rule.variance[nodes[k]] -= step * step / 12.0;
  }
  return rule;
}

double integral(const Coefficients& rule, const std::vector<Moments>& moments) {
  double sum = 0.0;
  for (std::size_t m = 0; m < moments.size(); ++m)
    sum += rule.mean[m] * moments[m].mean + rule.variance[m] * moments[m].variance;
  return sum;
}

Nodes all_nodes(std::size_t rungs) {
  Nodes nodes;
  for (std::size_t m = 0; m < rungs; ++m) nodes.push_back(m);
  return nodes;
}

// The last is always one of them.
Nodes every_second_node(std::size_t rungs) {
  Nodes nodes = {0};
  for (std::size_t m = 1 + rungs % 2; m < rungs; m += 2) nodes.push_back(m);
  return nodes;
}

double coarse_integral(const PathDraws& draws, const std::vector<Moments>& moments) {
  const std::size_t rungs = draws.betas.size();
  if (rungs > 2)
    return integral(corrected_trapezium(draws.betas, every_second_node(rungs)), moments);
  Coefficients plain = corrected_trapezium(draws.betas, all_nodes(rungs));
  plain.variance.assign(rungs, 0.0);
  return integral(plain, moments);
}

Moments moments_of(const Chains& chains) {
  const std::vector<double> all = all_of(chains);
  for (const double value : all)
    if (!std::isfinite(value))
      throw Failure(ExitCode::usage,
                    "a draw at beta 0 has likelihood 0, where thermodynamic integration has no "
                    "value: take bridge sampling or stepping stone");
  return {mean_of(all), variance_of(all)};
}

}  // namespace

ThermodynamicEstimate thermodynamic_integration(const PathDraws& draws) {
  check(draws);
  const Coefficients rule = corrected_trapezium(draws.betas, all_nodes(draws.betas.size()));
  std::vector<Moments> moments;
  std::vector<Chains> influences;
  for (std::size_t m = 0; m < draws.betas.size(); ++m) {
    const Moments rung = moments_of(draws.log_likelihoods[m]);
    moments.push_back(rung);
    influences.push_back(chain_terms(draws.log_likelihoods[m], [&](double l) {
      const double residual = l - rung.mean;
      return rule.mean[m] * residual + rule.variance[m] * (residual * residual - rung.variance);
    }));
  }
  const double log_z = integral(rule, moments);
  ThermodynamicEstimate result{path_estimate(draws, "thermodynamic", log_z, influences),
                               std::abs(log_z - coarse_integral(draws, moments))};
  result.estimate.consistent = false;
  return result;
}

}  // namespace photinus
