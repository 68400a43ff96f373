// Quadratic bounds of several predictors, at random centres, metrics and predictors.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "photinus/base/random.hpp"
#include "photinus/bound/expand_bound.hpp"
#include "photinus/bound/row_spread.hpp"
#include "photinus/model/softmax.hpp"

namespace photinus {
namespace {

// Rounding of a bound at a point is relative to the sizes that it is added up from.
constexpr double rounding = 50 * 0x1p-52;

using Numbers = std::vector<double>;

struct Place {
  int classes = 3;
  double y = 0.0;
  std::vector<float> centre;
  Matrix root;  ///< R: predictors are centre + R t with |t| <= 1 within the reach

  Numbers predictors(const Vector& t) const {
    const Vector d = root * t;
    Numbers eta;
    for (int k = 0; k < classes; ++k)
      eta.push_back(static_cast<double>(centre[static_cast<std::size_t>(k)]) + d[k]);
    return eta;
  }
};

Place some_place(Stream& stream) {
  Place place;
  place.classes = 2 + static_cast<int>(stream.below(4));
  place.y = static_cast<double>(stream.below(static_cast<std::uint64_t>(place.classes)));
  const double spread[] = {0.01, 1.0, 4.0};
  const double width = spread[stream.below(3)], reach = std::exp(6.0 * stream.uniform() - 4.0);
  for (int k = 0; k < place.classes; ++k)
    place.centre.push_back(static_cast<float>(width * stream.normal()));
  place.root.resize(place.classes, place.classes);
  for (double& entry : place.root.reshaped()) entry = reach * stream.normal();
  return place;
}

Vector on_the_sphere(Stream& stream, int size) {
  Vector t(size);
  for (double& entry : t) entry = stream.normal();
  return t.normalized();
}

/// (l - bound) / sizes at the predictors eta; the bound has these curvatures.
double scaled_gap(const Softmax& family, const Place& place, const Numbers& curvature,
                  const Numbers& eta) {
  Numbers slope(eta.size()), centre(place.centre.begin(), place.centre.end());
  const double value = family.evaluate(place.y, eta.data(), slope.data());
  const double bound =
      expand_bound(family, place.y, 1.0, centre.data(), curvature.data(), eta.data(), slope.data());
  double size = 1.0 + std::abs(value) + std::abs(bound);
  for (std::size_t k = 0; k < eta.size(); ++k) size += std::abs(eta[k]) + std::abs(centre[k]);
  return (value - bound) / size;
}

/// The scales of the pairs where the row's predictors have the covariance R R'.
std::vector<float> scales_of(const Softmax& family, const Place& place) {
  const Matrix covariance = place.root * place.root.transpose();
  const RowSpread spread(family, place.centre.data(),
                         [&](int k, int l) { return covariance(k, l); });
  std::vector<float> scales;
  for (const double scale : spread.scales) scales.push_back(round_up(scale));
  return scales;
}

Softmax family_of(const Place& place) {
  ModelNumbers numbers;
  numbers.classes = place.classes;
  return Softmax(numbers);
}

/// How far the bound within the reach lies above the likelihood there; its curvatures times
/// `factor`, where a fault is planted, or its reach.
double worst_within_reach(double factor = 1.0, double reach = 1.0) {
  Stream stream({.seed = 111, .purpose = Purpose::test});
  double worst = 0.0;
  for (int i = 0; i < 4'000; ++i) {
    const Place place = some_place(stream);
    const Softmax family = family_of(place);
    const auto scale = scales_of(family, place);
    Numbers curvature(scale.size()), limits;
    for (const float s : scale) limits.push_back(reach * static_cast<double>(s) + 1e-6);
    Numbers centre(place.centre.begin(), place.centre.end());
    family.pair_curvatures_within(place.y, centre.data(), limits.data(), curvature.data());
    for (double& c : curvature) c *= factor;
    for (int k = 0; k < 20; ++k) {
      const Vector t = stream.uniform() * on_the_sphere(stream, place.classes);
      worst = std::max(worst, -scaled_gap(family, place, curvature, place.predictors(t)));
    }
  }
  return worst;
}

TEST(PairBounds, LieBelowTheLikelihoodWithinTheirReach) {
  EXPECT_LT(worst_within_reach(), rounding);
}

// The planted faults: curvatures 10 % too small, a bound that is to hold within half its reach.
TEST(PairBounds, BoundsThatDoNotHoldAreFound) {
  EXPECT_GT(worst_within_reach(0.9), 1e-4);
  EXPECT_GT(worst_within_reach(1.0, 0.5), 1e-4);
}

double worst_everywhere(int bound, double factor = 1.0) {
  Stream stream({.seed = 112, .purpose = Purpose::test});
  double worst = 0.0;
  for (int i = 0; i < 4'000; ++i) {
    const Place place = some_place(stream);
    const Softmax family = family_of(place);
    Numbers curvature(static_cast<std::size_t>(PredictorShape::pairs_of(place.classes)));
    Numbers centre(place.centre.begin(), place.centre.end());
    family.global_pair_curvatures(bound, place.y, centre.data(), curvature.data());
    for (double& c : curvature) c *= factor;
    for (int k = 0; k < 20; ++k) {
      const Vector t = std::exp(4.0 * stream.normal()) * on_the_sphere(stream, place.classes);
      const Numbers eta = place.predictors(t);
      if (std::abs(eta[0]) < 1e6)
        worst = std::max(worst, -scaled_gap(family, place, curvature, eta));
    }
  }
  return worst;
}

TEST(PairBounds, GlobalOnesLieBelowTheLikelihoodEverywhere) {
  for (int bound = 0; bound < static_cast<int>(Softmax::global_bounds.size()); ++bound) {
    EXPECT_LT(worst_everywhere(bound), rounding) << Softmax::global_bounds[bound];
    EXPECT_GT(worst_everywhere(bound, 0.9), 1e-4) << Softmax::global_bounds[bound];
  }
}

// Jebara and Choromanska's bound of two classes is Jaakkola and Jordan's.
TEST(PairBounds, OfTwoClassesAreThoseOfLogistic) {
  ModelNumbers numbers;
  const Softmax family(numbers);
  for (double u = -20.0; u <= 20.0; u += 0.37) {
    const double centre[] = {0.3, 0.3 + u};
    double weight = 0.0;
    family.global_pair_curvatures(1, 0.0, centre, &weight);
    EXPECT_NEAR(weight, jaakkola_jordan_curvature(u), 1e-13) << u;
  }
}

// The tightest of all is chosen by the expected excess, and is never worse than any of them.
TEST(PairBounds, TheTightestIsChosen) {
  Stream stream({.seed = 113, .purpose = Purpose::test});
  int pick[3] = {0, 0, 0};
  for (int i = 0; i < 20'000; ++i) {
    const Place place = some_place(stream);
    const Softmax family = family_of(place);
    const auto scale = scales_of(family, place);
    Numbers spread;
    for (std::size_t j = 0; j < scale.size(); ++j) spread.push_back(stream.uniform());
    const auto excess_of = [&](int bound, double reach) {
      Numbers curvature(scale.size());
      curvatures_for(family, place.centre.data(), scale.data(), place.y, reach, bound,
                     spread.data(), curvature.data());
      double sum = 0.0;
      for (std::size_t j = 0; j < spread.size(); ++j) sum += spread[j] * curvature[j];
      return sum;
    };
    const double boehning = excess_of(0, everywhere), jebara = excess_of(1, everywhere);
    const double best = excess_of(tightest_bound, 1.0);
    ASSERT_LE(best, std::min(boehning, jebara));
    ++pick[best < std::min(boehning, jebara) ? 2 : boehning < jebara ? 0 : 1];
  }
  for (const int picked : pick) EXPECT_GT(picked, 20);
}

}  // namespace
}  // namespace photinus
