#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace photinus {

/// What the program's exit status says. The numbers are part of the interface.
enum class ExitCode : int {
  converged = 0,
  internal = 1,
  usage = 2,  ///< command line or config
  bad_data = 3,
  not_converged = 4,  ///< finished, but some parameter missed the convergence criterion
  input_output = 5,
  stopped = 75,  ///< stopped at a checkpoint, to be resumed
};

/// A trouble that ends the run with a message for the user.
///
/// `row` is the first data row concerned. Of the failures of several ranks the one with the
/// smallest row is reported, so the message does not depend on the number of ranks.
class Failure : public std::runtime_error {
 public:
  static constexpr std::int64_t no_row = std::numeric_limits<std::int64_t>::max();

  Failure(ExitCode code, const std::string& message, std::int64_t row = no_row)
      : std::runtime_error(message), code_(code), row_(row) {}

  ExitCode code() const { return code_; }
  std::int64_t row() const { return row_; }

 private:
  ExitCode code_;
  std::int64_t row_;
};

}  // namespace photinus
