#pragma once

#include "photinus/base/random.hpp"
#include "photinus/bound/trust_region.hpp"

namespace photinus {

/// A symmetric move along the ray from a trust region's reference through theta:
///   theta' = reference + e^s (theta - reference),  s ~ N(0, 0.14^2 / P),
/// log Jacobian P s. A fifth of the distance's own spread: only a theta near the end of its shell
/// leaves it.
struct RadialProposal {
  double stretch = 1.0;   ///< e^s
  double distance = 0.0;  ///< of theta' from the reference
  double log_jacobian = 0.0;
};

RadialProposal propose_radially(Stream& stream, double distance, const TrustRegion& region);

/// theta'.
Vector along_the_ray(const Vector& theta, const RadialProposal& proposal,
                     const TrustRegion& region);

}  // namespace photinus
