#include "table1.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "report/markdown_table.hpp"

namespace photinus::paper {

namespace {

using report::MarkdownTable;
using report::shown_figure;

std::string with_deviation(const MeanAndDeviation& number) {
  return report::measured_figure(number.mean, number.deviation);
}

std::string speedup(const Group& group, const Group* regular) {
  if (group.variant == Variant::regular) return "(1)";
  if (regular == nullptr || !arrived(*regular) || !arrived(group)) return "-";
  const double base = over_seeds(*regular, ess_per_query).mean;
  const auto own = over_seeds(group, ess_per_query);
  return with_deviation({own.mean / base, own.deviation / base});
}

std::string published(const Group& group) {
  if (group.variant == Variant::ours) return "-";
  const Published& printed = group.data->published[static_cast<std::size_t>(group.variant)];
  return fmt::format("{:.0f}; {:g}; {:g}", printed.queries, printed.ess, printed.speedup);
}

std::string star(const Group& group) { return converged(group) ? "" : "*"; }

void add_lines(const std::vector<Group>& groups, std::ostream& out) {
  const MarkdownTable table({"", "queries / iteration", "ESS / 1,000 iterations", "speedup",
                             "bright rows", "evals/ES", "published"},
                            10, out);
  const DataSet* data = nullptr;
  const Group* regular = nullptr;
  for (const auto& group : groups) {
    if (group.data != data) {
      data = group.data;
      regular = group.variant == Variant::regular ? &group : nullptr;
      table.row({"**" + data->title + "**", "", "", "", "", "", ""});
    }
    const auto cell = [&](double (*number)(const Cell&)) {
      return with_deviation(over_seeds(group, number));
    };
    table.row(
        {name_of(group.variant) + star(group), cell([](const Cell& c) { return c.queries; }),
         arrived(group) ? cell([](const Cell& c) { return c.ess; }) : "-", speedup(group, regular),
         shown_figure(over_seeds(group, [](const Cell& c) { return c.bright; }).mean),
         arrived(group) ? cell([](const Cell& c) { return c.evaluations_per_effective_sample; })
                        : "-",
         published(group)});
  }
}

void add_lengths(const std::vector<Group>& groups, std::ostream& out) {
  const MarkdownTable table({"", "rows x parameters", "seeds x chains", "warm-up", "draws",
                             "acceptance", "R-hat", "least ESS per chain", "median ESS / 1,000"},
                            10, out);
  for (const auto& group : groups) {
    const Cell& first = group.cells.front();
    double least = std::numeric_limits<double>::infinity();
    for (const auto& cell : group.cells) least = cell.least_ess >= least ? least : cell.least_ess;
    table.row({group.data->name + " " + name_of(group.variant) + star(group),
               fmt::format("{} x {}", first.rows, first.halves.front().mean.size()),
               fmt::format("{} x {}", group.cells.size(), first.chains),
               std::to_string(first.warmup), std::to_string(first.draws),
               shown_figure(over_seeds(group, [](const Cell& c) { return c.acceptance; }).mean),
               fmt::format("{:.3f}", largest_r_hat(group)), shown_figure(least),
               with_deviation(over_seeds(group, [](const Cell& c) { return c.median_ess; }))});
  }
}

}  // namespace

std::string table1(const std::vector<Group>& groups, double budget_minutes) {
  std::ostringstream out;
  out << fmt::format(
      "# Table 1 of Maclaurin & Adams (2014)\n\n"
      "Run with `--budget {:g}` (minutes). Counts are of likelihood evaluations and do not depend "
      "on "
      "the machine; lengths of chains below.\n\n",
      budget_minutes);
  add_lines(groups, out);
  out << "\nMean ± standard deviation over the seeds. ESS: R coda's estimator, the parameter that "
         "has "
         "fewest. Speedup: ESS per query relative to regular.\nevals/ES: likelihood evaluations "
         "per "
         "effective sample of the worst parameter as `photinus sample` reports it (bulk ESS; lp "
         "and "
         "|theta| among the parameters).\nPublished: queries; ESS; speedup. `*`: not converged, "
         "which "
         "asks for R-hat of all seeds' chains together <= 1.01 (split, each chain from its own "
         "draw "
         "of the prior)\nand bulk and tail ESS >= 100 per chain, for every parameter. `-`: R-hat "
         "above 1.2, "
         "chains that are on their way have no ESS.\n\n";
  add_lengths(groups, out);
  return out.str();
}

}  // namespace photinus::paper
