#pragma once

#include "photinus/run/problem.hpp"
#include "photinus/run/tempered_sampler.hpp"
#include "photinus/run/tempering_plan.hpp"

namespace photinus {

/// A tempered run that is set up: its replicas have homes, and every home has read all rows.
struct TemperedProblem {
  HomeProblem home;
  TemperingPlan plan;
  Problem problem;  ///< of families of linear predictors: their mode. Of others: header, seconds
};

/// The rank that each replica lives on. Over a run each visits every rung, so that all cost the
/// same on average: every rank gets as many, and neighbouring rungs begin on different ranks.
std::vector<int> home_ranks(int replicas, int ranks, bool coordinator_is_home);

/// What a model of the problem's family is made with: of a family of linear predictors the
/// parameters are named; of others the problem has its header, and that is all. Throws Failure
/// usage for priors that the model does not know.
DataModelSettings model_settings(const RunConfig& config, const Problem& problem);

/// Reads the data at all homes and finds the mode where there is one to be found. Throws Failure
/// usage for settings that do not fit each other or the data, bad_data for data that do not fit the
/// model.
TemperedProblem open_homes(Team& team, const std::vector<FamilyEntry>& families,
                           const RunConfig& config);

}  // namespace photinus
