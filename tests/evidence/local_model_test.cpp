// Truth: the model's own sums, row by row.
#include "photinus/evidence/local_model.hpp"

#include <gtest/gtest.h>

#include "photinus/model/mvn_mean.hpp"
#include "support/whole_models.hpp"

namespace photinus {
namespace {

MvnMean some_model() {
  DataTable table = some_table(60, 3);
  table.y.clear();
  ModelNumbers numbers;
  numbers.covariance = {2.0};
  return {table, numbers, Prior::normal(Vector::Ones(3))};
}

TEST(LocalModel, SumsRowsOfARangeOrAList) {
  MvnMean model = some_model();
  LocalModel evidence(model);
  const Vector theta{{0.3, -0.2, 1.0}};
  const auto row = [&](std::int64_t n, Vector& gradient) {
    return evidence.log_likelihood(theta, RowRange{n, n + 1}, gradient);
  };
  Vector of_row, of_rows, expected = Vector::Zero(3);
  double value = 0.0;
  for (std::int64_t n = 10; n < 20; ++n) {
    value += row(n, of_row);
    expected += of_row;
  }
  EXPECT_NEAR(evidence.log_likelihood(theta, RowRange{10, 20}, of_rows), value, 1e-12);
  EXPECT_LT((of_rows - expected).norm(), 1e-12);
  EXPECT_NEAR(evidence.log_likelihood(theta, RowRange{10, 20}), value, 1e-12);
  EXPECT_EQ(evidence.evaluations(), 30);

  const std::vector<std::int64_t> twice = {7, 7, 3};
  Vector of_list, seven, three;
  const double at_seven = row(7, seven), at_three = row(3, three);
  EXPECT_NEAR(evidence.log_likelihood(theta, twice, of_list), 2.0 * at_seven + at_three, 1e-12);
  EXPECT_LT((of_list - 2.0 * seven - three).norm(), 1e-12);
}

TEST(LocalModel, EmptyRangesHaveLikelihoodOne) {
  MvnMean model = some_model();
  LocalModel evidence(model);
  EXPECT_EQ(evidence.log_likelihood(Vector::Zero(3), RowRange{5, 5}), 0.0);
}

}  // namespace
}  // namespace photinus
