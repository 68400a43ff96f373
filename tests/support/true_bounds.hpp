#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "photinus/data/dataset.hpp"
#include "photinus/model/linear.hpp"
#include "photinus/model/logistic.hpp"
#include "photinus/model/student_t.hpp"
#include "photinus/shard/commands.hpp"

namespace photinus {

/// Families and their bounds written out in long double, for tests that add up the bounds of all
/// rows one by one. What rows keep as floats is rounded as they do: see RowFacts.
struct TrueLogistic {
  using Family = Logistic;
  static constexpr const char* name = "logistic";

  long double value(long double y, long double eta) const {
    const long double u = y * eta;
    return u < 0 ? u - std::log1p(std::exp(u)) : -std::log1p(std::exp(-u));
  }
  long double slope(long double y, long double eta) const { return y / (1 + std::exp(y * eta)); }
  long double global(long double, long double centre) const {
    return centre == 0 ? 0.25L : std::tanh(centre / 2) / (2 * centre);
  }
  long double within(long double y, long double centre, long double reach) const;
  long double untuned(long double y) const { return 1.5L * y; }
};

struct TrueStudentBounds {
  using Family = StudentT;
  static constexpr const char* name = "student_t";
  long double nu = 4, sigma = 1;

  long double residual(long double y, long double eta) const { return (y - eta) / sigma; }
  long double weight(long double y, long double eta) const {
    return (nu + 1) / (nu + residual(y, eta) * residual(y, eta));
  }
  long double value(long double y, long double eta) const {
    const long double r = residual(y, eta), pi = 3.141592653589793238L;
    return std::lgamma((nu + 1) / 2) - std::lgamma(nu / 2) - std::log(nu * pi) / 2 -
           std::log(sigma) - (nu + 1) / 2 * std::log1p(r * r / nu);
  }
  long double slope(long double y, long double eta) const {
    return weight(y, eta) * residual(y, eta) / sigma;
  }
  long double global(long double y, long double centre) const {
    return weight(y, centre) / (sigma * sigma);
  }
  long double within(long double y, long double centre, long double reach) const;
  long double untuned(long double y) const { return y; }
  /// The bound of a sampled scale at r = 0, without log sigma: the tangent of weight w in r^2.
  long double peak(long double w) const {
    const long double square = std::max((nu + 1) / w - nu, 0.0L), pi = 3.141592653589793238L;
    return std::lgamma((nu + 1) / 2) - std::lgamma(nu / 2) - std::log(nu * pi) / 2 -
           (nu + 1) / 2 * std::log1p(square / nu) + w * square / 2;
  }
};

struct TrueLinearBounds {
  using Family = Linear;
  static constexpr const char* name = "linear";
  long double nu = 4, sigma = 1;

  long double value(long double y, long double eta) const {
    const long double r = (y - eta) / sigma;
    return -r * r / 2 - std::log(sigma) - std::log(2 * 3.141592653589793238L) / 2;
  }
  long double weight(long double, long double) const { return 1; }
  long double peak(long double) const { return -std::log(2 * 3.141592653589793238L) / 2; }
};

/// Curvature of the parabola that touches at the centre and meets l again a distance d away.
template <class Truth>
long double true_chord(const Truth& truth, long double y, long double centre, long double d) {
  return 2 * (truth.value(y, centre) + truth.slope(y, centre) * d - truth.value(y, centre + d)) /
         (d * d);
}

inline long double TrueLogistic::within(long double y, long double centre,
                                        long double reach) const {
  if (reach >= 2 * std::abs(centre)) return global(y, centre);
  return true_chord(*this, y, centre, centre < 0 ? reach : -reach);
}

inline long double TrueStudentBounds::within(long double y, long double centre,
                                             long double reach) const {
  if (reach >= 2 * std::abs(y - centre)) return global(y, centre);
  const long double r2 = residual(y, centre) * residual(y, centre);
  const long double own = (nu + 1) * (nu - r2) / ((nu + r2) * (nu + r2)) / (sigma * sigma);
  return std::max({own, true_chord(*this, y, centre, reach), true_chord(*this, y, centre, -reach)});
}

/// E f(eta) for eta ~ N(mean, sd^2) by five nodes of Gauss and Hermite.
inline long double five_nodes(const std::function<long double(long double)>& f, long double mean,
                              long double sd) {
  const long double near = std::sqrt(5 - std::sqrt(10.0L)), far = std::sqrt(5 + std::sqrt(10.0L));
  const long double weight_near = (7 + 2 * std::sqrt(10.0L)) / 60;
  const long double weight_far = (7 - 2 * std::sqrt(10.0L)) / 60;
  return 8 * f(mean) / 15 + weight_near * (f(mean + near * sd) + f(mean - near * sd)) +
         weight_far * (f(mean + far * sd) + f(mean - far * sd));
}

inline long double true_predictor(const BlockRows<float>& block, std::int64_t i,
                                  const Vector& theta, int coefficients) {
  long double eta = coefficients > block.columns ? theta[block.columns] : 0.0;
  for (int j = 0; j < block.columns; ++j)
    eta += static_cast<long double>(block.row(i)[j]) * static_cast<long double>(theta[j]);
  return eta;
}

/// sqrt(z' H^-1 z) of a row's features z, W W' = H^-1; `last` is y - eta where the scale is
/// sampled.
inline long double true_scale(const BlockRows<float>& block, std::int64_t i,
                              const Matrix& whitening, int coefficients, long double last = 0.0L) {
  long double squares = 0.0L;
  for (Eigen::Index k = 0; k < whitening.cols(); ++k) {
    long double sum = 0.0L;
    for (Eigen::Index j = 0; j < whitening.rows(); ++j) {
      const long double z = j < block.columns  ? static_cast<long double>(block.row(i)[j])
                            : j < coefficients ? 1.0L
                                               : last;
      sum += z * whitening(j, k);
    }
    squares += sum * sum;
  }
  return std::sqrt(squares);
}

inline long double rounded_up(long double x) {
  return static_cast<long double>(round_up(static_cast<double>(x)));
}

/// The bound of one row as BuildStatistics chooses it, for a scale of residuals that is given.
struct TrueRowBound {
  long double centre, scale, curvature, gap, slack;
};

template <class Truth>
TrueRowBound true_row_bound(const Truth& truth, const BuildStatistics& command,
                            const BlockRows<float>& block, std::int64_t i) {
  const auto coefficients = static_cast<int>(command.reference.size());
  const long double y = block.response[static_cast<std::size_t>(i)];
  const long double eta = true_predictor(block, i, command.reference, coefficients);
  const long double h = true_scale(block, i, command.whitening, coefficients);
  TrueRowBound row{};
  row.centre = static_cast<float>(
      static_cast<double>(command.anchor == Anchor::untuned ? truth.untuned(y) : eta));
  row.scale = rounded_up(h);
  row.curvature = rounded_up(command.reach == everywhere
                                 ? truth.global(y, row.centre)
                                 : truth.within(y, row.centre,
                                                row.scale * command.reach * (1 + 1e-6L) +
                                                    1e-6L * (1 + std::abs(row.centre))));
  const auto gap = [&](long double at) {
    const long double d = at - row.centre;
    return std::max(truth.value(y, at) - truth.value(y, row.centre) -
                        d * (truth.slope(y, row.centre) - row.curvature * d / 2),
                    0.0L);
  };
  row.gap = rounded_up(std::max(five_nodes(gap, eta, command.spread * h), 0x1p-44L));
  row.slack = command.slack * row.gap;
  return row;
}

/// Its curvature where it has to hold out to another reach.
template <class Truth>
long double true_outer_curvature(const Truth& truth, const TrueRowBound& row, long double y,
                                 double reach) {
  if (reach == everywhere) return truth.global(y, row.centre);
  return truth.within(y, row.centre,
                      row.scale * reach * (1 + 1e-6L) + 1e-6L * (1 + std::abs(row.centre)));
}

/// log B of one row at a predictor.
template <class Truth>
long double true_log_bound(const Truth& truth, const TrueRowBound& row, long double y,
                           long double curvature, long double eta) {
  const long double d = eta - row.centre;
  return truth.value(y, row.centre) + d * (truth.slope(y, row.centre) - curvature * d / 2) -
         row.slack;
}

/// The bound of one row where the scale of the residuals is sampled: log sigma is the last number
/// of the reference, `truth` has that sigma.
struct TrueScaleBound {
  long double weight, slack;
};

template <class Truth>
TrueScaleBound true_scale_bound(const Truth& truth, const BuildStatistics& command,
                                const BlockRows<float>& block, std::int64_t i) {
  const auto coefficients = static_cast<int>(command.reference.size()) - 1;
  const long double y = block.response[static_cast<std::size_t>(i)];
  const long double eta = true_predictor(block, i, command.reference, coefficients);
  TrueScaleBound row{};
  row.weight = static_cast<float>(static_cast<double>(truth.weight(y, eta)));
  const auto gap = [&](long double at) {
    const long double r = (y - at) / truth.sigma;
    const long double bound =
        truth.peak(row.weight) - std::log(truth.sigma) - row.weight * r * r / 2;
    return std::max(truth.value(y, at) - bound, 0.0L);
  };
  const long double h = true_scale(block, i, command.whitening, coefficients, y - eta);
  row.slack =
      command.slack * rounded_up(std::max(five_nodes(gap, eta, command.spread * h), 0x1p-44L));
  return row;
}

/// log B of one row at a predictor and log sigma = tau.
template <class Truth>
long double true_scale_log_bound(const Truth& truth, const TrueScaleBound& row, long double y,
                                 long double eta, long double tau) {
  const long double e = y - eta;
  return truth.peak(row.weight) - tau - row.weight * e * e * std::exp(-2 * tau) / 2 - row.slack;
}

}  // namespace photinus
