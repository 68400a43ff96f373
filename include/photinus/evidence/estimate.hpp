#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace photinus {

/// log Z, Z = integral of p(data | theta) p(theta), as an estimator gives it.
struct EvidenceEstimate {
  std::string method;
  double log_z = 0.0;
  double standard_error = 0.0;   ///< of log_z; 0 where it is exact
  std::int64_t evaluations = 0;  ///< likelihoods of one row each, at one theta
  /// Whether log_z tends to the truth as the budget grows, and standard_error says how far it is.
  bool consistent = true;
  /// log Z is that relative to a normaliser that is not known.
  bool ratio = false;
  std::string remark;  ///< what a reader has to know; may be empty
};

/// log Z of the first rows, after each part of the data.
struct EvidenceTrace {
  std::vector<std::int64_t> rows;
  std::vector<double> log_z;
  std::vector<double> standard_error;
  std::vector<std::int64_t> evaluations;  ///< so far
};

/// Where a path was looked at: the mean of the integrand of log Z.
struct PathNode {
  double beta = 0.0;
  double mean = 0.0;
  double standard_error = 0.0;  ///< of the mean
};

}  // namespace photinus
