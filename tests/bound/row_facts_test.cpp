#include "photinus/bound/row_facts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "photinus/base/lanes.hpp"
#include "photinus/bound/trust_region.hpp"
#include "support/families.hpp"

namespace photinus {
namespace {

TEST(RoundUp, IsTheLeastFloatThatIsNotBelow) {
  Stream stream({.seed = 81, .purpose = Purpose::test});
  for (int i = 0; i < 100'000; ++i) {
    const double x = std::exp(60.0 * stream.uniform() - 30.0) * (i % 2 == 0 ? 1.0 : -1.0);
    const float up = round_up(x);
    ASSERT_GE(static_cast<double>(up), x);
    ASSERT_LT(static_cast<double>(std::nextafter(up, -std::numeric_limits<float>::infinity())), x);
  }
}

TEST(RoundUp, LeavesFloatsAsTheyAre) {
  for (const float x : {0.0F, 1.0F, -3.5F, 0.1F, 1e30F, std::numeric_limits<float>::infinity()})
    EXPECT_EQ(round_up(static_cast<double>(x)), x);
  EXPECT_GT(round_up(1e-300), 0.0F);
  EXPECT_EQ(round_up(1e300), std::numeric_limits<float>::infinity());
}

/// The share of thetas in an ellipsoid whose predictor lies farther from the row's centre than
/// `allowed` says: rows, metrics and references at random, theta in the row's own worst direction
/// or in a random one, all as the shards compute it.
using Allowed = std::function<double(const RowFacts&, double reach)>;

double share_not_covered(const Allowed& allowed) {
  Stream stream({.seed = 82, .purpose = Purpose::test});
  const auto normals = [&](int size) {
    Vector values(size);
    for (Eigen::Index j = 0; j < size; ++j) values[j] = stream.normal();
    return values;
  };
  int outside = 0, all = 0;
  for (int problem = 0; problem < 60; ++problem) {
    const int p = 1 + problem % 12;
    Matrix root = Matrix::Zero(p, p);
    for (int j = 0; j < p; ++j) root.col(j) = std::exp(2.0 * stream.normal()) * normals(p);
    const Matrix precision = root * root.transpose() + 1e-2 * Matrix::Identity(p, p);
    const Matrix lower = precision.llt().matrixL();
    const Matrix whitening =
        lower.triangularView<Eigen::Lower>().solve(Matrix::Identity(p, p)).transpose();
    const Vector reference = std::exp(2.0 * stream.normal()) * normals(p);
    const double reach = std::exp(stream.normal());
    const TrustRegion region(reference, precision, reach);
    for (int row = 0; row < 20; ++row) {
      const Vector x = std::exp(2.0 * stream.normal()) * normals(p);
      const Vector whitened = whitening.transpose() * x;
      const RowFacts facts{static_cast<float>(dot(x.data(), reference.data(), p)),
                           round_up(std::sqrt(whitened.squaredNorm())), 0.0F, 0.0F};
      for (int k = 0; k < 10; ++k, ++all) {
        // On the boundary; in every third case where x'(theta - reference) is largest or least.
        Vector direction = k % 3 == 0 ? whitened : normals(p);
        if (k % 2 == 0) direction = -direction;
        const Vector theta =
            reference + whitening * (direction * (reach * (1.0 - 1e-14) / direction.norm()));
        if (region.distance(theta) > reach) continue;  // rounding took it out of the shell
        const double away =
            std::abs(dot(x.data(), theta.data(), p) - static_cast<double>(facts.centre));
        outside += away > allowed(facts, reach) ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(all, 60 * 20 * 10);
  return static_cast<double>(outside) / all;
}

TEST(PredictorReach, CoversTheEllipsoid) { EXPECT_EQ(share_not_covered(predictor_reach), 0.0); }

// The planted faults: no allowance for the centre's rounding to a float; half the distance.
TEST(PredictorReach, ReachesThatAreTooShortAreFound) {
  EXPECT_GT(share_not_covered([](const RowFacts& facts, double reach) {
              return static_cast<double>(facts.scale) * reach;
            }),
            0.01);
  EXPECT_GT(share_not_covered([](const RowFacts& facts, double reach) {
              return predictor_reach(facts, 0.5 * reach);
            }),
            0.1);
}

// Barely more than scale x reach: 1e-6 of the sizes.
TEST(PredictorReach, IsHardlyLongerThanTheEllipsoid) {
  for (const float centre : {0.0F, 3.0F, -200.0F})
    for (const float scale : {0.01F, 1.0F, 40.0F}) {
      const double plain = 5.0 * static_cast<double>(scale);
      const double reach = predictor_reach({centre, scale, 0.0F, 0.0F}, 5.0);
      EXPECT_GT(reach, plain);
      EXPECT_LT(reach, plain + 2e-6 * (plain + 1.0 + std::abs(static_cast<double>(centre))));
    }
}

template <class Family>
class CurvatureFor : public ::testing::Test {};
TYPED_TEST_SUITE(CurvatureFor, EveryFamily);

// Without a limit the bound that holds everywhere, within one that of its predictor's reach.
TYPED_TEST(CurvatureFor, TakesTheBoundThatItsReachAsksFor) {
  const TypeParam family;
  Stream stream({.seed = 83, .purpose = Purpose::test});
  for (int i = 0; i < 1'000; ++i) {
    const double y = draw_response(family, stream);
    const RowFacts facts{static_cast<float>(2.0 * stream.normal()),
                         static_cast<float>(stream.uniform()), 0.0F, 0.0F};
    const auto centre = static_cast<double>(facts.centre);
    const double unlimited = curvature_for(family, facts, y, everywhere);
    if constexpr (GloballyBounded<TypeParam>)
      EXPECT_EQ(unlimited, family.global_curvature(y, centre));
    else
      EXPECT_EQ(unlimited, everywhere);
    const double reach = 5.0 * stream.uniform();
    EXPECT_EQ(curvature_for(family, facts, y, reach),
              family.curvature_within(y, centre, predictor_reach(facts, reach)));
  }
}

// Catches: an untuned centre that is the mode's, or the reverse.
TYPED_TEST(CurvatureFor, BoundsTouchWhereTheAnchorSays) {
  const TypeParam family;
  Stream stream({.seed = 84, .purpose = Purpose::test});
  for (int i = 0; i < 100; ++i) {
    const double y = draw_response(family, stream), eta = stream.normal();
    EXPECT_EQ(centre_for(family, Anchor::mode, y, eta), eta);
    if constexpr (GloballyBounded<TypeParam>) {
      EXPECT_EQ(centre_for(family, Anchor::untuned, y, eta), family.untuned_centre(y));
    }
  }
}

// Catches: a step of Newton's method whose curvature is negative, or flatter than the likelihood.
TYPED_TEST(CurvatureFor, MajorizingCurvatureIsPositive) {
  const TypeParam family;
  Stream stream({.seed = 85, .purpose = Purpose::test});
  for (int i = 0; i < 1'000; ++i) {
    const double y = draw_response(family, stream), eta = 3.0 * stream.normal();
    const double own = family.evaluate(y, eta).curvature;
    const double curvature = majorizing_curvature(family, y, eta, own);
    EXPECT_GE(curvature, 0.0);
    EXPECT_GE(curvature, own * (1.0 - 1e-12));
  }
}

}  // namespace
}  // namespace photinus
