#pragma once

#include "leapfrog.hpp"

namespace photinus {

/// What the U-turn criterion reads of a point at the end of a tree.
struct TreeEnd {
  Vector momentum;
  Vector velocity;
};

/// Points of one trajectory that follow one another, and one of them drawn by the weights
/// exp(-energy).
struct Tree {
  TreeEnd first, last;  ///< in the order of growth
  Vector momentum_sum;
  double log_weight = 0.0;  ///< of all points together
  State drawn;
};

Tree tree_of(const PhasePoint& point, double log_weight);

/// How the draws of two halves become one.
enum class Progress {
  uniform,  ///< by weight: the newer with probability w_new / (w_old + w_new)
  biased,   ///< away from the start: the newer with probability min(1, w_new / w_old)
};

/// Whether the two halves of a tree, one after the other, have made a U-turn (Betancourt 2017,
/// appendix A.4.2). As in Stan, also whether either half has with the nearest point of the other,
/// which sees turns that the ends of the whole hide by going round again.
bool turns(const Tree& older, const Tree& newer);

/// Joins `newer` to the tree that it continues.
void join(Tree& tree, Tree&& newer, Progress progress, Stream& stream);

}  // namespace photinus
