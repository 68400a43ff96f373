#include "watchman.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

constexpr double tick = 0.1;      // seconds between looks
constexpr double interval = 1.0;  // seconds between signs, where the deadline is not short

sigset_t only_term() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  return set;
}

// True where it came.
bool wait_for_term(double seconds) {
  const sigset_t term = only_term();
  const timespec time{0, static_cast<long>(seconds * 1e9)};
  return sigtimedwait(&term, nullptr, &time) == SIGTERM;
}

// One write: lines of several ranks must not mingle, and the main thread may hold any lock.
void say(const std::string& text) {
  const std::string line = "photinus: " + text + "\n";
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void end_job(MPI_Comm communicator, int code) {
  // MPI_Abort waits for this host's daemon, which may wait for a host that is gone.
  constexpr unsigned patience = 5;
  std::signal(SIGALRM, SIG_DFL);
  alarm(patience);
  MPI_Abort(communicator, code);
  std::_Exit(code);
}

void Watchman::take_over_signals() {
  const sigset_t term = only_term();
  pthread_sigmask(SIG_BLOCK, &term, nullptr);
}

void Watchman::give_back_signals() {
  const sigset_t term = only_term();
  pthread_sigmask(SIG_UNBLOCK, &term, nullptr);
}

Watchman::Watchman(MPI_Comm communicator, const std::vector<Place>& places, const Pulse& pulse)
    : pulse_(pulse), vigil_((MPI_Comm_rank(communicator, &rank_), rank_), places) {
  MPI_Comm_dup(communicator, &communicator_);
  MPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
  for (const int to : vigil_.watchers()) posts_.push_back({to, {}});
  thread_ = std::thread([this] { watch(); });
}

Watchman::~Watchman() {
  over_ = true;
  thread_.join();
  tell(Sign::Kind::ends);
  constexpr double enough = 1.0;
  flush(enough);
  listen();
  give_back_signals();
}

void Watchman::watch() {
  auto last = Clock::now();
  while (!over_) {
    if (wait_for_term(tick)) end_as_told();
    const double passed = seconds_since(last);
    last = Clock::now();
    look(passed);
  }
}

void Watchman::look(double passed) {
  vigil_.set_deadline(deadline_);
  // What is longer than a few ticks is this process's own sleep.
  const double counted = std::min(passed, 5 * tick);
  vigil_.pass(counted);
  const auto reading = pulse_.read();
  still_for_ = reading.beats == beats_ ? still_for_ + counted : 0.0;
  beats_ = reading.beats;
  next_sign_in_ -= passed;
  if (next_sign_in_ <= 0.0) {
    next_sign_in_ = std::min(interval, vigil_.deadline() / 10.0);
    tell(Sign::Kind::alive);
  }
  vigil_.hear(rank_, sign(Sign::Kind::alive));
  listen();
  auto trouble = death();
  if (!trouble) trouble = vigil_.trouble();
  if (!trouble) return;
  say(*trouble);
  end_job(communicator_, static_cast<int>(ExitCode::internal));
}

Sign Watchman::sign(Sign::Kind kind) {
  const auto reading = pulse_.read();
  Sign sign;
  sign.kind = kind;
  sign.patience = reading.patience;
  sign.still_for = still_for_;
  std::strncpy(sign.doing, words_of(reading).c_str(), sizeof sign.doing - 1);
  return sign;
}

// Who has not taken the last sign gets no other meanwhile, except the last word.
void Watchman::tell(Sign::Kind kind) {
  for (auto& post : posts_) {
    int gone = 1;
    MPI_Test(&post.request, &gone, MPI_STATUS_IGNORE);
    if (gone == 0) continue;
    post.sign = sign(kind);
    MPI_Isend(&post.sign, sizeof post.sign, MPI_BYTE, post.to, 0, communicator_, &post.request);
  }
}

void Watchman::listen() {
  for (;;) {
    int there = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, 0, communicator_, &there, &status) != MPI_SUCCESS) return;
    if (there == 0) return;
    Sign heard;
    if (MPI_Recv(&heard, sizeof heard, MPI_BYTE, status.MPI_SOURCE, 0, communicator_,
                 MPI_STATUS_IGNORE) != MPI_SUCCESS)
      return;
    vigil_.hear(status.MPI_SOURCE, heard);
    if (heard.kind == Sign::Kind::told_to_end) next_sign_in_ = 0.0;  // it waits for an answer
  }
}

void Watchman::flush(double seconds) {
  const auto start = Clock::now();
  const auto left = [](Post& post) {
    int gone = 1;
    MPI_Test(&post.request, &gone, MPI_STATUS_IGNORE);
    return gone == 0;
  };
  while (std::any_of(posts_.begin(), posts_.end(), left) && seconds_since(start) < seconds)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// A process that is gone may have left a last word: that it was told to end.
std::optional<std::string> Watchman::death() {
  constexpr int looks = 10;
  for (int i = 0; i < looks && vigil_.death(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    listen();
  }
  return vigil_.death();
}

// mpirun kills a second later. Who has died is no longer told: it is the one that does not answer.
void Watchman::end_as_told() {
  constexpr double answers = 0.5;
  listen();
  vigil_.ask_all();
  tell(Sign::Kind::told_to_end);
  const auto start = Clock::now();
  auto reason = death();
  while (!reason && vigil_.missing() && seconds_since(start) < answers) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    listen();
  }
  if (!reason) reason = vigil_.missing();
  if (!reason && rank_ == 0)
    reason = "told to end by SIGTERM (" + words_of(pulse_.read()) +
             "); --resume goes on from the last checkpoint";
  if (reason) say(*reason);
  flush(answers);
  std::signal(SIGTERM, SIG_DFL);
  give_back_signals();
  raise(SIGTERM);
  std::_Exit(static_cast<int>(ExitCode::internal));
}

}  // namespace photinus
