#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "photinus/evidence/local_model.hpp"
#include "photinus/model/linear.hpp"
#include "photinus/replica/regression.hpp"

namespace photinus {

/// Linear regression with 5 standard normal features and an intercept, sigma = 1 and priors N(0,
/// 1), of which all is known: the model of Cameron, Eggers & Kroon (2019), section 4.1.
class KnownRegression {
 public:
  static constexpr int columns = 5, dimension = 6;

  /// The first rows of one table per seed, however many there are.
  explicit KnownRegression(std::int64_t rows, std::uint64_t seed = 1) : table_(draw(rows, seed)) {
    model_ = std::make_unique<Regression<Linear>>(Linear(), table_, settings());
  }

  RowWiseModel& model() { return *model_; }

  struct Posterior {
    double log_z = 0.0;
    Vector mean;
    Matrix covariance;
  };
  /// With X (n x 6) and Lambda = 1 + X'X, m = Lambda^-1 X'y:
  ///   log Z = -n/2 log(2 pi) - log(det Lambda)/2 - (y'y - m' Lambda m)/2.
  Posterior posterior(std::int64_t count) const {
    Matrix x(count, dimension);
    x << table_.x.topRows(count), Vector::Ones(count);
    const Eigen::Map<const Vector> y(table_.y.data(), count);
    const Matrix precision = Matrix::Identity(dimension, dimension) + x.transpose() * x;
    const Eigen::LLT<Matrix> factor(precision);
    const Vector mean = factor.solve(x.transpose() * y);
    const double log_det = 2.0 * factor.matrixLLT().diagonal().array().log().sum();
    const double misfit = y.squaredNorm() - mean.dot(precision * mean);
    return {-0.5 * static_cast<double>(count) * std::log(2.0 * M_PI) - 0.5 * (log_det + misfit),
            mean, factor.solve(Matrix::Identity(dimension, dimension))};
  }

 private:
  static DataTable draw(std::int64_t rows, std::uint64_t seed) {
    DataTable table;
    table.header.rows = rows;
    table.header.columns = columns;
    table.x.resize(rows, columns);
    Stream truth({.seed = seed, .purpose = Purpose::simulate_truth});
    Vector theta(dimension);
    for (double& value : theta) value = truth.normal();
    for (std::int64_t n = 0; n < rows; ++n) {
      Stream stream(
          {.seed = seed, .purpose = Purpose::simulate_row, .index = static_cast<std::uint64_t>(n)});
      for (int j = 0; j < columns; ++j) table.x(n, j) = stream.normal();
      const double eta = table.x.row(n).dot(theta.head(columns)) + theta[columns];
      table.y.push_back(eta + stream.normal());
    }
    return table;
  }

  static DataModelSettings settings() {
    DataModelSettings settings;
    settings.priors.assign(dimension, {PriorFamily::normal, 1.0});
    settings.names.assign(dimension, "w");
    settings.inputs = dimension;
    return settings;
  }

  DataTable table_;
  std::unique_ptr<Regression<Linear>> model_;
};

}  // namespace photinus
