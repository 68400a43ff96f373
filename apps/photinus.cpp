#include "photinus/model/linear.hpp"
#include "photinus/model/logistic.hpp"
#include "photinus/model/student_t.hpp"
#include "photinus/mpi/launch.hpp"
#include "photinus/run/program.hpp"

int main(int argc, char** argv) {
  using namespace photinus;
  const std::vector<FamilyEntry> families = {family_entry<Linear>(), family_entry<Logistic>(),
                                             family_entry<StudentT>()};
  return run_as_team(argc, argv, families,
                     [&](Team& team) { return run(argc, argv, team, families); });
}
