// Truth: the roles that vigil.hpp gives to ranks, and processes of this machine: this one, which
// lives, and a child that has ended.
#include "vigil.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

namespace photinus {
namespace {

Place on(const char* host) {
  Place place = own_place();
  std::strncpy(place.host, host, sizeof place.host - 1);
  return place;
}

const std::vector<Place> two_hosts = {on("a"), on("b"), on("a"), on("b"), on("b")};

Sign sign(Sign::Kind kind, const char* doing = "evaluate, block 3") {
  Sign sign;
  sign.kind = kind;
  std::strncpy(sign.doing, doing, sizeof sign.doing - 1);
  return sign;
}
const Sign alive = sign(Sign::Kind::alive);

bool says(const std::optional<std::string>& line, const std::string& words) {
  return line && line->find(words) != std::string::npos;
}

TEST(Vigil, SignsGoToTheCoordinatorAndToANeighbour) {
  using Ranks = std::vector<int>;
  EXPECT_EQ(Vigil(0, two_hosts).watchers(), (Ranks{1, 2, 3, 4}));
  EXPECT_EQ(Vigil(1, two_hosts).watchers(), (Ranks{0, 3}));
  EXPECT_EQ(Vigil(2, two_hosts).watchers(), (Ranks{0}));
  EXPECT_EQ(Vigil(3, two_hosts).watchers(), (Ranks{0, 1}));
}

TEST(Vigil, SilenceIsNamedWithinTheDeadline) {
  Vigil vigil(0, two_hosts);
  vigil.set_deadline(10.0);
  vigil.hear(0, alive);
  for (int i = 0; i < 20; ++i) {
    for (const int rank : {1, 2, 4}) vigil.hear(rank, alive);
    if (i == 2) vigil.hear(3, alive);
    vigil.pass(0.5);
    EXPECT_EQ(vigil.trouble().has_value(), i == 19) << i;
  }
  EXPECT_TRUE(says(vigil.trouble(), "rank 3 on host b has given no sign of life for 9 s"))
      << vigil.trouble().value_or("nothing");
  EXPECT_TRUE(says(vigil.trouble(), "last seen: evaluate, block 3"));
}

TEST(Vigil, WorkersNameTheCoordinatorAlone) {
  Vigil first(1, two_hosts), other(4, two_hosts);
  for (Vigil* vigil : {&first, &other}) {
    vigil->set_deadline(10.0);
    vigil->hear(0, alive);
    vigil->pass(9.2);
  }
  EXPECT_TRUE(says(first.trouble(), "rank 0 on host a"));
  EXPECT_FALSE(other.trouble());  // one voice, unless it is lost
  other.pass(0.6);
  EXPECT_TRUE(says(other.trouble(), "rank 0 on host a"));
  first.hear(0, alive);
  EXPECT_FALSE(first.trouble());
}

TEST(Vigil, WhoSaidFarewellIsNotMissed) {
  Vigil vigil(1, two_hosts);
  vigil.hear(0, sign(Sign::Kind::ends));
  vigil.pass(1e6);
  EXPECT_FALSE(vigil.trouble());
}

TEST(Vigil, ARankSaysThatItStandsStill) {
  Vigil vigil(2, two_hosts);
  vigil.set_deadline(10.0);
  Sign still = alive;
  still.still_for = 8.0;
  vigil.hear(2, still);
  EXPECT_FALSE(vigil.trouble());
  still.still_for = 9.5;
  vigil.hear(2, still);
  EXPECT_TRUE(says(vigil.trouble(), "rank 2 on host a has been at the same place"));
  still.patience = Pulse::Patience::some;
  vigil.hear(2, still);
  EXPECT_FALSE(vigil.trouble());
  still.still_for = 95.0;
  vigil.hear(2, still);
  EXPECT_TRUE(vigil.trouble());
  still.patience = Pulse::Patience::unlimited;
  vigil.hear(2, still);
  EXPECT_FALSE(vigil.trouble());
}

// A process that ends as soon as it is waited for.
class Child {
 public:
  Child() : pid_(fork()) {
    if (pid_ == 0) {
      pause();
      _exit(0);
    }
  }
  ~Child() { end(); }
  Place place(const char* host) const {
    Place place = place_of(pid_);
    std::strncpy(place.host, host, sizeof place.host - 1);
    return place;
  }
  void end() {
    if (pid_ == 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

 private:
  pid_t pid_;
};

TEST(Vigil, TheNeighbourSeesAProcessGo) {
  Child child;
  std::vector<Place> places = two_hosts;
  places[3] = child.place("b");
  Vigil coordinator(0, places), first(1, places), last(4, places);
  for (Vigil* vigil : {&coordinator, &first, &last}) vigil->hear(3, alive);
  EXPECT_FALSE(first.death());
  child.end();
  EXPECT_TRUE(says(first.death(), "rank 3 on host b has died (last seen: evaluate, block 3)"));
  EXPECT_FALSE(coordinator.death());  // it lives elsewhere, where numbers mean other processes
  EXPECT_FALSE(last.death());
  first.hear(3, sign(Sign::Kind::told_to_end));
  EXPECT_FALSE(first.death());
}

TEST(Vigil, NobodyDiesOnceTheCoordinatorEnds) {
  Child child;
  std::vector<Place> places = two_hosts;
  places[3] = child.place("b");
  Vigil vigil(1, places);
  vigil.hear(3, alive);
  child.end();
  EXPECT_TRUE(vigil.death());
  vigil.hear(0, sign(Sign::Kind::ends));
  EXPECT_FALSE(vigil.death());
}

TEST(Vigil, WhoDoesNotAnswerIsMissing) {
  Vigil vigil(0, two_hosts);
  for (int rank = 1; rank < 5; ++rank) vigil.hear(rank, alive);
  vigil.ask_all();
  for (const int rank : {1, 3, 4}) vigil.hear(rank, sign(Sign::Kind::told_to_end));
  EXPECT_TRUE(says(vigil.missing(), "rank 2 on host a does not answer"));
  vigil.hear(2, alive);
  EXPECT_FALSE(vigil.missing());
}

}  // namespace
}  // namespace photinus
