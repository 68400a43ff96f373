#include "photinus/target/radial_proposal.hpp"

#include "photinus/base/elementary.hpp"

namespace photinus {

RadialProposal propose_radially(Stream& stream, double distance, const TrustRegion& region) {
  constexpr double width = 0.05;
  const double s = width * stream.normal();
  return {exp(s), exp(s) * distance, s * static_cast<double>(region.reference().size())};
}

Vector along_the_ray(const Vector& theta, const RadialProposal& proposal,
                     const TrustRegion& region) {
  return region.reference() + proposal.stretch * (theta - region.reference());
}

}  // namespace photinus
