#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "photinus/data/dataset.hpp"
#include "photinus/kernel/kernel.hpp"
#include "photinus/model/parameters.hpp"
#include "photinus/model/prior.hpp"
#include "photinus/run/config.hpp"
#include "photinus/target/bound_surface.hpp"
#include "photinus/target/mode.hpp"
#include "photinus/target/normal_density.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// Wall time of the parts of a run. Reported, never used in a decision that changes a draw.
struct Seconds {
  double read = 0.0;
  double mode = 0.0;
  double statistics = 0.0;
  double warmup = 0.0;
  double sampling = 0.0;
};

/// What a sampler needs to know before its first iteration.
struct Problem {
  FileHeader header;
  Layout layout;
  ModelNumbers numbers;  ///< what the family is told
  ParameterSpace parameters;
  Prior prior;
  Mode mode;
  std::shared_ptr<BoundSurface> surface;  ///< none where the method uses no bounds
  /// Where rungs lead to it and not to the prior: see PathBase.
  std::shared_ptr<NormalDensity> reference;
  double data_passes = 0.0;  ///< of the set-up
  Seconds seconds;
  std::vector<std::string> warnings;
};

/// What a run asks of its set-up beside what the config says.
struct SetUpOptions {
  bool exact_hessian = false;  ///< of the mode: see ModeSettings
  ExpectedGap gaps = ExpectedGap::nodes;
};

/// Reads the data, finds the mode and, for the firefly method, collapses the bounds. Throws Failure
/// usage for settings that do not fit the data, bad_data for data that do not fit the model.
Problem set_up(Team& team, const std::vector<FamilyEntry>& families, const RunConfig& config,
               const SetUpOptions& options = {});

/// The numbers that the config gives the family.
ModelNumbers model_numbers(const RunConfig& config);

/// Names the parameters of a family of linear predictors and gives them their priors, by what was
/// seen of the data, which problem.header belongs to. Throws Failure bad_data for data that do not
/// fit the family, usage for settings that do not fit the data.
void name_parameters(Problem& problem, const FamilyEntry& family, const RunConfig& config,
                     const Load::Reply& data);

/// Throws Failure bad_data where a file has more columns than can be modelled.
void refuse_too_wide(const FileHeader& header);
void warn_of_idle_ranks(const Team& team, const RunConfig& config, Problem& problem);
/// Throws Failure usage where the data are more than one file.
void refuse_more_files(const RunConfig& config);

/// Reads and checks the data only.
Problem load(Team& team, const std::vector<FamilyEntry>& families, const RunConfig& config);

/// The family's entry. Throws Failure usage naming the families that there are, or where two have
/// this name.
const FamilyEntry& find_family(const std::vector<FamilyEntry>& families, const std::string& name);

}  // namespace photinus
