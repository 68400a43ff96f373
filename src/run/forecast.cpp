#include "photinus/run/forecast.hpp"

#include <algorithm>
#include <cmath>

#include "forecast_memory.hpp"

namespace photinus {

namespace {

// Of the binomial tree that commands go down: see tree.hpp of the room mpi.
int children_of(int rank, int ranks) {
  int children = 0;
  for (int step = 1; rank + step < ranks && (rank & step) == 0; step *= 2) ++children;
  return children;
}

int ranks_below(int rank, int ranks) {
  const int most = rank == 0 ? ranks : rank & -rank;
  return std::min(most, ranks - rank);
}

void forecast_messages(const Questions& questions, int ranks, RankForecast& rank) {
  const double children = children_of(rank.rank, ranks), replies = rank.rank == 0 ? 0.0 : 1.0;
  const double below = ranks_below(rank.rank, ranks);
  rank.messages = questions.number * (children + replies);
  rank.message_bytes = children * questions.command_bytes +
                       replies * (questions.reply_bytes + questions.shared_bytes * below / ranks);
}

bool fits_home(const RunConfig& config, double bright, int columns) {
  if (config.firefly.update == "pseudo_marginal" || config.firefly.plan == "shards") return false;
  return config.firefly.plan == "home" ||
         bright * columns <= static_cast<double>(config.firefly.home_capacity);
}

}  // namespace

double expected_bright(const RunOutline& run) {
  if (!run.with_bounds) return 0.0;
  constexpr double most = 0.2, by_ellipsoids = 0.7;
  const auto rows = static_cast<double>(run.header.rows);
  const double parameters = run.dimension;
  const auto& firefly = run.config.firefly;
  if (firefly.anchor == "untuned") return most * rows;
  const bool ellipsoids =
      firefly.bound == "ellipsoid" || (firefly.bound == "auto" && !run.sampled_scale);
  const double bright = ellipsoids ? by_ellipsoids * parameters * parameters / std::sqrt(rows)
                                   : 0.5 * (1.0 + firefly.slack) * parameters;
  return std::min(bright, most * rows);
}

Forecast make_forecast(const RunOutline& run, int ranks) {
  Forecast forecast;
  forecast.bright = expected_bright(run);
  forecast.at_home = fits_home(run.config, forecast.bright, run.header.columns);
  forecast.questions = expected_questions(run, forecast);
  forecast.draws_bytes = draws_file_bytes(run);
  forecast.checkpoint_bytes =
      run.asked == "posterior" ? 2.0 * checkpoint_file_bytes(run, forecast.bright) : 0.0;
  const MemoryForecast memory(run, forecast, ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    RankForecast& one = forecast.ranks.emplace_back(memory.of(rank));
    forecast_messages(forecast.questions, ranks, one);
  }
  return forecast;
}

}  // namespace photinus
