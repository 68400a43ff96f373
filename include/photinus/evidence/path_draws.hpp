#pragma once

#include <vector>

#include "photinus/diagnostics/chains.hpp"
#include "photinus/evidence/estimate.hpp"

namespace photinus {

/// Draws along the path of densities p(theta) L(theta)^beta, L the likelihood of all rows, as the
/// rungs of a ladder or separate runs leave them: of each rung the log L of its draws, chain by
/// chain. Rungs may have different numbers of draws. Where all have the same chains of the same
/// length, draws of one place on all rungs are taken to be of one moment.
struct PathDraws {
  std::vector<double> betas;            ///< ascending, within [0, 1]; two or more
  std::vector<Chains> log_likelihoods;  ///< of each beta
};

/// Throws Failure usage where betas or draws are not as PathDraws says: fewer than two rungs, betas
/// that are not ascending or not in [0, 1], another number of rungs than betas, a rung without
/// chains, chains of fewer than 8 draws or of different lengths, log-likelihoods that are NaN or
/// +infinity, or -infinity at beta > 0 or at all draws of a rung.
void check(const PathDraws& draws);

/// An estimate of log Z(beta_last) - log Z(beta_first), which is log Z where the path leads from 0
/// to 1; otherwise it is marked as a ratio, and the remark says of what. Evaluations are left at 0:
/// the draws are not ours.
///
/// `influences` are first-order contributions of the draws,
///   estimate - truth = sum over rungs of the mean over chains and draws of influences[rung],
/// and give the standard error: see influence_error.
EvidenceEstimate path_estimate(const PathDraws& draws, const char* method, double log_z,
                               const std::vector<Chains>& influences);

/// The standard error of the sum over rungs of the rungs' means. Where all rungs have the same
/// chains of the same length, that of the mean of the series summed over rungs, so that replicas
/// that wander between rungs do no harm; else the root of the sum of the rungs' squares. Of a
/// series the standard error is sd / sqrt(ESS), the effective sample size of Vehtari et al. (2021)
/// over halves of chains.
double influence_error(const std::vector<Chains>& influences);

}  // namespace photinus
