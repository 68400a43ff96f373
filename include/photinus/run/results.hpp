#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "photinus/output/directory_mark.hpp"
#include "photinus/output/netcdf_file.hpp"
#include "photinus/output/run_summary.hpp"
#include "photinus/run/sampler.hpp"

namespace photinus {

/// A results directory: config.toml, draws.nc and, written last, summary.json. One without
/// summary.json is of a run that did not finish. It is this run's own as long as this object lives:
/// see DirectoryMark.
class ResultsDirectory {
 public:
  /// Creates the directory. Throws Failure usage where it exists with something in it and `force`
  /// nor `resume` is set, or another run writes there; input_output where it can't be created or
  /// written.
  ResultsDirectory(std::filesystem::path path, bool force, bool resume = false);

  void write(const RunConfig& config, const NetcdfFile& draws, const RunSummary& summary) const;
  void write(const RunConfig& config, const RunSummary& summary) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  void begin_to_write() const;
  void finish(const RunConfig& config, const RunSummary& summary) const;

  std::filesystem::path path_;
  std::unique_ptr<DirectoryMark> mark_;
};

/// Draws in the user's coordinates.
struct UserDraws {
  std::vector<std::string> names;
  std::vector<std::vector<double>> chains;  ///< draw by draw, as many numbers as names
  int coefficients = 0;                     ///< the first of them, whose norm is of interest
};

/// sigma, where samplers see its logarithm.
UserDraws user_draws(const ParameterSpace& parameters, const std::vector<ChainDraws>& draws);

/// The draws in the ArviZ schema: groups posterior, sample_stats, firefly, with a ladder tempering,
/// and their warm-up.
NetcdfFile draws_file(const ParameterSpace& parameters, const RunConfig& config,
                      const Sampler& sampler);

/// Summaries of every parameter, of lp and of |theta|, over the draws after warm-up.
std::vector<ParameterSummary> summarize_draws(const ParameterSpace& parameters,
                                              const RunConfig& config,
                                              const std::vector<ChainDraws>& draws);

std::vector<ParameterSummary> summarize_draws(const UserDraws& user, const RunConfig& config,
                                              const std::vector<ChainDraws>& draws);

/// Likelihood evaluations of the sampling phase per effective sample (ess_bulk, capped at the
/// number of draws) of the parameter that has fewest; NaN where an ESS is not available.
double evaluations_per_effective_sample(const std::vector<ParameterSummary>& parameters,
                                        std::int64_t evaluations, std::int64_t draws);

/// What is known of a run from its config and set-up.
RunSummary describe(const RunConfig& config, const Problem& problem, const Team& team,
                    const FamilyEntry& family);

}  // namespace photinus
