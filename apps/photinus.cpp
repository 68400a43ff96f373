#include "photinus/families/built_in.hpp"
#include "photinus/mpi/launch.hpp"
#include "photinus/run/program.hpp"

int main(int argc, char** argv) {
  using namespace photinus;
  const std::vector<FamilyEntry> families = built_in_families();
  return run_as_team(argc, argv, families,
                     [&](Team& team) { return run(argc, argv, team, families); });
}
