#pragma once

#include <vector>

namespace photinus {

/// The communication barrier of a ladder (Syed, Bouchard-Cote, Deligiannidis & Doucet 2021,
/// section 4): Lambda(beta) is the sum of the rejection rates of all pairs of rungs from 1 down to
/// beta, Lambda = Lambda(beta_M) the global barrier.
struct Barrier {
  std::vector<double> betas;       ///< of the rungs, coldest first
  std::vector<double> cumulative;  ///< Lambda at each, 0 at the first

  double global() const { return cumulative.empty() ? 0.0 : cumulative.back(); }
};

/// `rejection[m-1]` is the mean of 1 - min(1, ratio) over the swaps tried between m-1 and m.
Barrier estimate_barrier(const std::vector<double>& betas, const std::vector<double>& rejection);

/// d Lambda / d log(1/beta) between neighbouring rungs: where the ladder is hard to climb.
std::vector<double> local_barrier(const Barrier& barrier);

/// The betas of so many rungs over the same range that are expected to reject equally often:
/// Lambda(beta_m) = m Lambda / M, Lambda read off as linear in log beta between rungs. Pairs that
/// were never rejected count as rejected once in a thousand, so that no two rungs fall together.
std::vector<double> equal_rejection_ladder(const Barrier& barrier, int rungs);

/// Rungs with which round trips cost least: about 2 Lambda pairs of them, at least 2 rungs (section
/// 5.2).
int proposed_rungs(const Barrier& barrier);

/// Round trips per turn and ladder that even/odd swaps tend to: 1 / (2 + 2 sum r/(1-r)) over
/// the pairs' rejection rates r (corollary 1; 1 / (2 + 2 Lambda) with many rungs).
double expected_round_trip_rate(const std::vector<double>& rejection);

}  // namespace photinus
