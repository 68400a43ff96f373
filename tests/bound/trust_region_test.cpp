// Truth: sqrt(delta' H delta), delta = theta - reference, in long double.
#include "photinus/bound/trust_region.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "photinus/base/random.hpp"

namespace photinus {
namespace {

Vector normals(Stream& stream, int size) {
  Vector values(size);
  for (Eigen::Index j = 0; j < size; ++j) values[j] = stream.normal();
  return values;
}

/// A positive definite matrix whose eigenvalues lie between 1e-3 and about 1e3.
Matrix some_precision(Stream& stream, int size) {
  Matrix root(size, size);
  for (int j = 0; j < size; ++j) root.col(j) = normals(stream, size) * std::exp(stream.normal());
  return root * root.transpose() + 1e-3 * Matrix::Identity(size, size);
}

long double true_distance(const Vector& reference, const Matrix& precision, const Vector& theta) {
  long double sum = 0.0L;
  for (Eigen::Index i = 0; i < theta.size(); ++i)
    for (Eigen::Index j = 0; j < theta.size(); ++j)
      sum += (static_cast<long double>(theta[i]) - reference[i]) * precision(i, j) *
             (static_cast<long double>(theta[j]) - reference[j]);
  return std::sqrt(sum);
}

using Distance =
    std::function<double(const Vector& reference, const Matrix& precision, const Vector& theta)>;

/// Largest relative error of a distance, over random references, metrics and thetas.
double worst_error(const Distance& distance) {
  Stream stream({.seed = 61, .purpose = Purpose::test});
  double worst = 0.0;
  for (int i = 0; i < 300; ++i) {
    const int size = 1 + i % 23;
    const Vector reference = 3.0 * normals(stream, size);
    const Matrix precision = some_precision(stream, size);
    const Vector theta = reference + std::exp(3.0 * stream.normal()) * normals(stream, size);
    const auto truth = static_cast<double>(true_distance(reference, precision, theta));
    worst = std::max(worst, std::abs(distance(reference, precision, theta) / truth - 1.0));
  }
  return worst;
}

// Relative 1e-10: theta - reference loses what the two share, and eigenvalues differ by 1e6.
constexpr double rounding = 1e-10;

TEST(TrustRegion, DistanceIsThatOfTheMetric) {
  const auto engine = [](const Vector& reference, const Matrix& precision, const Vector& theta) {
    return TrustRegion(reference, precision, 1.0).distance(theta);
  };
  EXPECT_LT(worst_error(engine), rounding);
}

// The planted faults: |L delta| in the place of |L' delta|, and distances from the origin.
TEST(TrustRegion, WrongDistancesAreFound) {
  const auto other_root = [](const Vector& reference, const Matrix& precision,
                             const Vector& theta) {
    const Matrix root = precision.llt().matrixL();
    return (root * (theta - reference)).norm();
  };
  const auto from_origin = [](const Vector&, const Matrix& precision, const Vector& theta) {
    return std::sqrt(theta.dot(precision * theta));
  };
  EXPECT_GT(worst_error(other_root), 0.1);
  EXPECT_GT(worst_error(from_origin), 0.1);
}

// Radii R, 2R, 4R, 8R, then everywhere; just within and just beyond each along random directions.
TEST(TrustRegion, ShellsDoubleAndTheLastIsEverywhere) {
  Stream stream({.seed = 62, .purpose = Purpose::test});
  for (int i = 0; i < 50; ++i) {
    const int size = 1 + i % 7;
    const Vector reference = normals(stream, size);
    const Matrix precision = some_precision(stream, size);
    const double radius = std::exp(2.0 * stream.normal());
    const TrustRegion region(reference, precision, radius);
    EXPECT_EQ(region.shells(), 5);
    EXPECT_EQ(region.radius(), radius);
    EXPECT_EQ(region.shell(reference), 0);
    const Vector direction = normals(stream, size);
    const auto unit = static_cast<double>(true_distance(Vector::Zero(size), precision, direction));
    double reach = radius;
    for (int k = 0; k < 4; ++k, reach *= 2.0) {
      EXPECT_EQ(region.reach(k), reach);
      EXPECT_EQ(region.shell(reference + reach * (1.0 - 1e-7) / unit * direction), k);
      EXPECT_EQ(region.shell(reference + reach * (1.0 + 1e-7) / unit * direction), k + 1);
    }
    EXPECT_EQ(region.reach(4), everywhere);
    EXPECT_EQ(region.shell(reference + 1e6 * radius / unit * direction), 4);
  }
}

// What the bounds rest on, exact: no theta lies farther than its own shell reaches.
TEST(TrustRegion, NoThetaLiesBeyondItsShell) {
  Stream stream({.seed = 63, .purpose = Purpose::test});
  const Matrix precision = some_precision(stream, 5);
  const TrustRegion region(Vector::Zero(5), precision, 0.7);
  int seen[5] = {};
  for (int i = 0; i < 20'000; ++i) {
    const Vector theta = std::exp(2.0 * stream.normal() - 2.0) * normals(stream, 5);
    const int shell = region.shell(theta);
    ++seen[shell];
    ASSERT_LE(region.distance(theta), region.reach(shell));
    if (shell > 0) {
      ASSERT_GT(region.distance(theta), region.reach(shell - 1));
    }
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

// Catches: a shell without a bound behind finite radii, a search without end for a distance that
// overflowed.
TEST(TrustRegion, EndlessEllipsoidsGoOnDoubling) {
  const TrustRegion region(Vector::Zero(1), Matrix::Identity(1, 1), 3.0, true);
  EXPECT_TRUE(region.endless());
  for (int k = 0; k < 200; ++k) {
    const double reach = std::ldexp(3.0, k);
    EXPECT_EQ(region.reach(k), reach);
    EXPECT_EQ(region.shell_at(reach), k);
    EXPECT_EQ(region.shell_at(reach * (1.0 + 1e-15)), k + 1);
  }
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double distance : {1e308, infinity, std::nan("")})
    EXPECT_FALSE(distance < infinity && region.reach(region.shell_at(distance)) < distance);
  EXPECT_EQ(region.reach(region.shell_at(infinity)), everywhere);
  EXPECT_EQ(region.reach(region.shell_at(std::nan(""))), everywhere);
}

TEST(TrustRegion, WithoutALimitThereIsOneShell) {
  const Vector far = Vector::Constant(3, 1e150);
  for (const TrustRegion& region :
       {TrustRegion(), TrustRegion(Vector::Zero(3), Matrix::Identity(3, 3), everywhere)}) {
    EXPECT_EQ(region.shells(), 1);
    EXPECT_EQ(region.shell(far), 0);
    EXPECT_EQ(region.reach(0), everywhere);
  }
}

}  // namespace
}  // namespace photinus
