#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "commands.hpp"
#include "log.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/data/sparse_rows.hpp"
#include "photinus/output/table.hpp"
#include "photinus/output/text_file.hpp"
#include "photinus/run/home_problem.hpp"
#include "photinus/run/results.hpp"

namespace photinus {

namespace {

RunSummary read_summary(const std::filesystem::path& path, const std::string& text) {
  try {
    return summary_from_json(text);
  } catch (const Failure& failure) {
    throw Failure(failure.code(), path.string() + ": damaged, or of another version (" +
                                      failure.what() + "); --json shows it as it is");
  }
}

// Mode and Laplace standard deviations in the place of mean and sd.
std::vector<ParameterSummary> laplace_summaries(const Problem& problem) {
  constexpr double none = RunSummary::not_available;
  const Metric metric = precision_metric(problem.mode.precision);
  std::vector<ParameterSummary> all;
  for (Eigen::Index j = 0; j < problem.mode.theta.size(); ++j) {
    const bool is_scale = problem.parameters.is_scale(static_cast<int>(j));
    const double value = is_scale ? exp(problem.mode.theta[j]) : problem.mode.theta[j];
    const double unit = is_scale ? value : 1.0;  // d sigma / d log sigma
    all.push_back({problem.parameters.names[static_cast<std::size_t>(j)], value,
                   unit * std::sqrt(metric.covariance(j, j)), none, none, none, none, none, none,
                   none, "mode and curvature only"});
  }
  return all;
}

void print_mode(const std::vector<ParameterSummary>& parameters, const Problem& problem) {
  fmt::print("{:<40} {:>14} {:>14}\n", "", "mode", "sd (Laplace)");
  for (const auto& parameter : parameters)
    fmt::print("{:<40} {:>14.6g} {:>14.4g}\n", parameter.name, parameter.mean, parameter.sd);
  fmt::print("log-likelihood {:.4f}, log density {:.4f}, gradient norm {:.2e}\n",
             problem.mode.log_likelihood, problem.mode.log_density, problem.mode.gradient_norm);
  fmt::print("{} iterations, {:g} data passes, {:.2f} s\n", problem.mode.iterations,
             problem.mode.data_passes, problem.seconds.mode);
}

std::string extras(const FileHeader& header, std::int64_t filled) {
  std::string text;
  if (header.format == FileFormat::libsvm) text += fmt::format(", {} entries filled", filled);
  if (!header.response) text += ", without /y";
  if (header.weights) text += ", with weights";
  if (header.offsets > 0) text += fmt::format(", with {} offset(s) a row", header.offsets);
  return text;
}

// Block by block: the file may be larger than the memory. Returns the number of filled entries.
std::int64_t check_rows(const FileHeader& header) {
  const Layout layout = make_layout(header.rows);
  std::int64_t filled = 0;
  for (std::int64_t block = 0; block < layout.blocks(); ++block) {
    const Share share{block, block + 1};
    if (header.format == FileFormat::libsvm)
      filled += read_sparse_rows(header, layout, share, silent).blocks.front().filled();
    else if (header.scalar == ScalarType::float32)
      read_rows<float>(header, layout, share, silent);
    else
      read_rows<double>(header, layout, share, silent);
  }
  return filled;
}

ExitCode check_config(Team& team, const std::vector<FamilyEntry>& families,
                      const std::string& path) {
  const RunConfig given = read_config(path, {});
  const bool has_predictors = find_family(families, given.model.family).has_predictors();
  const RunConfig config = settled(given, has_predictors);
  const auto print = [&](const FileHeader& header, int parameters) {
    fmt::print("{}: good; {}: {} rows x {} columns, {} parameters\n", path, header.path,
               header.rows, header.columns, parameters);
  };
  if (has_predictors) {
    const Problem problem = load(team, families, config);
    print(problem.header, problem.parameters.dimension());
  } else {
    const HomeProblem home = open_homes(team, families, config).home;
    print(home.header, static_cast<int>(home.names.size()));
  }
  return ExitCode::converged;
}

}  // namespace

ExitCode map_command(Team& team, const std::vector<FamilyEntry>& families,
                     const ConfigArguments& arguments) {
  RunConfig config = effective_config(families, arguments);
  config.sampler.method = "full";  // no bounds are needed
  team.set_deadline(config.ranks.deadline);
  const ResultsDirectory results(config.output.directory, arguments.force);
  const Problem problem = set_up(team, families, config);
  for (const auto& warning : problem.warnings) log_lines::warn(warning);
  RunSummary run = describe(config, problem, team, find_family(families, config.model.family));
  team.dismiss();
  run.exact = false;
  run.converged = true;
  run.method = run.kernel = "map";
  run.parameters = laplace_summaries(problem);
  results.write(config, run);
  print_mode(run.parameters, problem);
  fmt::print("results: {}\n", results.path().string());
  return ExitCode::converged;
}

ExitCode check_command(Team& team, const std::vector<FamilyEntry>& families,
                       const std::string& path) {
  if (std::filesystem::path(path).extension() == ".toml") return check_config(team, families, path);
  const FileHeader header = read_header(path);
  const std::int64_t filled = check_rows(header);
  fmt::print("{}: good; {} rows x {} columns of {}{}\n", path, header.rows, header.columns,
             header.scalar == ScalarType::float32 ? "float32" : "float64", extras(header, filled));
  return ExitCode::converged;
}

ExitCode summary_command(const std::string& directory, bool json) {
  const std::filesystem::path path = std::filesystem::path(directory) / "summary.json";
  const std::string text = read_text_file(path);
  if (json) {
    fmt::print("{}", text);
    return ExitCode::converged;
  }
  const RunSummary run = read_summary(path, text);
  fmt::print("{}\n{}", posterior_table(run.parameters), run_lines(run));
  return ExitCode::converged;
}

}  // namespace photinus
