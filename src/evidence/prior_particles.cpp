#include "photinus/evidence/prior_particles.hpp"

#include <utility>

namespace photinus {

Particle PriorParticles::next(std::int64_t together) {
  if (ready_.empty()) evaluate(together);
  Particle particle = std::move(ready_.front());
  ready_.pop_front();
  return particle;
}

void PriorParticles::evaluate(std::int64_t count) {
  std::vector<Vector> thetas;
  std::vector<double> labels;
  for (std::int64_t i = 0; i < count; ++i, ++drawn_) {
    Stream stream(
        {.seed = seed_, .purpose = Purpose::nested, .replica = nested_prior, .index = drawn_});
    thetas.push_back(model_.draw_prior(stream));
    labels.push_back(stream.uniform());
  }
  const std::vector<double> values = model_.log_likelihoods(thetas, rows_);
  for (std::size_t i = 0; i < values.size(); ++i)
    ready_.push_back({std::move(thetas[i]), {values[i], labels[i]}});
}

}  // namespace photinus
