#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "photinus/run/config.hpp"
#include "photinus/run/problem.hpp"
#include "photinus/run/sampler.hpp"
#include "stopwatch.hpp"

namespace photinus::report {

/// What one run of the sampler showed. Effective samples are ess_bulk, capped at the draws.
struct Figures {
  double draws = 0.0;                 ///< of all chains, after warm-up
  double bright = 0.0;                ///< bright rows of a chain, mean over the sampling phase
  double evaluations_per_draw = 0.0;  ///< of the sampling phase
  std::string worst_parameter;
  double worst_ess = 0.0;
  /// Of |theta| and the parameters that has fewest, without lp: the joint density of theta and
  /// brightness is another quantity than that of theta alone.
  double theta_ess = 0.0;
  double norm_ess = 0.0;  ///< of |theta|
  double evaluations_per_effective_sample = 0.0;
  Times start;   ///< starting points and first brightness
  Times warmup;  ///< these included
  Times sampling;

  double effective_samples_per_cpu_second() const { return worst_ess / sampling.cpu; }
};

struct MeanAndDeviation {
  double mean = 0.0;
  double deviation = 0.0;  ///< sample standard deviation; NaN of a single number
};

MeanAndDeviation mean_of(const std::vector<Figures>& runs, double (*number)(const Figures&));

/// One data set and one config, set up once and sampled with several seeds, on one rank.
class Experiment {
 public:
  explicit Experiment(const RunConfig& config);
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  /// A sampler of these settings that has not started, on the state of the shards that set_up would
  /// leave; it holds until the next one is asked for, and refers to this object.
  std::unique_ptr<Sampler> sampler(const RunConfig::Sampler& settings);

  /// The draws of `photinus sample` with this seed.
  Figures run(std::uint64_t seed);
  /// Seeds 1, 2, ...
  std::vector<Figures> run_seeds(int seeds);

  Team& team() { return team_; }
  const Problem& problem() const { return problem_; }
  const Times& setup() const { return setup_; }
  const RunConfig& config() const { return config_; }

 private:
  RunConfig config_;
  Stopwatch watch_;
  LocalTeam team_;
  Problem problem_;
  Times setup_;
  BoundChoice first_choice_;  // of the bounds, before a warm-up adapts them
};

}  // namespace photinus::report
