#include "photinus/target/team_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace photinus {

namespace {

double or_impossible(double value) {
  return std::isfinite(value) ? value : -std::numeric_limits<double>::infinity();
}

std::int64_t block_size_below(std::int64_t last) { return make_layout(last).block_size; }

}  // namespace

std::vector<double> TeamModel::log_likelihoods(const std::vector<Vector>& thetas, RowRange range) {
  evaluations_ += static_cast<std::int64_t>(thetas.size()) * range.size();
  if (thetas.empty() || range.size() == 0) return std::vector<double>(thetas.size(), 0.0);
  const auto reply =
      team_.ask(SumRows{thetas, range.first, range.last, block_size_below(range.last)});
  std::vector<double> values = reply.sums.values();
  for (double& value : values) value = or_impossible(value);
  return values;
}

double TeamModel::ask(SumSlopes command, Vector& gradient) {
  const std::vector<double> sums = team_.ask(std::move(command)).sums.values();
  gradient.setZero(dimension());
  const auto size = static_cast<Eigen::Index>(sums.size() - 1);
  prior_->add_gradient(Eigen::Map<const Vector>(sums.data() + 1, size), 1.0, gradient);
  return or_impossible(sums.front());
}

double TeamModel::log_likelihood(const Vector& theta, RowRange range, Vector& gradient) {
  evaluations_ += range.size();
  return ask({theta, range.first, range.last, {}, block_size_below(range.last)}, gradient);
}

double TeamModel::log_likelihood(const Vector& theta, std::span<const std::int64_t> list,
                                 Vector& gradient) {
  evaluations_ += static_cast<std::int64_t>(list.size());
  const std::int64_t last = list.empty() ? 1 : 1 + *std::max_element(list.begin(), list.end());
  return ask({theta, 0, 0, {list.begin(), list.end()}, block_size_below(last)}, gradient);
}

}  // namespace photinus
