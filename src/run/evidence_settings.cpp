#include "photinus/run/evidence_settings.hpp"

#include "photinus/run/make_kernel.hpp"

namespace photinus {

namespace {

template <class Number, class Given>
void set_if(Number& setting, const std::optional<Given>& given) {
  if (given) setting = static_cast<Number>(*given);
}

AnchorPlan anchor_plan(const std::string& name, AnchorPlan otherwise) {
  if (name == "none") return AnchorPlan::none;
  if (name == "shared") return AnchorPlan::shared;
  return name == "each" ? AnchorPlan::each : otherwise;
}

// Particles begin with fresh momenta at every update.
KernelSettings particle_kernel(const RunConfig& config) {
  KernelSettings kernel = kernel_settings(config.sampler);
  kernel.hmc.energy_correlation = 0.0;
  return kernel;
}

}  // namespace

SequentialSettings sequential_settings(const RunConfig& config, bool has_predictors) {
  const auto& given = config.evidence;
  const bool published = given.constants == "published";
  SequentialSettings settings = published ? SequentialSettings::published() : SequentialSettings{};
  if (!published && !has_predictors) settings.anchors = AnchorPlan::each;
  settings.anchors = anchor_plan(given.anchors, settings.anchors);
  if (given.chunk) settings.plan = ChunkPlan::fixed;
  set_if(settings.chunk_rows, given.chunk);
  set_if(settings.prior_draws, given.prior_draws);
  set_if(settings.walkers, given.walkers);
  set_if(settings.steps, given.steps);
  set_if(settings.step_size, given.step_size);
  set_if(settings.batch, given.batch);
  return settings;
}

NestedSettings nested_settings(const RunConfig& config) {
  const auto& given = config.evidence;
  const bool published = given.constants == "published";
  NestedSettings settings;
  settings.draw =
      given.method == "nested_rejection" ? NestedDraw::rejection : NestedDraw::constrained;
  settings.particles = published ? 2 : 100;
  set_if(settings.particles, given.particles);
  settings.stop.tolerance = given.tolerance;
  settings.stop.most_rejections = given.most_rejections;
  set_if(settings.constrained.steps, given.steps);
  settings.constrained.learning_rate = given.learning_rate;
  settings.constrained.adapt = !published;
  return settings;
}

SmcSettings smc_settings(const RunConfig& config) {
  SmcSettings settings;
  set_if(settings.particles, config.evidence.particles);
  settings.effective_share = config.evidence.effective_share;
  settings.kernel = particle_kernel(config);
  settings.seed = config.sampler.seed;
  return settings;
}

AnnealedSettings annealed_settings(const RunConfig& config) {
  AnnealedSettings settings;
  set_if(settings.runs, config.evidence.particles);
  settings.weight_variance = config.evidence.weight_variance;
  settings.pilot.effective_share = config.evidence.effective_share;
  settings.pilot.kernel = particle_kernel(config);
  settings.seed = config.sampler.seed;
  return settings;
}

}  // namespace photinus
