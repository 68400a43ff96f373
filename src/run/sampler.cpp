#include "photinus/run/sampler.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "photinus/base/elementary.hpp"
#include "photinus/base/random.hpp"
#include "photinus/run/bound_adaptation.hpp"
#include "photinus/run/make_kernel.hpp"
#include "photinus/target/radial_proposal.hpp"

namespace photinus {

namespace {

BrightnessUpdate parse_update(const std::string& name) {
  if (name == "implicit") return BrightnessUpdate::implicit;
  if (name == "explicit_with_replacement") return BrightnessUpdate::explicit_with_replacement;
  if (name == "explicit_without_replacement") return BrightnessUpdate::explicit_without_replacement;
  return name == "sweep" ? BrightnessUpdate::sweep : BrightnessUpdate::pseudo_marginal;
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
      surface_(problem.surface.get()),
      update_(parse_update(config.firefly.update)),
      kernel_(make_kernel(config.sampler, problem)),
      replicas_(static_cast<std::size_t>(config.sampler.chains)) {
  const FamilyEntry& family = find_family(families, config.model.family);
  for (int id = 0; id < config.sampler.chains; ++id) {
    auto& replica = replicas_[static_cast<std::size_t>(id)];
    replica.id = id;
    replica.home =
        family.make_home(model_numbers(config), problem.header.columns,
                         problem.parameters.coefficients(), problem.parameters.sampled_scale);
    if (surface_ != nullptr)
      replica.target =
          std::make_unique<FireflyTarget>(problem.prior, *surface_, team, *replica.home, id);
  }
  state_.draws.resize(replicas_.size());
  for (auto& draws : state_.draws)
    draws.reserve(static_cast<std::size_t>(iterations()),
                  static_cast<std::size_t>(problem.parameters.dimension()));
  state_.evaluations.setup = problem.mode.evaluations;
  if (surface_ != nullptr) {
    state_.evaluations.setup += surface_->evaluations();
    state_.bounds = surface_->choice();
  }
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
    draw_brightness(Purpose::first_brightness, all_chains());
  else
    for (auto& replica : replicas_) {
      FullTarget target(team_, problem_.prior);
      replica.state.log_density = target.value(replica.state.theta, replica.state.gradient);
      state_.evaluations.setup += target.evaluations();
    }
}

// Over-dispersed: the Gaussian approximation at the mode, widened, but within the innermost bounds.
Vector Sampler::starting_point(const Replica& replica, const Metric& approximation) const {
  constexpr double most = 0.9;  // of the innermost ellipsoid's radius
  Stream stream(key(Purpose::start, replica));
  Vector z(problem_.mode.theta.size());
  for (Eigen::Index j = 0; j < z.size(); ++j) z[j] = stream.normal();
  z *= config_.sampler.start_dispersion;
  if (surface_ != nullptr && z.norm() > most * surface_->innermost_reach())
    z *= most * surface_->innermost_reach() / z.norm();
  return problem_.mode.theta + approximation.covariance_root * z;
}

std::vector<int> Sampler::all_chains() const {
  std::vector<int> chains(replicas_.size());
  std::iota(chains.begin(), chains.end(), 0);
  return chains;
}

void Sampler::draw_brightness(Purpose purpose, const std::vector<int>& chains) {
  // A move must draw from the conditional exactly; a start need not.
  const bool thinned = purpose != Purpose::escape_brightness && !config_.firefly.q;
  DrawBrightness command{thinned, purpose, state_.iteration + 1, chains, {}, {}};
  for (const int chain : chains) {
    auto& replica = replicas_[static_cast<std::size_t>(chain)];
    command.thetas.push_back(replica.state.theta);
    find_shell(replica);
    command.reaches.push_back(surface_->region().reach(replica.shell));
  }
  const auto reply = team_.ask(command);
  if (purpose == Purpose::first_brightness)
    state_.evaluations.first_brightness += reply.evaluations;
  else
    replicas_[static_cast<std::size_t>(chains.front())].evaluations += reply.evaluations;
  for (std::size_t i = 0; i < chains.size(); ++i) {
    auto& replica = replicas_[static_cast<std::size_t>(chains[i])];
    replica.bright = reply.bright[i];
    replica.at_home = false;
    replica.estimated = false;
    choose_place(replica);
  }
}

// Bounds, and with them the brightness, are chosen anew: during warm-up only.
void Sampler::adapt_bounds() {
  const auto now = static_cast<std::size_t>(state_.iteration);
  if (config_.firefly.radius) return;
  const auto better = better_choice(state_.draws, now / 2, now, *surface_);
  if (!better) return;
  surface_->build(*better);
  state_.bounds = *better;
  replicas_.front().evaluations += surface_->evaluations();
  draw_brightness(Purpose::redraw_brightness, all_chains());
}

bool Sampler::fits_home(std::int64_t bright) const {
  if (pseudo_marginal()) return false;
  if (config_.firefly.plan == "home") return true;
  if (config_.firefly.plan == "shards") return false;
  return bright * problem_.header.columns <= config_.firefly.home_capacity;
}

std::vector<std::int64_t> Sampler::escape_attempts() const {
  std::vector<std::int64_t> counts;
  for (const auto& replica : replicas_) counts.push_back(replica.escape_attempts);
  return counts;
}

std::vector<std::int64_t> Sampler::escapes() const {
  std::vector<std::int64_t> counts;
  for (const auto& replica : replicas_) counts.push_back(replica.escapes);
  return counts;
}

bool Sampler::all_at_home() const {
  return std::all_of(replicas_.begin(), replicas_.end(), [](const auto& r) { return r.at_home; });
}

void Sampler::choose_place(Replica& replica) {
  const bool fits = fits_home(replica.bright);
  if (fits && !replica.at_home) bring_home(replica);
  if (!fits && replica.at_home)
    replica.home->reset(replica.state.theta, surface_->innermost_reach(), {});
  replica.at_home = fits;
  replica.target->at_home(fits);
}

void Sampler::bring_home(Replica& replica) {
  auto reply = team_.ask(FetchRows{replica.id, replica.state.theta});
  replica.evaluations += reply.evaluations;
  replica.home->reset(replica.state.theta, surface_->innermost_reach(), std::move(reply.records));
}

void Sampler::iterate() {
  for (auto& replica : replicas_) replica.evaluations = 0;
  if (firefly()) {
    if (time_to_adapt_bounds(state_.iteration, config_.sampler.warmup)) adapt_bounds();
    if (!pseudo_marginal()) update_brightness();
  }
  for (auto& replica : replicas_) update_theta(replica);
  ++state_.iteration;
}

void Sampler::update_brightness() {
  const double q_dark = config_.firefly.q_dark;
  UpdateBrightness command{update_, q_dark, config_.firefly.fraction, state_.iteration + 1, {}};
  for (auto& replica : replicas_) {
    const double reach = surface_->region().reach(replica.shell);
    ReplicaUpdate update{replica.id, replica.state.theta, reach, replica.at_home, {}};
    if (replica.at_home && update_ == BrightnessUpdate::implicit)
      update.darkened = replica.home->rows_going_dark(reach, q_dark, key(Purpose::darken, replica));
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
  const Info info = !firefly()          ? move_with_all_rows(replica)
                    : pseudo_marginal() ? move_jointly(replica)
                                        : move_with_fireflies(replica);
  if (firefly()) find_shell(replica);
  if (firefly() && !pseudo_marginal()) escape(replica);
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
  FireflyTarget& target = *replica.target;
  const std::int64_t before = target.evaluations();
  // The brightness has changed, and with it the density at theta.
  auto& state = replica.state;
  state.log_density = kernel_.needs_gradient ? target.value(state.theta, state.gradient)
                                             : target.value(state.theta);
  const Info info = move(replica, target);
  // Kernels may settle on a theta that was not among the last two evaluated: its likelihoods are
  // made here and not in the next iteration, so that a run restored in between counts the same.
  if (replica.at_home)
    replica.home->settle(state.theta);
  else
    target.value(state.theta);
  replica.evaluations += target.evaluations() - before;
  return info;
}

// Crossing into another shell with the brightness held changes every gap at once and is all but
// never accepted. This move crosses with the brightness drawn anew: the shells' bounds cancel, and
// what decides is the posterior, at the cost of passes over all rows. Proposals that stay within
// their shell are turned down at once, so the bulk of the posterior pays nothing.
void Sampler::find_shell(Replica& replica) {
  const TrustRegion& region = surface_->region();
  if (region.shells() > 1) replica.distance = region.distance(replica.state.theta);
  replica.shell = region.shell_at(replica.distance);
}

void Sampler::escape(Replica& replica) {
  const TrustRegion& region = surface_->region();
  if (region.shells() == 1) return;
  Stream stream(key(Purpose::escape, replica));
  const RadialProposal proposal = propose_radially(stream, replica.distance, region);
  if (region.shell_at(proposal.distance) == replica.shell) return;
  const Vector theta = along_the_ray(replica.state.theta, proposal, region);
  ++replica.escape_attempts;
  FullTarget posterior(team_, problem_.prior);
  const double ratio = posterior.value(theta) - posterior.value(replica.state.theta);
  replica.evaluations += posterior.evaluations();
  if (!(log(stream.uniform()) < ratio + proposal.log_jacobian)) return;
  ++replica.escapes;
  replica.state.theta = theta;
  find_shell(replica);
  draw_brightness(Purpose::escape_brightness, {replica.id});
  replica.state.log_density = replica.target->value(replica.state.theta, replica.state.gradient);
}

// The estimate at theta is kept with theta: it is never drawn again. The first one is drawn here.
Info Sampler::move_jointly(Replica& replica) {
  PseudoMarginalTarget target(problem_.prior, *surface_, team_, replica.id, state_.iteration + 1);
  if (!replica.estimated) {
    replica.state.log_density = target.value(replica.state.theta);
    replica.bright = target.settle();
    replica.estimated = true;
  }
  const Info info = move(replica, target);
  if (info.accepted) replica.bright = target.settle();
  replica.evaluations += target.evaluations();
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
  draws.shell.push_back(replica.shell);
  (warming_up() ? state_.evaluations.warmup : state_.evaluations.sampling) += replica.evaluations;
}

void Sampler::adapt(Replica& replica, const Info& info) {
  if (kernel_.target_acceptance == 0.0) return;
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
                              replica.at_home, replica.estimated, replica.escape_attempts,
                              replica.escapes});
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
  if (firefly()) {
    surface_->build(saved.bounds);
    team_.ask(command);
  }
  for (auto& replica : replicas_) {
    const auto& from = saved.replicas[static_cast<std::size_t>(replica.id)];
    replica.state = {from.theta, from.log_density, from.gradient};
    replica.step_size = from.step_size;
    replica.adaptation = from.adaptation;
    replica.bright = static_cast<std::int64_t>(from.bright.size());
    replica.at_home = from.at_home;
    replica.estimated = from.estimated;
    replica.escape_attempts = from.escape_attempts;
    replica.escapes = from.escapes;
    if (!firefly()) continue;
    find_shell(replica);
    replica.target->at_home(replica.at_home);
    if (replica.at_home) bring_home(replica);
  }
}

}  // namespace photinus
