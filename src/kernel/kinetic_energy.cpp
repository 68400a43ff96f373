#include "photinus/kernel/kinetic_energy.hpp"

#include <cmath>

#include "photinus/base/elementary.hpp"

namespace photinus {

namespace {

// Of s = (2 K / P)^(1/3) where 2 K is chi^2: up to a constant, with the Jacobian 3/2 P s^2.
double log_density(double s, double p) { return (1.5 * p - 1.0) * log(s) - 0.5 * p * s * s * s; }

}  // namespace

double next_kinetic_energy(Stream& stream, double kinetic_energy, int parameters,
                           double correlation) {
  const auto p = static_cast<double>(parameters);
  const double variance = 2.0 / (9.0 * p), mean = 1.0 - variance;
  const double noise = std::sqrt(variance * (1.0 - correlation * correlation));
  const auto log_normal = [&](double s) { return -0.5 * (s - mean) * (s - mean) / variance; };
  const double now = exp(log(2.0 * kinetic_energy / p) / 3.0);
  const double next = mean + correlation * (now - mean) + noise * stream.normal();
  const double u = stream.uniform();
  if (next <= 0.0) return kinetic_energy;
  const double ratio =
      (log_density(next, p) - log_normal(next)) - (log_density(now, p) - log_normal(now));
  return log(u) < ratio ? 0.5 * p * next * next * next : kinetic_energy;
}

}  // namespace photinus
