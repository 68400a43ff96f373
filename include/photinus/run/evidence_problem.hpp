#pragma once

#include <memory>
#include <string>
#include <vector>

#include "photinus/run/config.hpp"
#include "photinus/run/problem.hpp"
#include "photinus/target/team_model.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// A model whose rows, those of data.path and then those of data.more, have been read by all ranks,
/// each its share.
struct EvidenceProblem {
  FileHeader header;
  std::unique_ptr<TeamModel> model;
  double seconds_read = 0.0;
  std::vector<std::string> warnings;
};

/// Of data.path and data.more. Throws Failure input_output and bad_data as read_header does.
std::vector<FileHeader> read_headers(const RunConfig& config);

/// Throws Failure usage for priors without a normaliser, for models whose rows are not independent
/// and for settings that do not fit the data; bad_data for data that do not fit the model or each
/// other.
EvidenceProblem open_rows(Team& team, const std::vector<FamilyEntry>& families,
                          const RunConfig& config);

/// Throws Failure usage where the model has a flat prior: there is no evidence.
void refuse_flat_priors(const RunConfig& config);

}  // namespace photinus
