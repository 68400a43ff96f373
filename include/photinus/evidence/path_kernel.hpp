#pragma once

#include <vector>

#include "photinus/evidence/path_point.hpp"
#include "photinus/kernel/kernel.hpp"

namespace photinus {

/// A kernel with the step size that it takes.
struct PathKernel {
  Kernel kernel;
  double step_size = 1.0;

  /// Moves log step size by twice the excess of the acceptance rate over the kernel's target: the
  /// rates are means over many points, so that no averaging over time is needed. Kernels without a
  /// target keep their step size, and none grows beyond the kernel's longest.
  void adapt(double acceptance_rate);
};

struct PathMove {
  PathPoint point;
  double acceptance_rate = 0.0;
};

/// One transition that leaves p(theta) L(theta)^beta invariant. Momenta are drawn afresh: copies of
/// one point are to part.
PathMove move(EvidenceModel& model, double beta, const Kernel& kernel, double step_size,
              const PathPoint& from, Stream& stream);

/// The precision of weighted points, weights summing to 1: with S their covariance and
/// n = 1 / sum w^2, the inverse of
///   (1 - c) S + c diag(S), c = (P + 1) / (P + 1 + n),
/// so that as few points as parameters do not leave it singular.
Matrix population_precision(const std::vector<PathPoint>& points,
                            const std::vector<double>& weights);

}  // namespace photinus
