#include "photinus/run/program.hpp"

#include <CLI/CLI.hpp>
#include <map>
#include <new>

#include "commands.hpp"
#include "log.hpp"
#include "photinus/data/simulate.hpp"
#include "photinus/run/state_keeper.hpp"

namespace photinus {

namespace {

struct CommandLine {
  CLI::App app{
      "Exact posteriors of models with more rows than one machine holds.\n"
      "Exit codes: 0 converged, 1 internal, 2 usage or config, 3 bad data, 4 finished but\n"
      "not converged, 5 input/output, 75 stopped at a checkpoint.",
      "photinus"};
  ConfigArguments arguments;
  EvidenceArguments evidence;
  SimulateSettings simulation;
  std::string path;
  bool json = false;
  std::string intercept = "yes";
};

template <class Arguments>
void add_settings(CLI::App& command, Arguments& arguments) {
  command.add_option("--set", arguments.settings, "section.key=value, over the config file")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--output", arguments.output, "results directory");
  command.add_flag("--force", arguments.force, "replace the results of an earlier run");
}

template <class Arguments>
void add_dry_run(CLI::App& command, Arguments& arguments) {
  auto* dry_run = command.add_flag("--dry-run", arguments.dry_run,
                                   "read headers and a few rows only, print the plan: memory of "
                                   "every rank, messages, disk space");
  command
      .add_option("--for-ranks", arguments.for_ranks,
                  "with --dry-run: of a run on so many ranks, not on those that are here")
      ->check(CLI::PositiveNumber)
      ->needs(dry_run);
}

void add_resuming(CLI::App& command, Resuming& resuming) {
  command.add_flag("--resume", resuming.resume, "go on from the last checkpoint, if there is one");
  command
      .add_option("--max-time", resuming.max_time,
                  "then stop at a checkpoint, exit 75: seconds, or with s, min, h")
      ->transform(CLI::AsNumberWithUnit(
          std::map<std::string, double>{{"s", 1.0}, {"min", 60.0}, {"h", 3600.0}},
          CLI::AsNumberWithUnit::CASE_SENSITIVE, "TIME"))
      ->check(CLI::PositiveNumber);
}

void add_config(CLI::App& command, ConfigArguments& arguments) {
  command.add_option("config", arguments.config, "config file (TOML)")->required();
  add_settings(command, arguments);
}

void add_evidence(CLI::App& command, EvidenceArguments& arguments) {
  command
      .add_option("configs", arguments.paths,
                  "config files (TOML), whose models are compared; with --extend data files")
      ->required();
  add_settings(command, arguments);
  add_dry_run(command, arguments);
  command.add_option("--extend", arguments.extend,
                     "results directory of a sequential run: go on from it with the files' rows");
  add_resuming(command, arguments.resuming);
}

void add_simulate(CLI::App& command, CommandLine& line) {
  auto& s = line.simulation;
  command
      .add_option("--family", s.family,
                  "logistic, probit, softmax, poisson, student_t, linear, mvn, mixture or gp")
      ->capture_default_str();
  command.add_option("--nu", s.nu, "student_t: degrees of freedom")->capture_default_str();
  command.add_option("--sigma", s.sigma, "student_t, linear: scale of the residuals")
      ->capture_default_str();
  command.add_option("--covariance", s.covariance, "mvn: variance of every column")
      ->capture_default_str();
  command.add_option("--components", s.components, "of the mixture")->capture_default_str();
  command.add_option("--classes", s.classes, "of softmax")->capture_default_str();
  command.add_option("--rows", s.rows)->capture_default_str();
  command.add_option("--columns", s.columns, "the intercept's column included")
      ->capture_default_str();
  command.add_option("--seed", s.seed)->capture_default_str();
  command.add_option("--theta", s.theta, "ones or normal:SD; mixture, gp: from the prior")
      ->capture_default_str();
  command.add_option("--features", s.features, "decaying or normal")->capture_default_str();
  command.add_option("--filled", s.filled, "probability of an entry not to be 0")
      ->capture_default_str();
  command.add_option("--format", s.format, "hdf5 or libsvm")->capture_default_str();
  command
      .add_option("--intercept", line.intercept,
                  "yes or no: a last column of ones; not of mvn, mixture and gp")
      ->check(CLI::IsMember({"yes", "no"}))
      ->capture_default_str();
  command.add_option("--scalar", s.scalar, "float32 or float64")->capture_default_str();
  command.add_option("--output", s.output, "the file")->required();
}

ExitCode dispatch(CommandLine& line, Team& team, const std::vector<FamilyEntry>& families) {
  if (line.app.got_subcommand("sample")) return sample_command(team, families, line.arguments);
  if (line.app.got_subcommand("evidence")) return evidence_command(team, families, line.evidence);
  if (line.app.got_subcommand("map")) return map_command(team, families, line.arguments);
  if (line.app.got_subcommand("check")) return check_command(team, families, line.path);
  team.dismiss();
  if (line.app.got_subcommand("summary")) return summary_command(line.path, line.json);
  line.simulation.intercept = line.intercept == "yes";
  simulate(line.simulation);
  return ExitCode::converged;
}

void add_commands(CommandLine& line) {
  line.app.require_subcommand(1);
  line.app.set_version_flag("--version", "photinus " PHOTINUS_VERSION);
  auto* sample = line.app.add_subcommand("sample", "draw from the posterior");
  add_config(*sample, line.arguments);
  add_dry_run(*sample, line.arguments);
  add_resuming(*sample, line.arguments.resuming);
  sample->add_flag("--unconverged-ok", line.arguments.unconverged_ok,
                   "exit 0 though not converged");
  add_evidence(
      *line.app.add_subcommand("evidence", "estimate marginal likelihoods, compare models"),
      line.evidence);
  add_config(*line.app.add_subcommand("map", "find the posterior's mode"), line.arguments);
  add_simulate(*line.app.add_subcommand("simulate", "write a data set drawn from a model"), line);
  line.app.add_subcommand("check", "read and check a data file, or a config and its data")
      ->add_option("path", line.path, "HDF5 or LIBSVM file, or config")
      ->required();
  auto* summary = line.app.add_subcommand("summary", "show the results of a run");
  summary->add_option("directory", line.path, "results directory")->required();
  summary->add_flag("--json", line.json, "the whole summary as JSON");
}

}  // namespace

int run(int argc, char** argv, Team& team, const std::vector<FamilyEntry>& families) {
  CommandLine line;
  add_commands(line);
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // CLI11's own exit codes start at 100; ours are documented.
    return line.app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::usage);
  }
  try {
    return static_cast<int>(dispatch(line, team, families));
  } catch (const Stopped& stopped) {
    log_lines::info(stopped.message);
    return static_cast<int>(ExitCode::stopped);
  } catch (const Failure& failure) {
    log_lines::error(failure.what());
    return static_cast<int>(failure.code());
  } catch (const std::bad_alloc&) {
    log_lines::error("out of memory on rank 0; more ranks on more hosts share the rows");
  } catch (const std::exception& error) {
    log_lines::error(std::string("internal error: ") + error.what());
  }
  return static_cast<int>(ExitCode::internal);
}

}  // namespace photinus
