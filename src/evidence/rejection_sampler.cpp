#include "photinus/evidence/rejection_sampler.hpp"

#include <algorithm>
#include <string>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

constexpr std::int64_t most_together = 256;

}  // namespace

Particle RejectionSampler::draw(const std::vector<Particle>& particles, std::size_t dead,
                                std::int64_t /*iteration*/) {
  const Level& level = particles[dead].level;
  for (std::int64_t rejected = 0; rejected < most_rejections_; ++rejected) {
    // Where many are rejected, many more will be. Those that are left over wait for the next level.
    const auto together = std::clamp<std::int64_t>(rejected, 1, most_together);
    Particle particle = prior_.next(together);
    if (level < particle.level) return particle;
  }
  throw Failure(ExitCode::usage,
                "nested sampling rejected " + std::to_string(most_rejections_) +
                    " draws of the prior in a row: none has a log likelihood above " +
                    std::to_string(level.log_likelihood) +
                    ". evidence.method = \"nested\" walks there instead; or raise "
                    "evidence.most_rejections, or take fewer rows");
}

}  // namespace photinus
