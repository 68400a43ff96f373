#pragma once

#include <chrono>
#include <ctime>

namespace photinus::report {

struct Times {
  double wall = 0.0;
  double cpu = 0.0;  ///< of the whole process

  Times& operator+=(const Times& other) {
    wall += other.wall;
    cpu += other.cpu;
    return *this;
  }
  Times operator*(double factor) const { return {factor * wall, factor * cpu}; }
};
inline Times operator+(Times a, const Times& b) { return a += b; }

/// Time since its construction.
class Stopwatch {
 public:
  Times elapsed() const {
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start_;
    return {wall.count(), cpu_now() - cpu_};
  }

 private:
  static double cpu_now() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_ = cpu_now();
};

}  // namespace photinus::report
