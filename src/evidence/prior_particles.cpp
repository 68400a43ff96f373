#include "photinus/evidence/prior_particles.hpp"

#include <utility>

namespace photinus {

Particle PriorParticles::next(std::int64_t together) {
  if (queue_.ready.empty()) evaluate(together);
  Particle particle = std::move(queue_.ready.back());
  queue_.ready.pop_back();
  return particle;
}

void PriorParticles::evaluate(std::int64_t count) {
  std::vector<Vector> thetas;
  std::vector<double> labels;
  const std::uint64_t last = queue_.drawn + static_cast<std::uint64_t>(count);
  for (std::uint64_t index = queue_.drawn; index < last; ++index) {
    Stream stream(
        {.seed = seed_, .purpose = Purpose::nested, .replica = nested_prior, .index = index});
    thetas.push_back(model_.draw_prior(stream));
    labels.push_back(stream.uniform());
  }
  const std::vector<double> values = model_.log_likelihoods(thetas, rows_);
  queue_.drawn = last;
  for (std::size_t i = values.size(); i-- > 0;)
    queue_.ready.push_back({std::move(thetas[i]), {values[i], labels[i]}});
}

}  // namespace photinus
