#pragma once

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "photinus/evidence/estimate.hpp"
#include "support/chance.hpp"

namespace photinus {

/// Estimates of one truth from many seeds.
class Repeats {
 public:
  explicit Repeats(double truth) : truth_(truth) {}

  void add(const EvidenceEstimate& estimate) {
    errors_.push_back(estimate.log_z - truth_);
    stated_.push_back(estimate.standard_error);
  }
  double count() const { return static_cast<double>(errors_.size()); }
  double mean_error() const {
    double sum = 0.0;
    for (const double error : errors_) sum += error;
    return sum / count();
  }
  double spread() const {
    double squares = 0.0;
    for (const double error : errors_) squares += (error - mean_error()) * (error - mean_error());
    return std::sqrt(squares / (count() - 1.0));
  }
  double mean_stated() const {
    double sum = 0.0;
    for (const double error : stated_) sum += error;
    return sum / count();
  }
  /// How many intervals of so many stated errors on each side hold the truth.
  double covered(double width) const {
    double hits = 0.0;
    for (std::size_t i = 0; i < errors_.size(); ++i)
      hits += std::abs(errors_[i]) <= width * stated_[i] ? 1.0 : 0.0;
    return hits;
  }

  /// The count of intervals that hold the truth is binomial with the nominal rate: 3.29 standard
  /// errors are allowed, false alarm 1e-3. `width` is the quantile for 80 % on two sides: the
  /// normal's unless the stated error has few degrees of freedom.
  bool cover_as_stated(double width = 1.2815515655446004) const {
    return binomial_distance(covered(width), count(), 0.8) < 3.29;
  }
  /// 4.5 standard errors of the mean, found from the spread: false alarm 7e-6.
  bool mean_is_right() const {
    return std::abs(mean_error()) < standard_errors_allowed * spread() / std::sqrt(count());
  }
  std::string report(double width = 1.2815515655446004) const {
    std::ostringstream text;
    text << "mean error " << mean_error() << ", spread " << spread() << ", stated " << mean_stated()
         << ", covered " << covered(width) << " of " << count() << " (nominal 80 %)\n";
    return text.str();
  }

 private:
  double truth_;
  std::vector<double> errors_, stated_;
};

}  // namespace photinus
