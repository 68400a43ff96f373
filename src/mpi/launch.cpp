#include "photinus/mpi/launch.hpp"

#include <boost/mpi/communicator.hpp>
#include <boost/mpi/environment.hpp>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>

#include "launch_guard.hpp"
#include "mpi_team.hpp"
#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/stop_signal.hpp"
#include "watchman.hpp"

namespace photinus {

namespace {

using Program = std::function<int(Team&)>;
using Families = std::vector<FamilyEntry>;

void say(const std::string& line) { std::cerr << "photinus: " << line << std::endl; }

bool has_launcher() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

// Not before rows are read: a job may well simulate or summarise alone.
Heartbeat warning_of_idle_tasks() {
  const auto said = std::make_shared<bool>(false);
  return [said](const char*, std::int64_t) {
    if (std::exchange(*said, true)) return;
    if (const auto warning = idle_tasks(std::getenv)) say("warning: " + *warning);
  };
}

int run_alone(const Families& families, const Program& program) {
  if (const auto complaint = unjoined_copies(std::getenv)) {
    if (speaks_for_copies(std::getenv)) say(*complaint);
    return static_cast<int>(ExitCode::usage);
  }
  LocalTeam alone(1, families, warning_of_idle_tasks());
  return program(alone);
}

int run_in_rank(Messenger& messenger, const Families& families, const Program& program,
                Pulse& pulse, const std::function<void(double)>& tell_deadline) {
  if (messenger.rank() != 0) {
    serve(messenger, families, pulse, tell_deadline);
    return 0;
  }
  MpiTeam team(messenger, families, pulse, tell_deadline);
  const int status = program(team);
  team.release();
  return status;
}

int run_together(MPI_Comm world, bool threads, const Families& families, const Program& program) {
  Messenger messenger(world);
  const auto places = call_roll(world);
  if (messenger.rank() == 0) {
    if (const auto warning = crowded_hosts(places)) say("warning: " + *warning);
    if (!threads)
      say("warning: this MPI has no MPI_THREAD_MULTIPLE: ranks that fall silent are not noticed");
  }
  Pulse pulse;
  std::optional<Watchman> watchman;
  if (threads) watchman.emplace(world, places, pulse);
  const auto tell_deadline = [&watchman](double seconds) {
    if (watchman) watchman->set_deadline(seconds);
  };
  try {
    const int status = run_in_rank(messenger, families, program, pulse, tell_deadline);
    // No rank leaves before all watches are over, or it would be taken for dead: under SLURM's PMIx
    // MPI_Finalize was seen not to wait.
    watchman.reset();
    MPI_Barrier(world);
    return status;
  } catch (...) {
    say(describe_thrown(messenger.rank(), pulse));
    end_job(world, static_cast<int>(ExitCode::internal));
  }
}

}  // namespace

int run_as_team(int argc, char** argv, const std::vector<FamilyEntry>& families,
                const std::function<int(Team&)>& program) {
  fix_cache_sizes();
  watch_stop_signals();
  if (!has_launcher()) return run_alone(families, program);
  // Open MPI's ranks give way to others where they wait inside it, at the start and the end.
  setenv("OMPI_MCA_mpi_yield_when_idle", "1", /*overwrite=*/0);
  Watchman::take_over_signals();
  const boost::mpi::environment environment(argc, argv, boost::mpi::threading::multiple,
                                            /*abort_on_exception=*/false);
  const bool threads = boost::mpi::environment::thread_level() == boost::mpi::threading::multiple;
  const boost::mpi::communicator world;
  if (world.size() == 1 || !threads) Watchman::give_back_signals();
  if (world.size() == 1) return run_alone(families, program);
  return run_together(world, threads, families, program);
}

}  // namespace photinus
