#pragma once

#include <vector>

namespace photinus {

/// An integral from 0 to 1 as a weighted sum over nodes, ascending.
struct QuadratureRule {
  std::vector<double> nodes;
  std::vector<double> weights;

  double integrate(const std::vector<double>& values) const;
};

/// The rule of Gauss and Lobatto with n >= 3 nodes, both ends among them: exact for polynomials of
/// degree 2 n - 3. Inner nodes are the roots of P'_(n-1) (Davis & Rabinowitz 1984, section 2.7), by
/// the eigenvalues of their recurrence (Golub & Welsch 1969).
QuadratureRule lobatto_rule(int nodes);

/// The rule with weights on every second node of another, the first among them, that is exact for
/// polynomials of as high a degree as it has nodes, less one.
QuadratureRule every_second_node(const QuadratureRule& rule);

}  // namespace photinus
