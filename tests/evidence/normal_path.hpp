#pragma once

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "photinus/evidence/local_model.hpp"
#include "photinus/model/mvn_mean.hpp"
#include "support/whole_models.hpp"

namespace photinus {

/// Rows x_n ~ N(theta, v I), theta_d ~ N(0, s^2), D columns, where all along the path
/// p(theta) L(theta)^beta is known: with t = sum of x_n, N rows,
///   precision  A(beta) = 1/s^2 + beta N/v   of every coordinate,
///   mean       m(beta) = beta t / (v A),
///   log Z(beta) = beta sum_n log N(x_n; 0, v I) + v-free part
///               = beta log L(0) + A |m|^2 / 2 - D log(s^2 A) / 2,
/// from completing the square in beta (theta . t / v - N |theta|^2 / (2 v)) - |theta|^2 / (2 s^2).
class NormalPath {
 public:
  NormalPath(int rows, int columns, double s = 1.0, double v = 1.0, double shift = 0.5)
      : table_(made(rows, columns, shift)),
        s_(s),
        v_(v),
        model_(table_, numbers(v), Prior::normal(Vector::Constant(columns, s))),
        evidence_(model_) {}

  EvidenceModel& model() { return evidence_; }
  int dimension() const { return static_cast<int>(table_.x.cols()); }
  double precision(double beta) const { return 1.0 / (s_ * s_) + beta * rows() / v_; }
  Vector mean(double beta) const { return beta / (v_ * precision(beta)) * sum_of_rows(); }
  double log_z(double beta) const {
    const double d = dimension(), two_pi_v = 2.0 * 3.14159265358979323846 * v_;
    const double at_zero =
        -0.5 * rows() * d * std::log(two_pi_v) - 0.5 * table_.x.squaredNorm() / v_;
    const double a = precision(beta);
    return beta * at_zero + 0.5 * a * mean(beta).squaredNorm() - 0.5 * d * std::log(s_ * s_ * a);
  }
  /// E and variance of log L at beta are the first two derivatives of log Z(beta).
  double slope(double beta, double h = 1e-4) const {
    return (log_z(beta + h) - log_z(beta - h)) / (2.0 * h);
  }

  Vector draw(double beta, Stream& stream) const {
    Vector theta = mean(beta);
    for (double& x : theta) x += stream.normal() / std::sqrt(precision(beta));
    return theta;
  }
  /// A chain at beta with autocorrelation `rho` of every coordinate; its log-likelihoods.
  std::vector<double> chain(double beta, int length, double rho, Stream& stream) {
    const Vector centre = mean(beta);
    Vector theta = draw(beta, stream);
    std::vector<double> values;
    for (int i = 0; i < length; ++i) {
      theta = centre + rho * (theta - centre) +
              std::sqrt(1.0 - rho * rho) * (draw(beta, stream) - centre);
      values.push_back(log_likelihood(theta));
    }
    return values;
  }
  double log_likelihood(const Vector& theta) {
    return evidence_.log_likelihood(theta, evidence_.all_rows());
  }

 private:
  static DataTable made(int rows, int columns, double shift) {
    DataTable table = some_table(rows, columns);
    table.y.clear();
    table.x.array() += shift;
    return table;
  }
  static ModelNumbers numbers(double v) {
    ModelNumbers numbers;
    numbers.covariance = {v};
    return numbers;
  }
  double rows() const { return static_cast<double>(table_.x.rows()); }
  Vector sum_of_rows() const { return table_.x.colwise().sum().transpose(); }

  DataTable table_;
  double s_, v_;
  MvnMean model_;
  LocalModel evidence_;
};

}  // namespace photinus
