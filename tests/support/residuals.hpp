#pragma once

#include <cmath>
#include <vector>

namespace photinus {

/// Log densities of residuals, written out in long double: the truth for families with a scale.
struct TrueStudentT {
  long double nu = 4.0L;

  /// log of the density of (y - eta) / sigma, over sigma.
  long double operator()(long double y, long double eta, long double log_sigma) const {
    const long double r = (y - eta) * std::exp(-log_sigma);
    return std::lgamma((nu + 1) / 2) - std::lgamma(nu / 2) -
           std::log(nu * 3.141592653589793238L) / 2 - log_sigma -
           (nu + 1) / 2 * std::log1p(r * r / nu);
  }
};

struct TrueNormal {
  long double operator()(long double y, long double eta, long double log_sigma) const {
    const long double r = (y - eta) * std::exp(-log_sigma);
    return -r * r / 2 - log_sigma - std::log(2 * 3.141592653589793238L) / 2;
  }
};

/// Residuals in units of sigma: 0, tiny, and out to 1e5, on both sides.
inline std::vector<double> residuals() {
  std::vector<double> all = {0.0, 1e-12, 1e-6};
  for (double r = 1e-3; r <= 1e5; r *= 1.3) all.push_back(r);
  for (std::size_t i = all.size(); i-- > 0;) all.push_back(-all[i]);
  return all;
}

}  // namespace photinus
