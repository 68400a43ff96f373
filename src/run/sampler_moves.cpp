#include "photinus/base/elementary.hpp"
#include "photinus/base/random.hpp"
#include "photinus/run/sampler.hpp"
#include "photinus/target/radial_proposal.hpp"

// Sampler: how theta moves.

namespace photinus {

void Sampler::update_theta(Replica& replica) {
  replica.info = !firefly()          ? move_with_all_rows(replica)
                 : pseudo_marginal() ? move_jointly(replica)
                                     : move_with_fireflies(replica);
  if (firefly()) find_shell(replica);
  if (firefly() && !pseudo_marginal()) escape(replica);
  if (warming_up()) adapt(replica, replica.info);
}

void Sampler::swap_rungs(const std::vector<std::vector<int>>& rounds) {
  for (const auto& pairs : rounds)
    for (const int m : pairs)
      for (int chain = 0; chain < config_.sampler.chains; ++chain) try_swap(chain, m);
}

// By the joint density of theta and brightness, which the bright rows alone decide.
void Sampler::try_swap(int chain, int m) {
  Replica &cold = replica_at(chain, m - 1), &hot = replica_at(chain, m);
  const auto side = [](Replica& replica, const Replica& other) {
    return SwapSide{replica.state.log_density,
                    replica.target->value_on(other.beta, replica.state.theta)};
  };
  if (ladder_.try_swap(chain, m, side(cold, hot), side(hot, cold))) exchange(cold, hot);
}

// Theta and brightness stay with their replica; what belongs to a rung changes hands.
void Sampler::exchange(Replica& cold, Replica& hot) {
  std::swap(cold.step_size, hot.step_size);
  std::swap(cold.adaptation, hot.adaptation);
  std::swap(cold.info, hot.info);
  const double beta = cold.beta;
  stand_on(cold, hot.beta);
  stand_on(hot, beta);
  for (Replica* replica : {&cold, &hot}) {
    find_shell(*replica);
    replica->state.log_density = replica->target->value(replica->state.theta);
  }
}

Info Sampler::move_with_all_rows(Replica& replica) {
  FullTarget target(team_, base_);
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
  replica.shell = replica.target->shell_at(replica.distance);
}

void Sampler::escape(Replica& replica) {
  const TrustRegion& region = surface_->region();
  if (region.shells() == 1 || confined()) return;
  Stream stream(key(Purpose::escape, replica));
  const RadialProposal proposal = propose_radially(stream, replica.distance, region);
  if (replica.target->shell_at(proposal.distance) == replica.shell) return;
  const Vector theta = along_the_ray(replica.state.theta, proposal, region);
  ++replica.escape_attempts;
  FullTarget posterior(team_, base_, replica.beta);
  const double ratio = posterior.value(theta) - posterior.value(replica.state.theta);
  replica.evaluations += posterior.evaluations();
  if (!(log(stream.uniform()) < ratio + proposal.log_jacobian)) return;
  if (!surface_->above_zero(theta)) return;
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

}  // namespace photinus
