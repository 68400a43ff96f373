// Logistic regression whose shards misbehave on one rank, for the tests of what becomes of a run
// then: PHOTINUS_FAULT says how, PHOTINUS_FAULT_RANK on which rank. The fault comes in the
// hundredth pass: in the middle of a run. "slow" holds up every pass from there until there is the
// file PHOTINUS_FAULT_UNTIL: such a run does not end before the test wants it to.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>

#include "photinus/families/built_in.hpp"

namespace photinus {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool on_faulty_rank() {
  const std::string rank = variable("OMPI_COMM_WORLD_RANK");
  return variable("PHOTINUS_FAULT_RANK") == (rank.empty() ? variable("SLURM_PROCID") : rank);
}

void hold_up() {
  constexpr auto pause = std::chrono::milliseconds(50);
  if (!std::filesystem::exists(variable("PHOTINUS_FAULT_UNTIL")))
    std::this_thread::sleep_for(pause);
}

void misbehave() {
  const std::string fault = variable("PHOTINUS_FAULT");
  if (fault == "throw") throw std::runtime_error("planted");
  if (fault == "throw 7") throw 7;
  if (fault == "exit 0") std::exit(0);
  if (fault == "exit 3") std::exit(3);
  if (fault == "slow") hold_up();
  if (fault == "abort") std::abort();
  for (volatile bool hangs = fault == "hang"; hangs;) continue;
}

Heartbeat faulty_after(const Heartbeat& heartbeat, int passes) {
  return [=, first = std::int64_t{-1}, passed = 0](const char* phase, std::int64_t block) mutable {
    heartbeat(phase, block);
    if (first < 0) first = block;
    passed += block == first ? 1 : 0;
    if (passed >= passes && block == first && std::string(phase) == "evaluate") misbehave();
  };
}

}  // namespace

FamilyEntry faulty_family() {
  const auto families = built_in_families();
  FamilyEntry faulty = *std::find_if(families.begin(), families.end(),
                                     [](const auto& entry) { return entry.name == "logistic"; });
  faulty.name = "faulty";
  const auto make_shard = faulty.make_shard;
  faulty.make_shard = [make_shard](const ModelNumbers& numbers, const FileHeader& header,
                                   const Share& share, const Heartbeat& heartbeat) {
    constexpr int passes = 100;
    return make_shard(numbers, header, share,
                      on_faulty_rank() ? faulty_after(heartbeat, passes) : heartbeat);
  };
  return faulty;
}

}  // namespace photinus

photinus::FamilyEntry faulty_family() { return photinus::faulty_family(); }
