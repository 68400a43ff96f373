#include "photinus/evidence/local_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace photinus {

namespace {

void fill(std::vector<std::int32_t>& list, RowRange range) {
  list.resize(static_cast<std::size_t>(range.size()));
  std::iota(list.begin(), list.end(), static_cast<std::int32_t>(range.first));
}

}  // namespace

double LocalModel::sum(const Vector& theta, Vector* gradient) {
  evaluations_ += static_cast<std::int64_t>(list_.size());
  if (gradient != nullptr) slope_.setZero(model_.slope_size());
  const double value = model_.log_likelihood(theta, list_, gradient == nullptr ? nullptr : &slope_);
  if (gradient != nullptr) {
    gradient->setZero(dimension());
    model_.add_gradient(slope_, 1.0, *gradient);
  }
  return std::isfinite(value) ? value : -std::numeric_limits<double>::infinity();
}

std::vector<double> LocalModel::log_likelihoods(const std::vector<Vector>& thetas, RowRange range) {
  fill(list_, range);
  std::vector<double> values;
  for (const auto& theta : thetas) values.push_back(sum(theta, nullptr));
  return values;
}

double LocalModel::log_likelihood(const Vector& theta, RowRange range, Vector& gradient) {
  fill(list_, range);
  return sum(theta, &gradient);
}

double LocalModel::log_likelihood(const Vector& theta, std::span<const std::int64_t> list,
                                  Vector& gradient) {
  list_.assign(list.begin(), list.end());
  return sum(theta, &gradient);
}

}  // namespace photinus
