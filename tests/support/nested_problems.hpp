#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "photinus/evidence/evidence_model.hpp"
#include "photinus/evidence/nested_run.hpp"
#include "photinus/model/mvn_mean.hpp"
#include "support/chance.hpp"
#include "support/whole_models.hpp"

namespace photinus {

/// theta ~ N(0, I) in P dimensions, and a likelihood of one row that is any function of theta.
class FunctionModel final : public EvidenceModel {
 public:
  using Function = std::function<double(const Vector&)>;

  FunctionModel(int dimension, Function function)
      : dimension_(dimension), function_(std::move(function)) {}

  std::int64_t rows() const override { return 1; }
  int dimension() const override { return dimension_; }
  double log_prior(const Vector& theta, Vector* gradient) const override {
    if (gradient != nullptr) *gradient = -theta;
    return -0.5 * (theta.squaredNorm() + dimension_ * std::log(2.0 * M_PI));
  }
  Vector draw_prior(Stream& stream) const override {
    Vector theta(dimension_);
    for (int j = 0; j < dimension_; ++j) theta[j] = stream.normal();
    return theta;
  }
  using EvidenceModel::log_likelihood;
  std::vector<double> log_likelihoods(const std::vector<Vector>& thetas, RowRange range) override {
    std::vector<double> values;
    for (const auto& theta : thetas) values.push_back(value(theta, range.size()));
    return values;
  }
  double log_likelihood(const Vector& theta, RowRange range, Vector& gradient) override {
    gradient = differences(function_, theta);
    return value(theta, range.size());
  }
  double log_likelihood(const Vector& theta, std::span<const std::int64_t> list,
                        Vector& gradient) override {
    return log_likelihood(theta, RowRange{0, static_cast<std::int64_t>(list.size())}, gradient);
  }

 private:
  double value(const Vector& theta, std::int64_t times) {
    evaluations_ += times;
    const double one = function_(theta);
    return std::isfinite(one) ? static_cast<double>(times) * one
                              : -std::numeric_limits<double>::infinity();
  }

  int dimension_;
  Function function_;
};

/// Rows x ~ N(theta, 1) in D columns, theta ~ N(0, 1).
inline MvnMean standard_means(int rows, int columns) {
  DataTable table = some_table(rows, columns);
  table.y.clear();
  ModelNumbers numbers;
  numbers.covariance = {1.0};
  return {table, numbers, Prior::normal(Vector::Ones(columns))};
}

/// Its log Z: a column of n rows is N(0, I + 1 1'), whose determinant is 1 + n and whose inverse
/// is I - 1 1' / (1 + n).
inline double log_z_of_standard_means(int rows, int columns) {
  const auto x = some_table(rows, columns).x;
  double sum = 0.0;
  for (int d = 0; d < columns; ++d) {
    const double total = x.col(d).sum();
    sum -= 0.5 * (rows * std::log(2.0 * M_PI) + std::log(1.0 + rows) + x.col(d).squaredNorm() -
                  total * total / (1.0 + rows));
  }
  return sum;
}

/// A problem where theta is the prior volume X above it itself, uniform on (0, 1): a draw above a
/// level at X is X times a uniform.
class VolumeSampler final : public LevelSampler {
 public:
  using Function = std::function<double(double)>;

  VolumeSampler(Function log_likelihood, std::uint64_t seed)
      : log_likelihood_(std::move(log_likelihood)),
        stream_({.seed = seed, .purpose = Purpose::test}) {}

  Particle below(double volume) {
    const double x = volume * stream_.uniform();
    return {Vector::Constant(1, x), {log_likelihood_(x), stream_.uniform()}};
  }
  std::vector<Particle> start(int particles) {
    std::vector<Particle> first;
    for (int i = 0; i < particles; ++i) first.push_back(below(1.0));
    return first;
  }
  Particle draw(const std::vector<Particle>& particles, std::size_t dead, std::int64_t) override {
    return below(particles[dead].theta[0]);
  }

 private:
  Function log_likelihood_;
  Stream stream_;
};

/// Of estimates with a known truth.
struct Repeats {
  std::vector<double> errors;  ///< log Z - truth
  double stated_squares = 0.0;
  int covered = 0;  ///< within 1.96 stated standard errors

  void add(double error, double stated) {
    errors.push_back(error);
    stated_squares += stated * stated;
    if (std::abs(error) < 1.96 * stated) ++covered;
  }
  int count() const { return static_cast<int>(errors.size()); }
  double mean() const {
    return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(count());
  }
  double spread() const {
    double squares = 0.0;
    for (const double error : errors) squares += (error - mean()) * (error - mean());
    return std::sqrt(squares / (count() - 1.0));
  }
  double stated() const { return std::sqrt(stated_squares / count()); }
  /// Of the mean from 0, in standard errors.
  double distance() const { return std::abs(mean()) / (spread() / std::sqrt(count())); }
};

}  // namespace photinus
