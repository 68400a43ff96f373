#pragma once

#include <vector>

#include "experiments.hpp"

namespace photinus::paper {

/// What a group of chains asks for, in seconds: at full length, and at the least.
struct Wish {
  double full = 0.0, least = 0.0;
};

/// How many of the groups can be run at all: from the front, as long as the least of all of them
/// fits.
std::size_t affordable(const std::vector<Wish>& wishes, double seconds);

/// Seconds for the first of the groups that wait: its least, and an even share of what the least of
/// all leaves; never more than it asks for.
double share_of_first(const std::vector<Wish>& waiting, double seconds);

/// The length that takes a part, 0 to 1, of the time of the full one, and never less than the
/// least.
Length shortened(const Length& full, const Length& least, double part);

}  // namespace photinus::paper
