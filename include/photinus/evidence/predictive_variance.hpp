#pragma once

#include <vector>

namespace photinus {

/// The variance of a sum of logarithms of means, by the delta method: of each, the variance of the
/// mean of u = weight/mean weight.
///
/// Draws that walkers took one after another resemble each other. With S draws of each of W
/// walkers and D(t) half the mean square of u_i - u_(i+t), t steps apart, a mean has the variance
///   (g - 2/S^2 sum_t (S - t) D(t)) / W,  t = 1 .. S-1,
/// g being the variance of u, for which the largest of D(t) and of the variance of all W S draws
/// stands in: few draws cannot show a correlation that is longer than they are. D is summed over
/// all chunks, since each alone says little.
class PredictiveVariance {
 public:
  /// A term from independent draws.
  void add_independent(const std::vector<double>& log_weights);
  /// A term from walkers' draws: draw i of walker w is number i W + w.
  void add_walks(const std::vector<double>& log_weights, int walkers);

  double value() const;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& independent_& within_& by_lag_& walkers_;
  }

 private:
  double independent_ = 0.0;
  double within_ = 0.0;         // variance of u, summed over terms
  std::vector<double> by_lag_;  // D(1), D(2), ..., summed over terms
  int walkers_ = 1;
};

/// The square of the coefficient of variation of weights given by their logarithms.
double squared_variation(const std::vector<double>& log_weights);

}  // namespace photinus
