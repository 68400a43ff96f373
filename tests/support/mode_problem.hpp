#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "photinus/target/mode.hpp"
#include "support/data_file.hpp"
#include "support/recording_team.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {

/// A mode, and what was asked for to find it.
struct FoundMode : Mode {
  std::vector<Evaluate> evaluates;

  /// Evaluations with these derivatives that all rows took part in.
  int full_passes(Derivatives derivatives) const {
    int count = 0;
    for (const auto& command : evaluates)
      count += command.share == 1.0 && command.derivatives == derivatives ? 1 : 0;
    return count;
  }
};

/// Writes a file, loads it into a LocalTeam of `ranks` and searches for the mode.
inline FoundMode find_mode_of(const DataFile& file, const FamilyEntry& family, const Prior& prior,
                              int ranks = 1, const ModeSettings& settings = {}) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("data.h5");
  file.write(path);
  const FileHeader header = read_header(path);
  LocalTeam local(ranks, {family});
  RecordingTeam team(local);
  const auto reply = team.ask(Load{header, make_layout(header.rows), family.name, {}, true});
  const auto space = make_parameters(header, reply.range, InterceptRule::automatic);
  team.ask(Prepare{0, 1, space.dimension(), {}});
  return {find_mode(team, header.rows, prior, space, settings), team.evaluates()};
}

/// The rows of a file with a column of ones for an intercept that is added.
inline Matrix design(const DataFile& file, Eigen::Index parameters) {
  const auto n = static_cast<Eigen::Index>(file.y.size());
  const auto columns = static_cast<Eigen::Index>(file.x_shape[1]);
  Matrix x = Matrix::Ones(n, parameters);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < columns; ++j)
      x(i, j) = file.x[static_cast<std::size_t>(i * columns + j)];
  return x;
}

/// One row's log-likelihood, slope and curvature at (y, eta), written out by the test.
struct DenseRow {
  double value, slope, curvature;
};

/// Value, gradient and negative Hessian of the log-likelihood, one row after the other.
struct Dense {
  double value = 0.0;
  Vector gradient;
  Matrix precision;

  Dense(const Matrix& x, const std::vector<double>& y, const Vector& theta,
        const std::function<DenseRow(double, double)>& row)
      : gradient(Vector::Zero(theta.size())), precision(Matrix::Zero(theta.size(), theta.size())) {
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
      const DenseRow at = row(y[static_cast<std::size_t>(i)], x.row(i).dot(theta));
      value += at.value;
      gradient += at.slope * x.row(i).transpose();
      precision += at.curvature * x.row(i).transpose() * x.row(i);
    }
  }
};

/// Labels 0 and 1.
inline DenseRow dense_logistic(double y, double eta) {
  const double p = 1.0 / (1.0 + std::exp(-eta));
  return {y > 0.5 ? -std::log1p(std::exp(-eta)) : -std::log1p(std::exp(eta)), y - p, p * (1.0 - p)};
}

}  // namespace photinus
