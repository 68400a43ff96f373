#include "photinus/model/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "photinus/base/elementary.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/base/lanes.hpp"
#include "plain_rows.hpp"

namespace photinus {

namespace {

int checked(int components) {
  if (components < 1)
    throw Failure(ExitCode::usage,
                  "model.components must be at least 1, not " + std::to_string(components));
  return components;
}

void add_names(std::vector<std::string>& names, const std::string& kind, int components,
               int columns) {
  for (int k = 1; k <= components; ++k)
    for (int d = 1; d <= columns; ++d)
      names.push_back(kind + std::to_string(k) + "_" + std::to_string(d));
}

std::vector<std::string> names_of(int components, int columns) {
  std::vector<std::string> names;
  for (int k = 1; k <= components; ++k) names.push_back("weight" + std::to_string(k));
  add_names(names, "mean", components, columns);
  add_names(names, "variance", components, columns);
  return names;
}

double sum_of(const double* values, int count) {
  LaneSum sum;
  sum.add(values, count);
  return sum.total();
}

}  // namespace

GaussianMixture::GaussianMixture(const DataTable& table, const ModelNumbers& numbers)
    : x_(table.x),
      names_(names_of(checked(numbers.components), table.columns())),
      sticks_(numbers.components),
      log_weights_(components()),
      constants_(components()),
      means_(numbers_per_kind()),
      precisions_(numbers_per_kind()),
      side_by_side_(Eigen::Index{most_together} * columns()),
      shares_(Eigen::Index{most_together} * components()),
      slopes_(components() + 2 * numbers_per_kind()) {
  refuse_row_terms(table, "a mixture");
}

double GaussianMixture::add_rows(std::span<const std::int32_t> list, std::size_t first,
                                 std::size_t last, Vector* slope) {
  slopes_.setZero();
  double value = 0.0;
  for (; first < last; first += most_together) {
    const auto some = list.subspan(first, std::min<std::size_t>(most_together, last - first));
    const int count = static_cast<int>(some.size());
    gather(some);
    for (int k = 0; k < components(); ++k) evaluate_component(k, count);
    value += sum_components(count);
    if (slope != nullptr) add_slopes(count);
  }
  if (!std::isfinite(value)) return -std::numeric_limits<double>::infinity();
  if (slope != nullptr) add_to(*slope);
  return value;
}

void GaussianMixture::stand_at(const Vector& theta) {
  theta_ = theta;
  sticks_.log_weights(theta.data(), log_weights_.data());
  means_ = theta.segment(first_mean(), numbers_per_kind());
  for (int k = 0; k < components(); ++k) {
    double half_log_variances = 0.0;
    for (int i = k * columns(); i < (k + 1) * columns(); ++i) {
      const double log_variance = theta[first_variance() + i];
      half_log_variances += 0.5 * log_variance;
      precisions_[i] = exp(-log_variance);
    }
    constants_[k] = log_weights_[k] - half_log_variances - half_log_2_pi * columns();
  }
}

void GaussianMixture::gather(std::span<const std::int32_t> some) {
  for (std::size_t r = 0; r < some.size(); ++r) {
    const double* x = x_.data() + static_cast<std::ptrdiff_t>(some[r]) * columns();
    for (int d = 0; d < columns(); ++d)
      side_by_side_[most_together * d + static_cast<int>(r)] = x[d];
  }
}

// log w_k + log N(x | m_k, v_k) of every row.
void GaussianMixture::evaluate_component(int k, int count) {
  double* value = shares_.data() + most_together * k;
  std::fill_n(value, count, constants_[k]);
  for (int d = 0; d < columns(); ++d) {
    const double* x = side_by_side_.data() + most_together * d;
    const double mean = means_[k * columns() + d];
    const double half_precision = -0.5 * precisions_[k * columns() + d];
    for (int r = 0; r < count; ++r) {
      const double difference = x[r] - mean;
      value[r] = std::fma(half_precision * difference, difference, value[r]);
    }
  }
}

// Returns the sum over rows of log p(x), and leaves p(k | x).
double GaussianMixture::sum_components(int count) {
  double largest[most_together], sums[most_together];
  std::copy_n(shares_.data(), count, largest);
  for (int k = 1; k < components(); ++k) {
    const double* value = shares_.data() + most_together * k;
    for (int r = 0; r < count; ++r) largest[r] = value[r] > largest[r] ? value[r] : largest[r];
  }
  std::fill_n(sums, count, 0.0);
  for (int k = 0; k < components(); ++k) {
    double* value = shares_.data() + most_together * k;
    for (int r = 0; r < count; ++r) {
      value[r] = exp(value[r] - largest[r]);
      sums[r] += value[r];
    }
  }
  for (int k = 0; k < components(); ++k) {
    double* value = shares_.data() + most_together * k;
    for (int r = 0; r < count; ++r) value[r] /= sums[r];
  }
  for (int r = 0; r < count; ++r) largest[r] += log(sums[r]);
  return sum_of(largest, count);
}

void GaussianMixture::add_slopes(int count) {
  double by_mean[most_together], by_square[most_together];
  for (int k = 0; k < components(); ++k) {
    const double* share = shares_.data() + most_together * k;
    const double shares = sum_of(share, count);
    slopes_[k] += shares;
    for (int i = k * columns(); i < (k + 1) * columns(); ++i) {
      const double* x = side_by_side_.data() + most_together * (i - k * columns());
      for (int r = 0; r < count; ++r) {
        const double difference = x[r] - means_[i];
        by_mean[r] = share[r] * difference;
        by_square[r] = by_mean[r] * difference;
      }
      slopes_[components() + i] += precisions_[i] * sum_of(by_mean, count);
      slopes_[components() + numbers_per_kind() + i] +=
          0.5 * (precisions_[i] * sum_of(by_square, count) - shares);
    }
  }
}

void GaussianMixture::add_to(Vector& gradient) const {
  sticks_.add_slopes(theta_.data(), slopes_.data(), gradient.data());
  gradient.tail(2 * numbers_per_kind()) += slopes_.tail(2 * numbers_per_kind());
}

}  // namespace photinus
