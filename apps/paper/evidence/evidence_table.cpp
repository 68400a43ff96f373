#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "estimates.hpp"
#include "report/markdown_table.hpp"
#include "tables.hpp"

namespace photinus::paper::evidence {

namespace {

using report::MarkdownTable;
using report::shown_figure;

Case case_of(const std::string& part, Method method, std::int64_t rows) {
  return {problem_of(part).name, method, rows};
}

std::string rounded(double value, const char* format) {
  return std::isnan(value) ? "-" : fmt::format(fmt::runtime(format), value);
}

// Powers of ten as such.
std::string shown_rows(std::int64_t rows) {
  int zeros = 0;
  std::int64_t rest = rows;
  for (; rest % 10 == 0; rest /= 10) ++zeros;
  return rest == 1 && zeros > 2 ? fmt::format("10^{}", zeros) : fmt::format("{}", rows);
}

std::vector<std::string> cells_of(const Estimates& one, const Estimates& reference,
                                  const Estimates& paper, Method method, std::int64_t rows) {
  const auto n = static_cast<double>(rows);
  const double speedup = paper.seconds / one.seconds;
  std::string error = rounded((one.log_z - reference.log_z) / n, "{:+.1e}");
  if (one.gave_up > 0) error = fmt::format("{} failed", one.gave_up);
  const bool formula = method == Method::exact;
  return {label_of(method),
          rounded(one.log_z / n, "{:.5f}"),
          one.log_z == reference.log_z ? "(0)" : error,
          rounded(one.spread / n, "{:.1e}"),
          formula ? "-" : rounded(one.evaluations, "{:.1e}"),
          formula ? "-" : shown_figure(one.seconds),
          formula ? "-" : shown_figure(speedup)};
}

void add_rows(const std::string& part, std::int64_t rows, const Measurements& measured,
              const MarkdownTable& table) {
  const auto estimates = [&](Method method) {
    return estimates_of(measured, case_of(part, method, rows));
  };
  const Estimates reference = estimates(reference_of(part)), paper = estimates(Method::nested);
  table.row({fmt::format("**{} rows**", shown_rows(rows)), "", "", "", "", "", ""});
  for (const Method method : methods_of(part)) {
    const Estimates one = estimates(method);
    if (one.seeds + one.gave_up > 0)
      table.row(cells_of(one, reference, paper, method, rows));
    else
      table.row({label_of(method), "-", "-", "-", "-", "-", "-"});
  }
}

}  // namespace

std::string evidence_table(const std::string& part, const Measurements& measured,
                           std::int64_t largest) {
  std::ostringstream out;
  out << fmt::format("# {}: {}\n\n", part, problem_of(part).title);
  // Widths as the numbers need them: 79 columns in all.
  const MarkdownTable table(
      {"", " log Z/N", " error/N", "spread/N", "  evals", "  CPU s", "faster"}, 13, out);
  for (const std::int64_t rows : rows_of(part, largest)) add_rows(part, rows, measured, table);
  out << fmt::format(
      "\nError: from \"{}\". Spread: standard deviation over seeds.\nEvals: likelihoods of one "
      "row. "
      "Faster: CPU seconds of \"{}\" over these.\n",
      label_of(reference_of(part)), label_of(Method::nested));
  return out.str();
}

}  // namespace photinus::paper::evidence
