#pragma once

#include <filesystem>
#include <string>

#include "photinus/data/simulate.hpp"

namespace photinus::report {

/// Scale of the residuals of all data simulated here, where the family has one.
inline constexpr double true_sigma = 1.0;

/// A new directory that goes, with what is in it, with this object. Throws Failure input_output
/// where it cannot be created.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A data set of `photinus simulate`, with its defaults, in a temporary directory of its own.
/// Throws Failure as `simulate` does.
class SimulatedData {
 public:
  SimulatedData(const std::string& family, std::int64_t rows, int columns,
                const std::string& features = "decaying");

  std::string path() const { return (directory_.path() / "data.h5").string(); }

 private:
  TemporaryDirectory directory_;
};

/// Why a data set of that size, copied `copies` times into memory, cannot be run here: too little
/// free disk or memory. Empty where it can.
std::string lack_of_room(std::int64_t rows, int columns, int copies);

}  // namespace photinus::report
