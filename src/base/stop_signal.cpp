#include "photinus/base/stop_signal.hpp"

#include <csignal>
#include <initializer_list>

namespace photinus {

namespace {

volatile std::sig_atomic_t signalled = 0;

void note(int) { signalled = 1; }

}  // namespace

void watch_stop_signals() {
  struct sigaction action = {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  for (const int number : {SIGUSR1, SIGUSR2}) sigaction(number, &action, nullptr);
}

bool stop_signalled() { return signalled != 0; }

}  // namespace photinus
