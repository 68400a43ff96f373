#include "photinus/target/mode.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "newton_search.hpp"
#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool climbs_or_has_no_mode(NewtonSearch& search, const Start& start) {
  try {
    search.climb(start);
    return true;
  } catch (const Failure& failure) {
    if (failure.code() != ExitCode::bad_data) throw;
    return false;
  }
}

std::vector<double> growing_shares(std::int64_t rows, int parameters) {
  constexpr double growth = 8.0, rows_per_parameter = 50.0;
  std::vector<double> shares;
  const double least = rows_per_parameter * parameters / static_cast<double>(rows);
  for (double share = 1.0 / growth; share >= least; share /= growth) shares.push_back(share);
  std::reverse(shares.begin(), shares.end());
  return shares;
}

double least_subgradient_norm(const Point& point, const Prior& prior) {
  Vector gradient = point.gradient;
  for (int j = 0; j < prior.dimension(); ++j)
    if (prior.has_kink(j) && point.theta[j] == 0.0)
      gradient[j] = std::max(0.0, std::abs(gradient[j]) - prior.kink_slopes()[j]);
  return gradient.norm();
}

// Widths of the posterior in which a Laplace prior counts by its variance.
Matrix precision_at(const Vector& theta, const Matrix& likelihood, const Prior& prior) {
  Matrix precision = likelihood;
  precision.diagonal() += prior.curvature(theta, Vector::Constant(theta.size(), infinity));
  if (!prior.kink_slopes().any()) return precision;
  const Vector units = precision.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix covariance = Eigen::LLT<Matrix>(units.asDiagonal() * precision * units.asDiagonal())
                                .solve(Matrix::Identity(theta.size(), theta.size()));
  const Vector widths = units.cwiseProduct(covariance.diagonal().cwiseSqrt());
  precision = likelihood;
  precision.diagonal() += prior.curvature(theta, widths);
  return precision;
}

bool is_definite(const Matrix& precision) { return precision.llt().info() == Eigen::Success; }

}  // namespace

Mode find_mode(Team& team, std::int64_t rows, const Prior& prior, const ParameterSpace& parameters,
               const ModeSettings& settings) {
  const int p = prior.dimension();
  const Goal rough{0.05 * p, infinity, 20, 10};
  const Goal exact{settings.tolerance, 0.01, settings.most_iterations, settings.most_halvings};
  const Start origin{Vector::Zero(p), {}};
  Mode mode;
  const auto search_on = [&](double share, const Goal& goal) {
    return NewtonSearch(team, prior, parameters, share, goal, mode.evaluations);
  };

  Start start = origin;
  for (const double share : growing_shares(rows, p)) {
    NewtonSearch search = search_on(share, rough);
    start = climbs_or_has_no_mode(search, start) ? search.next_start() : origin;
  }
  std::optional<NewtonSearch> search = search_on(1.0, exact);
  const bool warm = start.curvature.size() > 0;
  if (!warm || !climbs_or_has_no_mode(*search, start)) {
    search.emplace(search_on(1.0, exact));
    search->climb(origin);
  }

  const Point& end = search->here();
  mode.theta = end.theta;
  mode.log_likelihood = end.log_likelihood;
  mode.log_density = end.log_density;
  mode.gradient_norm = least_subgradient_norm(end, prior);
  mode.precision = precision_at(end.theta, search->likelihood_curvature(), prior);
  if (settings.exact_hessian) {
    mode.likelihood_gradient = end.gradient - prior.gradient(end.theta);
    mode.likelihood_hessian = search->likelihood_hessian();
    const Matrix precision = precision_at(end.theta, mode.likelihood_hessian, prior);
    if (is_definite(precision)) mode.precision = precision;
  }
  mode.iterations = search->iterations();
  mode.data_passes = static_cast<double>(mode.evaluations) / static_cast<double>(rows);
  return mode;
}

}  // namespace photinus
