#include "photinus/evidence/sequential_settings.hpp"

#include <string>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

constexpr int most_walkers = 65'535;  // as many as a RandomKey tells apart

void need(bool holds, const std::string& name, double value, const std::string& wanted) {
  if (holds) return;
  std::string number = std::to_string(value);
  number.erase(number.find_last_not_of('0') + 1);
  if (number.back() == '.') number.pop_back();
  throw Failure(ExitCode::usage, "sequential evidence: " + name + " is " + number + ", " + wanted);
}

}  // namespace

SequentialSettings SequentialSettings::published() {
  return {.plan = ChunkPlan::published,
          .prior_draws = 10,
          .walkers = 1,
          .draws = 10,
          .resample = false,
          .steps = 20,
          .anchors = AnchorPlan::none,
          .batch = 500,
          .step_size = 0.1,
          .friction = 0.2,
          .noise_offset = 0.0,
          .correct_bias = false};
}

void SequentialSettings::validate() const {
  need(chunk_rows >= 1, "chunk_rows", static_cast<double>(chunk_rows), "give at least 1");
  need(prior_draws >= 2, "prior_draws", prior_draws, "give at least 2");
  need(walkers >= 1 && walkers <= most_walkers, "walkers", walkers, "give 1 to 65535");
  need(draws >= 1, "draws", draws, "give at least 1");
  need(static_cast<double>(walkers) * draws >= 2.0, "walkers x draws",
       static_cast<double>(walkers) * draws, "a mean takes at least 2 draws");
  need(walkers >= 2 || anchors == AnchorPlan::none, "walkers", walkers,
       "anchors take at least 2: give more, or anchors none");
  need(steps >= 0, "steps", steps, "give 0 or more");
  need(batch >= 0, "batch", batch, "give at least 1, or 0 for as many as their noise asks for");
  need(curvature_rows >= 0, "curvature_rows", curvature_rows,
       "give at least 1, or 0 for 400 per parameter");
  need(step_size > 0.0, "step_size", step_size, "give one above 0");
  need(friction > 0.0 && friction <= 1.0, "friction", friction, "give one above 0, at most 1");
  need(noise_offset <= friction, "noise_offset", noise_offset,
       "give one from 0 to friction, or a negative one for the one that suits the step size");
}

}  // namespace photinus
