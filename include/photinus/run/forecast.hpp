#pragma once

#include <string>
#include <vector>

#include "photinus/run/run_outline.hpp"

namespace photinus {

/// What one rank will hold and send.
struct RankForecast {
  int rank = 0;
  std::int64_t rows = 0;  ///< of its share
  double reading = 0.0;   ///< bytes: the most that it takes until sampling begins
  double sampling = 0.0;  ///< bytes: the most from then on, the writing of results included
  double messages = 0.0;  ///< that it sends in an iteration
  double message_bytes = 0.0;

  double peak() const { return reading > sampling ? reading : sampling; }
};

/// Questions that the coordinator asks of all ranks in an iteration of the sampling phase: each
/// takes a command to every other rank and a reply from it.
struct Questions {
  double number = 0.0;
  double command_bytes = 0.0;  ///< of all commands of an iteration
  double reply_bytes = 0.0;    ///< of all replies of one rank, whatever it holds
  double shared_bytes = 0.0;   ///< of what ranks add to replies, all of them together
  bool known = true;           ///< whether there is a rule for the number
};

/// What a run will take, by formula from the sizes of its structures.
struct Forecast {
  std::vector<RankForecast> ranks;
  double bright = 0.0;  ///< bright rows expected of a replica: a rule of thumb
  bool at_home = true;  ///< they are kept at the coordinator
  Questions questions;
  double draws_bytes = 0.0;       ///< draws.nc
  double checkpoint_bytes = 0.0;  ///< of the two files together; 0 where none are written
};

Forecast make_forecast(const RunOutline& run, int ranks);

/// Bright rows of a replica. Where bounds hold in trust ellipsoids their excess curvature grows
/// with the ellipsoid's extent in the row, sqrt(P^2 / N), and expected gaps with its third power;
/// 0.7 P^2 / sqrt(N) rows are bright then, within a factor of three in the examples of README.
double expected_bright(const RunOutline& run);

/// Evaluations of the density that a transition of the run's kernel takes, as it does on a normal
/// density of as many dimensions that the metric fits, once its step size is adapted.
double evaluations_per_transition(const RunOutline& run);

Questions expected_questions(const RunOutline& run, const Forecast& forecast);

/// Draws as they are kept, for all iterations of all chains.
double kept_draws_bytes(const RunOutline& run);
double draws_file_bytes(const RunOutline& run);
double checkpoint_file_bytes(const RunOutline& run, double bright);

/// The plan, as the program prints it.
std::string to_text(const RunOutline& run, const Forecast& forecast);

}  // namespace photinus
