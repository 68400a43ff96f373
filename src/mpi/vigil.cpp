#include "vigil.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace photinus {

namespace {

// Noticed, said and done within the deadline; the coordinator and the first rank say it first.
constexpr double said_first = 0.9, said_next = 0.97;

double patience_of(const Sign& sign) {
  constexpr double some = 10.0;
  switch (sign.patience) {
    case Pulse::Patience::strict:
      return 1.0;
    case Pulse::Patience::some:
      return some;
    case Pulse::Patience::unlimited:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

std::string whole_seconds(double seconds) {
  return std::to_string(static_cast<long>(seconds + 0.5)) + " s";
}

// Who looks for the process of each rank: on its host, another than itself where there is one.
std::vector<int> buddies_of(const std::vector<Place>& places) {
  std::map<std::string, std::vector<int>> hosts;
  for (std::size_t r = 0; r < places.size(); ++r)
    hosts[places[r].name()].push_back(static_cast<int>(r));
  std::vector<int> buddies(places.size());
  for (const auto& [host, ranks] : hosts)
    for (const int rank : ranks)
      buddies[static_cast<std::size_t>(rank)] =
          rank != ranks.front() || ranks.size() == 1 ? ranks.front() : ranks[1];
  return buddies;
}

}  // namespace

Vigil::Vigil(int rank, std::vector<Place> places)
    : rank_(rank),
      places_(std::move(places)),
      buddies_(buddies_of(places_)),
      watched_(places_.size()) {
  for (const int beside : ranks_beside(rank_, places_)) {
    const auto r = static_cast<std::size_t>(beside);
    watched_[r].visible = state_of(places_[r]) != ProcessState::gone;
  }
}

std::vector<int> Vigil::watchers() const {
  std::vector<int> watchers;
  for (int r = 0; r < static_cast<int>(places_.size()); ++r)
    if (r != rank_ && (r == 0 || rank_ == 0 || r == buddies_[static_cast<std::size_t>(rank_)]))
      watchers.push_back(r);
  return watchers;
}

bool Vigil::speaks_of(int rank) const { return rank != rank_ && (rank_ == 0 || rank == 0); }

// All end once the coordinator does, one a little sooner than another.
bool Vigil::all_end() const { return watched_.front().last.kind == Sign::Kind::ends; }

void Vigil::hear(int from, const Sign& sign) {
  auto& watched = watched_[static_cast<std::size_t>(from)];
  watched.silent_for = 0.0;
  watched.missing = false;
  watched.last = sign;
}

void Vigil::ask_all() {
  for (auto& watched : watched_) watched.missing = watched.last.kind == Sign::Kind::alive;
}

void Vigil::pass(double seconds) {
  for (auto& watched : watched_) watched.silent_for += seconds;
}

std::string Vigil::name(int rank) const {
  return "rank " + std::to_string(rank) + " on host " +
         places_[static_cast<std::size_t>(rank)].name();
}

std::string Vigil::last_seen(int rank) const {
  const Sign& last = watched_[static_cast<std::size_t>(rank)].last;
  return last.doing[0] == '\0' ? "nothing" : last.doing;
}

// The one that fell silent first is in trouble; others may be for want of it.
std::vector<int> Vigil::by_silence() const {
  std::vector<int> ranks(watched_.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  std::stable_sort(ranks.begin(), ranks.end(), [this](int a, int b) {
    return watched_[static_cast<std::size_t>(a)].silent_for >
           watched_[static_cast<std::size_t>(b)].silent_for;
  });
  return ranks;
}

std::optional<std::string> Vigil::death_of(int rank) const {
  const auto r = static_cast<std::size_t>(rank);
  if (!watched_[r].visible || watched_[r].last.kind != Sign::Kind::alive || buddies_[r] != rank_ ||
      state_of(places_[r]) != ProcessState::gone)
    return {};
  return name(rank) + " has died (last seen: " + last_seen(rank) + "); the run is given up";
}

std::optional<std::string> Vigil::silence_of(int rank) const {
  const auto r = static_cast<std::size_t>(rank);
  const double limit = (rank_ <= 1 ? said_first : said_next) * deadline_;
  if (!speaks_of(rank) || watched_[r].last.kind == Sign::Kind::ends ||
      watched_[r].silent_for < limit)
    return {};
  const bool stopped = watched_[r].visible && state_of(places_[r]) == ProcessState::stopped;
  return name(rank) + " has given no sign of life for " + whole_seconds(watched_[r].silent_for) +
         (stopped ? ": its process is stopped" : "") + " (last seen: " + last_seen(rank) +
         "); the run is given up (ranks.deadline sets the time)";
}

std::optional<std::string> Vigil::own_standstill() const {
  const Sign& own = watched_[static_cast<std::size_t>(rank_)].last;
  if (own.still_for < said_first * deadline_ * patience_of(own)) return {};
  return name(rank_) + " has been at the same place for " + whole_seconds(own.still_for) + " (in " +
         last_seen(rank_) + "); the run is given up (ranks.deadline sets the time)";
}

std::optional<std::string> Vigil::death() const {
  if (all_end()) return {};
  for (int r = 0; r < static_cast<int>(places_.size()); ++r)
    if (r != rank_)
      if (auto line = death_of(r)) return line;
  return {};
}

std::optional<std::string> Vigil::trouble() const {
  if (auto line = own_standstill()) return line;
  for (const int r : by_silence())
    if (auto line = silence_of(r)) return line;
  return {};
}

std::optional<std::string> Vigil::missing() const {
  if (rank_ > 1) return {};
  for (const int r : by_silence()) {
    const auto& watched = watched_[static_cast<std::size_t>(r)];
    if (!speaks_of(r) || !watched.missing) continue;
    return name(r) + " does not answer while all are told to end (last seen: " + last_seen(r) +
           ", " + whole_seconds(watched.silent_for) + " ago)";
  }
  return {};
}

}  // namespace photinus
