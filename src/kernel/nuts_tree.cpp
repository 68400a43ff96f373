#include "nuts_tree.hpp"

#include <utility>

#include "photinus/base/elementary.hpp"

namespace photinus {

namespace {

// Whether both ends still move along the sum of the momenta, given in two parts.
bool still_parts(const TreeEnd& a, const TreeEnd& b, const Vector& sum, const Vector& more) {
  return (sum + more).dot(a.velocity) > 0.0 && (sum + more).dot(b.velocity) > 0.0;
}

double log_sum(double a, double b) { return a + softplus(b - a); }

}  // namespace

Tree tree_of(const PhasePoint& point, double log_weight) {
  const TreeEnd end{point.momentum, point.velocity};
  return {end, end, point.momentum, log_weight, point.state};
}

bool turns(const Tree& older, const Tree& newer) {
  return !(still_parts(older.first, newer.last, older.momentum_sum, newer.momentum_sum) &&
           still_parts(older.first, newer.first, older.momentum_sum, newer.first.momentum) &&
           still_parts(older.last, newer.last, older.last.momentum, newer.momentum_sum));
}

void join(Tree& tree, Tree&& newer, Progress progress, Stream& stream) {
  const double both = log_sum(tree.log_weight, newer.log_weight);
  const double reference = progress == Progress::biased ? tree.log_weight : both;
  if (stream.uniform() < exp(newer.log_weight - reference)) std::swap(tree.drawn, newer.drawn);
  tree.log_weight = both;
  tree.momentum_sum += newer.momentum_sum;
  tree.last = std::move(newer.last);
}

}  // namespace photinus
