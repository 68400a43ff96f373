#pragma once

#include <cstdint>
#include <vector>

#include "photinus/model/prior.hpp"
#include "photinus/target/bound_surface.hpp"
#include "photinus/target/mode.hpp"
#include "photinus/target/normal_density.hpp"

namespace photinus {

/// What PathRemainder estimates.
struct Remainders {
  std::vector<double> values;
  std::int64_t evaluations = 0;  ///< likelihoods of one row at one theta
};

/// How far the log posterior lies above that of a normal density about its mode m, up to the
/// values at m: with d = theta - m, and g, A the likelihood's gradient and negative Hessian there,
///   R(theta) = log p(theta) L(theta) - log p(m) L(m) + d' H d / 2
///            = log p(theta) - log p(m) + g'd + d'(H - A) d / 2 + sum_n r_n(theta),
/// r_n what row n's log-likelihood lies above its expansion to second order. The sum is estimated
/// from rows that the shards choose as they choose them for brightness (SampleRemainders), and is
/// of the third order in d: no pass over the rows is made. All else is exact.
class PathRemainder {
 public:
  /// The mode must have the exact Hessian and gradient. What is told must outlive this, and the
  /// bounds stay as they are.
  PathRemainder(Team& team, const Prior& prior, const Mode& mode, const NormalDensity& reference,
                BoundSurface& surface, bool sampled_scale);

  /// Estimates at some thetas, unbiased and independent: of each pair (replica, iteration) there
  /// is one. `rounds` are those of SampleRemainders.
  Remainders estimate(const std::vector<Vector>& thetas, const std::vector<int>& replicas,
                      std::int64_t iteration, int rounds);

 private:
  double exact_part(const Vector& theta) const;
  double bound_beyond_second_order(const Vector& theta) const;

  Team& team_;
  const Prior& prior_;
  const Mode& mode_;
  const NormalDensity& reference_;
  double log_prior_ = 0.0;                   // at the mode
  const BoundStatistics* bounds_ = nullptr;  // where these are no quadratics
  Vector bound_gradient_;                    // at the mode
  Matrix bound_hessian_;
  double log_bound_ = 0.0;
};

}  // namespace photinus
