// photinus-paper: the experiments of the papers that the samplers come from. One rank, no MPI.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "commands.hpp"
#include "experiments.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/base/linear_algebra.hpp"

namespace {

using namespace photinus::paper;
using photinus::ExitCode;
using photinus::Failure;

struct CommandLine {
  CLI::App app{"The experiments of the papers.", "photinus-paper"};
  FireflyArguments firefly;
  TemperingArguments tempering;
  EvidenceArguments evidence;
  bool choose_scales = false;
};

void add_firefly(CLI::App& command, CommandLine& line) {
  auto& arguments = line.firefly;
  for (const auto& data : all_data_sets())
    command.add_option_function<std::string>(
        "--" + data.name,
        [&arguments, name = data.name](const std::string& path) { arguments.data[name] = path; },
        "HDF5 file: " + data.title);
  command.add_option("--output", arguments.output, "directory of cells, table and figures")
      ->capture_default_str();
  command
      .add_option("--budget", arguments.budget,
                  "minutes, shared out over the cells that are missing")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--seeds", arguments.seeds)->check(CLI::Range(1, 1000))->capture_default_str();
  command
      .add_option("--variants", arguments.variants,
                  "those that may run; cells that are there are tabled all the same")
      ->delimiter(',')
      ->check(CLI::IsMember(variant_names()));
  command.add_flag("--choose-scales", line.choose_scales,
                   "print the held-out scores of prior and residual scales instead");
}

void add_tempering(CLI::App& command, TemperingArguments& arguments) {
  command.add_option("--output", arguments.output, "directory of data, cells, tables and figures")
      ->capture_default_str();
  command
      .add_option("--budget", arguments.budget,
                  "minutes, shared out over the cells that are missing")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--parts", arguments.parts, "some of the tables and figures")
      ->delimiter(',')
      ->check(CLI::IsMember(tempering_parts()));
  command.add_option("--seed", arguments.seed, "of data and chains")->capture_default_str();
  command.add_option("--largest", arguments.largest, "rows")->group("");  // for tests
}

void add_evidence(CLI::App& command, EvidenceArguments& arguments) {
  command.add_option("--output", arguments.output, "directory of cells, tables and figures")
      ->capture_default_str();
  command
      .add_option("--budget", arguments.budget,
                  "minutes; cells that are expected to take longer than what is left are left out")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--parts", arguments.parts, "some of the figures and the table of variances")
      ->delimiter(',')
      ->check(CLI::IsMember(evidence_parts()));
  command
      .add_option("--methods", arguments.methods,
                  "those that may run; cells that are there are tabled all the same")
      ->delimiter(',')
      ->check(CLI::IsMember(evidence_methods()));
  command.add_option("--seed", arguments.seed, "of the rows")->capture_default_str();
  command.add_option("--seeds", arguments.seeds, "repeats of every method, up to 10,000 rows")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--largest", arguments.largest, "rows")->group("");  // for tests
}

void dispatch(const CommandLine& line) {
  if (line.app.got_subcommand("tempering")) return tempering_command(line.tempering);
  if (line.app.got_subcommand("evidence")) return evidence_command(line.evidence);
  if (line.firefly.data.empty())
    throw Failure(ExitCode::usage, "firefly needs data: --mnist, --cifar or --opv FILE");
  line.choose_scales ? choose_scales_command(line.firefly) : firefly_command(line.firefly);
}

}  // namespace

int main(int argc, char** argv) {
  photinus::fix_cache_sizes();
  CommandLine line;
  line.app.require_subcommand(1);
  add_firefly(*line.app.add_subcommand(
                  "firefly", "table 1 and figures 1, 2 and 4 of Maclaurin & Adams (2014)"),
              line);
  add_tempering(*line.app.add_subcommand("tempering",
                                         "tables 1 and 2 and figures 1 to 3 of \"Tempering by "
                                         "Subsampling\" (van de Meent, Paige & Wood)"),
                line.tempering);
  add_evidence(*line.app.add_subcommand("evidence",
                                        "figures 1 to 3 and A1 of Cameron, Eggers & Kroon (2019)"),
               line.evidence);
  try {
    line.app.parse(argc, argv);
    dispatch(line);
  } catch (const CLI::ParseError& error) {
    return line.app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::usage);
  } catch (const Failure& failure) {
    fmt::print(stderr, "photinus-paper: {}\n", failure.what());
    return static_cast<int>(failure.code());
  } catch (const std::exception& error) {
    fmt::print(stderr, "photinus-paper: internal error: {}\n", error.what());
    return static_cast<int>(ExitCode::internal);
  }
  return 0;
}
