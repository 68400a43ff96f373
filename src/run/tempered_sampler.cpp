#include "photinus/run/tempered_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/run/make_kernel.hpp"
#include "photinus/tempering/barrier.hpp"

namespace photinus {

namespace {

constexpr double not_tried = std::numeric_limits<double>::quiet_NaN();

bool time_to_adapt(std::int64_t iteration, int warmup) {
  constexpr int least_draws = 20;
  for (const int part : {8, 4, 2})
    if (iteration == warmup / part) return iteration >= least_draws;
  return false;
}

// The precision of draws, drawn towards that of independent parameters while there are few.
Matrix estimate_precision(const std::vector<Vector>& draws) {
  const auto n = static_cast<double>(draws.size());
  const Eigen::Index p = draws.front().size();
  Vector mean = Vector::Zero(p);
  for (const auto& draw : draws) mean += draw / n;
  Matrix covariance = Matrix::Zero(p, p);
  for (const auto& draw : draws) covariance += (draw - mean) * (draw - mean).transpose() / (n - 1.0);
  const double weight = n / (n + 10.0 * static_cast<double>(p));
  const Vector variances = covariance.diagonal();
  covariance *= weight;
  covariance.diagonal() = variances;
  return covariance.llt().solve(Matrix::Identity(p, p));
}

}  // namespace

TemperedSampler::TemperedSampler(Team& team, const HomeProblem& problem, const RunConfig& config,
                                 const TemperingPlan& plan)
    : team_(team), problem_(problem), config_(config), plan_(plan) {
  const auto number = static_cast<std::size_t>(chains());
  places_.assign(number, LadderPlaces(plan.replicas_per_chain()));
  reports_.resize(number * static_cast<std::size_t>(plan.replicas_per_chain()));
  state_.betas = plan.betas;
  state_.precision = problem.precision;
  state_.rungs.resize(plan.betas.size());
  state_.draws.resize(number);
  set_ladder();
  start_steps();
}

std::int64_t TemperedSampler::iterations() const {
  return static_cast<std::int64_t>(config_.sampler.warmup) + config_.sampler.draws;
}

void TemperedSampler::set_ladder() {
  SetLadder command;
  command.kind = plan_.kind;
  command.betas = state_.betas;
  command.fresh_subsets = plan_.fresh_subsets();
  command.chains = chains();
  command.replicas_per_chain = plan_.replicas_per_chain();
  command.kernel = kernel_settings(config_.sampler);
  // Alternating energies would be no reversible kernel.
  if (plan_.transitions) command.kernel.hmc.energy_correlation = 0.0;
  command.identity_metric = config_.sampler.metric == "identity";
  command.precision = state_.precision;
  kernel_ = make_kernel(command.kernel, command.identity_metric
                                            ? identity_metric(command.precision)
                                            : precision_metric(command.precision));
  team_.ask(command);
}

// A rung's theta spreads as beta^(-1/2), and steps with it.
void TemperedSampler::start_steps() {
  const auto& sampler = config_.sampler;
  for (std::size_t m = 0; m < state_.rungs.size(); ++m) {
    const double first = sampler.step_size.value_or(kernel_.first_step_size) / std::sqrt(state_.betas[m]);
    const bool adapts = !sampler.step_size && kernel_.target_acceptance > 0.0;
    const double target = adapts ? sampler.target_acceptance.value_or(kernel_.target_acceptance) : 0.0;
    state_.rungs[m] = {first, DualAveraging::start(first, target)};
  }
}

void TemperedSampler::start() {
  StartReplicas command;
  if (config_.sampler.start == "prior_mean") {
    command.from = StartReplicas::From::prior_mean;
    constexpr double factors[] = {1.0, 0.5, 2.0};
    for (std::size_t id = 0; id < reports_.size(); ++id)
      command.factors.push_back(factors[id / static_cast<std::size_t>(plan_.replicas_per_chain()) % 3]);
  } else if (!problem_.starts.empty()) {
    command.from = StartReplicas::From::given;
    command.thetas = problem_.starts;
  }
  team_.ask(command);
}

void TemperedSampler::iterate() {
  if (time_to_adapt(state_.iteration, config_.sampler.warmup)) {
    if (plan_.adapt) adapt_ladder();
    if (config_.sampler.metric == "adapted") adapt_metric();
    set_ladder();
    start_steps();
  }
  const auto number = static_cast<std::size_t>(chains());
  evaluations_.assign(number, 0);
  exchanges_.assign(number, 0);
  swap_acceptance_.assign(number, std::vector<double>(state_.betas.size() - 1, not_tried));
  transition_acceptance_.assign(number, not_tried);
  if (plan_.transitions) {
    temper();
    if (config_.tempering.posterior_updates > 0) update_replicas();
  } else {
    update_replicas();
    swap();
  }
  record();
  ++state_.iteration;
}

void TemperedSampler::take(std::vector<ReplicaReport> reports) {
  for (auto& report : reports) {
    const auto chain = static_cast<std::size_t>(report.replica / plan_.replicas_per_chain());
    evaluations_[chain] += report.evaluations + report.exchanges;
    exchanges_[chain] += report.exchanges;
    reports_[static_cast<std::size_t>(report.replica)] = std::move(report);
  }
}

void TemperedSampler::update_replicas() {
  Advance command;
  command.iteration = state_.iteration;
  command.updates = plan_.transitions ? config_.tempering.posterior_updates : config_.tempering.updates;
  command.fresh_energy = warming_up();
  for (int chain = 0; chain < chains(); ++chain)
    for (int replica = 0; replica < plan_.replicas_per_chain(); ++replica) {
      const int rung = places_[static_cast<std::size_t>(chain)].rung_of(replica);
      command.jobs.push_back({replica_id(chain, replica), rung,
                              state_.rungs[static_cast<std::size_t>(rung)].step_size});
    }
  take(team_.ask(command).reports);
  std::vector<std::vector<double>> rates(state_.rungs.size());
  for (const auto& job : command.jobs)
    rates[static_cast<std::size_t>(job.rung)].push_back(
        reports_[static_cast<std::size_t>(job.replica)].info.acceptance_rate);
  adapt_steps(rates);
}

void TemperedSampler::temper() {
  Temper command;
  command.iteration = state_.iteration;
  command.updates = config_.tempering.updates;
  std::vector<double> steps;
  for (const auto& rung : state_.rungs) steps.push_back(rung.step_size);
  for (int chain = 0; chain < chains(); ++chain) command.jobs.push_back({chain, steps});
  take(team_.ask(command).reports);
  std::vector<std::vector<double>> rates(state_.rungs.size());
  for (std::size_t chain = 0; chain < reports_.size(); ++chain) {
    transition_acceptance_[chain] = reports_[chain].info.acceptance_rate;
    for (std::size_t m = 1; m < rates.size(); ++m)
      rates[m].push_back(reports_[chain].acceptance_rates[m]);
  }
  adapt_steps(rates);
}

// All chains' replicas of a rung have one step size.
void TemperedSampler::adapt_steps(const std::vector<std::vector<double>>& acceptance_rates) {
  if (!warming_up()) return;
  const bool last = state_.iteration + 1 == config_.sampler.warmup;
  for (std::size_t m = 0; m < acceptance_rates.size(); ++m) {
    auto& rung = state_.rungs[m];
    const auto& rates = acceptance_rates[m];
    if (rates.empty() || rung.adaptation.target_acceptance == 0.0) continue;
    const double mean = std::accumulate(rates.begin(), rates.end(), 0.0) / static_cast<double>(rates.size());
    rung.adaptation.update(mean, kernel_.longest_step_size / std::sqrt(state_.betas[m]));
    rung.step_size = last ? rung.adaptation.adapted_step_size() : rung.adaptation.step_size();
  }
}

void TemperedSampler::swap() {
  const auto pairs = swap_pairs(plan_.schedule, plan_.rungs(), state_.iteration);
  // Pairs that share no rung can be asked about together.
  const bool together = plan_.schedule == SwapSchedule::even_odd;
  if (together && !pairs.empty()) score(pairs);
  for (const int m : pairs) {
    if (!together) score({m});
    for (int chain = 0; chain < chains(); ++chain) try_swap(chain, m);
  }
}

// Makes known what replicas would be at their neighbours' rungs.
void TemperedSampler::score(const std::vector<int>& pairs) {
  Score command;
  for (int chain = 0; chain < chains(); ++chain)
    for (const int m : pairs)
      for (const auto& [at, other] : {std::pair{m - 1, m}, std::pair{m, m - 1}}) {
        const int id = replica_id(chain, places_[static_cast<std::size_t>(chain)].replica_at(at));
        const auto& known = reports_[static_cast<std::size_t>(id)].log_density;
        if (std::isnan(known[static_cast<std::size_t>(other)])) command.jobs.push_back({id, other});
      }
  if (command.jobs.empty()) return;
  for (const auto& value : team_.ask(command).values) {
    const auto& job = command.jobs[static_cast<std::size_t>(value.job)];
    reports_[static_cast<std::size_t>(job.replica)].log_density[static_cast<std::size_t>(job.rung)] =
        value.log_density;
    const auto chain = static_cast<std::size_t>(job.replica / plan_.replicas_per_chain());
    evaluations_[chain] += value.exchanges;
    exchanges_[chain] += value.exchanges;
  }
}

void TemperedSampler::try_swap(int chain, int m) {
  LadderPlaces& places = places_[static_cast<std::size_t>(chain)];
  const auto side = [&](int at, int other) {
    const auto& known =
        reports_[static_cast<std::size_t>(replica_id(chain, places.replica_at(at)))].log_density;
    return SwapSide{known[static_cast<std::size_t>(at)], known[static_cast<std::size_t>(other)]};
  };
  const double acceptance = std::min(1.0, exp(log_swap_ratio(side(m - 1, m), side(m, m - 1))));
  swap_acceptance_[static_cast<std::size_t>(chain)][static_cast<std::size_t>(m - 1)] = acceptance;
  const RandomKey key{config_.sampler.seed, Purpose::swap, static_cast<std::uint32_t>(chain),
                      static_cast<std::uint64_t>(state_.iteration) + 1,
                      static_cast<std::uint64_t>(m)};
  if (uniform(key) < acceptance) places.swap(m);
}

void TemperedSampler::record() {
  for (int chain = 0; chain < chains(); ++chain) {
    const auto c = static_cast<std::size_t>(chain);
    auto& all = state_.draws[c];
    const auto& report = reports_[static_cast<std::size_t>(replica_id(chain, places_[c].replica_at(0)))];
    auto& draws = all.draws;
    draws.theta.insert(draws.theta.end(), report.theta.begin(), report.theta.end());
    draws.lp.push_back(report.log_density.front());
    draws.acceptance_rate.push_back(report.info.acceptance_rate);
    draws.step_size.push_back(state_.rungs.front().step_size);
    draws.leapfrogs.push_back(report.info.leapfrogs);
    draws.diverging.push_back(report.info.diverging ? 1 : 0);
    draws.evaluations.push_back(evaluations_[c]);
    all.parameters.insert(all.parameters.end(), report.parameters.begin(), report.parameters.end());
    all.replica_at.insert(all.replica_at.end(), places_[c].replicas().begin(), places_[c].replicas().end());
    all.swap_acceptance.insert(all.swap_acceptance.end(), swap_acceptance_[c].begin(), swap_acceptance_[c].end());
    all.exchanges.push_back(exchanges_[c]);
    all.transition_acceptance.push_back(transition_acceptance_[c]);
    (warming_up() ? state_.evaluations.warmup : state_.evaluations.sampling) += evaluations_[c];
    if (!warming_up()) state_.exchanges += exchanges_[c];
  }
}

// Over the draws [first, last), by pair.
std::vector<double> TemperedSampler::mean_rejection(std::size_t first, std::size_t last) const {
  const std::size_t pairs = state_.betas.size() - 1;
  std::vector<double> sum(pairs, 0.0), tried(pairs, 0.0);
  for (const auto& chain : state_.draws)
    for (std::size_t i = first * pairs; i < last * pairs; ++i)
      if (!std::isnan(chain.swap_acceptance[i])) {
        sum[i % pairs] += 1.0 - chain.swap_acceptance[i];
        tried[i % pairs] += 1.0;
      }
  for (std::size_t m = 0; m < pairs; ++m) sum[m] /= std::max(tried[m], 1.0);
  return sum;
}

// In warm-up only, as is adapt_metric: from the later half of what has been drawn.
void TemperedSampler::adapt_ladder() {
  const auto now = static_cast<std::size_t>(state_.iteration);
  const Barrier barrier = estimate_barrier(state_.betas, mean_rejection(now / 2, now));
  const auto betas = equal_rejection_ladder(barrier, plan_.rungs());
  // Of few rows, subsets of different betas may be the same.
  if (ladder_complaint(plan_.kind, betas, problem_.header.rows, problem_.dimension).empty())
    state_.betas = betas;
}

void TemperedSampler::adapt_metric() {
  const auto now = static_cast<std::size_t>(state_.iteration);
  const Eigen::Index p = problem_.dimension;
  std::vector<Vector> draws;
  for (const auto& chain : state_.draws)
    for (std::size_t i = now / 2; i < now; ++i) {
      const double* theta = chain.draws.theta.data() + static_cast<Eigen::Index>(i) * p;
      draws.emplace_back(Eigen::Map<const Vector>(theta, p));
    }
  const Matrix precision = estimate_precision(draws);
  // Chains that have not moved have no covariance to offer.
  if (precision.allFinite()) state_.precision = precision;
}

TemperedState TemperedSampler::save() {
  TemperedState saved = state_;
  saved.replicas = team_.ask(SaveReplicas{}).replicas;
  for (const auto& places : places_) saved.replicas_at.push_back(places.replicas());
  return saved;
}

void TemperedSampler::restore(const TemperedState& saved) {
  state_ = saved;
  state_.replicas.clear();
  state_.replicas_at.clear();
  set_ladder();
  team_.ask(RestoreReplicas{saved.replicas});
  for (std::size_t chain = 0; chain < places_.size(); ++chain)
    places_[chain].place(saved.replicas_at[chain]);
}

}  // namespace photinus
