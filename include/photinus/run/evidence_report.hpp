#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/evidence/estimate.hpp"
#include "photinus/evidence/sequential.hpp"
#include "photinus/run/config.hpp"
#include "photinus/run/saved_sequential.hpp"
#include "photinus/run/state_keeper.hpp"
#include "photinus/run/traffic.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// What an estimator of evidence leaves beside its estimate. Estimators fill in what they have.
struct EvidenceReport {
  std::int64_t rows = 0;
  int columns = 0;
  std::vector<std::string> names;  ///< of the user's parameters
  EvidenceTrace trace;             ///< after every chunk; empty where there are none
  std::vector<Vector> draws;       ///< of the posterior, equally weighted, the user's coordinates
  std::size_t chains = 1;          ///< that the draws come from, as many of each, one after another
  std::vector<PathNode> path;      ///< where there is one
  std::optional<SequentialState> sequential;  ///< that more rows can go on from
  Traffic traffic;                            ///< of estimators that sample
  double seconds_read = 0.0;
  double seconds_sampling = 0.0;
  std::vector<std::string> warnings;
};

/// log Z as evidence.method of an effective config says. `earlier` is what a sequential run goes
/// on from. Throws Failure usage for settings that fit neither each other nor the data, Stopped as
/// the keeper does.
EvidenceEstimate estimate_evidence(Team& team, const std::vector<FamilyEntry>& families,
                                   const RunConfig& config, StateKeeper& keeper,
                                   EvidenceReport& report,
                                   const SavedSequential* earlier = nullptr);

/// log Z by fireflies: see FireflyEvidenceRun.
EvidenceEstimate firefly_evidence(Team& team, const std::vector<FamilyEntry>& families,
                                  const RunConfig& config, StateKeeper& keeper,
                                  EvidenceReport& report);

/// log Z along the powers of the likelihood, by bridge sampling, stepping stones or thermodynamic
/// integration over the rungs of parallel tempering, and independent draws of the prior at beta 0.
EvidenceEstimate path_evidence(Team& team, const std::vector<FamilyEntry>& families,
                               const RunConfig& config, StateKeeper& keeper,
                               EvidenceReport& report);

}  // namespace photinus
