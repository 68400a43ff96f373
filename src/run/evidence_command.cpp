#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "evidence_comparison.hpp"
#include "evidence_results.hpp"
#include "log.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/output/table.hpp"
#include "photinus/run/evidence_problem.hpp"
#include "photinus/run/results.hpp"
#include "photinus/run/saved_sequential.hpp"
#include "run_keeper.hpp"

namespace photinus {

namespace {

// One model: its config, where its results go, and what its estimator begins with.
struct Job {
  std::string name;
  RunConfig config;
  std::optional<SavedSequential> earlier;
};

// Configs of one name in several directories get numbers.
std::string unique_stem(const std::string& path, std::map<std::string, int>& seen) {
  const std::string stem = std::filesystem::path(path).stem().string();
  const int number = ++seen[stem];
  return number == 1 ? stem : stem + "_" + std::to_string(number);
}

void require_own_directories(const std::vector<Job>& jobs) {
  std::map<std::string, std::string> taken;
  for (const auto& job : jobs) {
    const auto [found, fresh] = taken.emplace(job.config.output.directory, job.name);
    if (!fresh)
      throw Failure(ExitCode::usage, found->second + " and " + job.name +
                                         " have the same results directory " +
                                         job.config.output.directory +
                                         ": give each its own, or all of them --output DIR");
  }
}

void require_one_data_set(const std::vector<Job>& jobs) {
  std::vector<RunConfig> configs;
  std::vector<std::string> names;
  for (const auto& job : jobs) {
    configs.push_back(job.config);
    names.push_back(job.name);
  }
  require_same_data(configs, names);
}

std::vector<Job> jobs_of(const std::vector<FamilyEntry>& families,
                         const EvidenceArguments& arguments) {
  std::vector<Job> jobs;
  std::map<std::string, int> seen;
  const bool many = arguments.paths.size() > 1;
  for (const auto& path : arguments.paths) {
    ConfigArguments one{path, arguments.settings, "", arguments.force};
    Job job{unique_stem(path, seen), effective_config(families, one), {}};
    if (!arguments.output.empty())
      job.config.output.directory =
          many ? (std::filesystem::path(arguments.output) / job.name).string() : arguments.output;
    jobs.push_back(std::move(job));
  }
  require_one_data_set(jobs);
  require_own_directories(jobs);
  return jobs;
}

// The run of a results directory, with the rows of other files behind its own.
Job extension_of(const std::vector<FamilyEntry>& families, const EvidenceArguments& arguments) {
  const std::filesystem::path directory = arguments.extend;
  SavedSequential saved = read_saved(directory);
  ConfigArguments one{(directory / "config.toml").string(), arguments.settings, "", true};
  RunConfig config = effective_config(families, one);
  require_same_settings(saved, config);
  forget_extension(saved, arguments.paths, config);
  config.data.more.insert(config.data.more.end(), arguments.paths.begin(), arguments.paths.end());
  config.output.directory = arguments.output.empty() ? arguments.extend : arguments.output;
  return {directory.filename().string(), std::move(config), std::move(saved)};
}

EvidenceEstimate run_job(Team& team, const std::vector<FamilyEntry>& families, const Job& job,
                         const ResultsDirectory& results, const Resuming& resuming) {
  const RunConfig& config = job.config;
  team.set_deadline(config.ranks.deadline);
  RunKeeper keeper(config, resuming, read_headers(config));
  if (job.earlier)
    keeper.expect("log Z of the run that is extended", fmt::format("{}", job.earlier->state.log_z));
  EvidenceReport report;
  EvidenceEstimate estimate = estimate_evidence(team, families, config, keeper, report,
                                                job.earlier ? &*job.earlier : nullptr);
  for (const auto& warning : report.warnings) log_lines::warn(warning);
  RunSummary run = summarize_evidence(estimate, report, config);
  run.ranks = team.ranks();
  run.rank_shares = rank_shares(team, report.traffic);
  if (!job.earlier) remove_saved(results.path());
  results.write(config, evidence_file(estimate, report), run);
  // Last, so that an extension in place that fails can be repeated from the state that it had.
  if (report.sequential)
    write_saved(results.path(),
                {settings_of(config), report.rows, report.names, std::move(*report.sequential)});
  fmt::print("{}results: {}\n", run_lines(run), results.path().string());
  return estimate;
}

ResultsDirectory directory_of(const Job& job, bool force, const Resuming& resuming) {
  refuse_flat_priors(job.config);
  return {job.config.output.directory, force, resuming.resume};
}

ExitCode dry_run(const Team& team, const std::vector<FamilyEntry>& families, const Job& job,
                 const EvidenceArguments& arguments) {
  return dry_run_of_evidence(team, families, job.config, arguments.for_ranks);
}

// Where it stands, the results of the run that is extended give way.
ExitCode extend(Team& team, const std::vector<FamilyEntry>& families,
                const EvidenceArguments& arguments) {
  const Job job = extension_of(families, arguments);
  if (arguments.dry_run) return dry_run(team, families, job, arguments);
  const bool in_place = arguments.output.empty();
  const auto results = directory_of(job, arguments.force || in_place, arguments.resuming);
  run_job(team, families, job, results, arguments.resuming);
  team.dismiss();
  return ExitCode::converged;
}

void say_whose_turn_it_is(const Job& job, std::size_t jobs) {
  if (jobs > 1) fmt::print("\n{}\n", job.name);
}

ExitCode dry_runs(const Team& team, const std::vector<FamilyEntry>& families,
                  const std::vector<Job>& jobs, const EvidenceArguments& arguments) {
  for (const Job& job : jobs) {
    say_whose_turn_it_is(job, jobs.size());
    dry_run(team, families, job, arguments);
  }
  return ExitCode::converged;
}

// All directories are this run's own before the first model is asked for: none is refused hours
// later.
std::vector<NamedEstimate> run_jobs(Team& team, const std::vector<FamilyEntry>& families,
                                    const std::vector<Job>& jobs,
                                    const EvidenceArguments& arguments) {
  std::vector<ResultsDirectory> results;
  for (const Job& job : jobs)
    results.push_back(directory_of(job, arguments.force, arguments.resuming));
  std::vector<NamedEstimate> estimates;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    say_whose_turn_it_is(jobs[i], jobs.size());
    estimates.push_back(
        {jobs[i].name, run_job(team, families, jobs[i], results[i], arguments.resuming)});
  }
  return estimates;
}

}  // namespace

ExitCode evidence_command(Team& team, const std::vector<FamilyEntry>& families,
                          const EvidenceArguments& arguments) {
  if (!arguments.extend.empty()) return extend(team, families, arguments);
  const std::vector<Job> jobs = jobs_of(families, arguments);
  if (arguments.dry_run) return dry_runs(team, families, jobs, arguments);
  const std::vector<NamedEstimate> estimates = run_jobs(team, families, jobs, arguments);
  team.dismiss();
  if (estimates.size() > 1) fmt::print("\n{}", comparison_table(estimates));
  return ExitCode::converged;
}

}  // namespace photinus
