#include "photinus/run/sampler.hpp"

// Sampler: a run between two iterations, as a value.

namespace photinus {

RunState Sampler::save() {
  std::vector<std::vector<std::int64_t>> bright(replicas_.size());
  if (firefly()) bright = team_.ask(Save{}).bright;
  RunState saved = state_;
  saved.betas = ladder_.betas();
  saved.replicas_at = ladder_.saved_places();
  for (auto& replica : replicas_) {
    const auto& state = replica.state;
    saved.replicas.push_back({state.theta, state.log_density, state.gradient, state.kinetic_energy,
                              replica.step_size, replica.adaptation,
                              bright[static_cast<std::size_t>(replica.id)], replica.at_home,
                              replica.estimated, replica.escape_attempts, replica.escapes});
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
  ladder_.restore(saved.betas, saved.replicas_at);
  stand_on_rungs();
  for (auto& replica : replicas_) {
    const auto& from = saved.replicas[static_cast<std::size_t>(replica.id)];
    replica.state = {from.theta, from.log_density, from.gradient, from.kinetic_energy};
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
