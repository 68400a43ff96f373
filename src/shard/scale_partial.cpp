#include "photinus/shard/scale_partial.hpp"

namespace photinus {

std::vector<double> ScalePartial::joined(const double* coefficients) {
  const double* source = coefficients;
  std::vector<double> all = {*source++};
  const auto take = [&](int count) {
    all.insert(all.end(), source, source + count);
    source += count;
  };
  if (derivatives_ == Derivatives::none) return all;
  take(coefficients_);
  all.push_back(slope_);
  if (derivatives_ == Derivatives::gradient) return all;
  const double* cross = cross_.data() + 1;
  for (int i = 0; i < coefficients_; ++i) {
    take(coefficients_ - i);
    all.push_back(cross[i]);
  }
  all.push_back(curvature_);
  return all;
}

}  // namespace photinus
