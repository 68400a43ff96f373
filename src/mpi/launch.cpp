#include "photinus/mpi/launch.hpp"

#include <boost/mpi/communicator.hpp>
#include <boost/mpi/environment.hpp>
#include <cstdlib>
#include <iostream>

#include "mpi_team.hpp"
#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/stop_signal.hpp"

namespace photinus {

namespace {

bool has_launcher() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

}  // namespace

int run_as_team(int argc, char** argv, const std::vector<FamilyEntry>& families,
                const std::function<int(Team&)>& program) {
  fix_cache_sizes();
  watch_stop_signals();
  LocalTeam alone(1, families);
  if (!has_launcher()) return program(alone);
  const boost::mpi::environment environment(argc, argv, /*abort_on_exception=*/false);
  const boost::mpi::communicator world;
  if (world.size() == 1) return program(alone);
  Messenger messenger(world);
  try {
    if (messenger.rank() != 0) {
      serve(messenger, families);
      return 0;
    }
    MpiTeam team(messenger, families);
    const int status = program(team);
    team.dismiss();
    return status;
  } catch (const std::exception& error) {
    std::cerr << "photinus: rank " << messenger.rank() << ": " << error.what() << std::endl;
    MPI_Abort(world, static_cast<int>(ExitCode::internal));
  }
  return static_cast<int>(ExitCode::internal);
}

}  // namespace photinus
