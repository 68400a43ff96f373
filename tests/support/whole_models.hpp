#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "photinus/data/table.hpp"
#include "photinus/model/data_model.hpp"
#include "support/chance.hpp"

namespace photinus {

/// Standard normal features and responses.
inline DataTable some_table(int rows, int columns) {
  DataTable table;
  table.header.rows = rows;
  table.header.columns = columns;
  table.x.resize(rows, columns);
  Stream stream({.seed = 11, .purpose = Purpose::test});
  for (Eigen::Index i = 0; i < table.x.size(); ++i) table.x.data()[i] = stream.normal();
  for (int i = 0; i < rows; ++i) table.y.push_back(stream.normal());
  return table;
}

/// All rows in an order that is not theirs, with subsets of these sizes.
inline RowOrder shuffled(int rows, std::vector<std::int64_t> sizes) {
  RowOrder order;
  order.rows.resize(static_cast<std::size_t>(rows));
  std::iota(order.rows.begin(), order.rows.end(), 0);
  Stream stream({.seed = 12, .purpose = Purpose::test});
  for (std::size_t left = order.rows.size(); left > 1; --left)
    std::swap(order.rows[left - 1], order.rows[stream.below(left)]);
  order.sizes = std::move(sizes);
  return order;
}

inline double value_of(DataModel& model, const Vector& theta, const RowOrder& order, int k) {
  SubsetSums sums;
  model.extend(theta, order, k, false, sums);
  return sums.value(k);
}

inline Vector gradient_of(DataModel& model, const SubsetSums& sums, int k) {
  Vector gradient = Vector::Zero(model.dimension());
  model.add_gradient(sums.slope(k), 1.0, gradient);
  return gradient;
}

/// Central differences of fourth order, error about 1e-11 of the function's values near 1.
template <class Function>
Vector differences(const Function& function, const Vector& theta) {
  Vector slopes(theta.size());
  const double h = 1e-3;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    const auto at = [&](double steps) {
      Vector moved = theta;
      moved[j] += steps * h;
      return function(moved);
    };
    slopes[j] = (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * h);
  }
  return slopes;
}

/// Relative to the largest slope, or to 1 where that is larger.
inline double distance(const Vector& gradient, const Vector& expected) {
  return (gradient - expected).cwiseAbs().maxCoeff() / (1.0 + expected.cwiseAbs().maxCoeff());
}

inline void expect_gradients(DataModel& model, const Vector& theta, const RowOrder& order,
                             double tolerance) {
  for (int k = 0; k < static_cast<int>(order.sizes.size()); ++k) {
    SubsetSums sums;
    model.extend(theta, order, k, true, sums);
    const auto value = [&](const Vector& at) { return value_of(model, at, order, k); };
    EXPECT_LT(distance(gradient_of(model, sums, k), differences(value, theta)), tolerance) << k;
    EXPECT_EQ(sums.value(k), value(theta));
  }
  Vector gradient;
  const double value = model.log_prior(theta, &gradient);
  const auto prior = [&](const Vector& at) { return model.log_prior(at, nullptr); };
  EXPECT_LT(distance(gradient, differences(prior, theta)), tolerance);
  EXPECT_EQ(prior(theta), value);
}

/// Of `model`'s draws, the largest distance of the mean of d log p / d theta_j from 0 and of
/// theta_j d log p / d theta_j from -1, in standard errors: what partial integration makes them
/// where draws have the density p. `slope` may stand for a planted fault.
template <class Slopes>
double score_distance(const DataModel& model, const Slopes& slopes, int draws = 20'000) {
  Stream stream({.seed = 13, .purpose = Purpose::test});
  const int p = model.dimension();
  Vector sum = Vector::Zero(2 * p), squares = Vector::Zero(2 * p);
  for (int i = 0; i < draws; ++i) {
    const Vector theta = model.draw_prior(stream), gradient = slopes(theta);
    Vector terms(2 * p);
    terms << gradient, (theta.cwiseProduct(gradient).array() + 1.0).matrix();
    sum += terms;
    squares += terms.cwiseProduct(terms);
  }
  return (sum.array() / squares.array().sqrt()).abs().maxCoeff();
}

inline double score_distance(const DataModel& model) {
  return score_distance(model, [&](const Vector& theta) {
    Vector gradient;
    model.log_prior(theta, &gradient);
    return gradient;
  });
}

/// Trapezium rule on [low, high], for integrands that vanish at both ends.
template <class Function>
double integral(const Function& function, double low, double high, int steps = 2'000) {
  const double h = (high - low) / steps;
  double sum = 0.0;
  for (int i = 0; i <= steps; ++i) sum += function(low + h * i);
  return sum * h;
}

/// Subset by subset and all at once: the same bits, and each row counted once.
inline void expect_same_bits_by_steps(DataModel& model, const Vector& theta,
                                      const RowOrder& order) {
  const int last = static_cast<int>(order.sizes.size()) - 1;
  for (const bool with_gradient : {false, true}) {
    SubsetSums at_once, by_steps;
    EXPECT_EQ(model.extend(theta, order, last, with_gradient, at_once), order.sizes.back());
    std::int64_t before = 0;
    for (int k = 0; k <= last; ++k) {
      const std::int64_t size = order.sizes[static_cast<std::size_t>(k)];
      EXPECT_EQ(model.extend(theta, order, k, with_gradient, by_steps), size - before);
      EXPECT_EQ(model.extend(theta, order, k, with_gradient, by_steps), 0);
      before = size;
    }
    for (int k = 0; k <= last; ++k) {
      EXPECT_EQ(by_steps.value(k), at_once.value(k)) << k;
      if (!with_gradient) continue;
      EXPECT_EQ(by_steps.slope(k), at_once.slope(k)) << k;
    }
  }
  EXPECT_EQ(model.evaluations(1'000), 1'000);
}

}  // namespace photinus
