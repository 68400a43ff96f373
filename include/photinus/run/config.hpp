#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace photinus {

/// What a run is told: the sections of the config file, with their defaults. Only data.path and
/// model.family are required.
struct RunConfig {
  struct Data {
    std::string path;
    std::vector<std::string> more;  ///< files whose rows follow those of `path`
  } data;

  struct Prior {
    std::string family = "normal";      ///< "normal", "laplace", "student_t" or "flat"
    std::vector<double> scale = {1.0};  ///< one for all coefficients, or one for each
    double nu = 4.0;                    ///< student_t: degrees of freedom
  };
  struct Model {
    std::string family;
    double nu = 4.0;                         ///< student_t: degrees of freedom
    int components = 5;                      ///< mixture
    std::vector<double> covariance = {1.0};  ///< mvn: see ModelNumbers
    /// student_t, linear: scale of the residuals; none samples it
    std::optional<double> sigma;
    Prior sigma_prior = {"half_t", {2.5}, 3.0};  ///< where it is sampled
    Prior prior;
    std::optional<Prior> intercept_prior;  ///< where it differs from the prior of the others
    std::string intercept = "auto";        ///< "auto" or "none"
  } model;

  struct Sampler {
    std::string method = "firefly";  ///< "firefly" or "full"
    std::string kernel = "hmc";      ///< see make_kernel
    /// "hessian" (at the mode), "pseudo_prior", "identity", or "adapted" (tempered runs at homes:
    /// the covariance of the draws, in warm-up)
    std::string metric = "hessian";
    int chains = 4;
    int warmup = 1000;
    int draws = 1000;
    std::uint64_t seed = 1;
    /// Starting points: about the "mode", from the "prior", or at the "prior_mean" and its
    /// multiples
    std::string start = "mode";
    double start_dispersion = 1.3;  ///< of the starting points, in posterior standard deviations
    std::optional<double> target_acceptance;  ///< of warm-up; none takes the kernel's own
    std::optional<double> step_size;          ///< fixed; none adapts it in warm-up
    std::string integrator = "two_stage";     ///< hmc: "two_stage" or "leapfrog"
    int leapfrogs = 0;                 ///< hmc: gradients per trajectory, 0 chooses by its length
    double trajectory = 1.5;           ///< hmc: length in posterior standard deviations
    double energy_correlation = -0.7;  ///< hmc: of kinetic energies in a row, see HmcSettings
    int slice_updates = 0;             ///< slice: lines per iteration, 0 for as many as parameters
  } sampler;

  struct Firefly {
    std::string bound = "auto";       ///< "auto", "ellipsoid", or the family's global bound
    std::string anchor = "mode";      ///< "mode" or "untuned"
    std::string update = "implicit";  ///< see BrightnessUpdate
    std::optional<double> q;          ///< implicit: of a dark row; none chooses it row by row
    std::optional<double> q_ratio;    ///< row by row: q in expected gaps of the row
    double q_dark = 1.0;              ///< implicit: proposal probability of a bright row
    double slack = 0.5;               ///< of a row's bound, in expected gaps of the row
    std::optional<double> radius;     ///< of the innermost ellipsoid; none adapts it in warm-up
    double fraction = 0.1;            ///< explicit: share of rows drawn anew per iteration
    std::string plan = "auto";        ///< where theta updates run: "auto", "home" or "shards"
    std::int64_t home_capacity = 1'000'000;  ///< numbers (bright rows x columns) that a home takes
  } firefly;

  struct Tempering {
    /// "none", "parallel", "transitions", "subsampled_parallel" or "subsampled_transitions"
    std::string method = "none";
    int rungs = 7;
    double least_beta = 0.125;               ///< of the hottest rung
    std::vector<double> ladder;              ///< the betas; empty: geometric, adapted in warm-up
    std::string power_of = "likelihood";     ///< what beta is the power of: or the "posterior"
    std::string subsets = "nested";          ///< or "independent"
    std::optional<int> least_subset;         ///< rows; none asks for as many as parameters
    std::string schedule = "even_then_odd";  ///< "even_odd", "sweep": SwapSchedule
    bool adapt = true;                       ///< parallel: the ladder, to equal rejection
    int updates = 1;                         ///< of a kernel at every rung, between swaps
    int row_exchanges = 0;  ///< subsampled_parallel: proposed in every iteration, nested subsets
    int posterior_updates = 1;  ///< transitions: at rung 0, between proposals
  } tempering;

  /// Of `photinus evidence`.
  struct Evidence {
    std::string method = "auto";      ///< see evidence_keys.cpp
    int chains = 2;                   ///< firefly: ladders, each with a replica on every node
    int warmup = 200;                 ///< firefly: iterations
    int draws = 400;                  ///< firefly: of every node and chain
    int nodes = 5;                    ///< firefly: of the path, both ends among them
    int rounds = 1;                   ///< firefly: in which rows are chosen for one value of a draw
    std::string constants = "ours";   ///< sequential, nested: or those that were "published"
    std::optional<int> particles;     ///< smc, nested; annealed: runs; none takes the method's own
    std::optional<int> steps;         ///< of SGHMC: sequential, nested; likewise
    std::optional<double> step_size;  ///< sequential: see SequentialSettings; likewise
    std::optional<int> batch;         ///< sequential: rows; likewise
    std::optional<int> chunk;         ///< sequential: rows of a chunk, all alike; none adapts them
    std::string anchors = "auto";     ///< sequential: "none", "shared", "each": AnchorPlan
    std::optional<int> walkers;       ///< sequential; none takes the constants' own
    std::optional<int> prior_draws;   ///< sequential: that weigh the first chunk; likewise
    int first_rows = 100;             ///< hybrid: rows for nested sampling
    double learning_rate = 1e-3;      ///< nested: see ConstrainedSettings
    double tolerance = 0.01;          ///< nested: see NestedStop
    std::int64_t most_rejections = 10'000'000;  ///< nested_rejection: for one particle
    double effective_share = 0.5;               ///< smc: see SmcSettings
    double weight_variance = 0.5;               ///< annealed: see AnnealedSettings
    int rungs = 16;           ///< bridge, stepping_stone, thermodynamic: betas, 0 and 1 among them
    double rung_power = 5.0;  ///< of the same: beta of rung m is (m / (rungs - 1))^rung_power
  } evidence;

  struct Ranks {
    bool coordinator_holds_rows = true;
    double deadline = 60.0;  ///< seconds without a sign of life before a rank is given up
  } ranks;

  struct Checkpoint {
    double interval = 60.0;  ///< seconds
  } checkpoint;

  struct Output {
    std::string directory = "results";
  } output;
};

/// Reads a TOML file, where sampler.method, metric and start are "auto" unless they are given, and
/// the `section.key=value` settings given beside it. Throws Failure usage with file, line and
/// column for unknown keys (naming the nearest known one), wrong types and values out of range;
/// input_output where the file can't be read.
RunConfig read_config(const std::filesystem::path& path, const std::vector<std::string>& settings);

/// Settles what is "auto": firefly about the mode with its Hessian where the family has linear
/// predictors; "full" where it has none, where tempering goes by subsets or transitions, and then
/// from the prior with a metric adapted to the draws where there is no mode to be found.
RunConfig settled(RunConfig config, bool has_predictors);

/// The whole effective config as TOML: read_config of it gives the same config.
std::string to_toml(const RunConfig& config);

}  // namespace photinus
