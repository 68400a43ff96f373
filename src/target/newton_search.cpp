#include "newton_search.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

using Shape = QuadraticModel::Shape;

constexpr double fast = 0.1;  // a gain below this share of the last one: the curvature is kept

}  // namespace

void NewtonSearch::climb(const Start& start) {
  curvature_ = share_ * start.curvature;
  here_ = look(start.theta, curvature_.size() > 0 ? Derivatives::gradient : Derivatives::hessian);
  take_curvature();
  for (iterations_ = 0;; ++iterations_) {
    refuse_separable();
    judge_step();
    if (!fresh_ && worn_out()) renew();
    if (step_.gain < goal_.tolerance || as_far_as_rounding_lets()) return;
    if (iterations_ == goal_.most_iterations) refuse_endless();
    if (!advance()) return;
  }
}

Point NewtonSearch::look(const Vector& theta, Derivatives derivatives) {
  const int p = prior_.dimension();
  const auto reply =
      team_.ask(Evaluate{Evaluate::all_rows, theta, derivatives, everywhere, share_});
  evaluations_ += reply.evaluations;
  const auto sums = reply.sums.values();
  Point point{theta, sums[0], sums[0] + share_ * prior_.log_density(theta), {}, {}};
  if (derivatives == Derivatives::none) return point;
  point.gradient = Eigen::Map<const Vector>(sums.data() + 1, p) + share_ * prior_.gradient(theta);
  if (derivatives != Derivatives::gradient)
    point.curvature = unpack_hessian(sums.data() + 1 + p, parameters_);
  return point;
}

void NewtonSearch::take_curvature() {
  fresh_ = here_.curvature.size() > 0;
  if (!fresh_) return;
  curvature_ = std::move(here_.curvature);
  majorized_ = false;
  of_these_rows_ = true;
  curvature_error_ = 0.0;
}

void NewtonSearch::renew() {
  here_ = look(here_.theta, Derivatives::hessian);
  take_curvature();
  judge_step();
}

Matrix NewtonSearch::likelihood_hessian() {
  if (fresh_ && !majorized_) return curvature_;
  return look(here_.theta, Derivatives::hessian).curvature;
}

void NewtonSearch::judge_step() {
  QuadraticModel about_here = model();
  Shape shape = about_here.shape();
  if (shape != Shape::definite && !fresh_) return renew();
  if (shape == Shape::indefinite) {
    curvature_ = look(here_.theta, Derivatives::majorizer).curvature;
    majorized_ = true;
    about_here = model();
    shape = about_here.shape();
  }
  if (shape != Shape::definite) refuse_singular(about_here.flattest());
  step_ = about_here.best_step(here_.gradient);
  // Of a chord step's gain the share (error of the curvature)^2 is left.
  if (!fresh_ && of_these_rows_)
    curvature_error_ = std::max(curvature_error_, std::sqrt(step_.gain / last_gain_));
}

bool NewtonSearch::falls() const { return step_.gain <= fast * last_gain_; }

bool NewtonSearch::worn_out() const {
  if (step_.gain < goal_.tolerance)
    return !of_these_rows_ || curvature_error_ > goal_.curvature_error;
  return !falls();
}

// Log densities that differ by less are not told apart.
double NewtonSearch::resolution() const { return 1e-13 * std::abs(here_.log_density); }

bool NewtonSearch::climbs(const Point& next) const {
  return next.log_density > here_.log_density - resolution();
}

bool NewtonSearch::as_far_as_rounding_lets() const { return step_.gain < resolution() && !falls(); }

// A step that fails is halved if its curvature is that of this point, else tried again with that.
bool NewtonSearch::advance() {
  const bool keep = iterations_ > 0 && of_these_rows_ && falls();
  Point next = look(step_.target, keep ? Derivatives::gradient : Derivatives::hessian);
  double length = 1.0;
  for (int halving = 0; fresh_ && !climbs(next) && halving < goal_.most_halvings; ++halving) {
    length *= 0.5;
    next = look(here_.theta + length * (step_.target - here_.theta), Derivatives::gradient);
  }
  if (!climbs(next)) {
    if (fresh_) return false;
    renew();
    return true;
  }
  last_gain_ = step_.gain;
  here_ = std::move(next);
  take_curvature();
  return true;
}

// A sum of log-probabilities above -log 2 means that every row has probability above 1/2: theta
// separates the labels, and under a flat prior the likelihood grows for ever along it. A
// density's sum may pass there by chance: it does not grow at 2 theta.
void NewtonSearch::refuse_separable() {
  constexpr double minus_log_2 = -0.69314718055994531;
  const double sum = here_.log_likelihood;
  if (!prior_.has_flat() || sum <= minus_log_2 || sum > 0.0) return;
  const double doubled = look(2.0 * here_.theta, Derivatives::none).log_likelihood;
  if (!(doubled >= sum && doubled <= 0.0)) return;
  throw Failure(ExitCode::bad_data,
                "the data are separable: a combination of the columns tells all labels apart, so "
                "under a flat prior the weights grow without limit and no posterior exists; give "
                "the weights a prior (model.prior = { family = \"normal\", scale = 1.0 })");
}

void NewtonSearch::refuse_singular(int parameter) const {
  throw Failure(
      ExitCode::bad_data,
      "the posterior has no mode: its curvature vanishes along a direction led by parameter " +
          parameters_.names[static_cast<std::size_t>(parameter)] +
          ". Either columns are collinear (a constant column beside an added intercept, a full "
          "set of dummies), or the labels are (nearly) separable by it; a normal prior on every "
          "coefficient makes the posterior proper");
}

void NewtonSearch::refuse_endless() const {
  throw Failure(ExitCode::bad_data,
                "the search for the mode did not end in " + std::to_string(goal_.most_iterations) +
                    " iterations; the last step would still gain " + std::to_string(step_.gain) +
                    " nats: the data may be nearly separable, a narrower prior helps");
}

}  // namespace photinus
