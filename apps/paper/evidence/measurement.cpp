#include "measurement.hpp"

#include <cmath>

namespace photinus::paper::evidence {

std::string complaint(const Measurement& m) {
  const int results = !std::isnan(m.log_z) + !std::isnan(m.variance) + !m.failure.empty();
  if (results != 1) return "it takes one of log_z, variance and failure";
  return m.seconds >= 0.0 && m.evaluations >= 0.0 ? "" : "seconds or evaluations are below 0";
}

}  // namespace photinus::paper::evidence
