#include "simulated_data.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>

#include "photinus/base/errors.hpp"

namespace photinus::report {

namespace {

// Infinity where the system does not say.
double available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string key, unit;
  double kilobytes = 0.0;
  while (file >> key >> kilobytes && std::getline(file, unit))
    if (key == "MemAvailable:") return 1024.0 * kilobytes;
  return std::numeric_limits<double>::infinity();
}

}  // namespace

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "photinus-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw Failure(ExitCode::input_output,
                  name + ": cannot be created: " + std::string(std::strerror(errno)));
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

SimulatedData::SimulatedData(const std::string& family, std::int64_t rows, int columns,
                             const std::string& features) {
  simulate({.family = family,
            .sigma = true_sigma,
            .rows = rows,
            .columns = columns,
            .features = features,
            .output = path()});
}

std::string lack_of_room(std::int64_t rows, int columns, int copies) {
  constexpr double gigabyte = 1e9, program = 0.2 * gigabyte;
  constexpr double per_row = 8.0 + 16.0 + 16.0;  // response, facts of the bound, four replicas
  const auto n = static_cast<double>(rows);
  const double features = 4.0 * n * columns;
  const double disk = features + 4.0 * n + program;
  const double memory = copies * features + per_row * n + program;
  const auto free_disk =
      static_cast<double>(std::filesystem::space(std::filesystem::temp_directory_path()).available);
  const double free_memory = available_memory();
  if (disk > free_disk)
    return fmt::format("the file takes {:.2g} GB, {:.2g} GB of disk are free", disk / gigabyte,
                       free_disk / gigabyte);
  if (memory > free_memory)
    return fmt::format("it takes {:.2g} GB of memory, {:.2g} GB are free", memory / gigabyte,
                       free_memory / gigabyte);
  return "";
}

}  // namespace photinus::report
