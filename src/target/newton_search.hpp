#pragma once

#include <cstdint>
#include <limits>

#include "photinus/model/parameters.hpp"
#include "photinus/model/prior.hpp"
#include "photinus/team/team.hpp"
#include "quadratic_model.hpp"

namespace photinus {

struct Point {
  Vector theta;
  double log_likelihood = 0.0;
  double log_density = 0.0;
  Vector gradient;   ///< of the log posterior
  Matrix curvature;  ///< of the likelihood, empty where it was not asked for
};

/// Where a search begins: theta, and the curvature that the likelihood of all rows has near it;
/// empty where it is not known.
struct Start {
  Vector theta;
  Matrix curvature;
};

struct Goal {
  double tolerance = 0.0;        ///< expected gain of the last step, in nats
  double curvature_error = 0.0;  ///< of the last curvature, relative
  int most_iterations = 0;
  int most_halvings = 0;
};

/// Newton's method on a share of the rows, the prior counted with its share: see find_mode.
class NewtonSearch {
 public:
  /// Adds the likelihood evaluations made to `evaluations`.
  NewtonSearch(Team& team, const Prior& prior, const ParameterSpace& parameters, double share,
               const Goal& goal, std::int64_t& evaluations)
      : team_(team),
        prior_(prior),
        parameters_(parameters),
        share_(share),
        goal_(goal),
        evaluations_(evaluations) {}

  /// Throws Failure bad_data where these rows have no mode or the search does not end.
  void climb(const Start& start);

  const Point& here() const { return here_; }
  const Matrix& likelihood_curvature() const { return curvature_; }
  /// Minus the exact Hessian of the log-likelihood at here().
  Matrix likelihood_hessian();
  int iterations() const { return iterations_; }
  /// For a search on more rows. The last step is taken unseen: it costs nothing.
  Start next_start() const { return {step_.target, curvature_ / share_}; }

 private:
  Point look(const Vector& theta, Derivatives derivatives);
  void take_curvature();
  void renew();
  QuadraticModel model() const { return {curvature_, prior_, share_, here_.theta}; }
  void judge_step();
  bool advance();

  bool falls() const;
  bool worn_out() const;
  double resolution() const;
  bool climbs(const Point& next) const;
  bool as_far_as_rounding_lets() const;

  void refuse_separable();
  [[noreturn]] void refuse_singular(int parameter) const;
  [[noreturn]] void refuse_endless() const;

  Team& team_;
  const Prior& prior_;
  const ParameterSpace& parameters_;
  double share_;
  Goal goal_;
  std::int64_t& evaluations_;

  Point here_;
  Step step_;                     // from here_
  Matrix curvature_;              // of the likelihood on this share, at or near here_
  bool fresh_ = false;            // it is that at here_
  bool majorized_ = false;        // or lies above it
  bool of_these_rows_ = false;    // it was not carried over from another share
  double curvature_error_ = 0.0;  // as the steps since then have shown it
  double last_gain_ = std::numeric_limits<double>::infinity();
  int iterations_ = 0;
};

}  // namespace photinus
