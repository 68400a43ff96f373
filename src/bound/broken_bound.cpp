#include "photinus/bound/row_bound.hpp"
#include "photinus/data/dataset.hpp"

namespace photinus {

void report_broken_bound(std::int64_t row, const Vector& theta) {
  std::string text;
  for (Eigen::Index j = 0; j < theta.size(); ++j) text += (j == 0 ? "" : ", ") + shown(theta[j]);
  throw Failure(ExitCode::internal,
                "the bound of row " + std::to_string(row) +
                    " lies above its likelihood at theta = (" + text +
                    "): the family's curvature is wrong",
                row);
}

}  // namespace photinus
