#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cases.hpp"

namespace photinus::paper::tempering {

/// The median R-hat of the later half of what has been drawn, while chains run.
struct Convergence {
  std::vector<std::int64_t> draws;  ///< of each chain so far, warm-up with them
  std::vector<double> seconds;      ///< of CPU, per chain
  std::vector<double> r_hat;
};

/// What is kept of a case.
struct Measurement {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  std::string settings;  ///< the whole config, but for path and lengths
  int chains = 3;
  std::int64_t warmup = 0, draws = 0;  ///< of each chain; without warm-up half of the draws count
  double seconds = 0.0;                ///< of CPU, per chain, all iterations
  double wall_seconds = 0.0;           ///< of all chains
  double kernel_evaluations = 0.0;     ///< per draw and chain
  double other_evaluations = 0.0;      ///< the same: for the sake of swaps and changes of rung
  double acceptance = none;            ///< of the kernel on the coldest rung
  double swap_acceptance = none;       ///< mean over pairs
  double transition_acceptance = none;
  double seconds_ratio = none;  ///< of a draw to one of plain HMC, drawn in turns: timed cells only
  double r_hat = none, ess = none;  ///< the paper's, medians over the parameters
  double worst_r_hat = none;        ///< rank-normalised and split
  double worst_ess = none;          ///< bulk; none where worst_r_hat is above 1.2
  Convergence convergence;

  double seconds_per_draw() const { return seconds / static_cast<double>(warmup + draws); }
  bool converged() const { return r_hat < 1.1; }
};

/// One small JSON file for each case, in one directory.
class MeasurementFiles {
 public:
  /// Creates the directory.
  explicit MeasurementFiles(std::filesystem::path directory);

  /// Throws Failure bad_data, naming the file, where it is none of these; usage where it was run
  /// with other settings.
  std::optional<Measurement> find(const Case& c, const std::string& settings) const;
  void save(const Case& c, const Measurement& measurement) const;

 private:
  std::filesystem::path path_of(const Case& c) const;

  std::filesystem::path directory_;
};

}  // namespace photinus::paper::tempering
