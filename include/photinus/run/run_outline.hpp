#pragma once

#include <string>
#include <vector>

#include "photinus/run/config.hpp"
#include "photinus/run/tempering_plan.hpp"
#include "photinus/team/family_entry.hpp"

namespace photinus {

/// What is known of a run before its rows are read: from the config, the headers of the files, and
/// a few rows, which tell how many classes there are and whether a column is constant.
struct RunOutline {
  RunConfig config;   ///< an effective one; of evidence by a ladder, with this ladder
  std::string asked;  ///< what is estimated: "posterior", or the method of evidence
  std::vector<FileHeader> files;
  FileHeader header;  ///< of all files together
  Layout layout;
  bool has_predictors = true;
  PredictorShape shape;  ///< of families with predictors
  bool sampled_scale = false;
  int dimension = 0;        ///< parameters, in the coordinates that samplers see
  int user_parameters = 0;  ///< that files show
  TemperingPlan plan;

  /// Who holds rows: shards, with bounds or without; homes of replicas, all rows; shares of a model
  /// whose sums estimators of evidence ask for.
  bool at_shards = false;
  bool with_bounds = false;
  bool at_homes = false;
  bool at_shares = false;

  int chains() const { return config.sampler.chains; }
  int replicas() const { return chains() * plan.replicas_per_chain(); }
  /// Whether draws are made iteration by iteration; of estimators of evidence not all do.
  bool iterates() const { return at_shards || at_homes; }
};

/// What `photinus sample` would do.
RunOutline outline_sampling(const std::vector<FamilyEntry>& families, const RunConfig& config);
/// What `photinus evidence` would do for one config.
RunOutline outline_evidence(const std::vector<FamilyEntry>& families, const RunConfig& config);

}  // namespace photinus
