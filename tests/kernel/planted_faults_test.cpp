// Kernels with one fault each, seen by the check that the shipped ones pass. Every one is written
// anew and has a copy without the fault, which passes: so it is the fault that is seen.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numeric>

#include "kernel/invariance.hpp"

namespace photinus {
namespace {

enum class Fault {
  none,
  no_last_half_kick,
  reversed_acceptance,
  no_momentum_in_energy,
  no_reverse_proposal_density,
  newest_subtree_always,
  no_weights,
  steps_out_upwards_first,
  shrinks_from_above,
};

using FaultyStep = Transition(Fault, Stream&, const State&, LogDensity&, double step_size);

Vector normals(Stream& stream, Eigen::Index size) {
  Vector z(size);
  for (double& v : z) v = stream.normal();
  return z;
}

Transition hamiltonian(Fault fault, Stream& stream, const State& state, LogDensity& target,
                       double step_size) {
  Vector p = normals(stream, state.theta.size());
  const double before = 0.5 * p.squaredNorm() - state.log_density;
  State end = state;
  constexpr int steps = 2;
  p += 0.5 * step_size * end.gradient;
  for (int i = 1; i <= steps; ++i) {
    end.theta += step_size * p;
    end.log_density = target.value(end.theta, end.gradient);
    if (i < steps) p += step_size * end.gradient;
  }
  if (fault != Fault::no_last_half_kick) p += 0.5 * step_size * end.gradient;
  double error = 0.5 * p.squaredNorm() - end.log_density - before;
  if (fault == Fault::no_momentum_in_energy) error = state.log_density - end.log_density;
  if (fault == Fault::reversed_acceptance) error = -error;
  const double acceptance = std::min(1.0, std::exp(-error));
  return {stream.uniform() < acceptance ? end : state, {acceptance, true, steps, false}};
}

Transition walk(Fault fault, Stream& stream, const State& state, LogDensity& target,
                double step_size) {
  const State end = state_at(state.theta + step_size * normals(stream, state.theta.size()), target);
  double ratio = end.log_density - state.log_density;
  if (fault == Fault::reversed_acceptance) ratio = -ratio;
  const double acceptance = std::min(1.0, std::exp(ratio));
  return {stream.uniform() < acceptance ? end : state, {acceptance, true, 1, false}};
}

Transition langevin(Fault fault, Stream& stream, const State& state, LogDensity& target,
                    double step_size) {
  const double drift = 0.5 * step_size * step_size;
  const Vector z = normals(stream, state.theta.size());
  const State end = state_at(state.theta + drift * state.gradient + step_size * z, target);
  const Vector back = (state.theta - end.theta - drift * end.gradient) / step_size;
  double ratio = end.log_density - state.log_density;
  if (fault != Fault::no_reverse_proposal_density)
    ratio += 0.5 * (z.squaredNorm() - back.squaredNorm());
  const double acceptance = std::min(1.0, std::exp(ratio));
  return {stream.uniform() < acceptance ? end : state, {acceptance, true, 1, false}};
}

struct Point {
  State state;
  Vector momentum;
  double weight = 0.0;
};
using Path = std::vector<Point>;

Point next_point(Point point, LogDensity& target, double energy, double step_size) {
  State& state = point.state;
  point.momentum += 0.5 * step_size * state.gradient;
  state.theta += step_size * point.momentum;
  state.log_density = target.value(state.theta, state.gradient);
  point.momentum += 0.5 * step_size * state.gradient;
  point.weight = std::exp(energy + state.log_density - 0.5 * point.momentum.squaredNorm());
  return point;
}

double total_weight(const Path& path) {
  return std::accumulate(path.begin(), path.end(), 0.0,
                         [](double sum, const Point& point) { return sum + point.weight; });
}

bool turns(const Path& path, std::size_t begin, std::size_t size) {
  Vector sum = Vector::Zero(path[0].momentum.size());
  for (std::size_t i = begin; i < begin + size; ++i) sum += path[i].momentum;
  return sum.dot(path[begin].momentum) <= 0.0 || sum.dot(path[begin + size - 1].momentum) <= 0.0;
}

bool turns_within(const Path& path) {
  for (std::size_t size = 2; size <= path.size(); size *= 2)
    for (std::size_t begin = 0; begin < path.size(); begin += size)
      if (turns(path, begin, size)) return true;
  return false;
}

const State& drawn(Fault fault, Stream& stream, const Path& path) {
  const double share = stream.uniform();
  if (fault == Fault::no_weights)
    return path[static_cast<std::size_t>(share * static_cast<double>(path.size()))].state;
  double left = share * total_weight(path);
  for (const Point& point : path)
    if ((left -= point.weight) <= 0.0) return point.state;
  return path.back().state;
}

// NUTS that keeps all of its points and reads the criterion off them; without Stan's further
// checks.
Transition no_u_turn(Fault fault, Stream& stream, const State& state, LogDensity& target,
                     double step_size) {
  Path path{{state, normals(stream, state.theta.size()), 1.0}};
  const double energy = 0.5 * path[0].momentum.squaredNorm() - state.log_density;
  State chosen = state;
  for (int doublings = 0; doublings < 10; ++doublings) {
    const bool forward = stream.uniform() < 0.5;
    Path newer{forward ? path.back() : path.front()};
    for (std::size_t i = 0; i < path.size(); ++i)
      newer.push_back(next_point(newer.back(), target, energy, forward ? step_size : -step_size));
    newer.erase(newer.begin());
    if (turns_within(newer)) break;
    double odds = total_weight(newer) / total_weight(path);
    if (fault == Fault::newest_subtree_always || fault == Fault::no_weights) odds = 1.0;
    if (stream.uniform() < odds) chosen = drawn(fault, stream, newer);
    if (!forward) std::reverse(newer.begin(), newer.end());
    path.insert(forward ? path.end() : path.begin(), newer.begin(), newer.end());
    if (turns(path, 0, path.size())) break;
  }
  return {chosen, {1.0, true, 1, false}};
}

// Along one coordinate picked at random: along one that is run through either way both
// faults would cancel.
// The interval has at most three widths, so that sharing them out matters.
Transition slice_of(Fault fault, Stream& stream, const State& state, LogDensity& target,
                    double step_size) {
  const auto p = static_cast<std::uint64_t>(state.theta.size());
  const Vector direction =
      Vector::Unit(state.theta.size(), static_cast<Eigen::Index>(stream.below(p)));
  const double level = state.log_density - stream.exponential();
  const auto at = [&](double x) { return state_at(state.theta + x * direction, target); };
  double lower = -step_size * stream.uniform();
  double upper = lower + step_size;
  auto down = static_cast<int>(stream.below(3));
  if (fault == Fault::steps_out_upwards_first) down = 0;
  int up = 2 - down;
  for (; down > 0 && at(lower).log_density >= level; --down) lower -= step_size;
  for (; up > 0 && at(upper).log_density >= level; --up) upper += step_size;
  for (int tries = 0; tries < 200; ++tries) {
    const double x = lower + stream.uniform() * (upper - lower);
    const State there = at(x);
    if (there.log_density >= level) return {there, {1.0, true, 1, false}};
    const bool below = x < 0.0 && fault != Fault::shrinks_from_above;
    (below ? lower : upper) = x;
  }
  return {state, {1.0, false, 1, false}};
}

Kernel planted(Fault fault, FaultyStep* step) {
  return {"planted", true, 0.8, 1.0,
          [fault, step](Stream& stream, const State& state, LogDensity& target, double size) {
            return step(fault, stream, state, target, size);
          }};
}

struct Row {
  const char* name;
  FaultyStep* step;
  double scale;  ///< step size in units of the smallest standard deviation
  std::vector<Fault> faults;
};

const std::vector<Row> rows{
    {"hamiltonian",
     hamiltonian,
     0.7,
     {Fault::no_last_half_kick, Fault::reversed_acceptance, Fault::no_momentum_in_energy}},
    {"walk", walk, 0.7, {Fault::reversed_acceptance}},
    {"langevin", langevin, 0.9, {Fault::no_reverse_proposal_density}},
    {"no U-turn", no_u_turn, 1.0, {Fault::newest_subtree_always, Fault::no_weights}},
    {"slice", slice_of, 0.5, {Fault::steps_out_upwards_first}},
    {"slice", slice_of, 4.0, {Fault::shrinks_from_above}}};

Deviation deviation(const Row& row, const Truth& truth, Fault fault) {
  const double step = row.scale * truth.covariance.diagonal().cwiseSqrt().minCoeff();
  const Deviation off = deviation_after_one_transition(truth, planted(fault, row.step), step);
  std::printf("%s, fault %d, %s: %.1f standard errors, detailed balance %.1f, KS %.1f\n", row.name,
              static_cast<int>(fault), truth.name.c_str(), off.moments, off.asymmetry,
              off.distance);
  return off;
}

// On at least one of the densities.
TEST(Kernels, PlantedFaultsAreSeenByTheSameCheck) {
  for (const Row& row : rows) {
    for (const Truth& truth : truths())
      EXPECT_TRUE(deviation(row, truth, Fault::none).agrees()) << row.name << " " << truth.name;
    for (const Fault fault : row.faults) {
      double seen = 0.0;
      for (const Truth& truth : truths())
        seen = std::max(seen, deviation(row, truth, fault).moments);
      EXPECT_GT(seen, 2.0 * allowed) << row.name << ", fault " << static_cast<int>(fault);
    }
  }
}

}  // namespace
}  // namespace photinus
