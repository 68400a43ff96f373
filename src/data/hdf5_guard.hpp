#pragma once

#include <signal.h>
#include <time.h>

#include <string>

namespace photinus {

/// While it lives, a crash ends the process with exit code 3 and a message that the file is
/// damaged; so does a loop, where a limit is given.
///
/// HDF5 1.10 believes some of what damaged files say, and then reads where nothing is or goes round
/// in circles. It is no state to go on from: nothing is freed, nobody asked.
class Hdf5Guard {
 public:
  /// `limit`: processor time in seconds; 0: as long as it takes.
  explicit Hdf5Guard(const std::string& path, int limit = 0);
  Hdf5Guard(const Hdf5Guard&) = delete;
  Hdf5Guard& operator=(const Hdf5Guard&) = delete;
  ~Hdf5Guard();

 private:
  static constexpr int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGXCPU};
  static constexpr int count = sizeof signals / sizeof signals[0];

  struct sigaction before_[count];
  timer_t timer_{};
  bool limited_ = false;
};

}  // namespace photinus
