#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "photinus/diagnostics/summary.hpp"

namespace photinus {

/// What summary.json says of a run. NaN stands for "not available" and is null in the file.
///
/// Whatever depends on clocks, hosts or ranks stands in `seconds`, `ranks` and `rank_shares` and
/// nowhere else: without these three, two runs of one config have equal files.
struct RunSummary {
  static constexpr double not_available = std::numeric_limits<double>::quiet_NaN();

  struct LikelihoodEvaluations {
    std::int64_t setup = 0;
    std::int64_t first_brightness = 0;
    std::int64_t warmup = 0;
    std::int64_t sampling = 0;
  };

  struct Mode {
    double log_likelihood = not_available;
    double log_density = not_available;
    double gradient_norm = not_available;
    int iterations = 0;
    double data_passes = not_available;
  };

  struct Seconds {
    double read = not_available;
    double mode = not_available;
    double statistics = not_available;
    double warmup = not_available;
    double sampling = not_available;
  };

  /// See EvidenceEstimate.
  struct Evidence {
    std::string method;
    double log_z = not_available;
    double standard_error = not_available;
    std::int64_t evaluations = 0;
    double data_passes = not_available;  ///< evaluations over rows
    bool consistent = true;
    bool ratio = false;
    std::string remark;
  };

  /// Of a parameter: see between_chains.
  struct BetweenChains {
    std::string name;
    double r_hat = not_available;
    double effective_sample_size = not_available;
  };

  /// A ladder in the sampling phase. Lists are by rung or by pair of neighbours, coldest first.
  struct Tempering {
    std::string method;
    std::string schedule;
    std::vector<double> betas;
    std::vector<double> step_size;
    std::vector<double> swap_acceptance;
    std::vector<double> local_barrier;       ///< see local_barrier()
    double barrier = not_available;          ///< the global one
    int proposed_rungs = 0;                  ///< by the barrier
    std::int64_t round_trips = 0;            ///< of all chains
    double round_trip_rate = not_available;  ///< per iteration and chain
    double expected_round_trip_rate =
        not_available;  ///< of even/odd swaps at these rates; null for the sweep
    double transition_acceptance = not_available;
    std::int64_t exchanges = 0;  ///< evaluations for the sake of swaps and changes of rung
    std::vector<BetweenChains> between_chains;
  };

  struct RankShare {
    int rank = 0;
    std::string host;
    std::int64_t first_row = 0;
    std::int64_t rows = 0;
    std::int64_t evaluations = 0;
    std::int64_t peak_memory_bytes = 0;  ///< resident, of the process: see MemoryUse
    std::int64_t memory_bytes = 0;       ///< the same when the last draw was made
    /// Sent while sampling; null where no iterations were counted.
    double messages_per_iteration = not_available;
    double message_bytes_per_iteration = not_available;
  };

  bool exact = false;
  bool converged = false;
  std::string method;
  std::string kernel;
  std::string family;
  std::string bound;
  std::string update;
  std::string plan;  ///< "home" or "shards"
  int ranks = 1;
  std::int64_t rows = 0;
  int columns = 0;
  int chains = 0;
  int warmup = 0;
  int draws = 0;
  std::int64_t iterations = 0;
  LikelihoodEvaluations likelihood_evaluations;
  double bright_mean = not_available;
  double evaluations_per_effective_sample = not_available;
  double q = not_available;          ///< of all rows; null where each row has its own
  double slack = not_available;      ///< of the bounds, in expected gaps
  double radius = not_available;     ///< of the innermost trust ellipsoid
  std::int64_t escape_attempts = 0;  ///< moves between shells with the brightness drawn anew
  std::int64_t escapes = 0;          ///< those accepted
  double data_passes_setup = not_available;  ///< data_passes.setup in the file
  Mode mode;
  std::optional<Evidence> evidence;    ///< in the file only where there is one
  std::optional<Tempering> tempering;  ///< likewise
  Seconds seconds;
  std::vector<double> acceptance_rate;  ///< by chain
  std::vector<double> step_size;        ///< by chain
  std::vector<double> outside;          ///< by chain: share of draws beyond the innermost ellipsoid
  std::vector<std::string> warnings;
  std::vector<ParameterSummary> parameters;
  std::vector<RankShare> rank_shares;
};

std::string to_json(const RunSummary& summary);

/// Throws Failure(input_output) naming the field that is missing or of the wrong kind.
RunSummary summary_from_json(const std::string& text);

}  // namespace photinus
