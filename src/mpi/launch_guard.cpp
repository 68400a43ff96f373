#include "launch_guard.hpp"

#include <cstdlib>
#include <map>

namespace photinus {

namespace {

int number(const Environment& environment, const char* name) {
  const char* value = environment(name);
  return value == nullptr ? 0 : std::atoi(value);
}

// Of SLURM's steps only srun's have more tasks than one: a batch script is none at all. What mpirun
// starts through SLURM sees the step of mpirun's daemons.
struct Launcher {
  const char* size;
  const char* rank;
  const char* words;
};
constexpr Launcher launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "Open MPI's mpirun"},
    {"PMI_SIZE", "PMI_RANK", "a launcher that speaks PMI"},
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "srun"},
};

const Launcher* launcher_of(const Environment& environment) {
  for (const auto& launcher : launchers)
    if (number(environment, launcher.size) > 0) return &launcher;
  return nullptr;
}

// Which mpirun is the right one.
std::string mpi_library() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string version(text);
  return version.substr(0, version.find_first_of(",\n"));
}

struct Host {
  int ranks = 0;
  cpu_set_t cores = {};
};

std::string describe(const std::string& name, const Host& host) {
  const int cores = CPU_COUNT(&host.cores);
  return std::to_string(host.ranks) + " ranks of 1 thread share " + std::to_string(cores) +
         (cores == 1 ? " core" : " cores") + " on host " + name;
}

}  // namespace

std::optional<std::string> unjoined_copies(const Environment& environment) {
  const Launcher* launcher = launcher_of(environment);
  if (launcher == nullptr || number(environment, launcher->size) == 1 ||
      environment("PHOTINUS_INDEPENDENT") != nullptr)
    return {};
  const std::string size = environment(launcher->size);
  return std::string(launcher->words) + " started " + size +
         " processes, but for MPI each of them is alone: " + size +
         " runs would write the same files. Photinus was built with " + mpi_library() +
         ": start it with srun --mpi=pmix (srun --mpi=list shows what there is) or with the mpirun "
         "of that MPI; for runs that have nothing to do with each other set PHOTINUS_INDEPENDENT=1";
}

bool speaks_for_copies(const Environment& environment) {
  const Launcher* launcher = launcher_of(environment);
  return launcher == nullptr || number(environment, launcher->rank) == 0;
}

std::optional<std::string> idle_tasks(const Environment& environment) {
  const int tasks = number(environment, "SLURM_NTASKS");
  if (tasks <= 1 || environment("SLURM_JOB_ID") == nullptr || launcher_of(environment) != nullptr ||
      environment("PHOTINUS_INDEPENDENT") != nullptr)
    return {};
  return "this SLURM job has " + std::to_string(tasks) +
         " tasks, but the program was started alone: 1 rank runs; srun --mpi=pmix or mpirun before "
         "the command starts all";
}

std::optional<std::string> crowded_hosts(const std::vector<Place>& places) {
  std::map<std::string, Host> hosts;
  for (const auto& place : places) {
    Host& host = hosts[place.name()];
    ++host.ranks;
    CPU_OR(&host.cores, &host.cores, &place.cores);
  }
  std::string first;
  int crowded = 0;
  for (const auto& [name, host] : hosts)
    if (host.ranks > CPU_COUNT(&host.cores) && crowded++ == 0) first = describe(name, host);
  if (crowded == 0) return {};
  if (crowded > 1) first += ", and so it is on " + std::to_string(crowded - 1) + " more";
  return first + ": they take turns; one rank for each core is fastest";
}

}  // namespace photinus
