#pragma once

#include <cstdint>
#include <vector>

#include "photinus/evidence/nested_run.hpp"

namespace photinus {

/// All particles of a run, those that died and then those left alive, in ascending order of their
/// likelihood L; X is the prior volume that lies above a particle.
struct NestedTrace {
  std::vector<double> log_volume;      ///< log X
  std::vector<double> log_likelihood;  ///< log L
  std::vector<double> log_weight;      ///< of L times the volume that stands for it; sums to Z
  std::vector<Vector> thetas = {};     ///< of all these
  /// H = sum of w/Z log(L/Z), w the weights: what the data tell of theta, in nats.
  double information = 0.0;

  double log_z() const;
};

/// log(1 - exp(-1/N)): of the volume around a particle that dies, the share that stands for it.
double log_dead_share(std::size_t particles);

/// The weights of Skilling (2006): X_k = exp(-k/N), the mean of log X_k; the k-th
/// particle that died weighs L_k (X_{k-1} - X_k), those left alive weigh L X_K / N each.
///
/// In repeated runs with N = 2 log Z was off by less than 0.1 so, by -0.1 to -0.2 with the
/// trapezium rule, and by +0.2 as the mean over simulated shrinkages.
NestedTrace weigh(const NestedRun& run);

/// The standard deviation of log Z over so many repeats of all shrinkages, log t ~ -Exp(1)/n where
/// n particles were alive: N as long as there were replacements, then N, N - 1, ..., 1. What is
/// above the last belongs to it.
///
/// About sqrt(H/N), which holds where the information is gathered in many shrinkages; where it is
/// of the order of 1 nat or less that is too small, this is not.
double shrinkage_error(const NestedRun& run, int repeats, std::uint64_t seed);

}  // namespace photinus
