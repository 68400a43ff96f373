#include "settings.hpp"

#include <fmt/format.h>

#include <cmath>

#include "photinus/data/simulate.hpp"

namespace photinus::paper::tempering {

namespace {

// Of the normal's mean, and of its prior; the paper does not say. From 0, where its chains start, a
// leapfrog of the fixed step changes the energy by about step^2 N^2 D sd^2 / 8 on its way in: with
// 1 that is more than the 1,000 at which trajectories count as diverging.
constexpr double mean_sd = 0.3;

void set_kernel_of_paper(const Case& c, RunConfig::Sampler& sampler) {
  const bool hmc = c.kernel == "hmc";
  sampler.kernel = hmc ? "hmc" : "random_walk";
  sampler.metric = "identity";
  sampler.integrator = "leapfrog";
  sampler.step_size = hmc ? 0.01 : 0.1;
  sampler.leapfrogs = c.model == "gp" ? 5 : 10;
  sampler.energy_correlation = 0.0;
}

void set_ladder_of_paper(Method method, RunConfig::Tempering& tempering) {
  if (method == Method::plain) return;
  tempering.method = std::string(has_subsets(method) ? "subsampled_" : "") +
                     (has_transitions(method) ? "transitions" : "parallel");
  tempering.ladder = paper_ladder();
  tempering.schedule = "sweep";
  tempering.updates = 1;
  tempering.posterior_updates = 1;
}

// All else as it is by default.
void set_ours(Method method, RunConfig& config) {
  config.sampler.metric = "adapted";
  if (method != Method::tuned)
    config.tempering.method = has_subsets(method) ? "subsampled_parallel" : "parallel";
}

}  // namespace

std::vector<double> paper_ladder() {
  std::vector<double> betas;
  for (int m = 0; m <= 6; ++m) betas.push_back(std::exp2(-0.5 * m));
  return betas;
}

RunConfig config_of(const Case& c, const std::filesystem::path& data, std::uint64_t seed) {
  RunConfig config;
  config.data.path = data.string();
  config.model.family = c.model;
  if (c.model == "mvn") config.model.prior.scale = {mean_sd};
  config.sampler.method = "full";
  config.sampler.start = "prior_mean";
  // The smallest subsets of the paper have fewer rows than parameters.
  config.tempering.least_subset = 1;
  config.sampler.chains = c.timed_only ? 1 : 3;
  config.sampler.seed = seed;
  if (is_ours(c.method)) {
    set_ours(c.method, config);
  } else {
    set_kernel_of_paper(c, config.sampler);
    set_ladder_of_paper(c.method, config.tempering);
  }
  return config;
}

std::filesystem::path data_of(const Case& c, const std::filesystem::path& directory,
                              std::uint64_t seed) {
  const auto path =
      directory / fmt::format("{}-{}-{}-seed{}.h5", c.model, c.rows, c.parameters, seed);
  if (!std::filesystem::exists(path))
    simulate({.family = c.model,
              .rows = c.rows,
              .columns = c.columns(),
              .seed = seed,
              .theta = fmt::format("normal:{}", mean_sd),
              .output = path.string()});
  return path;
}

}  // namespace photinus::paper::tempering
