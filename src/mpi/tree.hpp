#pragma once

#include <vector>

namespace photinus {

/// The binomial tree that commands go down and replies come up. The subtree of a rank is a run of
/// consecutive ranks that starts with it, and its children's subtrees follow one another: replies
/// merged in the order of children are in the order of ranks.
inline int parent_of(int rank) { return rank & (rank - 1); }

inline std::vector<int> children_of(int rank, int size) {
  std::vector<int> children;
  for (int step = 1; rank + step < size && (rank & step) == 0; step *= 2)
    children.push_back(rank + step);
  return children;
}

}  // namespace photinus
