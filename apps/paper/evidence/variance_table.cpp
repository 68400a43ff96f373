#include <fmt/format.h>

#include <sstream>

#include "draw_variance.hpp"
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
    cells.push_back(fmt::format("{:.3f}", expected_of_published(rows)));
    table.row(cells);
  }
  return out.str();
}

}  // namespace photinus::paper::evidence
