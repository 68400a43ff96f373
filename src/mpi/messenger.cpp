#include "messenger.hpp"

#include <sched.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

constexpr std::size_t chunk = std::size_t{1} << 30U;   // counts in MPI 3 are ints
constexpr std::size_t header = sizeof(std::uint64_t);  // every message starts with its length

void check(int status, const char* call) {
  if (status == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(status, text, &length);
  throw Failure(ExitCode::internal, std::string(call) + " failed: " + text);
}

// A short wait is spun through, for the latency; a longer one sleeps, for the sake of ranks and
// others on the same cores: ever longer, by a share of the wait, so that it costs little either
// way.
void rest(double waited) {
  constexpr double spinning = 2e-3, share = 0.05, shortest = 50e-6, longest = 5e-3;
  if (waited < spinning)
    sched_yield();
  else
    std::this_thread::sleep_for(
        std::chrono::duration<double>(std::clamp(share * waited, shortest, longest)));
}

double seconds_since(Messenger::Clock::time_point start) {
  return std::chrono::duration<double>(Messenger::Clock::now() - start).count();
}

}  // namespace

Messenger::Messenger(MPI_Comm communicator) : communicator_(communicator) {
  check(MPI_Comm_set_errhandler(communicator, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(MPI_Comm_rank(communicator, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(communicator, &size_), "MPI_Comm_size");
}

void Messenger::send(int to, Tag tag, Bytes bytes) {
  const std::uint64_t length = bytes.size();
  bytes.insert(bytes.begin(), header, '\0');
  std::memcpy(bytes.data(), &length, header);
  ++sent_.messages;
  sent_.bytes += static_cast<std::int64_t>(bytes.size());
  Pending& pending = pending_.emplace_back(Pending{std::move(bytes), {}});
  for (std::size_t at = 0; at < pending.bytes.size(); at += chunk) {
    const auto count = static_cast<int>(std::min(chunk, pending.bytes.size() - at));
    check(MPI_Isend(pending.bytes.data() + at, count, MPI_BYTE, to, tag, communicator_,
                    &pending.requests.emplace_back()),
          "MPI_Isend");
  }
  look_after_sends();
}

void Messenger::look_after_sends() {
  while (!pending_.empty()) {
    auto& requests = pending_.front().requests;
    int done = 0;
    check(
        MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
        "MPI_Testall");
    if (done == 0) return;
    pending_.pop_front();
  }
}

bool Messenger::arrived(int from, Tag tag, MPI_Status& status) {
  int flag = 0;
  check(MPI_Iprobe(from, tag, communicator_, &flag, &status), "MPI_Iprobe");
  return flag != 0;
}

Bytes Messenger::take(const MPI_Status& first) {
  int count = 0;
  check(MPI_Get_count(&first, MPI_BYTE, &count), "MPI_Get_count");
  Bytes bytes(static_cast<std::size_t>(count));
  const int from = first.MPI_SOURCE, tag = first.MPI_TAG;
  check(MPI_Recv(bytes.data(), count, MPI_BYTE, from, tag, communicator_, MPI_STATUS_IGNORE),
        "MPI_Recv");
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), header);
  std::size_t have = bytes.size();
  bytes.resize(length + header);
  while (have < bytes.size()) {
    const auto more = static_cast<int>(std::min(chunk, bytes.size() - have));
    check(
        MPI_Recv(bytes.data() + have, more, MPI_BYTE, from, tag, communicator_, MPI_STATUS_IGNORE),
        "MPI_Recv");
    have += static_cast<std::size_t>(more);
  }
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header));
  return bytes;
}

Bytes Messenger::receive(int from, Tag tag, const std::function<void()>& idle) {
  const auto start = Clock::now();
  MPI_Status status{};
  while (!arrived(from, tag, status)) {
    const double waited = seconds_since(start);
    look_after_sends();
    idle();
    rest(waited);
  }
  return take(status);
}

void Messenger::flush(double seconds) {
  const auto start = Clock::now();
  for (look_after_sends(); !pending_.empty() && seconds_since(start) < seconds; look_after_sends())
    rest(seconds_since(start));
}

}  // namespace photinus
