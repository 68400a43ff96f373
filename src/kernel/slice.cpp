#include <cmath>
#include <utility>

#include "normals.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/kernel/kernel.hpp"

namespace photinus {

namespace {

/// The density along theta + x * direction, and the slice { x : log density >= level } of it.
class Line {
 public:
  Line(LogDensity& target, const State& state, const Vector& direction, double level)
      : target_(target), state_(state), direction_(direction), level_(level) {}

  /// Evaluates the density at x.
  bool contains(double x) {
    point_.theta = state_.theta + x * direction_;
    point_.log_density = target_.value(point_.theta);
    ++evaluations_;
    return std::isfinite(point_.log_density) && point_.log_density >= level_;
  }
  /// Where the density was evaluated last.
  State& point() { return point_; }
  bool at_start() const { return point_.theta == state_.theta; }
  int evaluations() const { return evaluations_; }

 private:
  LogDensity& target_;
  const State& state_;
  const Vector& direction_;
  double level_;
  State point_;
  int evaluations_ = 0;
};

struct Interval {
  double lower;
  double upper;
};

// Neal (2003), figure 3: an interval of one width, placed at random around 0, grows by widths until
// both ends are outside the slice. The allowance of steps is shared out at random before the first,
// so that every point of the final interval could have grown it with the same probability.
Interval step_out(Stream& stream, Line& line, double width, int most_steps) {
  const double lower = -width * stream.uniform();
  Interval interval{lower, lower + width};
  const auto allowance = static_cast<std::uint64_t>(most_steps);
  auto down = static_cast<int>(stream.below(allowance));
  int up = most_steps - 1 - down;
  for (; down > 0 && line.contains(interval.lower); --down) interval.lower -= width;
  for (; up > 0 && line.contains(interval.upper); --up) interval.upper += width;
  return interval;
}

// Neal (2003), figure 5: draws until a point is in the slice, cutting the interval at every point
// that is not. An interval that rounding cannot tell from 0 ends the search where it began.
bool shrink(Stream& stream, Line& line, Interval interval) {
  for (;;) {
    const double x = interval.lower + stream.uniform() * (interval.upper - interval.lower);
    const bool inside = line.contains(x);
    if (line.at_start()) return false;
    if (inside) return true;
    (x < 0.0 ? interval.lower : interval.upper) = x;
  }
}

// Returns the number of density evaluations; the last is at the new state.
int update_along(Stream& stream, State& state, LogDensity& target, const Vector& direction,
                 const SliceSettings& settings, double step_size) {
  const double level = state.log_density - stream.exponential();
  Line line(target, state, direction, level);
  const Interval interval =
      step_out(stream, line, step_size * settings.width, settings.most_steps_out);
  if (shrink(stream, line, interval)) std::swap(state, line.point());
  return line.evaluations();
}

/// The directions of one transition, one after another.
class Directions {
 public:
  Directions(Stream& stream, const Metric& metric, SliceDirection kind, bool reversed)
      : root_(metric.covariance_root),
        kind_(kind),
        stride_(reversed ? axes() - 1 : 1),
        axis_(kind == SliceDirection::coordinate ? stream.below(axes()) : 0) {}

  Vector next(Stream& stream) {
    if (kind_ == SliceDirection::coordinate) {
      const std::uint64_t axis = axis_;
      axis_ = (axis_ + stride_) % axes();
      return root_.col(static_cast<Eigen::Index>(axis));
    }
    const Vector z = normals(stream, root_.cols());
    return root_ * (z / z.norm());
  }

 private:
  std::uint64_t axes() const { return static_cast<std::uint64_t>(root_.cols()); }

  const Matrix& root_;
  SliceDirection kind_;
  std::uint64_t stride_;  // one on, or one back, modulo axes()
  std::uint64_t axis_;
};

Transition step(Stream& stream, const State& state, LogDensity& target, const Metric& metric,
                const SliceSettings& settings, bool reversed, double step_size) {
  State current{state.theta, state.log_density, {}};
  Directions directions(stream, metric, settings.direction, reversed);
  const auto updates =
      settings.updates > 0 ? settings.updates : static_cast<int>(state.theta.size());
  int evaluations = 0;
  for (int i = 0; i < updates; ++i)
    evaluations +=
        update_along(stream, current, target, directions.next(stream), settings, step_size);
  const bool moved = current.theta != state.theta;
  const Info info{1.0, moved, evaluations, false};
  if (moved) return {std::move(current), info};
  return {state, info};
}

}  // namespace

Kernel slice(const Metric& metric, const SliceSettings& settings) {
  const bool coordinate = settings.direction == SliceDirection::coordinate;
  const auto move = [metric, settings](bool reversed) -> Kernel::Move {
    return [=](Stream& stream, const State& state, LogDensity& target, double step_size) {
      return step(stream, state, target, metric, settings, reversed, step_size);
    };
  };
  return {.name = coordinate ? "slice_coordinate" : "slice_random",
          .first_step_size = metric.longest_scale,
          .transition = move(false),
          .reversal = move(true)};
}

}  // namespace photinus
