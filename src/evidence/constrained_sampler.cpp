#include "photinus/evidence/constrained_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/evidence/prior_particles.hpp"

namespace photinus {

namespace {

Vector normals(Stream& stream, int count) {
  Vector e(count);
  for (int j = 0; j < count; ++j) e[j] = stream.normal();
  return e;
}

/// v - 2 n (v . n), n = slope / |slope|; false where there is no such n.
bool reflect(Vector& velocity, const Vector& slope) {
  const double largest = slope.cwiseAbs().maxCoeff();
  if (!(largest > 0.0) || !std::isfinite(largest)) return false;
  const Vector scaled = slope / largest;  // whose square does not overflow
  velocity -= 2.0 * scaled.dot(velocity) / scaled.squaredNorm() * scaled;
  return true;
}

}  // namespace

Particle ConstrainedSampler::draw(const std::vector<Particle>& particles, std::size_t dead,
                                  std::int64_t iteration) {
  Stream stream({.seed = seed_,
                 .purpose = Purpose::nested,
                 .replica = nested_walk,
                 .iteration = static_cast<std::uint64_t>(iteration)});
  Walk walk = start(particles, dead, stream);
  for (int step = 0; step < settings_.steps; ++step) {
    kick(walk, stream);
    move(walk, particles[dead].level, stream);
  }
  if (walk.moves == 0) ++copies_;
  if (settings_.adapt) adapt(walk, particles.size());
  return std::move(walk.particle);
}

ConstrainedSampler::Walk ConstrainedSampler::start(const std::vector<Particle>& particles,
                                                   std::size_t dead, Stream& stream) const {
  std::size_t other = dead;
  if (particles.size() > 1) {
    other = static_cast<std::size_t>(stream.below(particles.size() - 1));
    if (other >= dead) ++other;
  }
  return {particles[other], std::sqrt(learning_rate_) * normals(stream, model_.dimension())};
}

void ConstrainedSampler::kick(Walk& walk, Stream& stream) const {
  Vector slope;
  model_.log_prior(walk.particle.theta, &slope);
  walk.velocity =
      (1.0 - settings_.friction) * walk.velocity + learning_rate_ * slope +
      std::sqrt(2.0 * settings_.friction * learning_rate_) * normals(stream, model_.dimension());
}

void ConstrainedSampler::move(Walk& walk, const Level& level, Stream& stream) {
  Vector velocity = walk.velocity;
  Particle ahead = evaluate(walk.particle.theta + velocity, stream);
  if (!(level < ahead.level)) {
    ++walk.crossings;
    if (reflect(velocity, slope_)) ahead = evaluate(ahead.theta + velocity, stream);
  }
  if (level < ahead.level) {
    walk.particle = std::move(ahead);
    walk.velocity = std::move(velocity);
    ++walk.moves;
  } else {
    walk.velocity = -walk.velocity;
  }
}

Particle ConstrainedSampler::evaluate(const Vector& theta, Stream& stream) {
  const double value = model_.log_likelihood(theta, rows_, slope_);
  return {theta, {value, stream.uniform()}};
}

// A level encloses a share exp(-1/N) of the one before, its width in P coordinates shrinks by
// 1/(N P), eta by twice that: a gain of 4/N follows it in any number of coordinates.
void ConstrainedSampler::adapt(const Walk& walk, std::size_t particles) {
  const double crossed = static_cast<double>(walk.crossings) / settings_.steps;
  const double gain = 4.0 / static_cast<double>(particles);
  learning_rate_ = std::min(settings_.learning_rate, learning_rate_ * exp(gain * (0.5 - crossed)));
}

}  // namespace photinus
