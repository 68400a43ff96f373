#pragma once

#include <vector>

#include "photinus/team/family_entry.hpp"

namespace photinus {

/// The families that Photinus brings, by name: to add one is to add a line here. A program puts its
/// own behind them.
std::vector<FamilyEntry> built_in_families();

}  // namespace photinus
