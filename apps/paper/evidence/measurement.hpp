#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <string>

#include "cases.hpp"

namespace photinus::paper::evidence {

/// What is kept of a case.
struct Measurement {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  std::string settings;          ///< of method and rows
  double log_z = none;           ///< none where the estimator gave up, and of a variance
  double standard_error = none;  ///< as the estimator states it
  double variance = none;        ///< of draws, relative to the posterior's
  double evaluations = 0.0;
  double seconds = 0.0;  ///< of CPU, one thread
  std::string failure;   ///< why there is no estimate
};

/// One small JSON file for each case, in one directory.
class MeasurementFiles {
 public:
  /// Creates the directory.
  explicit MeasurementFiles(std::filesystem::path directory);

  /// Throws Failure bad_data, naming the file, where it is none of these; usage where it was run
  /// with other settings.
  std::optional<Measurement> find(const Case& c, const std::string& settings) const;
  void save(const Case& c, const Measurement& measurement) const;

 private:
  std::filesystem::path path_of(const Case& c) const;

  std::filesystem::path directory_;
};

}  // namespace photinus::paper::evidence
