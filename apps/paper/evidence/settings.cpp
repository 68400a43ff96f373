#include "settings.hpp"

#include <fmt/format.h>

#include "measure.hpp"

namespace photinus::paper::evidence {

namespace {

std::string text_of(const SequentialSettings& s) {
  return fmt::format(
      "plan {}, prior draws {}, walkers {} x {}, resample {}, steps {}, exact beginning {}, "
      "anchors {}, batch {}, curvature rows {}, eta {}, alpha {}, beta {}, correct bias {}",
      static_cast<int>(s.plan), s.prior_draws, s.walkers, s.draws, s.resample, s.steps,
      s.exact_beginning, static_cast<int>(s.anchors), s.batch, s.curvature_rows, s.step_size,
      s.friction, s.noise_offset, s.correct_bias);
}

std::string text_of(const NestedSettings& s) {
  const std::string stop = fmt::format("particles {}, tolerance {}", s.particles, s.stop.tolerance);
  if (s.draw == NestedDraw::rejection)
    return fmt::format("{}, most rejections {}", stop, s.stop.most_rejections);
  return fmt::format("{}, steps {}, eta {}, alpha {}, adapt {}", stop, s.constrained.steps,
                     s.constrained.learning_rate, s.constrained.friction, s.constrained.adapt);
}

std::string text_of(Method method) {
  if (method == Method::exact) return "formula";
  const bool sequential = method == Method::sequential || method == Method::published;
  return sequential ? text_of(sequential_settings(method)) : text_of(nested_settings(method));
}

}  // namespace

SequentialSettings sequential_settings(Method method) {
  return method == Method::published ? SequentialSettings::published() : SequentialSettings{};
}

NestedSettings nested_settings(Method method) {
  NestedSettings settings;
  if (method == Method::nested_longer) {
    settings.constrained.steps = 200;
    settings.constrained.learning_rate = 1e-2;
  }
  if (method == Method::rejection) {
    settings.draw = NestedDraw::rejection;
    settings.stop.most_rejections = 50'000'000;
  }
  return settings;
}

std::string settings_of(const Case& c, std::uint64_t data_seed) {
  return fmt::format("rows of seed {}, {}", data_seed, text_of(c.method));
}

}  // namespace photinus::paper::evidence
