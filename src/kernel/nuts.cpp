#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "energy_range.hpp"
#include "leapfrog.hpp"
#include "nuts_tree.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/kernel/kernel.hpp"

namespace photinus {

namespace {

/// A trajectory that is doubled into the past or the future, and a draw from its points.
///
/// What ends it is a property of the doubled set of points: from each of these the same doublings
/// have the same probability, so the transition leaves the target invariant.
class Trajectory {
 public:
  Trajectory(const PhasePoint& start, LogDensity& target, const PaddedMetric& metric,
             double step_size)
      : target_(target),
        metric_(metric),
        step_size_(step_size),
        other_end_(start),
        growing_end_(start),
        start_energy_(start.energy()),
        energies_(start_energy_),
        tree_(tree_of(start, 0.0)) {}

  /// Adds as many points as there are; false if the trajectory is to end. A new half that has
  /// turned within or diverges is left out.
  bool double_once(Stream& stream) {
    if (stream.uniform() < 0.5) turn_round();
    std::optional<Tree> newer = grow(stream, doublings_);
    if (!newer) return false;
    ++doublings_;
    const bool turned = turns(tree_, *newer);
    join(tree_, std::move(*newer), Progress::biased, stream);
    return !turned;
  }

  State& drawn() { return tree_.drawn; }
  int leapfrogs() const { return leapfrogs_; }
  bool diverging() const { return diverging_; }
  /// Of all points but the start, those left out included, as if each were proposed by itself.
  double mean_acceptance() const { return acceptance_sum_ / leapfrogs_; }

 private:
  // The criterion of a turn is symmetric: it need not know which way time goes.
  void turn_round() {
    step_size_ = -step_size_;
    std::swap(other_end_, growing_end_);
    std::swap(tree_.first, tree_.last);
  }

  // 2^doublings more points; nothing if some subtree of theirs has turned or the trajectory
  // diverges.
  std::optional<Tree> grow(Stream& stream, int doublings) {
    if (doublings == 0) return grow_by_one();
    std::optional<Tree> tree = grow(stream, doublings - 1);
    if (!tree) return {};
    std::optional<Tree> newer = grow(stream, doublings - 1);
    if (!newer || turns(*tree, *newer)) return {};
    join(*tree, std::move(*newer), Progress::uniform, stream);
    return tree;
  }

  std::optional<Tree> grow_by_one() {
    leapfrog(growing_end_, target_, metric_, step_size_);
    ++leapfrogs_;
    const double energy = growing_end_.energy();
    diverging_ = !energies_.add(energy);
    if (std::isfinite(energy)) acceptance_sum_ += std::min(1.0, exp(start_energy_ - energy));
    if (diverging_) return {};
    return tree_of(growing_end_, start_energy_ - energy);
  }

  LogDensity& target_;
  const PaddedMetric& metric_;
  double step_size_;  ///< negative while growing into the past
  PhasePoint other_end_, growing_end_;
  double start_energy_;
  EnergyRange energies_;
  Tree tree_;
  int doublings_ = 0;
  int leapfrogs_ = 0;
  double acceptance_sum_ = 0.0;
  bool diverging_ = false;
};

Transition step(Stream& stream, const State& state, LogDensity& target, const PaddedMetric& metric,
                const NutsSettings& settings, double step_size) {
  Trajectory trajectory(with_fresh_momentum(stream, state, metric), target, metric, step_size);
  for (int i = 0; i < settings.most_doublings; ++i)
    if (!trajectory.double_once(stream)) break;
  const bool moved = trajectory.drawn().theta != state.theta;
  return {std::move(trajectory.drawn()),
          {trajectory.mean_acceptance(), moved, trajectory.leapfrogs(), trajectory.diverging()}};
}

}  // namespace

Kernel nuts(const Metric& metric, const NutsSettings& settings) {
  const auto p = static_cast<double>(metric.covariance.rows());
  return {
      .name = "nuts",
      .needs_gradient = true,
      .target_acceptance = 0.8,
      .first_step_size = metric.shortest_scale / std::sqrt(std::sqrt(p)),
      .transition = [padded = PaddedMetric(metric), settings](
                        Stream& stream, const State& state, LogDensity& target, double step_size) {
        return step(stream, state, target, padded, settings, step_size);
      }};
}

}  // namespace photinus
