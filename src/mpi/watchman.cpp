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

constexpr double tick = 0.1;         // seconds between looks
constexpr double short_tick = 5e-3;  // while answers are awaited
constexpr double interval = 1.0;     // seconds between signs, where the deadline is not short

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

std::chrono::steady_clock::duration seconds(double count) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(count));
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
  // What MPI writes to a host that is gone must not end this rank before it can say so.
  std::signal(SIGPIPE, SIG_IGN);
  const sigset_t term = only_term();
  pthread_sigmask(SIG_BLOCK, &term, nullptr);
}

void Watchman::give_back_signals() {
  std::signal(SIGPIPE, SIG_DFL);
  const sigset_t term = only_term();
  pthread_sigmask(SIG_UNBLOCK, &term, nullptr);
}

Watchman::Watchman(MPI_Comm communicator, const std::vector<Place>& places, const Pulse& pulse)
    : pulse_(pulse), vigil_((MPI_Comm_rank(communicator, &rank_), rank_), places) {
  MPI_Comm_dup(communicator, &communicator_);
  MPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
  for (const int to : vigil_.watchers()) posts_.push_back({to, {}});
  postman_ = std::thread([this] { correspond(); });
  watcher_ = std::thread([this] { watch(); });
}

Watchman::~Watchman() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  wake_.notify_all();
  watcher_.join();
  postman_.join();
  give_back_signals();
}

void Watchman::correspond() {
  auto next = Clock::now();
  std::unique_lock lock(mutex_);
  while (!over_) {
    const bool ask = told_ && !told_others_;
    const bool due = !told_ && (urgent_ || Clock::now() >= next);
    urgent_ = false;
    lock.unlock();
    listen();
    if (due || ask) {
      next = Clock::now() + seconds(std::min(interval, deadline_ / 10.0));
      tell(ask ? Sign::Kind::told_to_end : Sign::Kind::alive);
      if (ask) flush();
    }
    lock.lock();
    told_others_ = told_others_ || ask;
    wake_.notify_all();
    wake_.wait_for(lock, seconds(told_ ? short_tick : tick),
                   [this] { return over_ || (urgent_ && !told_) || told_ != told_others_; });
  }
  lock.unlock();
  flush();
  tell(Sign::Kind::ends);
  flush();
  listen();
}

// Who has not taken the last sign gets no other meanwhile.
void Watchman::tell(Sign::Kind kind) {
  Sign sign;
  {
    const std::lock_guard lock(mutex_);
    sign = own_;
    if (kind == Sign::Kind::told_to_end) vigil_.ask_all();
  }
  sign.kind = kind;
  for (auto& post : posts_) {
    int gone = 1;
    MPI_Test(&post.request, &gone, MPI_STATUS_IGNORE);
    if (gone == 0) continue;
    post.sign = sign;
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
    const std::lock_guard lock(mutex_);
    vigil_.hear(status.MPI_SOURCE, heard);
    urgent_ = urgent_ || heard.kind == Sign::Kind::told_to_end;  // it waits for an answer
  }
}

void Watchman::flush() {
  constexpr double enough = 0.2;
  const auto start = Clock::now();
  const auto left = [](Post& post) {
    int gone = 1;
    MPI_Test(&post.request, &gone, MPI_STATUS_IGNORE);
    return gone == 0;
  };
  while (std::any_of(posts_.begin(), posts_.end(), left) && seconds_since(start) < enough)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void Watchman::watch() {
  auto last = Clock::now();
  const auto over = [this] {
    const std::lock_guard lock(mutex_);
    return over_;
  };
  while (!over()) {
    if (wait_for_term(tick)) end_as_told();
    const double passed = seconds_since(last);
    last = Clock::now();
    look(passed);
  }
}

void Watchman::look(double passed) {
  // What is longer than a few ticks is this process's own sleep.
  const double counted = std::min(passed, 5 * tick);
  std::unique_lock lock(mutex_);
  const auto reading = pulse_.read();
  own_.still_for = reading.beats == beats_ ? own_.still_for + counted : 0.0;
  beats_ = reading.beats;
  own_.patience = reading.patience;
  std::strncpy(own_.doing, words_of(reading).c_str(), sizeof own_.doing - 1);
  vigil_.set_deadline(deadline_);
  vigil_.pass(counted);
  vigil_.hear(rank_, own_);
  auto trouble = vigil_.trouble();
  lock.unlock();
  if (!trouble) trouble = death();
  if (!trouble) return;
  say(*trouble);
  end_job(communicator_, static_cast<int>(ExitCode::internal));
}

// A process that is gone may have left a last word: that it was told to end, or has come to it.
std::optional<std::string> Watchman::death() {
  std::unique_lock lock(mutex_);
  for (int looks = 0; looks < 3 && vigil_.death(); ++looks) {
    urgent_ = true;
    wake_.notify_all();
    lock.unlock();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    lock.lock();
  }
  return vigil_.death();
}

// Who has died is not told any more: it is the one that does not answer. mpirun kills a second
// after it has told.
std::optional<std::string> Watchman::why_told() {
  constexpr double answers = 0.4;
  if (auto line = death()) return line;
  std::unique_lock lock(mutex_);
  told_ = true;
  wake_.notify_all();
  const auto end = Clock::now() + seconds(answers);
  while ((!told_others_ || vigil_.missing()) && Clock::now() < end) wake_.wait_until(lock, end);
  if (!told_others_) vigil_.ask_all();
  return vigil_.missing();
}

void Watchman::end_as_told() {
  auto reason = why_told();
  if (!reason && rank_ == 0)
    reason = "told to end by SIGTERM (" + words_of(pulse_.read()) +
             "); --resume goes on from the last checkpoint";
  if (reason) say(*reason);
  std::signal(SIGTERM, SIG_DFL);
  give_back_signals();
  raise(SIGTERM);
  std::_Exit(static_cast<int>(ExitCode::internal));
}

}  // namespace photinus
