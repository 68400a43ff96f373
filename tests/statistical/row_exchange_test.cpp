// Subsets that exchange rows, from exact draws. Six rows, nested subsets of three and of one: 60 of
// them, of which each has the share Z(X_1) Z(X_2) under the target, where Z(X) = integral
// p(X|theta) p(theta); given the subsets theta is normal on every rung. 4,000 chains begin with
// exact draws of both, update, swap and exchange rows three times, and must have exact draws again.
// Tolerance 4.5 standard errors, or the chi-square of that false alarm, 6.8e-6 for each of 14
// comparisons.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "photinus/base/elementary.hpp"
#include "run/small_ladders.hpp"
#include "statistical/agreement.hpp"
#include "statistical/conjugate.hpp"
#include "support/chance.hpp"

namespace photinus {
namespace {

constexpr int chains = 4000, rows = 6;
const std::vector<double> betas = {1.0, 0.5, 0.17};  // of 6, 3 and 1 rows
constexpr std::array<std::size_t, 3> sizes = {6, 3, 1};

using Rows = std::vector<std::int32_t>;

SmallData far_apart() { return {1, {-2.0, -0.7, 0.1, 0.4, 1.5, 3.0}, {0, 0, 0, 0, 0, 0}}; }

/// log p(X) for rows ~ N(theta, 1), theta ~ N(0, 1).
double log_evidence(const SmallData& data, const Rows& of_rows) {
  double sum = 0.0, squares = 0.0;
  const auto n = static_cast<double>(of_rows.size());
  for (const std::int32_t row : of_rows) {
    const double x = data.x[static_cast<std::size_t>(row)];
    sum += x;
    squares += x * x;
  }
  return -0.5 * (n * std::log(2.0 * std::numbers::pi) + std::log(n + 1.0) + squares -
                 sum * sum / (n + 1.0));
}

/// Orders that stand for the nested subsets: the row of X_2, the two others of X_1, the rest; the
/// last two parts ascending.
struct Nested {
  std::vector<Rows> orders;
  std::vector<double> share;
};

Rows order_of(std::int32_t first, std::int32_t second, std::int32_t third) {
  Rows order = {first, second, third};
  for (std::int32_t row = 0; row < rows; ++row)
    if (row != first && row != second && row != third) order.push_back(row);
  return order;
}

Nested all_nested(const SmallData& data) {
  Nested nested;
  double total = 0.0;
  for (std::int32_t a = 0; a < rows; ++a)
    for (std::int32_t b = 0; b < rows; ++b)
      for (std::int32_t c = b + 1; c < rows; ++c) {
        if (a == b || a == c) continue;
        nested.orders.push_back(order_of(a, b, c));
        nested.share.push_back(std::exp(log_evidence(data, {a, b, c}) + log_evidence(data, {a})));
        total += nested.share.back();
      }
  for (double& share : nested.share) share /= total;
  return nested;
}

/// The number of the subsets that an order stands for.
std::size_t number_of(const Nested& nested, const Rows& order) {
  const Rows standard =
      order_of(order[0], std::min(order[1], order[2]), std::max(order[1], order[2]));
  const auto found = std::find(nested.orders.begin(), nested.orders.end(), standard);
  return static_cast<std::size_t>(found - nested.orders.begin());
}

std::size_t draw_number(Stream& stream, const Nested& nested) {
  double left = stream.uniform();
  std::size_t k = 0;
  while (k + 1 < nested.share.size() && left > nested.share[k]) left -= nested.share[k++];
  return k;
}

NormalLaw law_of(const Conjugate& model, const Rows& order, std::size_t rung) {
  return model.law({order.begin(), order.begin() + static_cast<std::ptrdiff_t>(sizes[rung])}, 1.0,
                   1.0);
}

class RowExchanges : public testing::Test {
 protected:
  SmallData data_ = far_apart();
  SmallFile file_{data_};
  Conjugate model_ = mean_of_normal(data_, Matrix::Identity(1, 1), 1.0);
  Nested nested_ = all_nested(data_);

  RunConfig config() const {
    RunConfig config = ladder_config(file_, "mvn", "subsampled_parallel");
    config.sampler.kernel = "random_walk";
    config.sampler.step_size = 0.7;
    config.sampler.chains = chains;
    config.sampler.warmup = 0;
    config.sampler.draws = 3;
    config.tempering.ladder = betas;
    config.tempering.row_exchanges = 5;
    return config;
  }

  /// Subsets by their share, theta given these.
  void make_exact(TemperedState& state) const {
    Stream stream({.seed = 67, .purpose = Purpose::test});
    for (std::size_t chain = 0; chain < chains; ++chain) {
      state.orders[chain] = nested_.orders[draw_number(stream, nested_)];
      for (std::size_t m = 0; m < betas.size(); ++m) {
        auto& point = state.replicas[chain * betas.size() + m].point;
        point.theta = law_of(model_, state.orders[chain], m).draw(stream);
        point.prior_gradient.resize(0);
        point.sums.assign(point.sums.size(), {});
      }
    }
  }

  TemperedState after_run() const {
    SmallLadder ladder(config(), 2);
    ladder.sampler.start();
    TemperedState state = ladder.sampler.save();
    make_exact(state);
    ladder.sampler.restore(state);
    while (!ladder.sampler.finished()) ladder.sampler.iterate();
    return ladder.sampler.save();
  }
};

TEST_F(RowExchanges, KeepSubsetsAndThetaInTheirJointLaw) {
  ASSERT_EQ(nested_.orders.size(), 60U);
  const TemperedState state = after_run();
  std::vector<double> seen(nested_.orders.size());
  std::vector<std::vector<double>> first(betas.size()), second(betas.size());
  for (std::size_t chain = 0; chain < chains; ++chain) {
    const Rows& order = state.orders[chain];
    seen.at(number_of(nested_, order)) += 1.0;
    for (std::size_t m = 0; m < betas.size(); ++m) {
      const auto replica = static_cast<std::size_t>(state.replicas_at[chain][m]);
      const Vector& theta = state.replicas[chain * betas.size() + replica].point.theta;
      const double z = law_of(model_, order, m).standardized(theta)[0];
      first[m].push_back(z);
      second[m].push_back(z * z);
    }
  }
  double chi_square = 0.0;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    const double expected = chains * nested_.share[k];
    chi_square += (seen[k] - expected) * (seen[k] - expected) / expected;
  }
  EXPECT_LT(chi_square, chi_square_limit(59));
  for (std::size_t m = 0; m < betas.size(); ++m) {
    EXPECT_LT(std::abs(standard_errors_off(first[m], 0.0)), standard_errors_allowed) << m;
    EXPECT_LT(std::abs(standard_errors_off(second[m], 1.0)), standard_errors_allowed) << m;
  }
}

// Otherwise the test above would say nothing.
TEST_F(RowExchanges, AreMade) {
  SmallLadder ladder(config(), 1);
  ladder.sampler.start();
  const auto before = ladder.sampler.save().orders;
  while (!ladder.sampler.finished()) ladder.sampler.iterate();
  const auto after = ladder.sampler.save().orders;
  int changed = 0;
  for (std::size_t chain = 0; chain < chains; ++chain)
    changed += number_of(nested_, before[chain]) != number_of(nested_, after[chain]);
  EXPECT_GT(changed, chains / 2);
  EXPECT_LT(changed, chains);
}

}  // namespace
}  // namespace photinus
