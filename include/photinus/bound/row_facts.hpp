#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "photinus/base/huge_array.hpp"
#include "photinus/base/scratch.hpp"
#include "photinus/bound/row_bound.hpp"

namespace photinus {

/// Where the rows' bounds touch: at the predictors of a reference theta (the mode), or untuned at
/// the family's fixed point. Maclaurin & Adams (2014), section 4.
enum class Anchor : std::uint8_t { untuned, mode };

/// A bound that holds everywhere.
inline constexpr double everywhere = std::numeric_limits<double>::infinity();

/// What is kept of one row's bound with one predictor: 16 bytes.
///
/// With H the precision that distances are measured by, |x'(theta - reference)| is at most
/// scale * distance, scale = sqrt(x' H^-1 x): so a bound has to hold only that far from its centre
/// to hold within a trust ellipsoid of the radius `reach`.
struct RowFacts {
  float centre = 0.0F;     ///< predictor at which the bound touches
  float scale = 0.0F;      ///< an upper limit of sqrt(x' H^-1 x)
  float curvature = 0.0F;  ///< of the bound within the innermost ellipsoid
  float gap = 0.0F;        ///< expected gap, slack not counted
};

/// A float that is not below x.
inline float round_up(double x) {
  const auto rounded = static_cast<float>(x);
  return static_cast<double>(rounded) >= x
             ? rounded
             : std::nextafter(rounded, std::numeric_limits<float>::infinity());
}

/// How far the row's predictor can lie from its centre within the distance `reach`: scale * reach,
/// with what the rounding of centre, scale and distance can add.
inline double predictor_reach(const RowFacts& facts, double reach) {
  const double centre = static_cast<double>(facts.centre);
  const double magnitude = centre < 0.0 ? -centre : centre;
  return static_cast<double>(facts.scale) * reach * (1.0 + 1e-6) + 1e-6 * (1.0 + magnitude);
}

/// The least curvature with which the row's bound holds within the distance `reach` of the
/// reference: METHODS' trust-ellipsoid bound, with the parabola through the end of the segment in
/// the place of its largest curvature, which takes two thirds of the excess away where the segment
/// is short. Infinite where no curvature holds.
template <class Family>
double curvature_for(const Family& family, const RowFacts& facts, double y, double reach) {
  const auto centre = static_cast<double>(facts.centre);
  if (reach != everywhere) return family.curvature_within(y, centre, predictor_reach(facts, reach));
  if constexpr (GloballyBounded<Family>) return family.global_curvature(y, centre);
  return everywhere;
}

/// Where the bound of a row touches whose predictor at the reference is `eta`. A family without a
/// bound that holds everywhere knows no untuned point.
template <class Family>
double centre_for(const Family& family, Anchor anchor, double y, double eta) {
  if constexpr (GloballyBounded<Family>)
    if (anchor == Anchor::untuned) return family.untuned_centre(y);
  return eta;
}

/// The bounds of rows: with one predictor RowFacts, row by row; with K of them the centres of all,
/// scale and curvature of all pairs, and the gap. A pair's scale is the family's pair_scales at
/// V = the covariance of the row's predictors under H^-1.
class FactTable {
 public:
  FactTable() = default;
  FactTable(std::size_t rows, int predictors)
      : predictors_(predictors),
        pairs_(PredictorShape::pairs_of(predictors)),
        stride_(static_cast<std::size_t>(predictors_ + 2 * pairs_ + 1)),
        rows_(rows),
        numbers_(rows * stride_) {}

  std::size_t rows() const { return rows_; }
  int predictors() const { return predictors_; }
  int pairs() const { return pairs_; }
  float* centre(std::size_t row) { return numbers_.data() + row * stride_; }
  float* scale(std::size_t row) { return centre(row) + predictors_; }
  float* curvature(std::size_t row) { return scale(row) + pairs_; }
  float& gap(std::size_t row) { return *(curvature(row) + pairs_); }
  const float* centre(std::size_t row) const { return numbers_.data() + row * stride_; }
  const float* scale(std::size_t row) const { return centre(row) + predictors_; }
  const float* curvature(std::size_t row) const { return scale(row) + pairs_; }
  float gap(std::size_t row) const { return *(curvature(row) + pairs_); }

 private:
  int predictors_ = 1;
  int pairs_ = 1;
  std::size_t stride_ = 4;
  std::size_t rows_ = 0;
  HugeArray<float> numbers_;
};

/// Which of a family's bounds are looked at: all, or one of those that hold everywhere.
inline constexpr int tightest_bound = -1;

/// The curvatures with which a row's bound holds within `reach`, from its centre and scales: one
/// number, or one for every pair. Of several bounds (see tightest_bound) that whose expected excess
/// is least, sum_j spread_j w_j; spread nullptr stands for ones.
template <LinearPredictorFamily Family>
void curvatures_for(const Family& family, const float* centre, const float* scale, double y,
                    double reach, int /*bound*/, const double* /*spread*/, double* curvature) {
  curvature[0] = curvature_for(family, RowFacts{*centre, *scale, 0.0F, 0.0F}, y, reach);
}

template <MultiPredictorFamily Family>
void curvatures_for(const Family& family, const float* centre, const float* scale, double y,
                    double reach, int bound, const double* spread, double* curvature) {
  const int predictors = family.predictors(), pairs = PredictorShape::pairs_of(predictors);
  Scratch place(predictors), limits(pairs), candidate(pairs);
  double magnitude = 0.0;
  for (int k = 0; k < predictors; ++k) {
    place.data()[k] = static_cast<double>(centre[k]);
    const double size = place.data()[k] < 0.0 ? -place.data()[k] : place.data()[k];
    magnitude = size > magnitude ? size : magnitude;
  }
  double least = everywhere;
  const auto consider = [&] {
    double excess = 0.0;
    for (int j = 0; j < pairs; ++j)
      excess += (spread == nullptr ? 1.0 : spread[j]) * candidate.data()[j];
    if (!(excess < least)) return;
    least = excess;
    for (int j = 0; j < pairs; ++j) curvature[j] = candidate.data()[j];
  };
  for (int b = 0; b < static_cast<int>(Family::global_bounds.size()); ++b) {
    if (bound != tightest_bound && bound != b) continue;
    family.global_pair_curvatures(b, y, place.data(), candidate.data());
    consider();
  }
  if (reach == everywhere) return;
  for (int j = 0; j < pairs; ++j)
    limits.data()[j] =
        static_cast<double>(scale[j]) * reach * (1.0 + 1e-6) + 4e-6 * (1.0 + magnitude);
  family.pair_curvatures_within(y, place.data(), limits.data(), candidate.data());
  consider();
}

/// Least expected gap that is kept: a row whose proposal probability is 0 could darken and never
/// brighten again.
inline constexpr double least_expected_gap = 0x1p-44;

/// The bound's quadratic written about the predictor `eta`: value, slope and curvature there.
inline Likelihood expand_bound(const RowBound& bound, const Likelihood& tangent, double eta) {
  const double d = eta - bound.centre;
  return {tangent.value + d * (tangent.slope - 0.5 * bound.curvature * d) - bound.slack,
          tangent.slope - bound.curvature * d, bound.curvature};
}

}  // namespace photinus
