#include "photinus/target/mode.hpp"

#include <cmath>
#include <string>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

struct Point {
  Vector theta;
  double log_likelihood = 0.0;
  double log_density = 0.0;
  Vector gradient;
  Matrix precision;
};

class Search {
 public:
  Search(Team& team, const NormalPrior& prior, const ParameterSpace& parameters, Mode& mode)
      : team_(team), prior_(prior), parameters_(parameters), mode_(mode) {}

  Point look(const Vector& theta) {
    const int p = prior_.dimension();
    const auto reply = team_.ask(Evaluate{Evaluate::all_rows, theta, Derivatives::hessian});
    mode_.evaluations += reply.evaluations;
    mode_.data_passes += 1.0;
    const auto sums = reply.sums.values();
    Point point{theta, sums[0], sums[0] + prior_.log_density(theta),
                Eigen::Map<const Vector>(sums.data() + 1, p) + prior_.gradient(theta),
                unpack_symmetric(sums.data() + 1 + p, p)};
    point.precision.diagonal() += prior_.precision();
    return point;
  }

  // Judged and solved in units that make the diagonal 1: the columns' own units do not matter.
  Vector newton_step(const Point& point) const {
    const Vector units = point.precision.diagonal().cwiseSqrt().cwiseInverse();
    const Matrix scaled = units.asDiagonal() * point.precision * units.asDiagonal();
    const Eigen::LLT<Matrix> factor(scaled);
    const double smallest = Matrix(factor.matrixL()).diagonal().minCoeff();
    if (factor.info() != Eigen::Success || !(smallest > 1e-7)) refuse_singular(scaled);
    return units.cwiseProduct(factor.solve(units.cwiseProduct(point.gradient)));
  }

  // A sum of log-probabilities above -log 2 means that every row has probability above 1/2: theta
  // separates the labels, and under a flat prior the likelihood grows for ever along it.
  void refuse_separable(const Point& point) const {
    constexpr double minus_log_2 = -0.69314718055994531;
    if (!prior_.has_flat() || point.log_likelihood <= minus_log_2) return;
    throw Failure(ExitCode::bad_data,
                  "the data are separable: a combination of the columns tells all labels apart, so "
                  "under a flat prior the weights grow without limit and no posterior exists; give "
                  "the weights a prior (model.prior = { family = \"normal\", scale = 1.0 })");
  }

 private:
  [[noreturn]] void refuse_singular(const Matrix& scaled) const {
    Eigen::Index worst = 0;
    if (scaled.allFinite())
      Eigen::SelfAdjointEigenSolver<Matrix>(scaled).eigenvectors().col(0).cwiseAbs().maxCoeff(
          &worst);
    else
      for (Eigen::Index j = 0; j < scaled.rows(); ++j)
        if (!std::isfinite(scaled(j, j))) worst = j;
    throw Failure(
        ExitCode::bad_data,
        "the posterior has no mode: its curvature vanishes along a direction led by parameter " +
            parameters_.names[static_cast<std::size_t>(worst)] +
            ". Either columns are collinear (a constant column beside an added intercept, a full "
            "set of dummies), or the labels are (nearly) separable by it; a normal prior on every "
            "coefficient makes the posterior proper");
  }

  Team& team_;
  const NormalPrior& prior_;
  const ParameterSpace& parameters_;
  Mode& mode_;
};

}  // namespace

Mode find_mode(Team& team, const NormalPrior& prior, const ParameterSpace& parameters,
               const ModeSettings& settings) {
  Mode mode;
  Search search(team, prior, parameters, mode);
  Point here = search.look(Vector::Zero(prior.dimension()));
  for (;;) {
    search.refuse_separable(here);
    const Vector step = search.newton_step(here);
    const double gain = 0.5 * here.gradient.dot(step);
    if (gain < settings.tolerance) break;
    if (++mode.iterations > settings.most_iterations)
      throw Failure(ExitCode::bad_data,
                    "the search for the mode did not end in " +
                        std::to_string(settings.most_iterations) +
                        " iterations; the last step would still gain " + std::to_string(gain) +
                        " nats: the data may be nearly separable, a narrower prior helps");
    double length = 1.0;
    Point next = search.look(here.theta + step);
    for (int halving = 0;
         halving < settings.most_halvings && !(next.log_density > here.log_density); ++halving) {
      length *= 0.5;
      next = search.look(here.theta + length * step);
    }
    if (!(next.log_density > here.log_density)) break;  // as far as rounding lets it climb
    here = next;
  }
  mode.theta = here.theta;
  mode.precision = here.precision;
  mode.log_likelihood = here.log_likelihood;
  mode.log_density = here.log_density;
  mode.gradient_norm = here.gradient.norm();
  return mode;
}

}  // namespace photinus
