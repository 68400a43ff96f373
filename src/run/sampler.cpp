#include "photinus/run/sampler.hpp"

#include <algorithm>
#include <iterator>

#include "photinus/base/random.hpp"

namespace photinus {

namespace {

BrightnessUpdate parse_update(const std::string& name) {
  if (name == "implicit") return BrightnessUpdate::implicit;
  if (name == "explicit_with_replacement") return BrightnessUpdate::explicit_with_replacement;
  if (name == "explicit_without_replacement") return BrightnessUpdate::explicit_without_replacement;
  return BrightnessUpdate::sweep;
}

Kernel make_kernel(const RunConfig::Sampler& sampler, const Matrix& precision) {
  const Metric metric =
      sampler.metric == "hessian" ? precision_metric(precision) : identity_metric(precision);
  if (sampler.kernel == "random_walk") return random_walk(metric);
  return hmc(metric, {.trajectory = sampler.trajectory, .leapfrogs = sampler.leapfrogs});
}

std::vector<std::int64_t> merged(const std::vector<std::int64_t>& a,
                                 const std::vector<std::int64_t>& b) {
  std::vector<std::int64_t> all;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

}  // namespace

Sampler::Sampler(Team& team, const std::vector<FamilyEntry>& families, const Problem& problem,
                 const RunConfig& config)
    : team_(team),
      problem_(problem),
      config_(config),
      update_(parse_update(config.firefly.update)),
      kernel_(make_kernel(config.sampler, problem.mode.precision)),
      replicas_(static_cast<std::size_t>(config.sampler.chains)) {
  const FamilyEntry& family = find_family(families, config.model.family);
  for (int id = 0; id < config.sampler.chains; ++id) {
    auto& replica = replicas_[static_cast<std::size_t>(id)];
    replica.id = id;
    replica.home = family.make_home(problem.header.columns);
  }
  state_.draws.resize(replicas_.size());
  state_.evaluations.setup = problem.mode.evaluations;
}

std::int64_t Sampler::iterations() const {
  return static_cast<std::int64_t>(config_.sampler.warmup) + config_.sampler.draws;
}

RandomKey Sampler::key(Purpose purpose, const Replica& replica) const {
  return {config_.sampler.seed, purpose, static_cast<std::uint32_t>(replica.id),
          static_cast<std::uint64_t>(state_.iteration) + 1, 0};
}

void Sampler::start() {
  const Metric approximation = precision_metric(problem_.mode.precision);
  for (auto& replica : replicas_) {
    replica.state.theta = starting_point(replica, approximation);
    replica.adaptation = DualAveraging::start(kernel_.first_step_size, kernel_.target_acceptance);
    replica.step_size = kernel_.first_step_size;
  }
  if (firefly())
    draw_first_brightness();
  else
    for (auto& replica : replicas_) {
      FullTarget target(team_, problem_.prior);
      replica.state.log_density = target.value(replica.state.theta, replica.state.gradient);
      state_.evaluations.setup += target.evaluations();
    }
}

// Over-dispersed: the Gaussian approximation at the mode, widened.
Vector Sampler::starting_point(const Replica& replica, const Metric& approximation) const {
  Stream stream(key(Purpose::start, replica));
  Vector z(problem_.mode.theta.size());
  for (Eigen::Index j = 0; j < z.size(); ++j) z[j] = stream.normal();
  return problem_.mode.theta +
         config_.sampler.start_dispersion * (approximation.covariance_root * z);
}

void Sampler::draw_first_brightness() {
  DrawBrightness command;
  for (const auto& replica : replicas_) command.thetas.push_back(replica.state.theta);
  const auto reply = team_.ask(command);
  state_.evaluations.first_brightness += reply.evaluations;
  for (auto& replica : replicas_) {
    replica.bright = reply.bright[static_cast<std::size_t>(replica.id)];
    choose_place(replica);
  }
  state_.q = config_.firefly.q.value_or(choose_q());
}

// A few times the share of bright rows, so that a row that should brighten is soon proposed.
double Sampler::choose_q() const {
  constexpr double ratio = 2.5, most = 0.5;
  double bright = 1.0;
  for (const auto& replica : replicas_) bright += static_cast<double>(replica.bright);
  const double share =
      bright / (static_cast<double>(problem_.layout.rows) * static_cast<double>(replicas_.size()));
  return std::min(most, ratio * share);
}

bool Sampler::fits_home(std::int64_t bright) const {
  if (config_.firefly.plan == "home") return true;
  if (config_.firefly.plan == "shards") return false;
  return bright * problem_.header.columns <= config_.firefly.home_capacity;
}

bool Sampler::all_at_home() const {
  return std::all_of(replicas_.begin(), replicas_.end(), [](const auto& r) { return r.at_home; });
}

void Sampler::choose_place(Replica& replica) {
  const bool fits = fits_home(replica.bright);
  if (fits && !replica.at_home) bring_home(replica);
  if (!fits && replica.at_home) replica.home->reset(replica.state.theta, {});
  replica.at_home = fits;
}

void Sampler::bring_home(Replica& replica) {
  auto reply = team_.ask(FetchRows{replica.id, replica.state.theta});
  replica.evaluations += reply.evaluations;
  replica.home->reset(replica.state.theta, std::move(reply.records));
}

void Sampler::iterate() {
  for (auto& replica : replicas_) replica.evaluations = 0;
  if (firefly()) update_brightness();
  for (auto& replica : replicas_) update_theta(replica);
  ++state_.iteration;
}

void Sampler::update_brightness() {
  UpdateBrightness command{update_, state_.q, config_.firefly.fraction, state_.iteration + 1, {}};
  for (auto& replica : replicas_) {
    ReplicaUpdate update{replica.id, replica.state.theta, replica.at_home, {}};
    if (replica.at_home && update_ == BrightnessUpdate::implicit)
      update.darkened = replica.home->rows_going_dark(state_.q, key(Purpose::darken, replica));
    command.replicas.push_back(std::move(update));
  }
  auto reply = team_.ask(command);
  for (auto& replica : replicas_) {
    auto& change = reply.changes[static_cast<std::size_t>(replica.id)];
    const auto& update = command.replicas[static_cast<std::size_t>(replica.id)];
    replica.evaluations += change.evaluations;
    replica.bright = change.bright;
    if (replica.at_home)
      replica.home->flip(merged(update.darkened, change.darkened), std::move(change.brightened));
    choose_place(replica);
  }
}

void Sampler::update_theta(Replica& replica) {
  const Info info = firefly() ? move_with_fireflies(replica) : move_with_all_rows(replica);
  record(replica, info);
  if (warming_up()) adapt(replica, info);
}

Info Sampler::move_with_all_rows(Replica& replica) {
  FullTarget target(team_, problem_.prior);
  const Info info = move(replica, target);
  replica.evaluations += target.evaluations();
  return info;
}

Info Sampler::move_with_fireflies(Replica& replica) {
  FireflyTarget target =
      replica.at_home ? FireflyTarget(problem_.prior, problem_.statistics, *replica.home)
                      : FireflyTarget(problem_.prior, problem_.statistics, team_, replica.id);
  const std::int64_t before = replica.home->evaluations();
  // The brightness has changed, and with it the density at theta.
  auto& state = replica.state;
  state.log_density = kernel_.needs_gradient ? target.value(state.theta, state.gradient)
                                             : target.value(state.theta);
  const Info info = move(replica, target);
  if (replica.at_home) replica.home->settle(state.theta);
  replica.evaluations += target.evaluations() + replica.home->evaluations() - before;
  return info;
}

Info Sampler::move(Replica& replica, LogDensity& target) {
  Stream stream(key(Purpose::theta, replica));
  Transition next = kernel_.transition(stream, replica.state, target, replica.step_size);
  replica.state = std::move(next.state);
  return next.info;
}

void Sampler::record(const Replica& replica, const Info& info) {
  auto& draws = state_.draws[static_cast<std::size_t>(replica.id)];
  const Vector& theta = replica.state.theta;
  draws.theta.insert(draws.theta.end(), theta.data(), theta.data() + theta.size());
  draws.lp.push_back(replica.state.log_density);
  draws.acceptance_rate.push_back(info.acceptance_rate);
  draws.step_size.push_back(replica.step_size);
  draws.leapfrogs.push_back(info.leapfrogs);
  draws.diverging.push_back(info.diverging ? 1 : 0);
  draws.bright.push_back(replica.bright);
  draws.evaluations.push_back(replica.evaluations);
  (warming_up() ? state_.evaluations.warmup : state_.evaluations.sampling) += replica.evaluations;
}

void Sampler::adapt(Replica& replica, const Info& info) {
  replica.adaptation.update(info.acceptance_rate);
  const bool last = state_.iteration + 1 == config_.sampler.warmup;
  replica.step_size =
      last ? replica.adaptation.adapted_step_size() : replica.adaptation.step_size();
}

RunState Sampler::save() {
  std::vector<std::vector<std::int64_t>> bright(replicas_.size());
  if (firefly()) bright = team_.ask(Save{}).bright;
  RunState saved = state_;
  for (auto& replica : replicas_) {
    const auto& state = replica.state;
    saved.replicas.push_back({state.theta, state.log_density, state.gradient, replica.step_size,
                              replica.adaptation, bright[static_cast<std::size_t>(replica.id)],
                              replica.at_home});
  }
  return saved;
}

void Sampler::restore(const RunState& saved) {
  state_ = saved;
  state_.replicas.clear();
  Restore command;
  for (const auto& replica : saved.replicas) {
    command.bright.push_back(replica.bright);
    command.thetas.push_back(replica.theta);
  }
  if (firefly()) team_.ask(command);
  for (auto& replica : replicas_) {
    const auto& from = saved.replicas[static_cast<std::size_t>(replica.id)];
    replica.state = {from.theta, from.log_density, from.gradient};
    replica.step_size = from.step_size;
    replica.adaptation = from.adaptation;
    replica.bright = static_cast<std::int64_t>(from.bright.size());
    replica.at_home = from.at_home;
    if (replica.at_home) bring_home(replica);
  }
}

}  // namespace photinus
