#include "photinus/model/prior.hpp"

#include <cmath>

#include "photinus/base/elementary.hpp"

namespace photinus {

NormalPrior::NormalPrior(Vector scales) : precision_(scales.size()) {
  constexpr double log_2_pi = 1.8378770664093454836;
  for (Eigen::Index j = 0; j < scales.size(); ++j) {
    const bool flat = std::isinf(scales[j]);
    precision_[j] = flat ? 0.0 : 1.0 / (scales[j] * scales[j]);
    if (!flat) log_normalizer_ += log(scales[j]) + 0.5 * log_2_pi;
  }
}

bool NormalPrior::has_flat() const { return (precision_.array() == 0.0).any(); }

double NormalPrior::log_density(const Vector& theta) const {
  double squares = 0.0;
  for (Eigen::Index j = 0; j < theta.size(); ++j) squares += precision_[j] * theta[j] * theta[j];
  return -0.5 * squares - log_normalizer_;
}

}  // namespace photinus
