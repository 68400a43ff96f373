#include <charconv>

#include "photinus/shard/shard_of.hpp"

namespace photinus {

void report_broken_bound(std::int64_t row, double gap, const Vector& theta) {
  std::string text;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    char digits[32];
    text += (j == 0 ? "" : ", ") +
            std::string(digits, std::to_chars(digits, digits + 32, theta[j]).ptr);
  }
  throw Failure(ExitCode::internal,
                "the bound of row " + std::to_string(row) + " lies above its likelihood (gap " +
                    std::to_string(gap) + ") at theta = (" + text +
                    "): the family's curvature is wrong",
                row);
}

}  // namespace photinus
