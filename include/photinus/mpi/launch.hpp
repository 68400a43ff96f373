#pragma once

#include <functional>
#include <vector>

#include "photinus/team/team.hpp"

namespace photinus {

/// Runs `program` on rank 0 with the team of all ranks, and the worker loop on the others.
///
/// Started without a launcher, or by one as a single rank, no message is ever sent: the team is a
/// LocalTeam of one. Returns the exit status of this rank: the program's on rank 0, 0 elsewhere.
int run_as_team(int argc, char** argv, const std::vector<FamilyEntry>& families,
                const std::function<int(Team&)>& program);

}  // namespace photinus
