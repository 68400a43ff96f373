#include "photinus/run/tempered_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/run/make_kernel.hpp"

namespace photinus {

namespace {

constexpr double not_tried = std::numeric_limits<double>::quiet_NaN();

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The precision of draws, drawn towards that of independent parameters while there are few.
Matrix estimate_precision(const std::vector<Vector>& draws) {
  const auto n = static_cast<double>(draws.size());
  const Eigen::Index p = draws.front().size();
  Vector centre = Vector::Zero(p);
  for (const auto& draw : draws) centre += draw / n;
  Matrix covariance = Matrix::Zero(p, p);
  for (const auto& draw : draws)
    covariance += (draw - centre) * (draw - centre).transpose() / (n - 1.0);
  const double weight = n / (n + 10.0 * static_cast<double>(p));
  const Vector variances = covariance.diagonal();
  covariance *= weight;
  covariance.diagonal() = variances;
  return covariance.llt().solve(Matrix::Identity(p, p));
}

}  // namespace

TemperedSampler::TemperedSampler(Team& team, const HomeProblem& problem, const RunConfig& config,
                                 const TemperingPlan& plan)
    : team_(team),
      problem_(problem),
      config_(config),
      plan_(plan),
      ladder_(plan, config.sampler.chains, config.sampler.seed) {
  const auto number = static_cast<std::size_t>(chains());
  reports_.resize(number * static_cast<std::size_t>(plan.replicas_per_chain()));
  state_.precision = problem.precision;
  state_.rungs.resize(plan.betas.size());
  state_.draws.resize(number);
  set_ladder();
  start_steps();
}

ReplicaReport& TemperedSampler::report_at(int chain, int rung) {
  return reports_[static_cast<std::size_t>(
      replica_id(chain, ladder_.places(chain).replica_at(rung)))];
}

std::int64_t TemperedSampler::iterations() const {
  return static_cast<std::int64_t>(config_.sampler.warmup) + config_.sampler.draws;
}

void TemperedSampler::set_ladder() {
  SetLadder command;
  command.kind = plan_.kind;
  command.betas = ladder_.betas();
  command.fresh_subsets = plan_.fresh_subsets();
  command.chains = chains();
  command.replicas_per_chain = plan_.replicas_per_chain();
  command.kernel = kernel_settings(config_.sampler);
  // Alternating energies would be no reversible kernel.
  if (plan_.transitions) command.kernel.hmc.energy_correlation = 0.0;
  command.identity_metric = config_.sampler.metric == "identity";
  command.precision = state_.precision;
  kernel_ =
      make_kernel(command.kernel, command.identity_metric ? identity_metric(command.precision)
                                                          : precision_metric(command.precision));
  team_.ask(command);
}

// A rung's theta spreads as beta^(-1/2), and steps with it.
void TemperedSampler::start_steps() {
  const auto& sampler = config_.sampler;
  const bool adapts = !sampler.step_size && kernel_.target_acceptance > 0.0;
  const double target =
      adapts ? sampler.target_acceptance.value_or(kernel_.target_acceptance) : 0.0;
  for (int m = 0; m < plan_.rungs(); ++m) {
    const double first =
        sampler.step_size.value_or(kernel_.first_step_size) / std::sqrt(ladder_.beta(m));
    state_.rungs[static_cast<std::size_t>(m)] = {first, DualAveraging::start(first, target)};
  }
}

void TemperedSampler::start() {
  StartReplicas command;
  if (config_.sampler.start == "prior_mean") {
    command.from = StartReplicas::From::prior_mean;
    constexpr double factors[] = {1.0, 0.5, 2.0};
    for (int chain = 0; chain < chains(); ++chain)
      command.factors.insert(command.factors.end(),
                             static_cast<std::size_t>(plan_.replicas_per_chain()),
                             factors[chain % 3]);
  } else if (!problem_.starts.empty()) {
    command.from = StartReplicas::From::given;
    command.thetas = problem_.starts;
  }
  team_.ask(command);
}

void TemperedSampler::iterate() {
  if (time_to_adapt_ladder(state_.iteration, config_.sampler.warmup)) {
    const bool ladder_changed = adapt_ladder(), metric_changed = adapt_metric();
    if (ladder_changed || metric_changed) {
      set_ladder();
      start_steps();
    }
  }
  const auto number = static_cast<std::size_t>(chains());
  evaluations_.assign(number, 0);
  exchanges_.assign(number, 0);
  transition_acceptance_.assign(number, not_tried);
  const auto rounds = ladder_.begin(state_.iteration);
  if (plan_.transitions) temper();
  if (!plan_.transitions || config_.tempering.posterior_updates > 0) update_replicas();
  if (!plan_.transitions) swap(rounds);
  if (config_.tempering.row_exchanges > 0) exchange_rows();
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
  const auto& tempering = config_.tempering;
  Advance command;
  command.iteration = state_.iteration;
  command.updates = plan_.transitions ? tempering.posterior_updates : tempering.updates;
  command.fresh_energy = warming_up();
  for (int chain = 0; chain < chains(); ++chain)
    for (int replica = 0; replica < plan_.replicas_per_chain(); ++replica) {
      const int rung = ladder_.places(chain).rung_of(replica);
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
    rung.adaptation.update(
        mean(rates), kernel_.longest_step_size / std::sqrt(ladder_.beta(static_cast<int>(m))));
    rung.step_size = last ? rung.adaptation.adapted_step_size() : rung.adaptation.step_size();
  }
}

void TemperedSampler::swap(const std::vector<std::vector<int>>& rounds) {
  for (const auto& pairs : rounds) {
    score(pairs);
    for (const int m : pairs)
      for (int chain = 0; chain < chains(); ++chain)
        // What is told of a rung's last move stays with the rung.
        if (ladder_.try_swap(chain, m, side(chain, m - 1, m), side(chain, m, m - 1)))
          std::swap(report_at(chain, m - 1).info, report_at(chain, m).info);
  }
}

// Makes known what replicas would be at their neighbours' rungs.
void TemperedSampler::score(const std::vector<int>& pairs) {
  Score command;
  for (int chain = 0; chain < chains(); ++chain)
    for (const int m : pairs)
      for (const auto& [at, other] : {std::pair{m - 1, m}, std::pair{m, m - 1}})
        if (std::isnan(side(chain, at, other).at_other))
          command.jobs.push_back({replica_id(chain, ladder_.places(chain).replica_at(at)), other});
  if (command.jobs.empty()) return;
  for (const auto& value : team_.ask(command).values) {
    const auto& job = command.jobs[static_cast<std::size_t>(value.job)];
    reports_[static_cast<std::size_t>(job.replica)]
        .log_density[static_cast<std::size_t>(job.rung)] = value.log_density;
    const auto chain = static_cast<std::size_t>(job.replica / plan_.replicas_per_chain());
    evaluations_[chain] += value.exchanges;
    exchanges_[chain] += value.exchanges;
  }
}

// The chains' nested subsets are part of the state: see RowExchange.
void TemperedSampler::exchange_rows() {
  WeighExchanges command{state_.iteration, config_.tempering.row_exchanges, {}};
  for (int chain = 0; chain < chains(); ++chain)
    for (int rung = 1; rung < plan_.rungs(); ++rung)
      command.jobs.push_back({replica_id(chain, ladder_.places(chain).replica_at(rung)), rung});
  const auto reply = team_.ask(command);
  std::vector<std::vector<double>> log_ratios;
  for (const int proposed : reply.proposed)
    log_ratios.emplace_back(static_cast<std::size_t>(proposed), 0.0);
  for (const auto& weight : reply.weights) {
    const auto chain = static_cast<std::size_t>(weight.replica / plan_.replicas_per_chain());
    for (std::size_t i = 0; i < weight.exchange.size(); ++i)
      log_ratios[chain][static_cast<std::size_t>(weight.exchange[i])] += weight.log_ratio[i];
    evaluations_[chain] += weight.evaluations;
    exchanges_[chain] += weight.evaluations;
  }
  ExchangeRows exchange{state_.iteration, command.count, {}};
  for (std::size_t chain = 0; chain < log_ratios.size(); ++chain) {
    auto& accepted = exchange.accepted.emplace_back();
    for (std::size_t e = 0; e < log_ratios[chain].size(); ++e) {
      // Index 0 is of the proposals.
      const RandomKey key{config_.sampler.seed, Purpose::exchange_rows,
                          static_cast<std::uint32_t>(chain),
                          static_cast<std::uint64_t>(state_.iteration) + 1, e + 1};
      if (uniform(key) < std::min(1.0, exp(log_ratios[chain][e])))
        accepted.push_back(static_cast<int>(e));
    }
  }
  team_.ask(exchange);
}

// What is known of the replica at rung `at`.
SwapSide TemperedSampler::side(int chain, int at, int other) {
  const auto& known = report_at(chain, at).log_density;
  return {known[static_cast<std::size_t>(at)], known[static_cast<std::size_t>(other)]};
}

void TemperedSampler::record() {
  for (int chain = 0; chain < chains(); ++chain) {
    const auto c = static_cast<std::size_t>(chain);
    auto& all = state_.draws[c];
    const auto& report = report_at(chain, 0);
    auto& draws = all.draws;
    const Info& info = report.info;
    draws.theta.insert(draws.theta.end(), report.theta.begin(), report.theta.end());
    draws.lp.push_back(report.log_density.front());
    draws.acceptance_rate.push_back(info.acceptance_rate);
    draws.step_size.push_back(state_.rungs.front().step_size);
    draws.leapfrogs.push_back(info.leapfrogs);
    draws.diverging.push_back(info.diverging ? 1 : 0);
    draws.evaluations.push_back(evaluations_[c]);
    all.parameters.insert(all.parameters.end(), report.parameters.begin(), report.parameters.end());
    if (!plan_.transitions) ladder_.record(chain, all);
    for (int rung = 0; rung < plan_.replicas_per_chain(); ++rung)
      all.log_likelihoods.push_back(report_at(chain, rung).log_likelihood);
    all.exchanges.push_back(exchanges_[c]);
    all.transition_acceptance.push_back(transition_acceptance_[c]);
    (warming_up() ? state_.evaluations.warmup : state_.evaluations.sampling) += evaluations_[c];
    if (!warming_up()) state_.exchanges += exchanges_[c];
  }
}

// In warm-up only, as is adapt_metric: from the later half of what has been drawn.
bool TemperedSampler::adapt_ladder() {
  const auto now = static_cast<std::size_t>(state_.iteration);
  return ladder_.adapt(traces_of(state_.draws), now / 2, now);
}

bool TemperedSampler::adapt_metric() {
  if (config_.sampler.metric != "adapted") return false;
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
  if (!precision.allFinite()) return false;
  state_.precision = precision;
  return true;
}

TemperedState TemperedSampler::save() {
  TemperedState saved = state_;
  saved.betas = ladder_.betas();
  saved.replicas_at = ladder_.saved_places();
  auto reply = team_.ask(SaveReplicas{});
  saved.replicas = std::move(reply.replicas);
  saved.orders = std::move(reply.orders);
  return saved;
}

void TemperedSampler::restore(const TemperedState& saved) {
  state_ = saved;
  ladder_.restore(saved.betas, saved.replicas_at);
  set_ladder();
  team_.ask(RestoreReplicas{saved.replicas, saved.orders});
}

}  // namespace photinus
