#include <fmt/format.h>

#include "commands.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/evidence/log_mean.hpp"
#include "photinus/run/firefly_evidence.hpp"
#include "photinus/target/posterior.hpp"
#include "report/families.hpp"
#include "report/markdown_table.hpp"
#include "report/simulated_data.hpp"
#include "report/stopwatch.hpp"

namespace photinus::scaling {

using namespace report;

namespace {

struct Reference {
  double log_z = 0.0, standard_error = 0.0;
};

// Importance sampling from the normal approximation at the mode, draws in pairs about it: a pass
// over the rows for each.
Reference importance_sampling(Team& team, const Problem& problem, int draws) {
  const NormalDensity& q = *problem.reference;
  FullTarget posterior(team, problem.prior);
  Stream stream({.seed = 1, .purpose = Purpose::path_reference, .replica = 1});
  std::vector<double> log_weights;
  const auto log_weight = [&](const Vector& theta) {
    return posterior.value(theta) - problem.mode.log_density - q.kernel(theta);
  };
  for (int i = 0; i < draws / 2; ++i) {
    const Vector theta = q.draw(stream), mirrored = 2.0 * q.mean() - theta;
    log_weights.push_back(log_mean_exp({log_weight(theta), log_weight(mirrored)}).value);
  }
  const LogMean mean = log_mean_exp(log_weights);
  return {problem.mode.log_density + q.log_normalizer() + mean.value, mean.standard_error};
}

std::string with_error(double value, double error) {
  return fmt::format("{:.4f} ± {:.4f}", value, error);
}

void run_one(const EvidenceArguments& arguments, std::int64_t rows, const MarkdownTable& table) {
  const SimulatedData data(arguments.family, rows, arguments.columns, "normal");
  RunConfig config;
  config.data.path = data.path();
  config.model.family = arguments.family;
  config.model.sigma = true_sigma;
  LocalTeam team(1, families());
  const Stopwatch watch;
  FireflyEvidenceRun run(team, families(), config);
  const Times setup = watch.elapsed();
  run.start();
  while (!run.finished()) run.iterate();
  const FireflyEvidence found = run.result();
  const Times all = watch.elapsed();
  const Reference reference =
      arguments.reference_draws > 1
          ? importance_sampling(team, run.problem(), arguments.reference_draws)
          : Reference{};
  table.row(
      {std::to_string(rows), with_error(found.estimate.log_z, found.estimate.standard_error),
       arguments.reference_draws > 1 ? with_error(reference.log_z, reference.standard_error) : "-",
       fmt::format("{:.4f}", found.coarse_difference),
       fmt::format("{:.2f}", run.problem().mode.data_passes),
       fmt::format("{:.4g}", found.passes_behind_mode), fmt::format("{:.2f}", setup.cpu),
       fmt::format("{:.2f}", all.cpu)});
}

}  // namespace

void evidence_command(const EvidenceArguments& arguments) {
  fmt::print(
      "{}, {} columns, prior N(0, 1), one rank, all defaults. Passes: likelihood evaluations per\n"
      "row; behind the mode each row is read once more, to collapse its bound.\n\n",
      arguments.family, arguments.columns);
  const MarkdownTable table({"rows", "log Z by fireflies", "by importance sampling", "coarser rule",
                             "passes: mode", "behind it", "CPU s: to bounds", "all"},
                            10);
  for (std::int64_t rows = arguments.least_rows; rows <= arguments.most_rows; rows *= 10)
    run_one(arguments, rows, table);
}

}  // namespace photinus::scaling
