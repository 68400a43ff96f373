#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "photinus/base/errors.hpp"
#include "photinus/output/run_summary.hpp"
#include "photinus/run/config.hpp"
#include "photinus/run/traffic.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// What the command line says of going on and of stopping.
struct Resuming {
  using Clock = std::chrono::steady_clock;

  bool resume = false;                  ///< from the last checkpoint
  std::optional<double> max_time = {};  ///< seconds since the program began
  Clock::time_point started = Clock::now();
};

/// What the subcommands that take a config are told on the command line.
struct ConfigArguments {
  std::string config;
  std::vector<std::string> settings;  ///< --set section.key=value
  std::string output;                 ///< --output DIR
  bool force = false;
  bool dry_run = false;
  std::optional<int> for_ranks = {};  ///< that a dry run is about; none takes those that run
  bool unconverged_ok = false;
  Resuming resuming = {};
};

/// What `photinus evidence` is told on the command line.
struct EvidenceArguments {
  std::vector<std::string> paths;     ///< configs; with `extend` data files
  std::vector<std::string> settings;  ///< --set section.key=value
  std::string output;                 ///< --output DIR
  std::string extend;                 ///< --extend DIR, of the results that new rows are to extend
  bool force = false;
  bool dry_run = false;
  std::optional<int> for_ranks = {};
  Resuming resuming = {};
};

/// What the config and the command line say, with all that was left to choose chosen.
RunConfig effective_config(const std::vector<FamilyEntry>& families,
                           const ConfigArguments& arguments);

/// What every rank holds, has done and has taken.
std::vector<RunSummary::RankShare> rank_shares(Team& team, const Traffic& traffic);

/// The plan of a run, and what it will take. Reads headers and a few rows.
ExitCode dry_run_of_sample(const Team& team, const std::vector<FamilyEntry>& families,
                           const RunConfig& config, const std::optional<int>& for_ranks);
/// The same of the evidence of one config's model.
ExitCode dry_run_of_evidence(const Team& team, const std::vector<FamilyEntry>& families,
                             const RunConfig& config, const std::optional<int>& for_ranks);

ExitCode sample_command(Team& team, const std::vector<FamilyEntry>& families,
                        const ConfigArguments& arguments);
/// Draws by a ladder of replicas: where tempering is asked for, and of models that are known to
/// homes only. The config is an effective one.
ExitCode tempered_command(Team& team, const std::vector<FamilyEntry>& families,
                          const RunConfig& config, const ConfigArguments& arguments);
/// Estimates log Z of each config's model and compares them, or goes on from a sequential run with
/// the rows of more files.
ExitCode evidence_command(Team& team, const std::vector<FamilyEntry>& families,
                          const EvidenceArguments& arguments);
ExitCode map_command(Team& team, const std::vector<FamilyEntry>& families,
                     const ConfigArguments& arguments);
/// Reads and checks a data file, or the config and its data.
ExitCode check_command(Team& team, const std::vector<FamilyEntry>& families,
                       const std::string& path);
ExitCode summary_command(const std::string& directory, bool json);

}  // namespace photinus
