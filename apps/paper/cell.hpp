#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace photinus::paper {

/// One chain on its way, at iterations that stand ever farther apart.
struct Trace {
  std::vector<std::int64_t> iteration;  ///< from 1
  std::vector<double> below_mode;       ///< log posterior at the mode less that at theta, nats
  std::vector<double> queries;          ///< per iteration, mean since the last of these
};

/// First and second half of every chain: mean and variance of each parameter. R-hat over the seeds
/// follows from these.
struct Half {
  std::vector<double> mean, variance;
};

/// What is kept of one data set, variant and seed.
struct Cell {
  std::string data_set, variant;
  std::uint64_t seed = 1;
  std::string settings;  ///< the whole config, but for path, lengths and seed
  std::string file;      ///< name of the data file, without its directories
  std::int64_t bytes = 0;
  std::int64_t rows = 0;
  int chains = 1, warmup = 0, draws = 0;
  double queries = 0.0;     ///< likelihood evaluations per iteration, after warm-up
  double ess = 0.0;         ///< per 1,000 iterations, by coda's estimator: least of the parameters
  double median_ess = 0.0;  ///< their median
  double evaluations_per_effective_sample = 0.0;  ///< as `photinus sample` reports it
  double least_ess =
      0.0;              ///< bulk or tail, over all parameters, per chain: of the convergence rule
  double bright = 0.0;  ///< rows
  double acceptance = 0.0;
  std::vector<Half> halves;
  Trace trace;
};

/// One small JSON file for each cell, in one directory.
class CellFiles {
 public:
  /// Creates the directory.
  explicit CellFiles(std::filesystem::path directory);

  /// Throws Failure bad_data, naming the file, where it is no such cell.
  std::optional<Cell> find(const std::string& data_set, const std::string& variant,
                           std::uint64_t seed) const;
  void save(const Cell& cell) const;

 private:
  std::filesystem::path path_of(const std::string& data_set, const std::string& variant,
                                std::uint64_t seed) const;

  std::filesystem::path directory_;
};

}  // namespace photinus::paper
