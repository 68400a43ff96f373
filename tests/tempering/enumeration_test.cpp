// Tempered transitions and swaps on three or four states, all random outcomes enumerated: what they
// leave invariant is seen to 1e-13 in total variation, without chance, and planted faults move it
// by more than 1e-3 in every problem, or in some where it says so. The faults of the published
// listings (van de Meent, Paige & Wood, algorithms 1 and 2) are among them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "photinus/tempering/swaps.hpp"
#include "photinus/tempering/tempered_transition.hpp"
#include "tempering/discrete.hpp"

namespace photinus {
namespace {

constexpr double exact = 1e-13, wrong = 1e-3;
constexpr int problems = 20;

using Proposal = TemperedProposal<int>;
using Propose = std::function<Proposal(const DiscreteLadder&, Path&, int start)>;

Proposal shipped(const DiscreteLadder& ladder, Path& path, int start) {
  return tempered_proposal(
      ladder.hottest(), start, [&](int m, int at) { return ladder.log_density(m, at); },
      [&](int m, int at) { return path.move(ladder.up[static_cast<std::size_t>(m)], at); },
      [&](int m, int at) { return path.move(ladder.down[static_cast<std::size_t>(m)], at); });
}

// The published listing's ratios, added.
Proposal ratios_added(const DiscreteLadder& ladder, Path& path, int start) {
  double sum = 0.0;
  int at = start;
  const auto move = [&](int m, const std::vector<Matrix>& kernels) {
    at = path.move(kernels[static_cast<std::size_t>(m)], at);
  };
  for (int m = 1; m <= ladder.hottest(); ++m) {
    sum += ladder.law(m)[at] / ladder.law(m - 1)[at];
    move(m, ladder.up);
  }
  for (int m = ladder.hottest(); m >= 1; --m) {
    move(m, ladder.down);
    sum += ladder.law(m - 1)[at] / ladder.law(m)[at];
  }
  return {at, log(sum)};
}

// The published listing's moves, one at the hottest rung and one at rung 0, ratios multiplied.
Proposal moves_at_rung_0(const DiscreteLadder& ladder, Path& path, int start) {
  Proposal proposal{start, 0.0};
  int& at = proposal.point;
  const auto ratio = [&](int m, int other) {
    return ladder.log_density(m, at) - ladder.log_density(other, at);
  };
  for (int m = 1; m <= ladder.hottest(); ++m) {
    proposal.log_ratio += ratio(m, m - 1);
    at = path.move(ladder.up[static_cast<std::size_t>(m)], at);
  }
  for (int m = ladder.hottest() - 1; m >= 0; --m) {
    at = path.move(ladder.down[static_cast<std::size_t>(m)], at);
    proposal.log_ratio += ratio(m, m + 1);
  }
  return proposal;
}

Proposal downwards_in_upward_order(const DiscreteLadder& ladder, Path& path, int start) {
  DiscreteLadder same = ladder;
  same.down = same.up;
  return shipped(same, path, start);
}

struct Errors {
  double least = 1.0, most = 0.0;
  void add(double error) {
    least = std::min(least, error);
    most = std::max(most, error);
  }
};

/// Of many random problems.
Errors errors_of(const Propose& propose, int rungs, bool composite) {
  Errors errors;
  for (int number = 0; number < problems; ++number) {
    const int states = 3 + number % 2;
    const auto ladder = random_ladder(static_cast<std::uint64_t>(number), states, rungs, composite);
    const Matrix kernel = enumerate(states, 2 * ladder.hottest(), [&](Path& path, int start) {
      return propose(ladder, path, start);
    });
    EXPECT_LT((kernel.rowwise().sum() - Vector::Ones(states)).lpNorm<Eigen::Infinity>(), exact);
    errors.add(invariance_error(ladder.law(0), kernel));
  }
  std::printf("%d rungs, %s: %.2g to %.2g\n", rungs, composite ? "composite" : "reversible",
              errors.least, errors.most);
  return errors;
}

TEST(TemperedTransition, LeavesThePosteriorInvariant) {
  for (const int rungs : {1, 2, 3})
    for (const bool composite : {false, true})
      EXPECT_LT(errors_of(shipped, rungs, composite).most, exact) << rungs << " " << composite;
}

TEST(TemperedTransition, RatiosAddedAreSeen) {
  for (const int rungs : {2, 3}) EXPECT_GT(errors_of(ratios_added, rungs, false).least, wrong);
}

TEST(TemperedTransition, MovesAtRung0AreSeen) {
  for (const int rungs : {2, 3}) EXPECT_GT(errors_of(moves_at_rung_0, rungs, false).least, wrong);
}

// In some problems the two orders of a composite kernel are nearly the same.
TEST(TemperedTransition, DownwardMovesInUpwardOrderAreSeen) {
  for (const int rungs : {2, 3})
    EXPECT_GT(errors_of(downwards_in_upward_order, rungs, true).most, 5.0 * wrong);
}

/// The last state is impossible at all rungs but the hottest.
DiscreteLadder with_impossible_state(std::uint64_t number) {
  Stream stream({.seed = 72, .purpose = Purpose::test, .index = number});
  DiscreteLadder ladder;
  for (int m = 0; m < 3; ++m) {
    Vector law = random_law(stream, 4);
    if (m < 2) law[3] = 0.0;
    ladder.add_rung(stream, law / law.sum(), true);
  }
  return ladder;
}

// Ways lead from the hottest rung to the impossible state, and there rung 1 has 0/0 for a ratio.
TEST(TemperedTransition, ImpossibleStatesAreNeverAccepted) {
  for (std::uint64_t number = 0; number < problems; ++number) {
    const auto ladder = with_impossible_state(number);
    const Matrix kernel =
        enumerate(4, 4, [&](Path& path, int start) { return shipped(ladder, path, start); });
    EXPECT_EQ(kernel.col(3).head(3).maxCoeff(), 0.0);
    EXPECT_LT(invariance_error(ladder.law(0), kernel), exact);
  }
}

/// How swaps are tried.
struct Swapping {
  std::function<double(const SwapSide& cold, const SwapSide& hot)> ratio =
      [](const SwapSide& cold, const SwapSide& hot) { return exp(log_swap_ratio(cold, hot)); };
  bool wrong_neighbours = false;  ///< of rungs m and m+1 where m-1 and m were tried
};

/// The kernel of all swaps of one iteration on the states of all rungs together: state x_0 of rung
/// 0, x_1, ... is number x_0 + S x_1 + S^2 x_2 + ... of S states each.
class SwapKernel {
 public:
  SwapKernel(const DiscreteLadder& ladder, const std::vector<int>& pairs, const Swapping& swapping)
      : ladder_(ladder), pairs_(pairs), swapping_(swapping) {}

  Matrix enumerate_all(const std::vector<int>& standing) {
    const int all = Path::count(ladder_.states(), static_cast<int>(standing.size()));
    kernel_ = Matrix::Zero(all, all);
    for (start_ = 0; start_ < all; ++start_) {
      LadderPlaces places(static_cast<int>(standing.size()));
      places.place(standing);
      points_.assign(standing.size(), 0);
      int left = start_;
      for (const int replica : standing) {
        points_[static_cast<std::size_t>(replica)] = left % ladder_.states();
        left /= ladder_.states();
      }
      go_on(0, places, 1.0);
    }
    return kernel_;
  }

 private:
  int point(const LadderPlaces& places, int rung) const {
    return points_[static_cast<std::size_t>(places.replica_at(rung))];
  }

  SwapSide side(int at, int own, int other) const {
    return {ladder_.log_density(own, at), ladder_.log_density(other, at)};
  }

  void go_on(std::size_t next, const LadderPlaces& places, double probability) {
    if (next == pairs_.size()) {
      int end = 0;
      for (int m = ladder_.hottest(); m >= 0; --m) end = end * ladder_.states() + point(places, m);
      kernel_(start_, end) += probability;
      return;
    }
    const int m = pairs_[next];
    const double ratio =
        swapping_.ratio(side(point(places, m - 1), m - 1, m), side(point(places, m), m, m - 1));
    const double acceptance = std::min(1.0, ratio);
    LadderPlaces swapped = places;
    const int exchanged = swapping_.wrong_neighbours ? m + 1 : m;
    if (exchanged < places.rungs()) swapped.swap(exchanged);
    go_on(next + 1, swapped, probability * acceptance);
    go_on(next + 1, places, probability * (1.0 - acceptance));
  }

  const DiscreteLadder& ladder_;
  const std::vector<int>& pairs_;
  const Swapping& swapping_;
  int start_ = 0;
  std::vector<int> points_;  // by replica
  Matrix kernel_;
};

Vector product_law(const DiscreteLadder& ladder) {
  Vector joint = Vector::Ones(1);
  for (const Vector& law : ladder.laws) joint = Vector((joint * law.transpose()).reshaped());
  return joint;
}

struct Schedule {
  SwapSchedule kind;
  std::int64_t iteration;
};
const std::vector<Schedule> schedules = {{SwapSchedule::sweep, 0},
                                         {SwapSchedule::even_then_odd, 0},
                                         {SwapSchedule::even_odd, 0},
                                         {SwapSchedule::even_odd, 1}};

/// In the order in which they are tried.
std::vector<int> pairs_of(const Schedule& schedule) {
  std::vector<int> pairs;
  for (const auto& round : swap_rounds(schedule.kind, 3, schedule.iteration))
    pairs.insert(pairs.end(), round.begin(), round.end());
  return pairs;
}

Errors errors_of(const Schedule& schedule, const Swapping& swapping) {
  Errors errors;
  for (std::uint64_t number = 0; number < problems; ++number) {
    const auto ladder = random_ladder(number, 3 + static_cast<int>(number % 2), 3, false);
    const auto pairs = pairs_of(schedule);
    for (const auto& standing : {std::vector{0, 1, 2}, std::vector{2, 0, 1}}) {
      const Matrix kernel = SwapKernel(ladder, pairs, swapping).enumerate_all(standing);
      errors.add(invariance_error(product_law(ladder), kernel));
    }
  }
  std::printf("swaps: %.2g to %.2g\n", errors.least, errors.most);
  return errors;
}

TEST(Swaps, LeaveTheProductOfAllRungsInvariant) {
  for (const Schedule& schedule : schedules) EXPECT_LT(errors_of(schedule, {}).most, exact);
}

// Where the hottest pair is tried there are no other neighbours: the odd half alone shows nothing.
TEST(Swaps, OfTheWrongNeighboursAreSeen) {
  Swapping swapping;
  swapping.wrong_neighbours = true;
  for (const std::size_t which : {0U, 1U, 2U})
    EXPECT_GT(errors_of(schedules[which], swapping).least, wrong);
}

TEST(Swaps, OfAddedRatiosAreSeen) {
  Swapping swapping;
  swapping.ratio = [](const SwapSide& cold, const SwapSide& hot) {
    return exp(cold.at_other - cold.at_own) + exp(hot.at_other - hot.at_own);
  };
  for (const Schedule& schedule : schedules) EXPECT_GT(errors_of(schedule, swapping).least, wrong);
}

TEST(Swaps, ByTheRatioOfOneSideAreSeen) {
  Swapping swapping;
  swapping.ratio = [](const SwapSide& cold, const SwapSide&) {
    return exp(cold.at_other - cold.at_own);
  };
  for (const Schedule& schedule : schedules) EXPECT_GT(errors_of(schedule, swapping).least, wrong);
}

/// Three rows and what each says of three states.
struct ThreeRows {
  Vector prior;
  std::vector<Vector> likelihood;  ///< by row

  explicit ThreeRows(std::uint64_t number) {
    Stream stream({.seed = 73, .purpose = Purpose::test, .index = number});
    prior = random_law(stream, 3);
    for (int row = 0; row < 3; ++row) likelihood.push_back(random_law(stream, 3));
  }

  Vector posterior(const std::vector<int>& rows) const {
    Vector law = prior;
    for (const int row : rows) law = law.cwiseProduct(likelihood[static_cast<std::size_t>(row)]);
    return law / law.sum();
  }
};

const std::vector<std::vector<std::vector<int>>> subsets_of_a_size = {{{0}, {1}, {2}},
                                                                      {{0, 1}, {1, 2}, {2, 0}}};

DiscreteLadder two_rungs(const ThreeRows& data, const std::vector<int>& subset,
                         std::uint64_t number) {
  Stream stream({.seed = 74, .purpose = Purpose::test, .index = number});
  DiscreteLadder ladder;
  ladder.add_rung(stream, data.posterior({0, 1, 2}), false);
  ladder.add_rung(stream, data.posterior(subset), false);
  return ladder;
}

/// One iteration of subsampled parallel tempering over two rungs: updates of both, and a swap.
Matrix subsampled_iteration(const DiscreteLadder& ladder) {
  const int states = ladder.states(), all = states * states;
  Matrix updates(all, all);
  for (int from = 0; from < all; ++from)
    for (int to = 0; to < all; ++to)
      updates(from, to) =
          ladder.up[0](from % states, to % states) * ladder.up[1](from / states, to / states);
  return updates * SwapKernel(ladder, {1}, Swapping{}).enumerate_all({0, 1});
}

/// The law of rung 0, where rung 1 is summed out.
Vector of_rung_0(const Vector& joint) { return joint.reshaped(3, 3).rowwise().sum(); }

TEST(Subsets, FixedOnesLeaveThePosteriorInvariant) {
  for (std::uint64_t number = 0; number < problems; ++number)
    for (const auto& subsets : subsets_of_a_size)
      for (const auto& subset : subsets) {
        const auto ladder = two_rungs(ThreeRows(number), subset, number);
        const Matrix kernel = subsampled_iteration(ladder);
        EXPECT_LT(invariance_error(product_law(ladder), kernel), exact);
        EXPECT_LT(distance(of_rung_0(stationary(kernel)), ladder.law(0)), exact);
      }
}

// The subset of rung 1 redrawn at will before every iteration of parallel tempering.
TEST(Subsets, RedrawnAtWillBiasThePosterior) {
  Errors errors;
  for (std::uint64_t number = 0; number < problems; ++number)
    for (const auto& subsets : subsets_of_a_size) {
      Matrix kernel = Matrix::Zero(9, 9);
      for (const auto& subset : subsets)
        kernel += subsampled_iteration(two_rungs(ThreeRows(number), subset, number)) / 3.0;
      errors.add(distance(of_rung_0(stationary(kernel)), ThreeRows(number).posterior({0, 1, 2})));
    }
  std::printf("redrawn subsets: %.2g to %.2g\n", errors.least, errors.most);
  EXPECT_GT(errors.least, 1e-4);
  EXPECT_GT(errors.most, 10.0 * wrong);
}

/// Tempered transitions with subsets of their own, the same up and down or not, all averaged over.
Matrix fresh_subsets(const ThreeRows& data, const std::vector<std::vector<int>>& subsets, bool same,
                     std::uint64_t number) {
  Matrix kernel = Matrix::Zero(3, 3);
  double ways = 0.0;
  for (std::size_t x = 0; x < subsets.size(); ++x)
    for (std::size_t y = 0; y < subsets.size(); ++y) {
      if (same && x != y) continue;
      const auto up = two_rungs(data, subsets[x], number),
                 down = two_rungs(data, subsets[y], number);
      ways += 1.0;
      kernel += enumerate(3, 2, [&](Path& path, int start) {
        bool back = false;
        const auto density = [&](int m, int at) { return (back ? down : up).log_density(m, at); };
        const auto climb = [&](int m, int at) {
          back = true;
          return path.move(up.up[static_cast<std::size_t>(m)], at);
        };
        return tempered_proposal(1, start, density, climb, [&](int m, int at) {
          return path.move(down.down[static_cast<std::size_t>(m)], at);
        });
      });
    }
  return kernel / ways;
}

TEST(Subsets, FreshForEveryTransitionLeaveThePosteriorInvariant) {
  for (std::uint64_t number = 0; number < problems; ++number)
    for (const auto& subsets : subsets_of_a_size) {
      const ThreeRows data(number);
      const Matrix kernel = fresh_subsets(data, subsets, true, number);
      EXPECT_LT(invariance_error(data.posterior({0, 1, 2}), kernel), exact);
    }
}

TEST(Subsets, RedrawnAtTheTopOfATransitionAreSeen) {
  Errors errors;
  for (std::uint64_t number = 0; number < problems; ++number)
    for (const auto& subsets : subsets_of_a_size) {
      const ThreeRows data(number);
      const Matrix kernel = fresh_subsets(data, subsets, false, number);
      errors.add(invariance_error(data.posterior({0, 1, 2}), kernel));
    }
  std::printf("redrawn at the top: %.2g to %.2g\n", errors.least, errors.most);
  EXPECT_GT(errors.most, 10.0 * wrong);
}

}  // namespace
}  // namespace photinus
