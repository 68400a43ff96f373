#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "photinus/base/elementary.hpp"
#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/random.hpp"

// Laws and kernels on a handful of states, for tests that enumerate everything. Laws are vectors of
// positive weights that sum to 1, kernels matrices whose rows do.

namespace photinus {

/// Half the sum of absolute differences: the total variation distance.
inline double distance(const Vector& a, const Vector& b) { return 0.5 * (a - b).lpNorm<1>(); }

/// How far one transition moves a law: 0 where the kernel leaves it invariant.
inline double invariance_error(const Vector& law, const Matrix& kernel) {
  return distance(law, kernel.transpose() * law);
}

/// Weights that differ by factors of up to 20 or so.
inline Vector random_law(Stream& stream, int states) {
  Vector law(states);
  for (double& weight : law) weight = exp(3.0 * stream.uniform());
  return law / law.sum();
}

/// Symmetric proposals, some far more frequent than others.
inline Matrix random_proposals(Stream& stream, Eigen::Index states) {
  Matrix proposals = Matrix::Zero(states, states);
  for (Eigen::Index i = 0; i < states; ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      proposals(i, j) = proposals(j, i) = exp(5.0 * stream.uniform());
  return proposals / proposals.rowwise().sum().maxCoeff();
}

/// Metropolis with random proposals: reversible for `law`. One state may be impossible.
inline Matrix reversible_kernel(Stream& stream, const Vector& law) {
  Matrix kernel = random_proposals(stream, law.size());
  for (Eigen::Index i = 0; i < law.size(); ++i) {
    for (Eigen::Index j = 0; j < law.size(); ++j)
      if (i != j) kernel(i, j) *= std::min(1.0, law[j] / law[i]);
    kernel(i, i) = 1.0 - kernel.row(i).sum();
  }
  return kernel;
}

/// The stationary law of a kernel that reaches every state from every other.
inline Vector stationary(Matrix kernel) {
  for (int doubling = 0; doubling < 40; ++doubling) {
    kernel *= kernel;
    for (Eigen::Index i = 0; i < kernel.rows(); ++i) kernel.row(i) /= kernel.row(i).sum();
  }
  return kernel.row(0).transpose();
}

/// Laws of rungs, coldest first, and kernels that leave them invariant. `down` is the time reversal
/// of `up`.
struct DiscreteLadder {
  std::vector<Vector> laws;
  std::vector<Matrix> up, down;

  int states() const { return static_cast<int>(laws.front().size()); }
  int hottest() const { return static_cast<int>(laws.size()) - 1; }
  const Vector& law(int m) const { return laws[static_cast<std::size_t>(m)]; }
  double log_density(int m, int state) const { return log(law(m)[state]); }

  /// Kernels are reversible, or two such ones after another.
  void add_rung(Stream& stream, const Vector& law, bool composite) {
    const Matrix first = reversible_kernel(stream, law), second = reversible_kernel(stream, law);
    laws.push_back(law);
    up.push_back(composite ? Matrix(first * second) : first);
    down.push_back(composite ? Matrix(second * first) : first);
  }
};

inline DiscreteLadder random_ladder(std::uint64_t number, int states, int rungs, bool composite) {
  Stream stream({.seed = 71, .purpose = Purpose::test, .index = number});
  DiscreteLadder ladder;
  for (int m = 0; m < rungs; ++m) ladder.add_rung(stream, random_law(stream, states), composite);
  return ladder;
}

/// One way that a sequence of random moves can go, and its probability.
class Path {
 public:
  /// The way's number, of states^moves, spells the states that are moved to.
  Path(int number, int states) : left_(number), states_(states) {}

  int move(const Matrix& kernel, int from) {
    const int to = left_ % states_;
    left_ /= states_;
    probability_ *= kernel(from, to);
    return to;
  }
  double probability() const { return probability_; }

  static int count(int states, int moves) {
    int ways = 1;
    for (int i = 0; i < moves; ++i) ways *= states;
    return ways;
  }

 private:
  int left_, states_;
  double probability_ = 1.0;
};

/// The kernel that proposes by propose(path, start), which makes so many moves, and accepts with
/// the ratio that the proposal carries.
template <class Propose>
Matrix enumerate(int states, int moves, Propose propose) {
  Matrix kernel = Matrix::Zero(states, states);
  for (int start = 0; start < states; ++start)
    for (int way = 0; way < Path::count(states, moves); ++way) {
      Path path(way, states);
      const auto proposal = propose(path, start);
      const double acceptance = std::min(1.0, exp(proposal.log_ratio));
      kernel(start, proposal.point) += path.probability() * acceptance;
      kernel(start, start) += path.probability() * (1.0 - acceptance);
    }
  return kernel;
}

}  // namespace photinus
