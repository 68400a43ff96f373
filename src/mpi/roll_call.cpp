#include "roll_call.hpp"

#include <unistd.h>

#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace photinus {

namespace {

struct Stat {
  char state = '?';
  std::uint64_t born = 0;
};

// The name, which is in parentheses, may hold anything.
std::optional<Stat> read_stat(std::int64_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  if (!std::getline(file, text) || text.rfind(')') == std::string::npos) return {};
  constexpr int fields_between = 18;
  std::istringstream words(text.substr(text.rfind(')') + 1));
  Stat stat;
  std::string skipped;
  words >> stat.state;
  for (int i = 0; i < fields_between; ++i) words >> skipped;
  if (!(words >> stat.born)) return {};
  return stat;
}

}  // namespace

Place place_of(std::int64_t process) {
  Place place;
  gethostname(place.host, sizeof place.host - 1);
  place.process = process;
  if (const auto stat = read_stat(process)) place.born = stat->born;
  return place;
}

Place own_place() {
  Place place = place_of(getpid());
  sched_getaffinity(0, sizeof place.cores, &place.cores);
  return place;
}

std::vector<Place> call_roll(MPI_Comm communicator) {
  int ranks = 1;
  MPI_Comm_size(communicator, &ranks);
  const Place own = own_place();
  std::vector<Place> places(static_cast<std::size_t>(ranks));
  MPI_Allgather(&own, sizeof own, MPI_BYTE, places.data(), sizeof own, MPI_BYTE, communicator);
  return places;
}

std::vector<int> ranks_beside(int rank, const std::vector<Place>& places) {
  const std::string host = places[static_cast<std::size_t>(rank)].name();
  std::vector<int> beside;
  for (std::size_t r = 0; r < places.size(); ++r)
    if (places[r].name() == host) beside.push_back(static_cast<int>(r));
  return beside;
}

ProcessState state_of(const Place& place) {
  const auto stat = read_stat(place.process);
  if (!stat || stat->born != place.born || stat->state == 'Z' || stat->state == 'X')
    return ProcessState::gone;
  return stat->state == 'T' || stat->state == 't' ? ProcessState::stopped : ProcessState::alive;
}

}  // namespace photinus
