// Truth: theta' = reference + e^s (theta - reference), s ~ N(0, 0.14^2 / P), whose inverse is the
// same move with -s and whose Jacobian determinant is e^(P s).
#include "photinus/target/radial_proposal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "statistical/agreement.hpp"
#include "support/chance.hpp"

namespace photinus {
namespace {

Stream numbers(std::uint64_t index) {
  return Stream({.seed = 101, .purpose = Purpose::test, .index = index});
}

Vector normals(Stream& stream, int size) {
  Vector values(size);
  for (Eigen::Index j = 0; j < size; ++j) values[j] = stream.normal();
  return values;
}

Matrix some_precision(int p) {
  Stream stream = numbers(1'000'000);
  Matrix root(p, p);
  for (int j = 0; j < p; ++j) root.col(j) = normals(stream, p);
  return root * root.transpose() + Matrix::Identity(p, p);
}

/// A proposal with the theta that it leads to.
struct RadialMove {
  Vector theta;
  double distance = 0.0;
  double log_jacobian = 0.0;
};

RadialMove move_radially(Stream& stream, const Vector& theta, const TrustRegion& region) {
  const RadialProposal proposal = propose_radially(stream, region.distance(theta), region);
  return {along_the_ray(theta, proposal, region), proposal.distance, proposal.log_jacobian};
}

/// log of how much farther than theta its proposal lies.
double stretch(const RadialMove& proposal, const Vector& theta, const TrustRegion& region) {
  return std::log((proposal.theta - region.reference()).norm() /
                  (theta - region.reference()).norm());
}

class RadialProposals : public ::testing::TestWithParam<int> {
 protected:
  int p() const { return GetParam(); }
  Vector reference_ = Vector::Constant(p(), 0.7);
  TrustRegion region_{reference_, some_precision(p()), 2.0};
};

// Along the ray, and the Jacobian is P times the stretch. Catches: P - 1, or a Jacobian in the
// radius alone.
TEST_P(RadialProposals, StretchesTheRayAndSaysByHowMuch) {
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    Stream stream = numbers(i);
    const Vector theta = reference_ + 3.0 * normals(stream, p());
    const RadialMove proposal = move_radially(stream, theta, region_);
    const double s = stretch(proposal, theta, region_);
    EXPECT_NEAR(proposal.log_jacobian, p() * s, 1e-12 * (1.0 + p()));
    const Vector expected = reference_ + std::exp(s) * (theta - reference_);
    EXPECT_LT((proposal.theta - expected).norm(), 1e-13 * (1.0 + expected.norm()));
    EXPECT_NEAR(proposal.distance / region_.distance(proposal.theta), 1.0, 1e-12);
    // In the metric too: distances are stretched alike.
    EXPECT_NEAR(region_.distance(proposal.theta) / region_.distance(theta), std::exp(s), 1e-12);
  }
}

// s and -s are as likely, sd 0.14 / sqrt(P), normal: mean, variance and fourth moment.
TEST_P(RadialProposals, StretchesAreSymmetric) {
  std::vector<double> s, squares, fourths;
  for (std::uint64_t i = 0; i < 40'000; ++i) {
    Stream stream = numbers(i);
    const Vector theta = reference_ + Vector::Ones(p());
    s.push_back(stretch(move_radially(stream, theta, region_), theta, region_) *
                std::sqrt(static_cast<double>(p())) / 0.14);
    squares.push_back(s.back() * s.back());
    fourths.push_back(squares.back() * squares.back());
  }
  EXPECT_LT(std::abs(standard_errors_off(s, 0.0)), standard_errors_allowed);
  EXPECT_LT(std::abs(standard_errors_off(squares, 1.0)), standard_errors_allowed);
  EXPECT_LT(std::abs(standard_errors_off(fourths, 3.0)), standard_errors_allowed);
}

// A move back with -s ends where it began and has minus the Jacobian.
TEST_P(RadialProposals, GoingBackEndsWhereItBegan) {
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    Stream stream = numbers(i);
    const Vector theta = reference_ + normals(stream, p());
    const RadialMove there = move_radially(stream, theta, region_);
    const double s = there.log_jacobian / p();
    const Vector back = reference_ + std::exp(-s) * (there.theta - reference_);
    EXPECT_LT((back - theta).norm(), 1e-13 * (1.0 + theta.norm()));
  }
}

// Of the map theta -> theta' with the same random numbers, by central differences.
TEST_P(RadialProposals, JacobianIsThatOfTheMap) {
  const double h = 1e-3;
  for (std::uint64_t i = 0; i < 50; ++i) {
    Stream stream = numbers(i);
    const Vector theta = reference_ + normals(stream, p());
    const Stream own = stream;
    const auto map = [&](const Vector& at) {
      Stream same = own;
      return move_radially(same, at, region_);
    };
    Matrix jacobian(p(), p());
    for (Eigen::Index j = 0; j < p(); ++j) {
      Vector up = theta, down = theta;
      up[j] += h;
      down[j] -= h;
      jacobian.col(j) = (map(up).theta - map(down).theta) / (2.0 * h);
    }
    EXPECT_NEAR(std::log(std::abs(jacobian.determinant())), map(theta).log_jacobian, 1e-10 * p());
  }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, RadialProposals, ::testing::Values(1, 2, 5, 51));

/// How far the squared distances of exact draws from a normal are off P after 200 moves each, in
/// standard errors; the Jacobian is `share` of the move's own.
double invariance(int p, double share) {
  const TrustRegion region(Vector::Zero(p), Matrix::Identity(p, p), 1.0);
  std::vector<double> squares;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    Stream stream = numbers(i);
    Vector theta = normals(stream, p);
    for (int move = 0; move < 200; ++move) {
      const RadialMove proposal = move_radially(stream, theta, region);
      const double ratio = 0.5 * (theta.squaredNorm() - proposal.theta.squaredNorm());
      if (std::log(stream.uniform()) < ratio + share * proposal.log_jacobian)
        theta = proposal.theta;
    }
    squares.push_back(theta.squaredNorm());
  }
  return std::abs(standard_errors_off(squares, p));
}

// The planted faults: no Jacobian; P - 1 in the place of P.
TEST(RadialProposal, LeavesANormalInvariant) {
  EXPECT_LT(invariance(3, 1.0), standard_errors_allowed);
  EXPECT_GT(invariance(3, 0.0), 20.0);
  EXPECT_GT(invariance(3, 2.0 / 3.0), 20.0);
}

}  // namespace
}  // namespace photinus
