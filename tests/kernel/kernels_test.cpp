#include <gtest/gtest.h>

#include <cstdio>
#include <limits>

#include "kernel/invariance.hpp"
#include "kernel/long_run.hpp"

namespace photinus {
namespace {

void expect_invariance(const std::vector<Kernel>& all, const Truth& truth, double factor) {
  Deviation worst;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double step = factor * all[i].first_step_size;
    const Deviation off = deviation_after_one_transition(truth, all[i], step);
    EXPECT_LT(off.moments, allowed) << label(truth, all[i], i);
    EXPECT_LT(off.asymmetry, allowed) << label(truth, all[i], i);
    EXPECT_LT(off.distance, allowed_distance) << label(truth, all[i], i);
    worst = {std::max(worst.moments, off.moments), std::max(worst.asymmetry, off.asymmetry),
             std::max(worst.distance, off.distance)};
  }
  std::printf("%s: worst %.2f standard errors, detailed balance %.2f, KS %.2f\n",
              truth.name.c_str(), worst.moments, worst.asymmetry, worst.distance);
}

TEST(Kernels, LeaveExactDrawsExact) {
  for (const Truth& truth : truths()) expect_invariance(kernels(truth), truth, 0.8);
}

// Three doublings and more, where ends, sums and subtrees are no longer single points.
TEST(Nuts, LeavesExactDrawsExactOverLongTrajectories) {
  for (const Truth& truth : truths())
    expect_invariance({nuts(precision_metric(truth.covariance.inverse()), {})}, truth, 0.25);
}

// From far off, with the adapted step size; catches what stops a chain from getting there, and a
// step size that goes on changing.
TEST(Kernels, ChainsHaveTheMomentsOfTheTarget) {
  double worst = 0.0;
  for (const Truth& truth : truths()) {
    const auto all = kernels(truth);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const LongRun result = long_run(truth, all[i], 25'000);
      const auto product = [&](int j, int k) {
        Chains chains;
        for (const auto& draws : result.draws) chains.push_back(products(truth, draws, j, k));
        return chains;
      };
      const double off = worst_moment<Chains>(truth, product);
      EXPECT_LT(off, allowed) << label(truth, all[i], i);
      worst = std::max(worst, off);
    }
  }
  std::printf("worst: %.2f standard errors\n", worst);
}

/// The given value everywhere but at the start.
class Hole final : public LogDensity {
 public:
  explicit Hole(double inside) : inside_(inside) {}
  int dimension() const override { return 1; }
  double value(const Vector&) override { return inside_; }
  double value(const Vector&, Vector& gradient) override {
    gradient = Vector::Constant(1, inside_);
    return inside_;
  }

 private:
  double inside_;
};

TEST(Kernels, ImpossibleProposalsLeaveTheStateUntouched) {
  const State start{Vector::Constant(1, 0.25), -1.5, Vector::Constant(1, 0.75)};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double inside : {std::numeric_limits<double>::quiet_NaN(), -infinity, -1e300})
    for (const Kernel& kernel : kernels(log_gamma()))
      for (std::uint64_t i = 0; i < 100; ++i) {
        Hole target(inside);
        Stream stream = numbers(9, i);
        const Transition next = kernel.transition(stream, start, target, 0.3);
        EXPECT_EQ(next.state.theta, start.theta) << kernel.name << " " << inside;
        EXPECT_EQ(next.state.log_density, start.log_density) << kernel.name << " " << inside;
        EXPECT_EQ(next.state.gradient, start.gradient) << kernel.name << " " << inside;
        EXPECT_FALSE(next.info.accepted);
        EXPECT_EQ(next.info.acceptance_rate, kernel.target_acceptance == 0.0 ? 1.0 : 0.0);
        EXPECT_EQ(next.info.diverging, kernel.needs_gradient);
      }
}

// An ordinary rejection: same bytes as before. With the walk's steps of 2.4 and the density of a
// standard normal about half of the proposals are rejected; all 1,000 accepted has probability 0.
// NUTS and slice sampling have no proposal to reject and nearly always move.
TEST(Kernels, RejectedProposalsLeaveTheStateUntouched) {
  const Truth truth = correlated();
  const auto target = truth.make();
  for (const Kernel& kernel : kernels(truth)) {
    int rejected = 0;
    for (std::uint64_t i = 0; i < 1000; ++i) {
      Stream exact = numbers(1, i), own = numbers(2, i);
      const State start = state_at(truth.draw(exact), *target);
      const double step = kernel.first_step_size * (kernel.needs_gradient ? 2.0 : 1.0);
      const Transition next = kernel.transition(own, start, *target, step);
      EXPECT_EQ(next.info.accepted, next.state.theta != start.theta) << kernel.name;
      if (next.info.accepted) continue;
      ++rejected;
      EXPECT_EQ(next.state.theta, start.theta);
      EXPECT_EQ(next.state.log_density, start.log_density);
      EXPECT_EQ(next.state.gradient, start.gradient);
    }
    const bool proposes = kernel.name != "nuts" && kernel.target_acceptance > 0.0;
    EXPECT_GT(rejected, proposes ? 10 : -1) << kernel.name;
  }
}

// A transition is a function of its arguments: the same stream gives the same bytes.
TEST(Kernels, AreFunctionsOfTheStream) {
  const Truth truth = log_gamma();
  const auto target = truth.make();
  const State start = state_at(truth.mean, *target);
  for (const Kernel& kernel : kernels(truth)) {
    Stream stream = numbers(7, 7), copy = stream;
    const Transition first = kernel.transition(stream, start, *target, 0.5);
    const Transition again = kernel.transition(copy, start, *target, 0.5);
    EXPECT_EQ(first.state.theta, again.state.theta);
    EXPECT_EQ(first.info.acceptance_rate, again.info.acceptance_rate);
    EXPECT_EQ(stream.bits(), copy.bits());
  }
}

/// Counts evaluations and keeps the place of the last.
class Watched final : public LogDensity {
 public:
  explicit Watched(const Truth& truth) : target_(truth.make()) {}
  int dimension() const override { return target_->dimension(); }
  double value(const Vector& theta) override {
    Vector gradient;
    return value(theta, gradient);
  }
  double value(const Vector& theta, Vector& gradient) override {
    ++evaluations;
    last = theta;
    return target_->value(theta, gradient);
  }

  int evaluations = 0;
  Vector last;

 private:
  std::unique_ptr<LogDensity> target_;
};

// The state that comes back carries its own density and gradient; Info counts the evaluations, and
// slice sampling ends them at the new state.
TEST(Kernels, AccountForTheirEvaluations) {
  for (const Truth& truth : truths())
    for (const Kernel& kernel : kernels(truth))
      for (std::uint64_t i = 0; i < 200; ++i) {
        Stream exact = numbers(1, i), own = numbers(2, i);
        const auto target = truth.make();
        const State start = state_at(truth.draw(exact), *target);
        Watched watched(truth);
        const Transition next =
            kernel.transition(own, start, watched, 0.8 * kernel.first_step_size);
        EXPECT_EQ(next.info.leapfrogs, watched.evaluations) << kernel.name;
        const State there = state_at(next.state.theta, *target);
        EXPECT_EQ(next.state.log_density, there.log_density) << kernel.name;
        EXPECT_TRUE(!kernel.needs_gradient || next.state.gradient == there.gradient) << kernel.name;
        const bool slices = kernel.target_acceptance == 0.0;
        EXPECT_TRUE(!slices || watched.last == next.state.theta) << kernel.name;
      }
}

// The leapfrog is unstable with steps above 2 standard deviations: the energy grows by a factor at
// every step and passes 1,000 long before step 1,000.
TEST(Kernels, LeaveDivergingTrajectoriesEarly) {
  const Truth truth = correlated();
  const auto target = truth.make();
  const Metric metric = precision_metric(truth.covariance.inverse());
  for (const Kernel& kernel : {hmc(metric, {.leapfrogs = 1000}), nuts(metric, {})})
    for (std::uint64_t i = 0; i < 100; ++i) {
      Stream exact = numbers(1, i), own = numbers(2, i);
      const State start = state_at(truth.draw(exact), *target);
      const Transition next = kernel.transition(own, start, *target, 10.0);
      EXPECT_TRUE(next.info.diverging) << kernel.name;
      EXPECT_LE(next.info.leapfrogs, 5) << kernel.name;
      EXPECT_EQ(next.state.theta, start.theta) << kernel.name;
    }
}

/// Flat, but for a cliff at 0 that no gradient announces.
class Cliff final : public LogDensity {
 public:
  int dimension() const override { return 1; }
  double value(const Vector& theta) override { return theta[0] > 0.0 ? 0.0 : -1500.0; }
  double value(const Vector& theta, Vector& gradient) override {
    gradient = Vector::Zero(1);
    return value(theta);
  }
};

// Detailed balance: if the way down the cliff diverges then so does the way up. A limit on the rise
// of the energy alone would call the way down diverging and take the way up.
TEST(Kernels, DivergeAlikeInBothDirections) {
  Cliff target;
  const Metric metric = precision_metric(Matrix::Identity(1, 1));
  for (const Kernel& kernel :
       {mala(metric), hmc(metric, {Integrator::leapfrog, 1.8, 3}), nuts(metric, {})})
    for (const double side : {-1e-3, 1e-3}) {
      int diverging = 0;
      const State start = state_at(Vector::Constant(1, side), target);
      for (std::uint64_t i = 0; i < 200; ++i) {
        Stream stream = numbers(9, i);
        const Transition next = kernel.transition(stream, start, target, 1.0);
        EXPECT_GT(next.state.theta[0] * side, 0.0) << kernel.name;
        diverging += next.info.diverging ? 1 : 0;
      }
      EXPECT_GT(diverging, 60) << kernel.name << " " << side;
    }
}

// On a normal with steps of 0.05 a U-turn needs about pi / 0.05 = 63 leapfrogs: 5 to 7 doublings
// make 31 to 127. With 3 doublings allowed there are 7.
TEST(Nuts, StopsAtAUTurnOrAtItsLimit) {
  const Truth truth = correlated();
  const auto target = truth.make();
  const Metric metric = precision_metric(truth.covariance.inverse());
  double mean = 0.0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Stream exact = numbers(1, i), own = numbers(2, i), copy = own;
    const State start = state_at(truth.draw(exact), *target);
    const int free = nuts(metric, {}).transition(own, start, *target, 0.05).info.leapfrogs;
    EXPECT_LT(free, 128);
    mean += free / 200.0;
    const Kernel limited = nuts(metric, {.most_doublings = 3});
    EXPECT_EQ(limited.transition(copy, start, *target, 0.05).info.leapfrogs, 7);
  }
  EXPECT_GT(mean, 31.0);
  EXPECT_LT(mean, 80.0);
}

// With steps of sqrt(2) standard deviations leapfrogs come back after four: the ends of four points
// and of every longer tree never turn, and only the checks between the halves see that they did.
// Without these some trajectories run to 1,023 leapfrogs.
TEST(Nuts, SeesTurnsThatTheEndsHide) {
  const Truth truth = correlated();
  const auto target = truth.make();
  const Kernel kernel = nuts(precision_metric(truth.covariance.inverse()), {});
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Stream exact = numbers(1, i), own = numbers(2, i);
    const State start = state_at(truth.draw(exact), *target);
    EXPECT_LE(kernel.transition(own, start, *target, std::sqrt(2.0)).info.leapfrogs, 7);
  }
}

// Narrow intervals may grow to most_steps_out widths and no further.
TEST(Slice, MovesWithinItsLargestInterval) {
  const Truth truth = log_gamma();
  const auto target = truth.make();
  const Metric metric = precision_metric(Matrix::Identity(1, 1));
  const Kernel kernel = slice(metric, {.updates = 1, .width = 0.1, .most_steps_out = 3});
  double farthest = 0.0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Stream stream = numbers(9, i);
    const State start = state_at(truth.mean, *target);
    const Transition next = kernel.transition(stream, start, *target, 0.5);
    farthest = std::max(farthest, std::abs(next.state.theta[0] - start.theta[0]));
  }
  EXPECT_LT(farthest, 3 * 0.05);
  EXPECT_GT(farthest, 2 * 0.05);
}

}  // namespace
}  // namespace photinus
