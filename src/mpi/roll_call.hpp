#pragma once

#include <mpi.h>
#include <sched.h>

#include <cstdint>
#include <string>
#include <vector>

namespace photinus {

/// Where a rank lives.
struct Place {
  char host[64] = {};
  std::int64_t process = 0;
  std::uint64_t born = 0;  ///< its start, in the kernel's ticks: processes are numbered again
  cpu_set_t cores = {};    ///< those that it may use

  std::string name() const { return host; }
};

/// This rank's own.
Place own_place();
/// Of another process on this host, its cores left out.
Place place_of(std::int64_t process);

/// The places of all ranks; a collective call.
std::vector<Place> call_roll(MPI_Comm communicator);

/// The ranks that live on the host of `rank`, itself among them, in order.
std::vector<int> ranks_beside(int rank, const std::vector<Place>& places);

enum class ProcessState { alive, stopped, gone };

/// Of a process on this host: gone where it has ended or another has its number now.
ProcessState state_of(const Place& place);

}  // namespace photinus
