// Truth: the formulas in long double, and differences.
#include "photinus/model/softmax.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "photinus/base/random.hpp"

namespace photinus {
namespace {

Softmax with_classes(int classes) {
  ModelNumbers numbers;
  numbers.classes = classes;
  return Softmax(numbers);
}

std::vector<double> some_predictors(Stream& stream, int classes) {
  const double widths[] = {0.01, 1.0, 10.0, 200.0};
  const double width = widths[stream.below(4)];
  std::vector<double> eta;
  for (int k = 0; k < classes; ++k) eta.push_back(width * stream.normal());
  return eta;
}

std::vector<long double> probabilities(const std::vector<double>& eta) {
  long double most = eta[0], sum = 0.0L;
  for (const double e : eta) most = std::max<long double>(most, e);
  std::vector<long double> p;
  for (const double e : eta) p.push_back(std::exp(e - most));
  for (const long double q : p) sum += q;
  for (long double& q : p) q /= sum;
  return p;
}

TEST(Softmax, ValueAndSlopeAreTheFormulas) {
  Stream stream({.seed = 101, .purpose = Purpose::test});
  for (int i = 0; i < 20'000; ++i) {
    const int classes = 2 + static_cast<int>(stream.below(5));
    const auto eta = some_predictors(stream, classes);
    const auto label = stream.below(static_cast<std::uint64_t>(classes));
    std::vector<double> slope(eta.size());
    const double value =
        with_classes(classes).evaluate(static_cast<double>(label), eta.data(), slope.data());
    const auto p = probabilities(eta);
    long double most = eta[0], sum = 0.0L;
    for (const double e : eta) most = std::max<long double>(most, e);
    for (const double e : eta) sum += std::exp(e - most);
    const auto expected = static_cast<double>(eta[label] - most - std::log(sum));
    ASSERT_NEAR(value, expected, 1e-14 * (1.0 + std::abs(static_cast<double>(most))));
    for (std::size_t k = 0; k < eta.size(); ++k)
      ASSERT_NEAR(slope[k], static_cast<double>((k == label ? 1.0L : 0.0L) - p[k]), 1e-14);
  }
}

// -l'' = diag(p) - p p', written out by pairs. Catches: an order of pairs that is not that of
// for_each_pair.
TEST(Softmax, PairWeightsAreMinusTheHessian) {
  Stream stream({.seed = 102, .purpose = Purpose::test});
  for (int i = 0; i < 2'000; ++i) {
    const int classes = 2 + static_cast<int>(stream.below(5));
    const auto eta = some_predictors(stream, classes);
    std::vector<double> weights(static_cast<std::size_t>(PredictorShape::pairs_of(classes)));
    with_classes(classes).pair_curvatures(0.0, eta.data(), weights.data());
    Matrix curvature = Matrix::Zero(classes, classes);
    for_each_pair(classes, [&](int j, int k, int l) {
      const double w = weights[static_cast<std::size_t>(j)];
      curvature(k, k) += w;
      curvature(l, l) += w;
      curvature(k, l) = curvature(l, k) = -w;
    });
    const auto p = probabilities(eta);
    for (int k = 0; k < classes; ++k)
      for (int l = 0; l < classes; ++l) {
        const long double pk = p[static_cast<std::size_t>(k)], pl = p[static_cast<std::size_t>(l)];
        ASSERT_NEAR(curvature(k, l), static_cast<double>((k == l ? pk : 0.0L) - pk * pl), 1e-14);
      }
  }
}

TEST(Softmax, TwoClassesAreLogistic) {
  Stream stream({.seed = 103, .purpose = Purpose::test});
  const Softmax family = with_classes(2);
  for (int i = 0; i < 5'000; ++i) {
    const auto eta = some_predictors(stream, 2);
    const double label = static_cast<double>(stream.below(2));
    double slope[2];
    const double value = family.evaluate(label, eta.data(), slope);
    const Likelihood same = Logistic{}.evaluate(label > 0.5 ? 1.0 : -1.0, eta[1] - eta[0]);
    const double size = 1.0 + std::abs(eta[0]) + std::abs(eta[1]);
    ASSERT_NEAR(value, same.value, 1e-14 * size);
    ASSERT_NEAR(slope[1], same.slope, 1e-13 * size);
  }
}

TEST(Softmax, ResponsesAreClassesWithoutGaps) {
  const Softmax family;
  for (const double good : {0.0, 1.0, 7.0, 999.0}) EXPECT_TRUE(family.accepts(good)) << good;
  for (const double bad : {-1.0, 0.5, 1000.0, 1e300}) EXPECT_FALSE(family.accepts(bad)) << bad;
  ResponseSummary first, second;
  first.see(0.0, 3);
  first.see(3.0, 4);
  second.see(1.0, 9);
  first.merge(second);
  EXPECT_EQ(Softmax::classes(first), 4);
  EXPECT_NE(family.complaint(first).find("class 2 has no row"), std::string::npos);
  first.see(2.0, 11);
  EXPECT_EQ(family.complaint(first), "");
  ResponseSummary zeros;
  zeros.see(0.0, 0);
  EXPECT_NE(family.complaint(zeros), "");
}

}  // namespace
}  // namespace photinus
