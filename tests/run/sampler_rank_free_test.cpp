// A run's bytes do not depend on the number of ranks nor on whether the coordinator holds rows.
// Tolerance: none, every bit of draws, log densities, counters and final state. Catches numbers
// keyed by rank, sums taken rank by rank, rows of a replica that come home in another order.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "run/small_runs.hpp"

namespace photinus {
namespace {

std::vector<char> final_state(RunConfig config, int ranks, bool coordinator_holds_rows) {
  config.ranks.coordinator_holds_rows = coordinator_holds_rows;
  SmallRun run(config, ranks);
  run.sampler.start();
  while (!run.sampler.finished()) run.sampler.iterate();
  return to_bytes(run.sampler.save());
}

void expect_rank_free(const Variant& variant) {
  const auto oracle = final_state(variant.config, 1, true);
  for (const int ranks : {1, 2, 3, 5, 8})
    for (const bool holds : {true, false})
      EXPECT_TRUE(final_state(variant.config, ranks, holds) == oracle)
          << variant.name << ", " << ranks << " ranks, coordinator "
          << (holds ? "holds rows" : "holds no rows");
}

TEST(SamplerRankFree, SameBytesOnAnyNumberOfRanks) {
  const SmallFile file(some_rows());
  for (const Variant& variant : variants(file)) expect_rank_free(variant);
}

TEST(SamplerRankFree, SameBytesForEveryKernelEscapeAndFamily) {
  const SmallFile labels(some_rows()), reals(some_reals());
  for (const Variant& variant : more_variants(labels, reals)) expect_rank_free(variant);
}

// A skewed posterior: the bounds are built anew in warm-up.
TEST(SamplerRankFree, SameBytesWithBoundsBuiltAnew) {
  const SmallFile file(some_rows(12));
  expect_rank_free({"bounds built anew", skewed_config(file)});
  SmallRun run(skewed_config(file), 1);
  const auto before = run.sampler.save().bounds.reference;
  run.sampler.start();
  while (!run.sampler.finished()) run.sampler.iterate();
  EXPECT_NE(run.sampler.save().bounds.reference, before);
}

// Five blocks: of eight ranks three hold no rows.
TEST(SamplerRankFree, SameBytesWithMoreRanksThanBlocks) {
  const SmallFile file(some_rows(5));
  for (const Variant& variant : variants(file)) expect_rank_free(variant);
}

TEST(SamplerRankFree, SameBytesWithFloatFeatures) {
  const SmallFile file(some_rows(1000), H5T_NATIVE_FLOAT);
  for (const Variant& variant : variants(file)) expect_rank_free(variant);
}

// The comparison sees a difference in one row, far from the first rank.
TEST(SamplerRankFree, OneChangedRowIsSeen) {
  SmallData data = some_rows();
  const SmallFile file(data);
  data.x.back() *= 1.0 + 1e-9;
  const SmallFile changed(data);
  const auto all = variants(file), others = variants(changed);
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_FALSE(final_state(all[i].config, 3, true) == final_state(others[i].config, 3, true))
        << all[i].name;
}

}  // namespace
}  // namespace photinus
