// photinus-scaling: how the price of an effective sample follows the number of rows, the time for
// an optimum, the share of bright rows, and what evidence costs. One rank, no MPI; Markdown on
// standard output.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "commands.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/base/linear_algebra.hpp"

namespace {

using namespace photinus::scaling;

struct CommandLine {
  CLI::App app{"What an effective sample costs.", "photinus-scaling"};
  TableArguments table;
  PriceArguments price;
  MixingArguments mixing;
  EvidenceArguments evidence;
};

void add_table(CLI::App& command, TableArguments& arguments) {
  command.add_option("--most-rows", arguments.most_rows, "from 10,000 on, in powers of 10")
      ->check(CLI::Range(std::int64_t{10'000}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  command.add_option("--seeds", arguments.seeds)->check(CLI::Range(1, 1000))->capture_default_str();
}

void add_price(CLI::App& command, PriceArguments& arguments) {
  command.add_option("--family", arguments.family)->capture_default_str();
  command.add_option("--rows", arguments.rows)->capture_default_str();
  command.add_option("--columns", arguments.columns)->capture_default_str();
}

void add_mixing(CLI::App& command, MixingArguments& arguments) {
  command.add_option("--data", arguments.data, "HDF5 file; without it one is simulated");
  command.add_option("--family", arguments.family)->capture_default_str();
  command
      .add_option("--sigma", arguments.sigma, "student_t, linear: scale of the residuals of --data")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--rows", arguments.rows, "to simulate")->capture_default_str();
  command.add_option("--columns", arguments.columns, "to simulate")->capture_default_str();
  command.add_option("--seeds", arguments.seeds)->check(CLI::Range(1, 1000))->capture_default_str();
  command.add_option("--output", arguments.output, "directory of mixing.svg")
      ->capture_default_str();
}

void add_evidence(CLI::App& command, EvidenceArguments& arguments) {
  command.add_option("--family", arguments.family)->capture_default_str();
  command.add_option("--least-rows", arguments.least_rows, "from there on, in powers of 10")
      ->check(CLI::Range(std::int64_t{100}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  command.add_option("--most-rows", arguments.most_rows)
      ->check(CLI::Range(std::int64_t{100}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  command.add_option("--columns", arguments.columns, "the intercept's included")
      ->capture_default_str();
  command
      .add_option("--reference-draws", arguments.reference_draws, "of importance sampling, or 0")
      ->check(CLI::Range(0, 1'000'000'000))
      ->capture_default_str();
}

void dispatch(const CommandLine& line) {
  if (line.app.got_subcommand("table")) return table_command(line.table);
  if (line.app.got_subcommand("price")) return price_command(line.price);
  if (line.app.got_subcommand("mixing")) return mixing_command(line.mixing);
  evidence_command(line.evidence);
}

}  // namespace

int main(int argc, char** argv) {
  using photinus::ExitCode;
  photinus::fix_cache_sizes();
  CommandLine line;
  line.app.require_subcommand(1);
  add_table(*line.app.add_subcommand("table", "evaluations per effective sample as rows grow"),
            line.table);
  add_price(*line.app.add_subcommand("price", "the posterior at the price of the optimum"),
            line.price);
  add_mixing(*line.app.add_subcommand("mixing", "mixing of theta as the bright share falls"),
             line.mixing);
  add_evidence(*line.app.add_subcommand("evidence", "evidence by fireflies as rows grow"),
               line.evidence);
  try {
    line.app.parse(argc, argv);
    dispatch(line);
  } catch (const CLI::ParseError& error) {
    return line.app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::usage);
  } catch (const photinus::Failure& failure) {
    fmt::print(stderr, "photinus-scaling: {}\n", failure.what());
    return static_cast<int>(failure.code());
  } catch (const std::exception& error) {
    fmt::print(stderr, "photinus-scaling: internal error: {}\n", error.what());
    return static_cast<int>(ExitCode::internal);
  }
  return 0;
}
