#include <fmt/format.h>

#include <optional>
#include <vector>

#include "commands.hpp"
#include "report/experiment.hpp"
#include "report/markdown_table.hpp"
#include "report/simulated_data.hpp"

namespace photinus::scaling {

using namespace report;

namespace {

// A family, and whether the scale of its residuals is given.
struct Variant {
  std::string name;
  std::optional<double> sigma;
};

struct Family {
  std::string name;
  std::vector<Variant> variants;
};

std::vector<Family> table_families() {
  return {{"logistic", {{"logistic", {}}}},
          {"student_t", {{"student_t", true_sigma}, {"student_t, sigma sampled", {}}}}};
}

// One line of the table.
struct Line {
  std::string variant;
  int columns = 0;
  std::int64_t rows = 0;
  double evaluations_per_effective_sample = 0.0;
};

Line measure(const Family& family, const Variant& variant, const std::string& data,
             std::int64_t rows, int columns, int seeds, const MarkdownTable& table) {
  RunConfig config;
  config.data.path = data;
  config.model.family = family.name;
  config.model.sigma = variant.sigma;
  Experiment experiment(config);
  const auto runs = experiment.run_seeds(seeds);
  const auto mean = [&](auto number) { return shown_figure(mean_of(runs, number).mean); };
  const auto price =
      mean_of(runs, [](const Figures& f) { return f.evaluations_per_effective_sample; });
  const Seconds& seconds = experiment.problem().seconds;
  table.row({variant.name, std::to_string(columns), std::to_string(rows),
             mean([](const Figures& f) { return f.bright; }),
             mean([](const Figures& f) { return f.evaluations_per_draw; }),
             mean([](const Figures& f) { return f.worst_ess; }), shown_figure(price.mean),
             shown_figure(price.deviation),
             mean([](const Figures& f) { return f.effective_samples_per_cpu_second(); }),
             shown_figure(seconds.read), shown_figure(seconds.mode),
             shown_figure(seconds.statistics), mean([](const Figures& f) { return f.warmup.wall; }),
             mean([](const Figures& f) { return f.sampling.wall; })});
  return {variant.name, columns, rows, price.mean};
}

// The claim, family by family: lines of one variant and number of columns stand by rising rows.
void print_growth(const std::vector<Line>& lines) {
  fmt::print("\nevals/ES against the fewest rows (asked: not above 1, within its deviation):\n\n");
  const MarkdownTable table({"family", "D", "N", "ratio"}, 24);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::size_t first = 0;
    while (lines[first].variant != lines[i].variant || lines[first].columns != lines[i].columns)
      ++first;
    if (first == i) continue;
    table.row({lines[i].variant, std::to_string(lines[i].columns), std::to_string(lines[i].rows),
               shown_figure(lines[i].evaluations_per_effective_sample /
                            lines[first].evaluations_per_effective_sample)});
  }
}

}  // namespace

void table_command(const TableArguments& arguments) {
  fmt::print(
      "Data of `photinus simulate`, sampler with all defaults (4 chains x 1,000 draws), one rank, "
      "mean of {} seed{}.\nESS: effective samples (bulk) of the parameter that has fewest, lp and "
      "|theta| among them, capped at the draws; sd: of evals/ES over the seeds.\n\n",
      arguments.seeds, arguments.seeds == 1 ? "" : "s");
  const MarkdownTable table(
      {"family", "D", "N", "bright", "evals/draw", "ESS", "evals/ES", "sd", "ES / CPU s", "read s",
       "mode s", "statistics s", "warm-up s", "sampling s"},
      24);
  std::vector<Line> lines;
  std::string skipped;
  for (const auto& family : table_families())
    for (const int columns : {20, 51})
      for (std::int64_t rows = 10'000; rows <= arguments.most_rows; rows *= 10) {
        const std::string lack = lack_of_room(rows, columns, 1);
        if (!lack.empty()) {
          skipped +=
              fmt::format("\nskipped: {}, D = {}, N = {}: {}\n", family.name, columns, rows, lack);
          continue;
        }
        const SimulatedData data(family.name, rows, columns);
        for (const auto& variant : family.variants)
          lines.push_back(
              measure(family, variant, data.path(), rows, columns, arguments.seeds, table));
      }
  fmt::print("{}", skipped);
  if (arguments.most_rows >= 100'000) print_growth(lines);
}

}  // namespace photinus::scaling
