#pragma once

#include <functional>
#include <utility>

#include "photinus/evidence/evidence_model.hpp"
#include "support/whole_models.hpp"

namespace photinus {

/// theta ~ N(0, s^2) in one dimension and one row with any log-likelihood: log Z by quadrature.
class OneDimension final : public EvidenceModel {
 public:
  using Function = std::function<double(double)>;

  OneDimension(double s, Function log_likelihood) : s_(s), function_(std::move(log_likelihood)) {}

  std::int64_t rows() const override { return 1; }
  int dimension() const override { return 1; }
  double log_prior(const Vector& theta, Vector* gradient) const override {
    if (gradient != nullptr) *gradient = -theta / (s_ * s_);
    return -0.5 * theta.squaredNorm() / (s_ * s_) - std::log(s_ * std::sqrt(2.0 * std::acos(-1.0)));
  }
  Vector draw_prior(Stream& stream) const override {
    return Vector::Constant(1, s_ * stream.normal());
  }

  using EvidenceModel::log_likelihood;
  std::vector<double> log_likelihoods(const std::vector<Vector>& thetas, RowRange) override {
    std::vector<double> values;
    for (const auto& theta : thetas) values.push_back(counted(theta[0]));
    return values;
  }
  double log_likelihood(const Vector& theta, RowRange, Vector& gradient) override {
    gradient = differences([&](const Vector& at) { return function_(at[0]); }, theta);
    return counted(theta[0]);
  }
  double log_likelihood(const Vector& theta, std::span<const std::int64_t>,
                        Vector& gradient) override {
    return log_likelihood(theta, all_rows(), gradient);
  }

  double log_z() const {
    return std::log(integral(
        [&](double x) {
          return std::exp(function_(x) + log_prior(Vector::Constant(1, x), nullptr));
        },
        -12.0 * s_, 12.0 * s_, 20'000));
  }
  std::int64_t calls() const { return calls_; }

 private:
  double counted(double x) {
    ++calls_;
    ++evaluations_;
    return function_(x);
  }

  double s_;
  Function function_;
  std::int64_t calls_ = 0;
};

/// Modes of standard deviation 0.3 at -3 and 3, with a quarter and three quarters of the mass.
inline OneDimension two_modes() {
  return {4.0, [](double x) {
            const auto mode = [&](double at) {
              return std::exp(-0.5 * (x - at) * (x - at) / 0.09);
            };
            return std::log(0.25 * mode(-3.0) + 0.75 * mode(3.0) + 1e-200);
          }};
}

}  // namespace photinus
