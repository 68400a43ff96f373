#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "budget.hpp"
#include "commands.hpp"
#include "figures.hpp"
#include "measure.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/output/text_file.hpp"
#include "report/stopwatch.hpp"
#include "table1.hpp"

namespace photinus::paper {

namespace {

using report::Experiment;

// One data set and variant before it has run.
struct Task {
  const DataSet* data;
  Variant variant;
  RunConfig config;
  std::vector<Cell> done;
  std::vector<std::uint64_t> missing;  // seeds
  Wish wish;                           // of the missing cells
};

// What makes a cell another one, but for names, lengths and seed.
std::string settings_of(RunConfig config) {
  config.data.path = "";
  config.sampler.warmup = config.sampler.draws = 1;
  config.sampler.seed = 1;
  return to_toml(config);
}

void stamp(Cell& cell, const Task& task) {
  const std::filesystem::path path = task.config.data.path;
  cell.data_set = task.data->name;
  cell.variant = name_of(task.variant);
  cell.settings = settings_of(task.config);
  cell.file = path.filename().string();
  cell.bytes = static_cast<std::int64_t>(std::filesystem::file_size(path));
}

void refuse_others(const Cell& cell, const Task& task) {
  Cell ours;
  stamp(ours, task);
  if (cell.settings == ours.settings && cell.file == ours.file && cell.bytes == ours.bytes) return;
  const bool data = cell.settings == ours.settings;
  throw Failure(
      ExitCode::usage,
      fmt::format("the saved cell {}-{}-{}.json was run with other {}; give another "
                  "--output, or remove the file",
                  cell.data_set, cell.variant, cell.seed,
                  data ? fmt::format("data ({}, {} bytes)", cell.file, cell.bytes) : "settings"));
}

bool may_run(Variant variant, const FireflyArguments& arguments) {
  const auto& chosen = arguments.variants;
  return chosen.empty() || std::count(chosen.begin(), chosen.end(), name_of(variant)) > 0;
}

Task make_task(const DataSet& data, Variant variant, const FireflyArguments& arguments,
               const CellFiles& files) {
  Task task{&data, variant, config_of(data, variant, arguments.data.at(data.name)), {}, {}, {}};
  for (int i = 1; i <= arguments.seeds; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    if (auto cell = files.find(data.name, name_of(variant), seed)) {
      refuse_others(*cell, task);
      task.done.push_back(std::move(*cell));
    } else if (may_run(variant, arguments)) {
      task.missing.push_back(seed);
    }
  }
  return task;
}

std::vector<Task> make_tasks(const FireflyArguments& arguments, const CellFiles& files) {
  std::vector<Task> tasks;
  for (const auto& data : all_data_sets()) {
    if (!arguments.data.contains(data.name) || !can_run(data)) continue;
    require_response(read_header(arguments.data.at(data.name)));  // fails before anything has run
    for (const Variant variant : all_variants)
      tasks.push_back(make_task(data, variant, arguments, files));
  }
  return tasks;
}

double wish(const Task& task, const Pace& pace, double setup, const Length& length) {
  constexpr double analysis = 1.2;  // of the draws, in parts of the run
  const int iterations = length.warmup + length.draws;
  const auto looks = static_cast<double>(trace_iterations(iterations).size());
  return setup + static_cast<double>(task.missing.size()) *
                     (analysis * pace.seconds_of(iterations) + looks * pace.posterior);
}

// The first seed's beginning is run and thrown away.
void estimate(Task& task, double budget_seconds) {
  constexpr double share_of_budget = 0.01;
  const report::Stopwatch watch;
  Experiment experiment(task.config);
  const double setup = watch.elapsed().wall;
  const Length length = full_length(*task.data, task.variant);
  const Pace pace = measure_pace(experiment, length, share_of_budget * budget_seconds);
  task.wish = {wish(task, pace, setup, length),
               wish(task, pace, setup, least_length(*task.data, task.variant))};
  fmt::print("{} {}: {:.3g} s per iteration after {} of them\n", task.data->name,
             name_of(task.variant), pace.iteration, pace.tried);
  std::fflush(stdout);
}

// Cells that are there decide: chains of one R-hat are of one length.
Length length_of(const Task& task, double seconds) {
  if (!task.done.empty()) return {task.done.front().warmup, task.done.front().draws};
  return shortened(full_length(*task.data, task.variant), least_length(*task.data, task.variant),
                   seconds / task.wish.full);
}

void report_cell(const Cell& cell, double seconds) {
  fmt::print(
      "{} {} seed {}: {} + {} iterations, {:.6g} queries each, ESS/1,000 {:.3g} ({:.1f} s)\n",
      cell.data_set, cell.variant, cell.seed, cell.warmup, cell.draws, cell.queries, cell.ess,
      seconds);
  std::fflush(stdout);
}

// Seconds that are left of the budget.
class Clock {
 public:
  explicit Clock(double seconds) : seconds_(seconds) {}
  double left() const { return seconds_ - watch_.elapsed().wall; }

 private:
  double seconds_;
  report::Stopwatch watch_;
};

void run(Task& task, const Length& length, const Clock& clock, const CellFiles& files) {
  Experiment experiment(task.config);
  for (const std::uint64_t seed : task.missing) {
    if (clock.left() <= 0.0) {
      fmt::print(
          "{} {} seed {} and later: left out, the budget is used up; run again to add them\n",
          task.data->name, name_of(task.variant), seed);
      return;
    }
    const report::Stopwatch watch;
    Cell cell = measure_cell(experiment, seed, length);
    stamp(cell, task);
    files.save(cell);
    report_cell(cell, watch.elapsed().wall);
    task.done.push_back(std::move(cell));
  }
}

std::vector<Task*> estimate_all(std::vector<Task>& tasks, double budget_seconds) {
  std::vector<Task*> waiting;
  for (auto& task : tasks) {
    if (!task.done.empty())
      fmt::print("{} {}: {} cells kept\n", task.data->name, name_of(task.variant),
                 task.done.size());
    if (task.missing.empty()) continue;
    estimate(task, budget_seconds);
    waiting.push_back(&task);
  }
  std::stable_sort(waiting.begin(), waiting.end(),
                   [](const Task* a, const Task* b) { return a->wish.full < b->wish.full; });
  return waiting;
}

std::vector<Wish> wishes_of(const std::vector<Task*>& waiting, std::size_t first) {
  std::vector<Wish> wishes;
  for (std::size_t i = first; i < waiting.size(); ++i) wishes.push_back(waiting[i]->wish);
  return wishes;
}

// Returns those that the budget has room for.
std::vector<Task*> leave_out(std::vector<Task*> waiting, double seconds) {
  const std::size_t count = affordable(wishes_of(waiting, 0), seconds);
  for (std::size_t i = count; i < waiting.size(); ++i) {
    const Task& task = *waiting[i];
    const Length least = least_length(*task.data, task.variant);
    fmt::print("{} {}: left out; {} + {} iterations of {} seeds alone take about {:.2g} minutes\n",
               task.data->name, name_of(task.variant), least.warmup, least.draws,
               task.missing.size(), task.wish.least / 60.0);
  }
  waiting.resize(count);
  return waiting;
}

// The cheapest first: what they leave of their share goes to the others.
void run_within(std::vector<Task>& tasks, double budget_seconds, const CellFiles& files) {
  const Clock clock(budget_seconds);
  const auto waiting = leave_out(estimate_all(tasks, budget_seconds), clock.left());
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    const double share = share_of_first(wishes_of(waiting, i), clock.left());
    run(*waiting[i], length_of(*waiting[i], share), clock, files);
  }
}

std::vector<Group> groups_of(std::vector<Task>& tasks) {
  std::vector<Group> groups;
  for (auto& task : tasks) {
    if (task.done.empty()) continue;
    std::sort(task.done.begin(), task.done.end(),
              [](const Cell& a, const Cell& b) { return a.seed < b.seed; });
    groups.push_back({task.data, task.variant, std::move(task.done)});
  }
  return groups;
}

void write_figures(const FireflyArguments& arguments, const std::vector<Group>& groups) {
  const std::filesystem::path directory = arguments.output;
  write_text_file(directory / "figure1.svg", figure1());
  write_text_file(directory / "figure2.svg", figure2());
  for (const auto& data : all_data_sets())
    if (std::any_of(groups.begin(), groups.end(), [&](const Group& group) {
          return group.data == &data && group.variant != Variant::ours;
        }))
      write_text_file(directory / ("figure4-" + data.name + ".svg"), figure4(data, groups));
}

}  // namespace

void firefly_command(const FireflyArguments& arguments) {
  const CellFiles files(arguments.output);
  auto tasks = make_tasks(arguments, files);
  run_within(tasks, 60.0 * arguments.budget, files);
  const auto groups = groups_of(tasks);
  write_figures(arguments, groups);
  if (groups.empty()) return;
  const std::string table = table1(groups, arguments.budget);
  write_text_file(std::filesystem::path(arguments.output) / "table1.md", table);
  fmt::print("\n{}", table);
}

}  // namespace photinus::paper
