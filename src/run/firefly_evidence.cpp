#include "photinus/run/firefly_evidence.hpp"

#include <algorithm>
#include <cmath>

#include "photinus/diagnostics/convergence.hpp"
#include "photinus/evidence/path_draws.hpp"
#include "photinus/run/evidence_problem.hpp"

namespace photinus {

namespace {

std::vector<double> means_of(const std::vector<Chains>& values) {
  std::vector<double> means;
  for (const auto& chains : values) means.push_back(mean(chains).value);
  return means;
}

// Rungs never swap: the nodes' means are independent.
double error_of_independent(const std::vector<PathNode>& nodes,
                            const std::vector<double>& weights) {
  double squares = 0.0;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const double error = weights[k] * nodes[k].standard_error;
    squares += error * error;
  }
  return std::sqrt(squares);
}

// The weights of the rule less those of the coarser one.
std::vector<double> difference(const QuadratureRule& rule, const QuadratureRule& coarse) {
  std::vector<double> weights = rule.weights;
  for (std::size_t k = 0; k < coarse.weights.size(); ++k) weights[2 * k] -= coarse.weights[k];
  return weights;
}

}  // namespace

RunConfig FireflyEvidenceRun::run_config(const RunConfig& config) {
  refuse_flat_priors(config);
  RunConfig run = config;
  run.sampler.method = "firefly";
  run.sampler.chains = config.evidence.chains;
  run.sampler.warmup = config.evidence.warmup;
  run.sampler.draws = config.evidence.draws;
  auto& ladder = run.tempering;
  ladder = {};
  ladder.method = "parallel";
  const QuadratureRule rule = lobatto_rule(config.evidence.nodes);
  ladder.ladder.assign(rule.nodes.rbegin(), rule.nodes.rend() - 1);
  ladder.adapt = false;
  ladder.schedule = "none";  // every rung mixes by itself: swaps would gain nothing
  return run;
}

FireflyEvidenceRun::FireflyEvidenceRun(Team& team, const std::vector<FamilyEntry>& families,
                                       const RunConfig& config)
    : team_(team),
      config_(run_config(config)),
      rule_(lobatto_rule(config.evidence.nodes)),
      problem_(set_up(team, families, config_, {true, ExpectedGap::excess})),
      values_(rule_.nodes.size(), Chains(static_cast<std::size_t>(config.evidence.chains))) {
  problem_.reference =
      std::make_shared<NormalDensity>(problem_.mode.theta, problem_.mode.precision);
  sampler_ = std::make_unique<Sampler>(team, families, problem_, config_);
}

void FireflyEvidenceRun::iterate() {
  const bool draws = !sampler_->warming_up();
  sampler_->iterate();
  if (draws) look();
}

void FireflyEvidenceRun::look() {
  if (!remainder_)
    remainder_ =
        std::make_unique<PathRemainder>(team_, problem_.prior, problem_.mode, *problem_.reference,
                                        *problem_.surface, problem_.parameters.sampled_scale);
  const int chains = config_.sampler.chains, nodes = static_cast<int>(rule_.nodes.size());
  const std::int64_t iteration = sampler_->iteration();
  std::vector<Vector> thetas;
  std::vector<int> ids;
  for (int chain = 0; chain < chains; ++chain) {
    const int id = chains * (nodes - 1) + chain;  // behind those of the replicas
    Stream stream({config_.sampler.seed, Purpose::path_reference, static_cast<std::uint32_t>(chain),
                   static_cast<std::uint64_t>(iteration), 0});
    thetas.push_back(problem_.reference->draw(stream));
    ids.push_back(id);
    for (int node = 1; node < nodes; ++node) {
      const auto position = sampler_->position(chain, nodes - 1 - node);
      thetas.push_back(position.theta);
      ids.push_back(position.replica);
    }
  }
  const auto found = remainder_->estimate(thetas, ids, iteration, config_.evidence.rounds);
  evaluations_ += found.evaluations;
  for (std::size_t i = 0; i < found.values.size(); ++i)
    values_[i % rule_.nodes.size()][i / rule_.nodes.size()].push_back(found.values[i]);
}

FireflyEvidenceState FireflyEvidenceRun::save() {
  return {sampler_->save(), values_, evaluations_};
}

void FireflyEvidenceRun::restore(const FireflyEvidenceState& state) {
  sampler_->restore(state.run);
  values_ = state.remainders;
  evaluations_ = state.evaluations;
}

FireflyEvidence FireflyEvidenceRun::result() const {
  const std::vector<double> means = means_of(values_);
  const auto coarse = every_second_node(rule_);
  FireflyEvidence evidence;
  evidence.laplace = problem_.mode.log_density + problem_.reference->log_normalizer();
  for (std::size_t k = 0; k < means.size(); ++k)
    evidence.nodes.push_back({rule_.nodes[k], means[k], influence_error({values_[k]})});
  const std::vector<double> change = difference(rule_, coarse);
  evidence.coarse_difference = std::abs(QuadratureRule{rule_.nodes, change}.integrate(means));
  evidence.coarse_difference_error = error_of_independent(evidence.nodes, change);
  auto& estimate = evidence.estimate;
  estimate.method = "firefly";
  estimate.log_z = evidence.laplace + rule_.integrate(means);
  estimate.standard_error = error_of_independent(evidence.nodes, rule_.weights);
  const EvaluationCounts& counts = sampler_->evaluations();
  estimate.evaluations =
      counts.setup + counts.first_brightness + counts.warmup + counts.sampling + evaluations_;
  evidence.passes_behind_mode =
      static_cast<double>(estimate.evaluations - problem_.mode.evaluations) /
      static_cast<double>(problem_.header.rows);
  return evidence;
}

}  // namespace photinus
