#include "photinus/run/make_kernel.hpp"

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

Metric pseudo_prior_metric(const Problem& problem) {
  if (problem.surface == nullptr)
    throw Failure(ExitCode::usage,
                  "sampler.metric = \"pseudo_prior\" needs bounds: sampler.method = \"firefly\"");
  const Vector& mode = problem.mode.theta;
  const Metric posterior = precision_metric(problem.mode.precision);
  Matrix precision = problem.surface->at(mode).statistics->precision(mode);
  precision.diagonal() +=
      problem.prior.curvature(mode, posterior.covariance.diagonal().cwiseSqrt());
  return precision_metric(precision);
}

Metric make_metric(const RunConfig::Sampler& sampler, const Problem& problem) {
  if (sampler.metric == "pseudo_prior") return pseudo_prior_metric(problem);
  return sampler.metric == "hessian" ? precision_metric(problem.mode.precision)
                                     : identity_metric(problem.mode.precision);
}

}  // namespace

KernelSettings kernel_settings(const RunConfig::Sampler& sampler) {
  KernelSettings settings;
  settings.name = sampler.kernel;
  settings.hmc.integrator =
      sampler.integrator == "leapfrog" ? Integrator::leapfrog : Integrator::two_stage;
  settings.hmc.trajectory = sampler.trajectory;
  settings.hmc.leapfrogs = sampler.leapfrogs;
  settings.hmc.energy_correlation = sampler.energy_correlation;
  settings.slice_updates = sampler.slice_updates;
  return settings;
}

Kernel make_kernel(const RunConfig& config, const Problem& problem) {
  const RunConfig::Sampler& sampler = config.sampler;
  Kernel kernel = make_kernel(kernel_settings(sampler), make_metric(sampler, problem));
  if (sampler.method == "firefly" && config.firefly.update == "pseudo_marginal")
    kernel.target_acceptance = 0.07;
  // A kernel without a target has no step size to adapt.
  if (sampler.target_acceptance && kernel.target_acceptance > 0.0)
    kernel.target_acceptance = *sampler.target_acceptance;
  return kernel;
}

}  // namespace photinus
