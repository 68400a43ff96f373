#include <fmt/format.h>

#include <sstream>

#include "report/markdown_table.hpp"
#include "tables.hpp"

namespace photinus::paper::evidence {

std::string variance_table(const Measurements& measured, std::int64_t largest) {
  std::ostringstream out;
  out << "# Variance of the sequential estimator's draws, linear regression, exact: 1\n\n";
  const report::MarkdownTable table({"n", "sequential", "published", "expected of published"}, 10,
                                    out);
  for (const std::int64_t rows : rows_of("variance", largest)) {
    std::vector<std::string> cells = {fmt::format("{}", rows)};
    for (const Method method : methods_of("variance")) {
      const Measurement* m = measured.find({"linear", method, rows, 1, true});
      cells.push_back(m == nullptr ? "-" : fmt::format("{:.3f}", m->variance));
    }
    // 1 + n V/2,000 times what the step adds; V, a gradient's variance in units of the row's
    // information, is 1 where the model is true.
    cells.push_back(fmt::format(
        "{:.3f}", (1.0 + 0.9 * static_cast<double>(rows) / 2'000.0) / (1.0 - 0.1 / 3.6)));
    table.row(cells);
  }
  return out.str();
}

}  // namespace photinus::paper::evidence
