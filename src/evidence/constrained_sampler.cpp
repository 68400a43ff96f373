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

}  // namespace

Particle ConstrainedSampler::draw(const std::vector<Particle>& particles, std::size_t dead,
                                  std::int64_t iteration) {
  Stream stream({.seed = seed_,
                 .purpose = Purpose::nested,
                 .replica = nested_walk,
                 .iteration = static_cast<std::uint64_t>(iteration)});
  Walker walker = start(particles, dead, stream);
  Walk walk;
  for (int i = 0; i < settings_.steps; ++i) {
    refresh(walker, stream);
    step(walker, particles[dead].level, walk, stream);
  }
  if (walk.moves == 0) ++tuning_.copies;
  if (settings_.adapt) adapt(walk, particles.size());
  return std::move(walker.particle);
}

ConstrainedSampler::Walker ConstrainedSampler::start(const std::vector<Particle>& particles,
                                                     std::size_t dead, Stream& stream) const {
  std::size_t other = dead;
  if (particles.size() > 1) {
    other = static_cast<std::size_t>(stream.below(particles.size() - 1));
    if (other >= dead) ++other;
  }
  Walker walker;
  walker.particle = particles[other];
  walker.velocity = std::sqrt(tuning_.learning_rate) * normals(stream, model_.dimension());
  walker.log_prior = model_.log_prior(walker.particle.theta, &walker.prior_slope);
  return walker;
}

void ConstrainedSampler::refresh(Walker& walker, Stream& stream) const {
  const double alpha = settings_.friction;
  walker.velocity =
      (1.0 - alpha) * walker.velocity + std::sqrt(alpha * (2.0 - alpha) * tuning_.learning_rate) *
                                            normals(stream, model_.dimension());
}

void ConstrainedSampler::step(Walker& walker, const Level& level, Walk& walk, Stream& stream) {
  Walker ahead = walker;
  drift(ahead, stream);
  if (!(level < ahead.particle.level)) {
    ++walk.crossings;
    if (reflect(ahead)) drift(ahead, stream);
  }
  const double climb = energy(walker) - energy(ahead);
  if (level < ahead.particle.level && log(stream.uniform()) < climb) {
    walker = std::move(ahead);
    ++walk.moves;
  } else {
    walker.velocity = -walker.velocity;
  }
}

void ConstrainedSampler::drift(Walker& walker, Stream& stream) {
  walker.velocity += 0.5 * tuning_.learning_rate * walker.prior_slope;
  walker.particle.theta += walker.velocity;
  walker.log_prior = model_.log_prior(walker.particle.theta, &walker.prior_slope);
  walker.velocity += 0.5 * tuning_.learning_rate * walker.prior_slope;
  const double value = model_.log_likelihood(walker.particle.theta, rows_, slope_);
  walker.particle.level = {value, stream.uniform()};
}

bool ConstrainedSampler::reflect(Walker& walker) const {
  const double largest = slope_.cwiseAbs().maxCoeff();
  if (!slope_.allFinite() || largest == 0.0) return false;
  const Vector scaled = slope_ / largest;  // whose square does not overflow
  walker.velocity -= 2.0 * scaled.dot(walker.velocity) / scaled.squaredNorm() * scaled;
  return true;
}

double ConstrainedSampler::energy(const Walker& walker) const {
  return 0.5 * walker.velocity.squaredNorm() / tuning_.learning_rate - walker.log_prior;
}

// A level encloses a share exp(-1/N) of the one before, its width in P coordinates shrinks by
// 1/(N P), eta by twice that: a gain of 4/N follows it in any number of coordinates.
void ConstrainedSampler::adapt(const Walk& walk, std::size_t particles) {
  const double crossed = static_cast<double>(walk.crossings) / settings_.steps;
  const double gain = 4.0 / static_cast<double>(particles);
  tuning_.learning_rate =
      std::min(settings_.learning_rate, tuning_.learning_rate * exp(gain * (0.5 - crossed)));
}

}  // namespace photinus
