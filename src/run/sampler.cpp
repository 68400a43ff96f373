#include "photinus/run/sampler.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "photinus/base/random.hpp"
#include "photinus/run/bound_adaptation.hpp"
#include "photinus/run/make_kernel.hpp"

namespace photinus {

namespace {

// Farthest starting point, in parts of the innermost ellipsoid's radius.
constexpr double start_within = 0.9;

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

HomeShape home_shape(const Problem& problem) {
  HomeShape shape{problem.header.columns, problem.parameters.shape().inputs,
                  problem.parameters.sampled_scale};
  if (problem.surface != nullptr) shape.bound = problem.surface->settings().bound;
  return shape;
}

}  // namespace

Sampler::Sampler(Team& team, const std::vector<FamilyEntry>& families, const Problem& problem,
                 const RunConfig& config)
    : team_(team),
      problem_(problem),
      base_(problem.prior, problem.reference.get()),
      config_(config),
      surface_(problem.surface.get()),
      update_(parse_update(config.firefly.update)),
      kernel_(make_kernel(config, problem)),
      ladder_(make_plan(config, problem.header.rows, problem.parameters.dimension()),
              config.sampler.chains, config.sampler.seed),
      replicas_(static_cast<std::size_t>(config.sampler.chains * ladder_.rungs())) {
  const FamilyEntry& family = find_family(families, config.model.family);
  for (int id = 0; id < static_cast<int>(replicas_.size()); ++id) {
    auto& replica = replicas_[static_cast<std::size_t>(id)];
    replica.id = id;
    replica.chain = id / ladder_.rungs();
    replica.home = family.make_home(problem.numbers, home_shape(problem));
    if (surface_ != nullptr)
      replica.target = std::make_unique<FireflyTarget>(base_, *surface_, team, *replica.home, id);
  }
  stand_on_rungs();
  state_.traces.resize(static_cast<std::size_t>(config.sampler.chains));
  state_.draws.resize(static_cast<std::size_t>(config.sampler.chains));
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
    start_steps(replica);
  }
  if (firefly())
    draw_brightness(Purpose::first_brightness, all_replicas());
  else
    for (auto& replica : replicas_) {
      FullTarget target(team_, base_);
      replica.state.log_density = target.value(replica.state.theta, replica.state.gradient);
      state_.evaluations.setup += target.evaluations();
    }
}

// Steps spread as a rung's theta does.
void Sampler::start_steps(Replica& replica) {
  const auto& given = config_.sampler.step_size;
  replica.step_size = given.value_or(kernel_.first_step_size) * base_.stretch(replica.beta);
  replica.adaptation =
      DualAveraging::start(replica.step_size, given ? 0.0 : kernel_.target_acceptance);
}

void Sampler::stand_on(Replica& replica, double beta) {
  replica.beta = beta;
  if (replica.target) replica.target->stand_on(beta);
}

void Sampler::stand_on_rungs() {
  for (auto& replica : replicas_) {
    const int within = replica.id % ladder_.rungs();
    stand_on(replica, ladder_.beta(ladder_.places(replica.chain).rung_of(within)));
  }
}

const Sampler::Replica& Sampler::replica_at(int chain, int rung) const {
  return replicas_[static_cast<std::size_t>(chain * ladder_.rungs() +
                                            ladder_.places(chain).replica_at(rung))];
}

Sampler::Replica& Sampler::replica_at(int chain, int rung) {
  return const_cast<Replica&>(std::as_const(*this).replica_at(chain, rung));
}

Sampler::Position Sampler::position(int chain, int rung) const {
  const Replica& replica = replica_at(chain, rung);
  return {replica.id, replica.state.theta};
}

Vector Sampler::starting_point(const Replica& replica, const Metric& approximation) const {
  Stream stream(key(Purpose::start, replica));
  return config_.sampler.start == "prior" ? start_from_prior(stream)
                                          : start_about_mode(stream, approximation);
}

// Over-dispersed: the Gaussian approximation at the mode, widened, but within the innermost bounds.
Vector Sampler::start_about_mode(Stream& stream, const Metric& approximation) const {
  Vector z(problem_.mode.theta.size());
  for (Eigen::Index j = 0; j < z.size(); ++j) z[j] = stream.normal();
  z *= config_.sampler.start_dispersion;
  if (surface_ != nullptr && z.norm() > start_within * surface_->innermost_reach())
    z *= start_within * surface_->innermost_reach() / z.norm();
  return problem_.mode.theta + approximation.covariance_root * z;
}

// Where bounds hold in ellipsoids only, the draw is pulled along its ray into the innermost.
Vector Sampler::start_from_prior(Stream& stream) const {
  Vector theta(problem_.mode.theta.size());
  for (int j = 0; j < problem_.prior.dimension(); ++j) theta[j] = draw(stream, problem_.prior[j]);
  if (surface_ == nullptr) return theta;
  const TrustRegion& region = surface_->region();
  const double most = start_within * surface_->innermost_reach();
  if (region.shells() == 1 || region.distance(theta) <= most) return theta;
  const Vector away = theta - region.reference();
  return region.reference() + most / region.distance(theta) * away;
}

std::vector<int> Sampler::all_replicas() const {
  std::vector<int> ids(replicas_.size());
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

void Sampler::draw_brightness(Purpose purpose, const std::vector<int>& ids) {
  // A move must draw from the conditional exactly; a start need not.
  const bool thinned = purpose != Purpose::escape_brightness && !config_.firefly.q;
  DrawBrightness command{thinned, purpose, state_.iteration + 1, ids, {}, {}, {}};
  for (const int id : ids) {
    auto& replica = replicas_[static_cast<std::size_t>(id)];
    command.thetas.push_back(replica.state.theta);
    find_shell(replica);
    command.reaches.push_back(replica.target->reach(replica.shell));
    command.betas.push_back(replica.beta);
  }
  const auto reply = team_.ask(command);
  if (purpose == Purpose::first_brightness)
    state_.evaluations.first_brightness += reply.evaluations;
  else
    replicas_[static_cast<std::size_t>(ids.front())].evaluations += reply.evaluations;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    auto& replica = replicas_[static_cast<std::size_t>(ids[i])];
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
  // Chains that are still far out on their way may ask for bounds that are of no use.
  std::vector<Vector> thetas;
  for (const auto& replica : replicas_) thetas.push_back(replica.state.theta);
  const bool rebuilt = surface_->rebuild(*better, thetas);
  replicas_.front().evaluations += surface_->evaluations();
  if (!rebuilt) return;
  state_.bounds = *better;
  draw_brightness(Purpose::redraw_brightness, all_replicas());
}

// Brightness belongs to a rung: where the rungs move, it is drawn anew. In warm-up only.
void Sampler::adapt_ladder() {
  const auto now = static_cast<std::size_t>(state_.iteration);
  if (!ladder_.adapt(traces_of(state_.traces), now / 2, now)) return;
  stand_on_rungs();
  draw_brightness(Purpose::redraw_ladder, all_replicas());
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

std::vector<double> Sampler::step_sizes() const {
  std::vector<double> sizes;
  for (const int replica : ladder_.places(0).replicas())
    sizes.push_back(replicas_[static_cast<std::size_t>(replica)].step_size);
  return sizes;
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

// In warm-up steps are too long at times and leave the innermost ellipsoid. Most would be refused
// after a pass over the rows for the bounds of an outer shell; here all are, without it. Chains
// that press on the ellipsoid have it widened at the next look, and are free from then on.
bool Sampler::confined() const {
  if (!warming_up() || config_.firefly.radius) return false;
  return surface_->choice().radius == surface_->default_choice(surface_->choice().reference).radius;
}

void Sampler::iterate() {
  for (auto& replica : replicas_) replica.evaluations = 0;
  const auto rounds = ladder_.begin(state_.iteration, config_.tempering.updates);
  if (firefly()) {
    if (time_to_adapt_ladder(state_.iteration, config_.sampler.warmup)) adapt_ladder();
    if (time_to_adapt_bounds(state_.iteration, config_.sampler.warmup)) adapt_bounds();
    for (auto& replica : replicas_) replica.target->innermost_only(confined());
    if (!pseudo_marginal()) update_brightness();
  }
  for (auto& replica : replicas_) update_theta(replica);
  swap_rungs(rounds);
  for (int chain = 0; chain < config_.sampler.chains; ++chain) record(chain);
  ++state_.iteration;
}

void Sampler::update_brightness() {
  const double q_dark = config_.firefly.q_dark;
  UpdateBrightness command{update_, q_dark, config_.firefly.fraction, state_.iteration + 1, {}};
  for (auto& replica : replicas_) {
    const double reach = replica.target->reach(replica.shell);
    ReplicaUpdate update{replica.id, replica.state.theta, reach, replica.at_home, {}, replica.beta};
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

// Of the replica on rung 0, but the evaluations of all.
void Sampler::record(int chain) {
  auto& draws = state_.draws[static_cast<std::size_t>(chain)];
  const Replica& replica = replica_at(chain, 0);
  const Info& info = replica.info;
  std::int64_t evaluations = 0;
  for (int rung = 0; rung < ladder_.rungs(); ++rung)
    evaluations += replica_at(chain, rung).evaluations;
  const Vector& theta = replica.state.theta;
  draws.theta.insert(draws.theta.end(), theta.data(), theta.data() + theta.size());
  draws.lp.push_back(replica.state.log_density);
  draws.acceptance_rate.push_back(info.acceptance_rate);
  draws.step_size.push_back(replica.step_size);
  draws.leapfrogs.push_back(info.leapfrogs);
  draws.diverging.push_back(info.diverging ? 1 : 0);
  draws.bright.push_back(replica.bright);
  draws.evaluations.push_back(evaluations);
  draws.shell.push_back(replica.shell);
  if (ladder_.rungs() > 1) ladder_.record(chain, state_.traces[static_cast<std::size_t>(chain)]);
  (warming_up() ? state_.evaluations.warmup : state_.evaluations.sampling) += evaluations;
}

void Sampler::adapt(Replica& replica, const Info& info) {
  if (replica.adaptation.target_acceptance == 0.0) return;
  replica.adaptation.update(info.acceptance_rate, kernel_.longest_step_size);
  const bool last = state_.iteration + 1 == config_.sampler.warmup;
  replica.step_size =
      last ? replica.adaptation.adapted_step_size() : replica.adaptation.step_size();
}

}  // namespace photinus
