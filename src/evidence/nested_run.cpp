#include "photinus/evidence/nested_run.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/evidence/log_mean.hpp"
#include "photinus/evidence/nested_weights.hpp"

namespace photinus {

namespace {

bool lower(const Particle& a, const Particle& b) { return a.level < b.level; }

void check_progress(double log_volume, double log_z, const NestedStop& stop) {
  if (!std::isfinite(log_z) && log_volume < -log(static_cast<double>(stop.most_rejections)))
    throw Failure(ExitCode::usage,
                  "nested sampling found no theta with a likelihood above 0 in all but 1/" +
                      std::to_string(stop.most_rejections) +
                      " (evidence.most_rejections) of the prior: model, prior and data do not fit "
                      "together");
  if (log_volume < -stop.most_nats)
    throw Failure(ExitCode::usage,
                  "nested sampling has shrunk the prior volume by " +
                      std::to_string(stop.most_nats) +
                      " nats (evidence.most_nats) and the likelihood still grows: it seems to have "
                      "no bound");
}

void take_living(std::vector<Particle> particles, NestedRun& run) {
  std::sort(particles.begin(), particles.end(), lower);
  for (auto& particle : particles) {
    run.alive.push_back(particle.level.log_likelihood);
    run.thetas.push_back(std::move(particle.theta));
  }
}

}  // namespace

NestedRun run_nested(std::vector<Particle> particles, LevelSampler& sampler,
                     const NestedStop& stop) {
  const auto n = static_cast<double>(particles.size());
  const double log_share = log_dead_share(particles.size());
  NestedRun run;
  double log_volume = 0.0, log_z = -std::numeric_limits<double>::infinity();
  const auto remaining = [&] {
    const auto highest = std::max_element(particles.begin(), particles.end(), lower);
    return log_volume + highest->level.log_likelihood;
  };
  while (!(remaining() < log_z + log(stop.tolerance))) {
    check_progress(log_volume, log_z, stop);
    const auto lowest = std::min_element(particles.begin(), particles.end(), lower);
    const double dead = lowest->level.log_likelihood;
    const auto iteration = static_cast<std::int64_t>(run.dead.size());
    run.thetas.push_back(lowest->theta);
    *lowest =
        sampler.draw(particles, static_cast<std::size_t>(lowest - particles.begin()), iteration);
    run.dead.push_back(dead);
    log_z = log_sum_exp({log_z, dead + log_volume + log_share});
    log_volume = -static_cast<double>(run.dead.size()) / n;
  }
  take_living(std::move(particles), run);
  return run;
}

}  // namespace photinus
