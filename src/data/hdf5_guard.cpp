#include "hdf5_guard.hpp"

#include <unistd.h>

#include <cstddef>
#include <cstring>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

// What a handler may touch: the text is ready before it is wanted.
char message[4096];
std::size_t message_size = 0;
alignas(16) char stack[65536];

void end_process(int) {
  const auto written = ::write(STDERR_FILENO, message, message_size);
  _exit(static_cast<int>(written < 0 ? ExitCode::internal : ExitCode::bad_data));
}

void prepare(const std::string& path) {
  const std::string text = "photinus: " + path + ": damaged: HDF5 crashed when it was read\n";
  message_size = text.copy(message, sizeof message);
}

}  // namespace

Hdf5Guard::Hdf5Guard(const std::string& path) {
  prepare(path);
  // A crash for want of stack needs another one.
  stack_t other{};
  other.ss_sp = stack;
  other.ss_size = sizeof stack;
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_handler = end_process;
  action.sa_flags = SA_ONSTACK;
  for (int i = 0; i < count; ++i) sigaction(signals[i], &action, &before_[i]);
}

Hdf5Guard::~Hdf5Guard() {
  for (int i = 0; i < count; ++i) sigaction(signals[i], &before_[i], nullptr);
}

}  // namespace photinus
