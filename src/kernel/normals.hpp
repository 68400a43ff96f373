#pragma once

#include "photinus/base/elementary.hpp"
#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/random.hpp"

namespace photinus {

inline Vector normals(Stream& stream, Eigen::Index size) {
  Vector z(size);
  for (Eigen::Index j = 0; j < size; ++j) z[j] = stream.uniform();
  normal_quantiles(z.data(), size);
  return z;
}

}  // namespace photinus
