#include <cmath>
#include <string>
#include <utility>

#include "normals.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/kernel/stochastic_gradient.hpp"

namespace photinus {

namespace {

Walker step(Stream& stream, Walker walker, StochasticGradient& target,
            const SgldSettings& settings) {
  Vector gradient;
  target.draw(stream, walker.theta, gradient);
  const bool plain = settings.root.size() == 0;
  const Vector slope = plain ? gradient : Vector(settings.root.transpose() * gradient);
  const Vector move = std::sqrt(2.0 * settings.step_size) * normals(stream, slope.size()) -
                      settings.step_size * slope;
  walker.theta += plain ? move : Vector(settings.root * move);
  return walker;
}

}  // namespace

StochasticKernel sgld(const SgldSettings& settings) {
  if (!(settings.step_size > 0.0))
    throw Failure(ExitCode::usage, "sgld: step_size is " + std::to_string(settings.step_size) +
                                       ", give one above 0");
  return {"sgld", [settings](Stream& stream, Walker walker, StochasticGradient& target) {
            return step(stream, std::move(walker), target, settings);
          }};
}

}  // namespace photinus
