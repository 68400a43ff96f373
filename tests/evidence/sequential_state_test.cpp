// Truth: the run that saw all rows from the start, and sums of what the plan evaluates.
#include <gtest/gtest.h>

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/vector.hpp>
#include <sstream>

#include "photinus/base/serialization.hpp"
#include "photinus/evidence/local_model.hpp"
#include "photinus/evidence/posterior_gradient.hpp"
#include "photinus/evidence/sequential.hpp"
#include "photinus/model/mvn_mean.hpp"
#include "support/whole_models.hpp"

namespace photinus {
namespace {

constexpr int columns = 3;

/// The first rows of one table.
MvnMean model_of(int rows) {
  DataTable table = some_table(3'000, columns);
  table.y.clear();
  table.x.conservativeResize(rows, columns);
  table.header.rows = rows;
  return {table, {}, Prior::normal(Vector::Ones(columns))};
}

SequentialSettings quick() { return {.prior_draws = 500, .walkers = 20, .batch = 10}; }

std::vector<SequentialSettings> plans() {
  SequentialSettings each = quick(), fixed = quick(), several = quick();
  each.anchors = AnchorPlan::each;
  fixed.plan = ChunkPlan::fixed;
  fixed.chunk_rows = 70;
  several.draws = 3;
  several.resample = false;
  return {quick(), each, fixed, several, SequentialSettings::published()};
}

std::string bytes(const SequentialState& state) {
  std::ostringstream out;
  boost::archive::binary_oarchive archive(out, boost::archive::no_header);
  archive << state;
  return out.str();
}

SequentialState from_bytes(const std::string& text) {
  std::istringstream in(text);
  boost::archive::binary_iarchive archive(in, boost::archive::no_header);
  SequentialState state;
  archive >> state;
  return state;
}

void expect_same(const SequentialResult& a, const SequentialResult& b) {
  EXPECT_EQ(bytes(a.state), bytes(b.state));
  EXPECT_EQ(a.estimate.log_z, b.estimate.log_z);
  EXPECT_EQ(a.estimate.standard_error, b.estimate.standard_error);
  EXPECT_EQ(a.trace.rows, b.trace.rows);
  EXPECT_EQ(a.trace.log_z, b.trace.log_z);
}

TEST(SequentialState, GoingOnIsTheWholeRun) {
  MvnMean all_rows = model_of(3'000);
  for (const SequentialSettings& settings : plans()) {
    LocalModel model(all_rows);
    const SequentialResult whole = sequential_evidence(model, settings, 3);
    SequentialState state;
    bool begun = false;
    for (const int rows : {77, 78, 1'000, 3'000}) {
      MvnMean some_rows = model_of(rows);
      LocalModel some(some_rows);
      const SequentialState before =
          begun ? from_bytes(bytes(state)) : begin_sequential(some, settings, 3);
      const SequentialResult part = continue_sequential(some, before);
      EXPECT_EQ(part.trace.rows.back(), rows);
      state = part.state;
      begun = true;
      if (rows == 3'000) expect_same(part, whole);
    }
    LocalModel again(all_rows);
    expect_same(sequential_evidence(again, settings, 3), whole);
    EXPECT_NE(sequential_evidence(again, settings, 4).estimate.log_z, whole.estimate.log_z);
  }
}

TEST(SequentialState, NewRowsCostLittle) {
  MvnMean few = model_of(2'000), more = model_of(2'100);
  LocalModel model_of_few(few), model(more);
  const SequentialState state = sequential_evidence(model_of_few, quick(), 3).state;
  const SequentialResult result = continue_sequential(model, state);
  EXPECT_EQ(result.estimate.evaluations - state.evaluations, model.evaluations());
  EXPECT_LT(model.evaluations(), state.evaluations / 4);
}

// Of batches of 500 that go before, chunks of the paper's sizes, and 10 draws.
TEST(SequentialState, PublishedPlanCountsWhatItEvaluates) {
  MvnMean rows = model_of(3'000);
  LocalModel model(rows);
  const SequentialResult result = sequential_evidence(model, SequentialSettings::published(), 3);
  std::int64_t n = 0, evaluations = 0;
  std::vector<std::int64_t> seen;
  while (n < 3'000) {
    const std::int64_t size = n <= 80 ? 20 : n < 2'000 ? n / 4 : 500;
    const std::int64_t chunk = std::min<std::int64_t>(size, 3'000 - n);
    evaluations += 10 * chunk;
    if (chunk == size) evaluations += 30 * (chunk + (n > 0 ? 500 : 0));
    n += chunk;
    seen.push_back(n);
  }
  EXPECT_EQ(result.trace.rows, seen);
  EXPECT_EQ(result.estimate.evaluations, evaluations);
  EXPECT_EQ(model.evaluations(), evaluations);
}

// With batches of 10, walkers that make 11 steps, each of a batch at three places; or while rows
// are few, 3 trajectories of 4 leapfrogs from where they stand. Anchors, with curvatures from 60
// rows or all, are placed anew while walkers need all rows, then whenever rows have doubled: the
// model is quadratic, so that anchors are never far. Noise is then measured at 20 walkers, by pairs
// of batches of 200.
TEST(SequentialState, AdaptivePlanCountsWhatItEvaluates) {
  MvnMean rows = model_of(3'000);
  LocalModel model(rows);
  SequentialSettings settings = quick();
  settings.curvature_rows = 60;
  const SequentialResult result = sequential_evidence(model, settings, 3);
  std::int64_t evaluations = 0, n = 0, anchor = 0, covered = 0;
  for (const std::int64_t last : result.trace.rows) {
    evaluations += (n == 0 ? 500 : 20) * (last - n);
    n = last;
    if (n > result.state.rows) continue;
    const bool few = n <= 20 * columns;
    if (covered == 0 || n >= 2 * anchor) {
      evaluations += (columns + 1) * std::min<std::int64_t>(n, 60);
      anchor = n;
      covered = 0;
    }
    evaluations += 20 * (few ? 13 * n : 11 * 30);
    if (!few) {
      evaluations += 20 * 6 * 200 + (columns + 1) * (n - covered);
      covered = n;
    }
  }
  EXPECT_EQ(result.estimate.evaluations, evaluations);
  EXPECT_EQ(model.evaluations(), evaluations);
}

TEST(SequentialState, PlansNeverLookAhead) {
  MvnMean all_rows = model_of(3'000);
  LocalModel model(all_rows);
  const auto whole = sequential_evidence(model, quick(), 3).trace;
  MvnMean some_rows = model_of(1'500);
  LocalModel some(some_rows);
  const auto part = sequential_evidence(some, quick(), 3).trace;
  for (std::size_t i = 0; i + 1 < part.rows.size(); ++i) {
    EXPECT_EQ(part.rows[i], whole.rows[i]);
    EXPECT_EQ(part.log_z[i], whole.log_z[i]);
  }
}

}  // namespace
}  // namespace photinus
