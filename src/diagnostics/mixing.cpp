#include "photinus/diagnostics/mixing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "photinus/base/elementary.hpp"
#include "photinus/diagnostics/autocovariance.hpp"
#include "photinus/diagnostics/moments.hpp"

namespace photinus {

namespace {

std::vector<double> chain_means(const Chains& chains) {
  std::vector<double> means;
  for (const auto& chain : chains) means.push_back(mean_of(chain));
  return means;
}

/// Autocorrelation of the mixture of the chains: rho(t) = 1 - (W - gamma(t)) / var+ for t >= 1,
/// with W = n/(n-1) gamma(0) and var+ = gamma(0) + variance of the chain means (eq. 10).
class Correlation {
 public:
  explicit Correlation(const Chains& chains) : covariance_(chains) {
    const auto n = static_cast<double>(chains.front().size());
    within_ = covariance_.at(0) * n / (n - 1.0);
    total_ = covariance_.at(0) + variance_of(chain_means(chains));
  }
  double at(std::size_t lag) { return 1.0 - (within_ - covariance_.at(lag)) / total_; }

 private:
  Autocovariance covariance_;
  double within_, total_;
};

/// rho(0) ... rho(T): pairs rho(t) + rho(t+1) with even t are taken while they are positive. T is
/// the even lag of the first pair that is not, or the last that n allows.
std::vector<double> initial_positive_sequence(Correlation& correlation, std::size_t n) {
  std::size_t t = 0;
  double even = 1.0, odd = correlation.at(1);
  std::vector<double> rho{even, odd};
  while (t + 5 < n && even + odd > 0.0) {
    t += 2;
    even = correlation.at(t);
    odd = correlation.at(t + 1);
    rho.insert(rho.end(), {even, odd});
  }
  // Of a negative pair only a positive even part counts: it helps antithetic chains.
  if (even + odd < 0.0) rho[t] = std::max(even, 0.0);
  rho.resize(t + 1);
  return rho;
}

/// No pair may exceed the pair before it; one that does becomes flat at that pair's mean.
void make_monotone(std::vector<double>& rho) {
  for (std::size_t t = 2; t + 2 < rho.size(); t += 2) {
    const double before = rho[t - 2] + rho[t - 1];
    if (rho[t] + rho[t + 1] > before) rho[t] = rho[t + 1] = before / 2.0;
  }
}

/// tau = -1 + 2 sum_(t<T) rho(t) + rho(T). Lag 0 is always in the sum, also when T = 0: a series
/// too short or too antithetic for a second pair has tau = 2.
double integrated_time(const std::vector<double>& rho) {
  const std::size_t terms = std::max<std::size_t>(rho.size() - 1, 1);
  return -1.0 + 2.0 * lane_sum(terms, [&](std::size_t t) { return rho[t]; }) + rho.back();
}

}  // namespace

double potential_scale_reduction(const Chains& chains) {
  const auto n = static_cast<double>(chains.front().size());
  std::vector<double> variances;
  for (const auto& chain : chains) variances.push_back(variance_of(chain));
  const double between = n * variance_of(chain_means(chains));
  return std::sqrt((between / mean_of(variances) + n - 1.0) / n);
}

double effective_size(const Chains& chains) {
  constexpr double ln10 = 0x1.26bb1bbb55516p+1;
  Correlation correlation(chains);
  auto rho = initial_positive_sequence(correlation, chains.front().size());
  make_monotone(rho);
  const double draws =
      static_cast<double>(chains.size()) * static_cast<double>(chains.front().size());
  return draws / std::max(integrated_time(rho), ln10 / photinus::log(draws));
}

}  // namespace photinus
