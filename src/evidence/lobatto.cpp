#include "photinus/evidence/lobatto.hpp"

#include <cmath>

#include "photinus/base/linear_algebra.hpp"

namespace photinus {

namespace {

// Ascending, in (-1, 1): orthogonal polynomials of the weight 1 - x^2, to which P'_(n-1) belongs,
// have the recurrence x p_k = c_(k+1) p_(k+1) + c_k p_(k-1).
Vector inner_nodes(int count) {
  Matrix recurrence = Matrix::Zero(count, count);
  for (int k = 1; k < count; ++k) {
    const double square = k * (k + 2.0) / ((2.0 * k + 1.0) * (2.0 * k + 3.0));
    recurrence(k, k - 1) = recurrence(k - 1, k) = std::sqrt(square);
  }
  return Eigen::SelfAdjointEigenSolver<Matrix>(recurrence, Eigen::EigenvaluesOnly).eigenvalues();
}

// Exact for 1, x, .. x^(n-1), in coordinates from -1 to 1.
std::vector<double> interpolating_weights(const std::vector<double>& nodes) {
  const auto n = static_cast<Eigen::Index>(nodes.size());
  Matrix powers(n, n);
  Vector integrals(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    integrals[k] = k % 2 == 0 ? 1.0 / (static_cast<double>(k) + 1.0) : 0.0;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double x = 2.0 * nodes[static_cast<std::size_t>(i)] - 1.0;
      powers(k, i) = k == 0 ? 1.0 : powers(k - 1, i) * x;
    }
  }
  const Vector weights = powers.fullPivLu().solve(integrals);
  return {weights.begin(), weights.end()};
}

}  // namespace

double QuadratureRule::integrate(const std::vector<double>& values) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < nodes.size(); ++i) sum += weights[i] * values[i];
  return sum;
}

QuadratureRule lobatto_rule(int nodes) {
  const Vector inner = inner_nodes(nodes - 2);
  QuadratureRule rule;
  rule.nodes.push_back(0.0);
  for (const double x : inner) rule.nodes.push_back(0.5 * (1.0 + x));
  rule.nodes.push_back(1.0);
  rule.weights = interpolating_weights(rule.nodes);
  return rule;
}

QuadratureRule every_second_node(const QuadratureRule& rule) {
  QuadratureRule second;
  for (std::size_t i = 0; i < rule.nodes.size(); i += 2) second.nodes.push_back(rule.nodes[i]);
  second.weights = interpolating_weights(second.nodes);
  return second;
}

}  // namespace photinus
