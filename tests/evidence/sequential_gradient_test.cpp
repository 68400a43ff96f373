// Truth: the gradient of log p(theta | rows), all rows summed. Tolerance: 5 standard errors of the
// mean of 20,000 draws, false alarm 6e-7 in each of 36 comparisons, 2e-5 in all.
#include <gtest/gtest.h>

#include "evidence/known_regression.hpp"
#include "photinus/evidence/posterior_gradient.hpp"
#include "photinus/evidence/systematic_resampling.hpp"
#include "photinus/model/mixture.hpp"
#include "support/whole_models.hpp"

namespace photinus {
namespace {

constexpr double allowed = 5.0;
constexpr std::int64_t rows = 300;
constexpr int batch = 20;
const RowRange chunk{240, rows};

Vector some_theta() { return Vector{{0.3, -0.2, 0.9, 0.0, -1.0, 0.4}}; }

Vector exact(EvidenceModel& model, const Vector& theta) {
  Vector of_prior, of_rows;
  model.log_prior(theta, &of_prior);
  model.log_likelihood(theta, RowRange{0, rows}, of_rows);
  return -of_prior - of_rows;
}

/// Worst of all coordinates, in standard errors; 0 where there is no noise and no difference.
double distance(StochasticGradient& target, const Vector& theta, const Vector& truth) {
  constexpr int draws = 20'000;
  Vector sum = Vector::Zero(theta.size()), squares = sum, gradient;
  for (std::uint64_t i = 0; i < draws; ++i) {
    Stream stream({.seed = 7, .purpose = Purpose::test, .index = i});
    target.draw(stream, theta, gradient);
    sum += gradient - truth;
    squares += (gradient - truth).cwiseAbs2();
  }
  const Vector mean = sum / draws;
  const Vector error = ((squares / draws - mean.cwiseAbs2()) / draws).cwiseMax(1e-24).cwiseSqrt();
  return (mean.array() / error.array()).abs().maxCoeff();
}

enum class Fault { none, not_rescaled, chunk_on_wrong_side, anchor_left_out };

/// BatchGradient, and AnchoredGradient to first order, written anew with a fault.
class Faulty final : public StochasticGradient {
 public:
  Faulty(Fault fault, EvidenceModel& model, const GradientAnchor* anchor)
      : fault_(fault), model_(model), anchor_(anchor) {}
  int dimension() const override { return model_.dimension(); }

  void draw(Stream& stream, const Vector& theta, Vector& gradient) override {
    model_.log_prior(theta, &gradient);
    gradient = -gradient;
    const std::int64_t of = anchor_ == nullptr ? chunk.first : rows;
    const auto list = draw_batch(stream, of, batch);
    const double scale = fault_ == Fault::not_rescaled ? 1.0 : static_cast<double>(of) / batch;
    Vector part;
    model_.log_likelihood(theta, list, part);
    gradient -= scale * part;
    if (anchor_ == nullptr) {
      model_.log_likelihood(theta, chunk, part);
      gradient -= fault_ == Fault::chunk_on_wrong_side ? Vector(scale * part) : part;
      return;
    }
    model_.log_likelihood(anchor_->theta, list, part);
    gradient += scale * part;
    if (fault_ != Fault::anchor_left_out) gradient -= anchor_->gradient;
  }

 private:
  Fault fault_;
  EvidenceModel& model_;
  const GradientAnchor* anchor_;
};

struct Problem {
  KnownRegression known{rows};
  LocalModel model{known.model()};
  Stream stream{{.seed = 8, .purpose = Purpose::test}};
  // Off the mean, where the gradient is 0 but for the prior.
  GradientAnchor anchor = make_anchor(model, known.posterior(rows).mean + Vector::Constant(6, 0.1),
                                      rows, 1'000, stream);

  Problem() { cover(anchor, model, rows); }
};

TEST(SequentialGradient, BatchesAreUnbiased) {
  Problem problem;
  const Vector truth = exact(problem.model, some_theta());
  BatchGradient target(problem.model, chunk, batch);
  EXPECT_LT(distance(target, some_theta(), truth), allowed);
  for (const Fault fault : {Fault::none, Fault::not_rescaled, Fault::chunk_on_wrong_side}) {
    Faulty copy(fault, problem.model, nullptr);
    const double off = distance(copy, some_theta(), truth);
    EXPECT_EQ(off > allowed, fault != Fault::none) << off;
  }
}

// A linear regression's gradient is known everywhere: the Hessian is all there is.
TEST(SequentialGradient, AnchoredBatchesHaveNoNoiseWhereTheModelIsQuadratic) {
  Problem problem;
  const Vector truth = exact(problem.model, some_theta());
  AnchoredGradient target(problem.model, problem.anchor, rows, batch);
  Vector gradient;
  target.draw(problem.stream, some_theta(), gradient);
  EXPECT_LT((gradient - truth).norm(), 1e-4 * truth.norm());
}

// Logarithms of variances make a mixture's gradient anything but linear; of their remainder a
// thousandth is left out.
TEST(SequentialGradient, AnchoredBatchesAreUnbiased) {
  DataTable table = some_table(static_cast<int>(rows), 2);
  table.y.clear();
  ModelNumbers numbers;
  numbers.components = 2;
  GaussianMixture mixture(table, numbers);
  LocalModel model(mixture);
  Stream stream({.seed = 8, .purpose = Purpose::test});
  const Vector at = Vector::LinSpaced(9, -0.3, 0.4), theta = at + Vector::Constant(9, 0.2);
  GradientAnchor anchor = make_anchor(model, at, rows, 1'000, stream);
  cover(anchor, model, rows);
  const Vector truth = exact(model, theta);
  AnchoredGradient target(model, anchor, rows, batch);
  EXPECT_LT(distance(target, theta, truth), allowed);
  anchor.precision *= 0.9;
  EXPECT_GT(distance(target, theta, truth), allowed);
}

TEST(SequentialGradient, FaultsAboutAnAnchorAreSeen) {
  Problem problem;
  const Vector truth = exact(problem.model, some_theta());
  for (const Fault fault : {Fault::none, Fault::not_rescaled, Fault::anchor_left_out}) {
    Faulty copy(fault, problem.model, &problem.anchor);
    const double off = distance(copy, some_theta(), truth);
    EXPECT_EQ(off > allowed, fault != Fault::none) << off;
  }
}

TEST(SequentialGradient, FewRowsHaveNoNoise) {
  Problem problem;
  AnchoredGradient target(problem.model, problem.anchor, rows, static_cast<int>(rows / 2));
  Vector gradient;
  target.draw(problem.stream, some_theta(), gradient);
  EXPECT_EQ(gradient, exact(problem.model, some_theta()));
}

TEST(SequentialGradient, AnchorsKnowTheirCurvature) {
  Problem problem;
  const Matrix covariance = problem.known.posterior(rows).covariance;
  const Matrix precision = covariance.inverse();
  const Matrix near = precision_near(problem.anchor, rows, 1e3 * covariance);
  EXPECT_LT((near - precision).norm() / precision.norm(), 1e-6);
  EXPECT_LT((problem.anchor.prior_precision - Matrix::Identity(6, 6)).norm(), 1e-6);
  // A direction that walkers see as narrow is not taken for wide.
  const Matrix narrow = precision_near(problem.anchor, rows, 1e-2 * covariance);
  EXPECT_NEAR(narrow.trace() / precision.trace(), 25.0, 1e-3);
}

TEST(SequentialGradient, AnchorsCoverRowsOnce) {
  Problem problem;
  GradientAnchor anchor = make_anchor(problem.model, some_theta(), 100, 50, problem.stream);
  const std::int64_t before = problem.model.evaluations();
  cover(anchor, problem.model, 100);
  cover(anchor, problem.model, rows);
  cover(anchor, problem.model, rows);
  EXPECT_EQ(problem.model.evaluations() - before, (6 + 1) * rows);
  Vector all;
  problem.model.log_likelihood(some_theta(), RowRange{0, rows}, all);
  EXPECT_LT((anchor.gradient - all).norm(), 1e-10 * all.norm());
  const Matrix precision = problem.known.posterior(rows).covariance.inverse();
  EXPECT_LT((anchor.precision + Matrix::Identity(6, 6) - precision).norm(),
            1e-6 * precision.norm());
}

TEST(SystematicResampling, TakesDrawsByTheirShares) {
  const std::vector<double> weights = {std::log(1.0), std::log(2.0), -1e300, std::log(5.0)};
  using Chosen = std::vector<std::size_t>;
  EXPECT_EQ(systematic_resampling(weights, 8, 0.5), (Chosen{0, 1, 1, 3, 3, 3, 3, 3}));
  EXPECT_EQ(systematic_resampling(weights, 2, 0.1), (Chosen{0, 3}));
  EXPECT_EQ(systematic_resampling(weights, 2, 0.9), (Chosen{3, 3}));
}

}  // namespace
}  // namespace photinus
