#pragma once

#include "photinus/base/random.hpp"

namespace photinus {

/// Gamma of a whole shape >= 1 and rate 1: the sum of so many exponentials. Divided by a rate it
/// has that rate; its inverse is inverse-gamma.
inline double gamma_deviate(Stream& stream, int shape) {
  double sum = 0.0;
  for (int i = 0; i < shape; ++i) sum += stream.exponential();
  return sum;
}

}  // namespace photinus
