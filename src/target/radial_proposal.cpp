#include "photinus/target/radial_proposal.hpp"

#include <cmath>

#include "photinus/base/elementary.hpp"

namespace photinus {

RadialProposal propose_radially(Stream& stream, double distance, const TrustRegion& region) {
  const auto parameters = static_cast<double>(region.reference().size());
  const double s = 0.14 / std::sqrt(parameters) * stream.normal();
  return {exp(s), exp(s) * distance, s * parameters};
}

Vector along_the_ray(const Vector& theta, const RadialProposal& proposal,
                     const TrustRegion& region) {
  return region.reference() + proposal.stretch * (theta - region.reference());
}

}  // namespace photinus
