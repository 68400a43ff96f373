#include "evidence_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "photinus/base/elementary.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/output/text_layout.hpp"

namespace photinus {

namespace {

constexpr std::size_t width = 80, name_width = 22;

std::vector<double> probabilities(const std::vector<NamedEstimate>& models, double best) {
  std::vector<double> shares;
  double sum = 0.0;
  for (const auto& model : models) {
    shares.push_back(exp(model.estimate.log_z - best));
    sum += shares.back();
  }
  for (double& share : shares) share /= sum;
  return shares;
}

double probability_error(const std::vector<NamedEstimate>& models, const std::vector<double>& p,
                         std::size_t i) {
  double variance = 0.0;
  for (std::size_t j = 0; j < models.size(); ++j) {
    const double slope = j == i ? 1.0 - p[i] : p[j];
    const double error = slope * models[j].estimate.standard_error;
    variance += error * error;
  }
  return p[i] * std::sqrt(variance);
}

std::vector<std::string> paths_of(const RunConfig& config) {
  std::vector<std::string> paths = {config.data.path};
  paths.insert(paths.end(), config.data.more.begin(), config.data.more.end());
  for (auto& path : paths) {
    std::error_code error;
    const auto canonical = std::filesystem::weakly_canonical(path, error);
    if (!error) path = canonical.string();
  }
  return paths;
}

}  // namespace

std::vector<ComparedModel> compare(const std::vector<NamedEstimate>& models) {
  const auto best = std::max_element(
      models.begin(), models.end(),
      [](const auto& a, const auto& b) { return a.estimate.log_z < b.estimate.log_z; });
  const std::vector<double> p = probabilities(models, best->estimate.log_z);
  std::vector<ComparedModel> compared;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const auto& estimate = models[i].estimate;
    const double own = estimate.standard_error, other = best->estimate.standard_error;
    const bool is_best = &models[i] == &*best;
    compared.push_back({estimate.log_z - best->estimate.log_z,
                        is_best ? 0.0 : std::sqrt(own * own + other * other), p[i],
                        probability_error(models, p, i)});
  }
  return compared;
}

std::string comparison_table(const std::vector<NamedEstimate>& models) {
  for (const auto& model : models)
    if (model.estimate.ratio)
      return fold("Comparison   ", "none: that of " + model.name + " is a ratio, not the evidence",
                  width);
  std::string text = fmt::format("{:<{}} {:>14} {:>7} {:>11} {:>7} {:>6} {:>7}\n", "model",
                                 name_width, "log Z", "+-", "log BF", "+-", "P", "+-");
  text += std::string(width, '-') + "\n";
  const auto compared = compare(models);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const auto& [name, estimate] = models[i];
    const auto& c = compared[i];
    text += fmt::format("{:<{}} {:>14} {:>7.2g} {:>11} {:>7.2g} {:>6.4f} {:>7.2g}\n",
                        shorten(name, name_width), name_width, fit_number(estimate.log_z, 3, 14),
                        estimate.standard_error, fit_number(c.log_bayes_factor, 3, 11),
                        c.log_bayes_factor_error, c.probability, c.probability_error);
  }
  for (const auto& model : models)
    if (!model.estimate.consistent)
      text += fold("Remark       ",
                   model.name + ": the error does not say all, and probabilities less", width);
  return text;
}

void require_same_data(const std::vector<RunConfig>& configs,
                       const std::vector<std::string>& names) {
  for (std::size_t i = 1; i < configs.size(); ++i)
    if (paths_of(configs[i]) != paths_of(configs.front()))
      throw Failure(ExitCode::usage, names[i] + " is of other data (" + configs[i].data.path +
                                         ") than " + names.front() + " (" +
                                         configs.front().data.path +
                                         "): evidence compares models of the same data");
}

}  // namespace photinus
