#include "photinus/evidence/nested_sampling.hpp"

#include <string>
#include <utility>

#include "photinus/base/errors.hpp"
#include "photinus/evidence/rejection_sampler.hpp"

namespace photinus {

namespace {

template <class Number>
void require(bool fine, const std::string& key, Number value, const std::string& range) {
  if (!fine)
    throw Failure(ExitCode::usage,
                  "evidence." + key + " must be " + range + ", not " + std::to_string(value));
}

void check(const NestedSettings& s) {
  require(s.particles >= 2, "particles", s.particles,
          "at least 2 for nested sampling, one that is replaced and one above it");
  require(s.stop.tolerance > 0.0 && s.stop.tolerance < 1.0, "tolerance", s.stop.tolerance,
          "above 0 and below 1");
  require(s.stop.most_rejections >= 1, "most_rejections", s.stop.most_rejections, "at least 1");
  require(s.stop.most_nats > 0.0, "most_nats", s.stop.most_nats, "above 0");
  require(s.shrinkage_repeats >= 2, "shrinkage_repeats", s.shrinkage_repeats, "at least 2");
  require(s.constrained.steps >= 1, "steps", s.constrained.steps, "at least 1");
  require(s.constrained.learning_rate > 0.0, "learning_rate", s.constrained.learning_rate,
          "above 0");
  require(s.constrained.friction > 0.0 && s.constrained.friction <= 1.0, "friction",
          s.constrained.friction, "above 0 and at most 1");
}

void check(RowRange rows, const EvidenceModel& model) {
  if (rows.first >= 0 && rows.first <= rows.last && rows.last <= model.rows()) return;
  throw Failure(ExitCode::usage, "nested sampling of rows " + std::to_string(rows.first) + " to " +
                                     std::to_string(rows.last) + " (excluded) of a model of " +
                                     std::to_string(model.rows()));
}

std::vector<Particle> first_particles(PriorParticles& prior, int count) {
  std::vector<Particle> particles;
  for (int i = 0; i < count; ++i) particles.push_back(prior.next(count - i));
  return particles;
}

std::string remark(const WalkTuning& walks, const NestedSettings& settings, const NestedRun& run) {
  std::string text = "not exact: new particles are walks of " +
                     std::to_string(settings.constrained.steps) +
                     " SGHMC steps from copies of others, and depend on them; the standard error "
                     "knows of the prior volumes only, repeats may spread more";
  if (walks.copies > 0)
    text += "; " + std::to_string(walks.copies) + " of " + std::to_string(run.dead.size()) +
            " walks never left their start";
  return text;
}

}  // namespace

EvidenceEstimate continue_nested(EvidenceModel& model, RowRange rows,
                                 const NestedSettings& settings, std::uint64_t seed,
                                 NestedState state, NestedTrace* trace,
                                 const std::function<void(const NestedState&)>& after_death) {
  check(settings);
  check(rows, model);
  const std::int64_t earlier = model.evaluations() - state.evaluations;
  PriorParticles prior(model, rows, seed, state.prior);
  if (!state.begun()) {
    state.walks.learning_rate = settings.constrained.learning_rate;
    state.progress.particles = first_particles(prior, settings.particles);
  }
  RejectionSampler rejection(prior, settings.stop.most_rejections);
  ConstrainedSampler constrained(model, rows, settings.constrained, seed, state.walks);
  const bool exact = settings.draw == NestedDraw::rejection;
  LevelSampler& sampler = exact ? static_cast<LevelSampler&>(rejection) : constrained;
  const auto tell = [&] {
    state.evaluations = model.evaluations() - earlier;
    if (after_death) after_death(state);
  };
  NestedRun run = run_nested(state.progress, sampler, settings.stop, tell);
  NestedTrace weights = weigh(run);

  EvidenceEstimate estimate;
  estimate.method = exact ? "nested_rejection" : "nested";
  estimate.log_z = weights.log_z();
  estimate.standard_error = shrinkage_error(run, settings.shrinkage_repeats, seed);
  estimate.evaluations = model.evaluations() - earlier;
  estimate.consistent = exact;
  if (!exact) estimate.remark = remark(state.walks, settings, run);
  weights.thetas = std::move(run.thetas);
  if (trace != nullptr) *trace = std::move(weights);
  return estimate;
}

}  // namespace photinus
