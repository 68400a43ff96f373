#include <cmath>
#include <string>
#include <utility>

#include "normals.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/kernel/stochastic_gradient.hpp"

namespace photinus {

namespace {

void check(const SghmcSettings& settings) {
  const auto complain = [](const std::string& name, double value, const std::string& range) {
    throw Failure(ExitCode::usage,
                  "sghmc: " + name + " is " + std::to_string(value) + ", give one " + range);
  };
  if (!(settings.step_size > 0.0)) complain("step_size", settings.step_size, "above 0");
  if (!(settings.friction > 0.0 && settings.friction <= 1.0))
    complain("friction", settings.friction, "above 0, at most 1");
  if (!(settings.noise_offset >= 0.0 && settings.noise_offset <= settings.friction))
    complain("noise_offset", settings.noise_offset, "from 0 to friction");
}

Walker step(Stream& stream, Walker walker, StochasticGradient& target,
            const SghmcSettings& settings) {
  Vector gradient;
  target.draw(stream, walker.theta, gradient);
  const double noise =
      std::sqrt(2.0 * (settings.friction - settings.noise_offset) * settings.step_size);
  const bool plain = settings.root.size() == 0;
  const Vector slope = plain ? gradient : Vector(settings.root.transpose() * gradient);
  walker.velocity = (1.0 - settings.friction) * walker.velocity - settings.step_size * slope +
                    noise * normals(stream, slope.size());
  walker.theta += plain ? walker.velocity : Vector(settings.root * walker.velocity);
  return walker;
}

}  // namespace

double exact_noise_offset(double step_size, double friction) {
  return friction * step_size / (2.0 * (2.0 - friction));
}

StochasticKernel sghmc(const SghmcSettings& settings) {
  check(settings);
  return {"sghmc", [settings](Stream& stream, Walker walker, StochasticGradient& target) {
            return step(stream, std::move(walker), target, settings);
          }};
}

}  // namespace photinus
