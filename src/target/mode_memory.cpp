#include "photinus/target/mode_memory.hpp"

namespace photinus {

namespace {

double matrices_bytes(double count, int parameters) {
  return count * 8.0 * static_cast<double>(parameters) * parameters;
}

}  // namespace

// The curvature that is kept, the quadratic model's two and its factor.
double mode_search_bytes(int parameters) { return matrices_bytes(4.0, parameters); }

// The precision at the mode, the bounds' own and the root of the trust region.
double bound_search_bytes(int parameters) { return matrices_bytes(3.0, parameters); }

double mode_bytes(int parameters, bool bounds) {
  const double of_mode = 1.0, metric = 2.0, surface = bounds ? 4.0 : 0.0;
  return matrices_bytes(of_mode + metric + surface, parameters);
}

}  // namespace photinus
