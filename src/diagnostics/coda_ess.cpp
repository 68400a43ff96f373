#include "photinus/diagnostics/coda_ess.hpp"

#include <algorithm>
#include <cmath>

#include "photinus/base/elementary.hpp"
#include "photinus/diagnostics/autocovariance.hpp"
#include "photinus/diagnostics/moments.hpp"

namespace photinus {

namespace {

constexpr double ln10 = 0x1.26bb1bbb55516p+1;

std::size_t largest_order(std::size_t n) {
  const double lags = std::floor(10.0 * (log(static_cast<double>(n)) / ln10));
  return std::min(n - 1, static_cast<std::size_t>(lags));
}

/// Levinson's recursion: the solution of order m from that of order m - 1.
class Levinson {
 public:
  explicit Levinson(Autocovariance& covariance)
      : covariance_(covariance), current_{{}, covariance.at(0)} {}

  const Autoregression& current() const { return current_; }

  void next() {
    const auto old = current_.coefficients;
    const std::size_t m = old.size();
    double rest = covariance_.at(m + 1);
    for (std::size_t k = 0; k < m; ++k) rest -= old[k] * covariance_.at(m - k);
    const double reflection = rest / current_.noise_variance;
    for (std::size_t k = 0; k < m; ++k)
      current_.coefficients[k] = old[k] - reflection * old[m - 1 - k];
    current_.coefficients.push_back(reflection);
    current_.noise_variance *= 1.0 - reflection * reflection;
  }

 private:
  Autocovariance& covariance_;
  Autoregression current_;
};

// Nothing is left of it but rounding when its straight line is taken away: R's all.equal.
bool is_straight_line(std::span<const double> x) {
  constexpr double rounding = 1.5e-8;
  const auto n = static_cast<double>(x.size());
  const double mean = mean_of(x), middle = 0.5 * (n - 1.0);
  const auto time = [&](std::size_t i) { return static_cast<double>(i) - middle; };
  const double slope = lane_sum(x.size(), [&](std::size_t i) { return time(i) * (x[i] - mean); }) /
                       lane_sum(x.size(), [&](std::size_t i) { return time(i) * time(i); });
  const double squares = lane_sum(x.size(), [&](std::size_t i) {
    const double residual = x[i] - mean - slope * time(i);
    return residual * residual;
  });
  return std::sqrt(squares / (n - 1.0)) < rounding;
}

double size_of(const std::vector<double>& x) {
  if (x.size() < 2 || is_straight_line(x)) return 0.0;
  const Autoregression fit = fit_autoregression(x);
  double sum = 0.0;
  for (const double coefficient : fit.coefficients) sum += coefficient;
  const double spectrum = fit.noise_variance / ((1.0 - sum) * (1.0 - sum));
  return static_cast<double>(x.size()) * variance_of(x) / spectrum;
}

}  // namespace

Autoregression fit_autoregression(std::span<const double> x) {
  const auto n = static_cast<double>(x.size());
  Autocovariance covariance(Chains{std::vector<double>(x.begin(), x.end())});
  Levinson levinson(covariance);
  Autoregression best = levinson.current();
  if (best.noise_variance == 0.0) return best;
  double least = n * log(best.noise_variance);
  for (std::size_t order = 1; order <= largest_order(x.size()); ++order) {
    levinson.next();
    const double criterion =
        n * log(levinson.current().noise_variance) + 2.0 * static_cast<double>(order);
    if (criterion < least) {
      least = criterion;
      best = levinson.current();
    }
  }
  best.noise_variance *= n / (n - static_cast<double>(best.coefficients.size()) - 1.0);
  return best;
}

double coda_ess(const Chains& chains) {
  double sum = 0.0;
  for (const auto& chain : chains) sum += size_of(chain);
  return sum;
}

}  // namespace photinus
