#include <fmt/format.h>

#include <memory>
#include <optional>

#include "commands.hpp"
#include "experiments.hpp"
#include "photinus/run/problem.hpp"
#include "photinus/target/mode.hpp"
#include "photinus/target/posterior.hpp"
#include "report/families.hpp"
#include "report/markdown_table.hpp"

namespace photinus::paper {

namespace {

constexpr double train_share = 0.8;

// All rows, and the first of them, each as a team of one rank.
class SplitData {
 public:
  explicit SplitData(const RunConfig& config)
      : all_(1, report::families()),
        train_(1, report::families()),
        problem_(load(all_, report::families(), config)) {
    const auto& entry = find_family(report::families(), config.model.family);
    FileHeader header = problem_.header;
    header.rows = static_cast<std::int64_t>(train_share * static_cast<double>(header.rows));
    train_rows_ = header.rows;
    train_.ask(Load{header, make_layout(header.rows), entry.name, model_numbers(config), true});
    for (Team* team : {static_cast<Team*>(&all_), static_cast<Team*>(&train_)})
      team->ask(Prepare{0, 1, problem_.parameters.shape().inputs, problem_.numbers, false});
  }

  /// Mean log likelihood of a held-out row at the mode of the others. Its evaluations: those of all
  /// rows less those of the first.
  double score(const Prior& prior) {
    const Vector theta = find_mode(train_, train_rows_, prior, problem_.parameters, {}).theta;
    return (log_likelihood(all_, prior, theta) - log_likelihood(train_, prior, theta)) /
           static_cast<double>(problem_.header.rows - train_rows_);
  }
  const Prior& prior() const { return problem_.prior; }

 private:
  static double log_likelihood(Team& team, const Prior& prior, const Vector& theta) {
    return FullTarget(team, prior).value(theta) - prior.log_density(theta);
  }

  LocalTeam all_, train_;
  Problem problem_;
  std::int64_t train_rows_ = 0;
};

Prior with_scale(const Prior& prior, double scale) {
  std::vector<ParameterPrior> parameters;
  for (int j = 0; j < prior.dimension(); ++j) {
    parameters.push_back(prior[j]);
    parameters.back().scale = scale;
  }
  return Prior(std::move(parameters));
}

void print_scores(const DataSet& data, const std::string& path) {
  fmt::print("\n{}: mean log score of the last {:.0f} % of the rows at the mode of the others\n\n",
             data.title, 100.0 * (1.0 - train_share));
  std::vector<std::string> heading{data.sigmas.empty() ? "" : "sigma"};
  for (const double scale : data.prior_scales) heading.push_back(fmt::format("prior {:g}", scale));
  const report::MarkdownTable table(heading, 8);
  std::vector<std::optional<double>> sigmas(data.sigmas.begin(), data.sigmas.end());
  if (sigmas.empty()) sigmas.emplace_back();
  for (const auto& sigma : sigmas) {
    RunConfig config = config_of(data, Variant::ours, path);
    config.model.sigma = sigma;
    SplitData split(config);
    std::vector<std::string> cells{sigma ? fmt::format("{:g}", *sigma) : "score"};
    for (const double scale : data.prior_scales)
      cells.push_back(fmt::format("{:.6f}", split.score(with_scale(split.prior(), scale))));
    table.row(cells);
  }
}

}  // namespace

void choose_scales_command(const FireflyArguments& arguments) {
  for (const auto& data : all_data_sets()) {
    const auto path = arguments.data.find(data.name);
    if (path != arguments.data.end() && can_run(data)) print_scores(data, path->second);
  }
}

}  // namespace photinus::paper
