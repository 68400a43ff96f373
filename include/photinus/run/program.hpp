#pragma once

#include <vector>

#include "photinus/team/team.hpp"

namespace photinus {

/// The command line, on the coordinator; returns the exit status. Every Failure ends here, in one
/// line on standard error.
int run(int argc, char** argv, Team& team, const std::vector<FamilyEntry>& families);

}  // namespace photinus
