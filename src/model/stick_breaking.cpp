#include "photinus/model/stick_breaking.hpp"

#include "photinus/base/elementary.hpp"

namespace photinus {

void StickBreaking::log_weights(const double* y, double* log_weights) const {
  double log_left = 0.0;
  for (int k = 0; k < coordinates(); ++k) {
    const double log_odds = y[k] - log(static_cast<double>(coordinates() - k));
    log_weights[k] = log_left - softplus(-log_odds);
    log_left -= softplus(log_odds);
  }
  log_weights[coordinates()] = log_left;
}

// d log w_k / d y_k = 1 - z_k, and -z_k for every weight after it.
void StickBreaking::add_slopes(const double* y, const double* of_log_weights,
                               double* slopes) const {
  double after = of_log_weights[coordinates()];
  for (int k = coordinates() - 1; k >= 0; --k) {
    const double share = 1.0 / (1.0 + (coordinates() - k) * exp(-y[k]));
    slopes[k] += (1.0 - share) * of_log_weights[k] - share * after;
    after += of_log_weights[k];
  }
}

void StickBreaking::coordinates_of(const double* numbers, double* y) const {
  double after = numbers[coordinates()];
  for (int k = coordinates() - 1; k >= 0; --k) {
    y[k] = log(numbers[k]) - log(after) + log(static_cast<double>(coordinates() - k));
    after += numbers[k];
  }
}

}  // namespace photinus
