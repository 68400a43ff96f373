#include "measurement.hpp"

namespace photinus::paper::tempering {

std::string complaint(const Measurement& m) {
  if (m.chains < 1 || m.draws < 1 || m.warmup < 0) return "chains or draws are missing";
  if (!(m.seconds > 0.0) || !(m.kernel_evaluations > 0.0)) return "seconds or evaluations are none";
  const auto points = m.convergence.draws.size();
  if (m.convergence.seconds.size() != points || m.convergence.r_hat.size() != points)
    return "columns of convergence are of unequal length";
  return "";
}

}  // namespace photinus::paper::tempering
