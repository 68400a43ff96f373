#pragma once

#include <cstddef>
#include <vector>

#include "photinus/diagnostics/chains.hpp"

namespace photinus {

/// Autocovariances of chains of equal length n, averaged over the chains:
/// gamma(t) = mean over chains of 1/n sum_i (x_i - mean)(x_(i+t) - mean).
///
/// Summed directly and only up to the lag asked for, in a fixed order. A fast Fourier transform
/// would need sines, whose bits depend on the processor, and all lags at once.
class Autocovariance {
 public:
  explicit Autocovariance(const Chains& chains);

  /// gamma(lag) for lag < n.
  double at(std::size_t lag);

 private:
  void extend();

  std::size_t chains_;
  std::size_t length_;
  Chains centred_;             // chains that move, less their means, with zeros behind
  std::vector<double> known_;  // gamma at lags 0, 1, ...
};

}  // namespace photinus
