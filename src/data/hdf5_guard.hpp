#pragma once

#include <signal.h>

#include <string>

namespace photinus {

/// While it lives, a crash ends the process with exit code 3 and a message that the file is
/// damaged.
///
/// HDF5 1.10 believes some of what damaged files say and then reads where nothing is. It is no
/// state to go on from: nothing is freed, nobody asked.
class Hdf5Guard {
 public:
  explicit Hdf5Guard(const std::string& path);
  Hdf5Guard(const Hdf5Guard&) = delete;
  Hdf5Guard& operator=(const Hdf5Guard&) = delete;
  ~Hdf5Guard();

 private:
  static constexpr int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
  static constexpr int count = sizeof signals / sizeof signals[0];

  struct sigaction before_[count];
};

}  // namespace photinus
