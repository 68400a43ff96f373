#pragma once

#include <vector>

#include "cell.hpp"
#include "experiments.hpp"

namespace photinus::paper {

/// The cells of one data set and variant: its seeds.
struct Group {
  const DataSet* data = nullptr;
  Variant variant = Variant::regular;
  std::vector<Cell> cells;
};

struct MeanAndDeviation {
  double mean = 0.0, deviation = 0.0;  ///< NaN of a single number
};
MeanAndDeviation over_seeds(const Group& group, double (*number)(const Cell&));

/// Effective samples per likelihood query: what the paper's speedups are ratios of.
double ess_per_query(const Cell& cell);

/// The largest split R-hat over the parameters, of all seeds' chains together and without ranks
/// (Vehtari et al. 2021, eqs. 1-4): the seeds start from different draws of the prior.
double largest_r_hat(const Group& group);

/// R-hat <= 1.01, and bulk and tail ESS of every parameter >= 100 per chain, in every seed.
bool converged(const Group& group);

/// R-hat <= 1.2: the chains have come to the same place. An ESS of chains on their way there means
/// nothing.
bool arrived(const Group& group);

}  // namespace photinus::paper
