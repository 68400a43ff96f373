#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pulse.hpp"
#include "roll_call.hpp"

namespace photinus {

/// What a rank tells of itself every second or so.
struct Sign {
  enum class Kind : std::int32_t { alive, ends, told_to_end };

  Kind kind = Kind::alive;
  Pulse::Patience patience = Pulse::Patience::strict;
  double still_for = 0.0;  ///< seconds since the last beat of the main thread
  char doing[96] = {};     ///< words_of its pulse
};

/// One rank's judgement of the others and of itself: who is dead, silent or stuck. A rank says
/// itself that its main thread is stuck; the coordinator, of all others, that they are silent; all
/// others, that the coordinator is. Who shares a host looks whether the other's process is there:
/// the first rank of a host for all others, the second for the first. Knows neither clocks nor
/// messages: it is told of both.
class Vigil {
 public:
  Vigil(int rank, std::vector<Place> places);

  /// The ranks that this one's signs go to.
  std::vector<int> watchers() const;

  void set_deadline(double seconds) { deadline_ = seconds; }
  double deadline() const { return deadline_; }

  void hear(int from, const Sign& sign);
  /// `seconds` have passed without more than was heard. Time that this rank itself was stopped for
  /// must not count: whoever was stopped along with it would be blamed.
  void pass(double seconds);

  /// A line about a rank whose process is gone, where it is this rank's to say.
  std::optional<std::string> death() const;
  /// The same of one that is silent or stuck.
  std::optional<std::string> trouble() const;

  /// Once the launcher tells this rank to end, all others tell that they were told too, or that
  /// they live: from now on they are missing until they do.
  void ask_all();
  /// A line about one that is missing, where it is this rank's to say.
  std::optional<std::string> missing() const;

 private:
  struct Watched {
    bool visible = false;  ///< its process is seen from here
    bool missing = false;  ///< not heard since ask_all
    double silent_for = 0.0;
    Sign last;
  };

  bool speaks_of(int rank) const;
  bool all_end() const;
  std::vector<int> by_silence() const;
  std::string name(int rank) const;
  std::string last_seen(int rank) const;
  std::optional<std::string> death_of(int rank) const;
  std::optional<std::string> silence_of(int rank) const;
  std::optional<std::string> own_standstill() const;

  int rank_;
  std::vector<Place> places_;
  std::vector<int> buddies_;
  std::vector<Watched> watched_;
  double deadline_ = 60.0;
};

}  // namespace photinus
