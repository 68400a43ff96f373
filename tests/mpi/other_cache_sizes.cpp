// The program as it would be on a processor with other caches: Eigen is given odd cache sizes
// before the program starts.
#include <Eigen/Dense>

#include "photinus/families/built_in.hpp"
#include "photinus/mpi/launch.hpp"
#include "photinus/run/program.hpp"

int main(int argc, char** argv) {
  using namespace photinus;
  Eigen::setCpuCacheSizes(4 * 1024, 16 * 1024, 64 * 1024);
  const std::vector<FamilyEntry> families = built_in_families();
  return run_as_team(argc, argv, families,
                     [&](Team& team) { return run(argc, argv, team, families); });
}
