#pragma once

#include <vector>

#include "photinus/evidence/sequential.hpp"
#include "photinus/kernel/kernel.hpp"

namespace photinus {

inline std::size_t walkers_of(const SequentialState& state) {
  return static_cast<std::size_t>(state.settings.walkers);
}

/// Rows of the batches that gradients take.
int batch_of(const SequentialState& state, int dimension);
/// Of those that are taken where no anchor helps.
int plain_batch_of(int dimension);

/// Of each anchor, by the curvature there and the walkers' spread.
std::vector<Metric> metrics_of(const SequentialState& state);
/// In posterior standard deviations.
double squared_distance(const Vector& one, const Vector& other, const Metric& metric);

/// Places anchors anew where they are due, and measures how noisy gradients about them are. An old
/// one is not to blame for noise that takes all rows to subdue.
void prepare_gradients(EvidenceModel& model, SequentialState& state);

/// Rows are so few that walkers move on all of them.
bool moves_exactly(const EvidenceModel& model, const SequentialState& state);
/// Batches that would have to be larger than plain ones are taken plain: about an anchor their
/// noise grows with the distance from it and throws walkers out; plain, it is large but everywhere
/// the same.
bool anchors_fail(const EvidenceModel& model, const SequentialState& state);

}  // namespace photinus
