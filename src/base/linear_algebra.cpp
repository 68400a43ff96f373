#include "photinus/base/linear_algebra.hpp"

namespace photinus {

void fix_cache_sizes() { Eigen::setCpuCacheSizes(32 * 1024, 256 * 1024, 2 * 1024 * 1024); }

Matrix unpack_symmetric(const double* packed, int p) {
  Matrix full(p, p);
  for (int i = 0; i < p; ++i)
    for (int j = i; j < p; ++j) full(i, j) = full(j, i) = *packed++;
  return full;
}

}  // namespace photinus
