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

NestedRun with_living(const NestedProgress& progress) {
  NestedRun run = progress.run;
  std::vector<Particle> particles = progress.particles;
  std::sort(particles.begin(), particles.end(), lower);
  for (auto& particle : particles) {
    run.alive.push_back(particle.level.log_likelihood);
    run.thetas.push_back(std::move(particle.theta));
  }
  return run;
}

double log_z_to_come(const NestedProgress& progress) {
  const auto& particles = progress.particles;
  const auto highest = std::max_element(particles.begin(), particles.end(), lower);
  return progress.log_volume + highest->level.log_likelihood;
}

void replace_lowest(NestedProgress& progress, LevelSampler& sampler) {
  auto& [particles, run, log_volume, log_z] = progress;
  const auto lowest = std::min_element(particles.begin(), particles.end(), lower);
  const auto place = static_cast<std::size_t>(lowest - particles.begin());
  Particle next = sampler.draw(particles, place, static_cast<std::int64_t>(run.dead.size()));
  const double dead = lowest->level.log_likelihood;
  run.dead.push_back(dead);
  run.thetas.push_back(std::move(lowest->theta));
  *lowest = std::move(next);
  log_z = log_sum_exp({log_z, dead + log_volume + log_dead_share(particles.size())});
  log_volume = -static_cast<double>(run.dead.size()) / static_cast<double>(particles.size());
}

}  // namespace

NestedRun run_nested(NestedProgress& progress, LevelSampler& sampler, const NestedStop& stop,
                     const std::function<void()>& after_death) {
  while (!(log_z_to_come(progress) < progress.log_z + log(stop.tolerance))) {
    check_progress(progress.log_volume, progress.log_z, stop);
    replace_lowest(progress, sampler);
    if (after_death) after_death();
  }
  return with_living(progress);
}

NestedRun run_nested(std::vector<Particle> particles, LevelSampler& sampler,
                     const NestedStop& stop) {
  NestedProgress progress{std::move(particles)};
  return run_nested(progress, sampler, stop);
}

}  // namespace photinus
