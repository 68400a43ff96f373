#include <fmt/format.h>

#include "commands.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/data/dataset.hpp"
#include "report/experiment.hpp"
#include "report/markdown_table.hpp"
#include "report/simulated_data.hpp"

namespace photinus::scaling {

using namespace report;

namespace {

// What nobody who looks for the mode can do without, measured here and now.
struct Yardstick {
  Times read;
  Times gradient_pass;
  Times information;  ///< X'AX: a pass with Hessian, less one with gradient

  Times total() const { return read + gradient_pass * 12.0 + information; }
};

Times time_to_read(const FileHeader& header, const Layout& layout) {
  const Stopwatch watch;
  read_rows<float>(header, layout, {0, layout.blocks()}, silent);
  return watch.elapsed();
}

// Mean of as many passes as fill a while.
Times time_of_pass(Experiment& experiment, Derivatives derivatives) {
  constexpr int least_passes = 3;
  constexpr double least_seconds = 0.3;
  const Stopwatch watch;
  int passes = 0;
  for (; passes < least_passes || watch.elapsed().wall < least_seconds; ++passes)
    experiment.team().ask(
        Evaluate{.theta = experiment.problem().mode.theta, .derivatives = derivatives});
  return watch.elapsed() * (1.0 / passes);
}

Yardstick measure_yardstick(Experiment& experiment) {
  const Times gradient = time_of_pass(experiment, Derivatives::gradient);
  const Times hessian = time_of_pass(experiment, Derivatives::hessian);
  const Problem& problem = experiment.problem();
  return {time_to_read(problem.header, problem.layout), gradient, hessian + gradient * -1.0};
}

// The draws that 1,000 effective samples of the worst parameter take, warm-up before them.
Times time_for_thousand(const Figures& figures) {
  return figures.warmup + figures.sampling * (1000.0 / figures.worst_ess);
}

void print_seconds(const MarkdownTable& table, const std::string& what, const Times& times) {
  table.row({what, shown_figure(times.wall), shown_figure(times.cpu)});
}

void print_table(const Experiment& experiment, const Figures& figures, const Yardstick& yardstick) {
  const MarkdownTable table({"", "seconds", "CPU seconds"}, 72);
  const Seconds& seconds = experiment.problem().seconds;
  table.row({"reading", shown_figure(seconds.read), "-"});
  table.row(
      {fmt::format("mode ({:.3g} passes over the rows)", experiment.problem().mode.data_passes),
       shown_figure(seconds.mode), "-"});
  table.row({"statistics", shown_figure(seconds.statistics), "-"});
  const Times setup{seconds.read + seconds.mode + seconds.statistics, experiment.setup().cpu};
  print_seconds(table, "reading + mode + statistics", setup);
  print_seconds(table, "file read once more", yardstick.read);
  print_seconds(table, "gradient pass", yardstick.gradient_pass);
  print_seconds(table, "X'AX (pass with Hessian less pass with gradient)", yardstick.information);
  print_seconds(table, "file read + 12 gradient passes + X'AX", yardstick.total());
  print_seconds(table, "warm-up, first brightness counted", figures.warmup);
  print_seconds(table, "  first brightness alone", figures.start);
  print_seconds(table,
                fmt::format("sampling: {} draws, {} effective of {}, the worst", figures.draws,
                            shown_figure(figures.worst_ess), figures.worst_parameter),
                figures.sampling);
  const Times thousand = time_for_thousand(figures);
  print_seconds(table, "1,000 effective samples: warm-up + sampling x 1000 / worst ESS", thousand);
  const auto ratio = [&](const std::string& what, const Times& a, const Times& b) {
    print_seconds(table, what, {a.wall / b.wall, a.cpu / b.cpu});
  };
  ratio("ratio: 1,000 effective samples to reading + mode + statistics (<= 0.5)", thousand, setup);
  ratio("ratio: reading + mode + statistics to read + 12 passes + X'AX (<= 3)", setup,
        yardstick.total());
}

}  // namespace

void price_command(const PriceArguments& arguments) {
  const std::string lack = lack_of_room(arguments.rows, arguments.columns, 2);
  if (!lack.empty()) throw Failure(ExitCode::input_output, lack);
  const SimulatedData data(arguments.family, arguments.rows, arguments.columns);
  RunConfig config;
  config.data.path = data.path();
  config.model.family = arguments.family;
  config.model.sigma = true_sigma;
  Experiment experiment(config);
  const Yardstick yardstick = measure_yardstick(experiment);
  const Figures figures = experiment.run(1);
  fmt::print("{}, N = {}, D = {}, one rank, all defaults ({} chains x {} draws after {}).\n\n",
             arguments.family, arguments.rows, arguments.columns, config.sampler.chains,
             config.sampler.draws, config.sampler.warmup);
  print_table(experiment, figures, yardstick);
}

}  // namespace photinus::scaling
