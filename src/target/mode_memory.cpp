#include "photinus/target/mode_memory.hpp"

namespace photinus {

namespace {

double matrices_bytes(double count, int parameters) {
  return count * 8.0 * static_cast<double>(parameters) * parameters;
}

}  // namespace

// The curvature in the search and at its start, the quadratic model's two and its factors.
double mode_search_bytes(int parameters) { return matrices_bytes(6.0, parameters); }

double mode_bytes(int parameters, bool bounds) {
  const double of_mode = 1.0, metric = 2.0, surface = bounds ? 4.0 : 0.0;
  return matrices_bytes(of_mode + metric + surface, parameters);
}

}  // namespace photinus
