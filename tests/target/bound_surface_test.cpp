// Truth: log p(theta) + sum_n log B_n(theta) + sum over bright rows of log(L_n/B_n - 1), row by row
// in long double (support/true_bounds.hpp), with the bounds of the shell that theta lies in.
#include "photinus/target/bound_surface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "photinus/families/built_in.hpp"
#include "photinus/target/posterior.hpp"
#include "support/real_responses.hpp"
#include "support/recording_team.hpp"
#include "support/small_problem.hpp"
#include "support/true_bounds.hpp"

namespace photinus {
namespace {

constexpr std::int64_t row_count = 400;
constexpr double radius = 3.0, slack = 0.4, spread = 1.25;

/// W with W W' = H^-1: correlated, standard deviations of 0.02 to 0.1.
Matrix some_whitening(Eigen::Index p) {
  Matrix whitening = Matrix::Zero(p, p);
  for (Eigen::Index i = 0; i < p; ++i)
    for (Eigen::Index j = i; j < p; ++j)
      whitening(i, j) = 0.1 / static_cast<double>(1 + i + 2 * (j - i)) * (j % 2 == 0 ? 1.0 : -1.0);
  return whitening;
}

Matrix precision_of(const Matrix& whitening) {
  return (whitening * whitening.transpose()).inverse();
}

BoundSettings default_settings() {
  BoundSettings settings;
  settings.slack = slack;
  return settings;
}

template <class Truth>
class Problem : public SmallProblem {
 public:
  Problem() : SmallProblem(write, {4.0, 0.3}) {}

 private:
  static void write(const std::string& path) {
    DataFile file = real_responses(row_count, 3);
    if constexpr (std::is_same_v<Truth, TrueLogistic>)
      for (double& y : file.y) y = y > 0.2 ? 1.0 : 0.0;
    file.write(path);
  }
};

long double log_expm1(long double gap) { return gap + std::log(-std::expm1(-gap)); }

long double log_normal_prior(const Vector& theta) {
  long double sum = 0.0L;
  for (const double t : theta)
    sum -= static_cast<long double>(t) * t / 2 + std::log(2 * 3.141592653589793238L) / 2;
  return sum;
}

using Bright = std::vector<std::int64_t>;
Bright no_rows() { return {}; }
Bright every_third() {
  Bright list;
  for (std::int64_t row = 1; row < row_count; row += 3) list.push_back(row);
  return list;
}
Bright all_rows() {
  Bright list;
  for (std::int64_t row = 0; row < row_count; ++row) list.push_back(row);
  return list;
}

template <class Truth>
class Surface : public ::testing::Test {
 protected:
  using Family = typename Truth::Family;

  explicit Surface(const BoundSettings& settings = default_settings()) {
    if constexpr (!std::is_same_v<Truth, TrueLogistic>) truth_.sigma = 0.3L;
    p_ = problem_.open(team_, Truth::name, 1).dimension();
    whitening_ = some_whitening(p_);
    surface_ = std::make_unique<BoundSurface>(team_, settings, precision_of(whitening_), row_count,
                                              PredictorShape{1, p_});
    home_ = entry_.make_home(problem_.numbers, {3, p_});
    prior_ = Prior::normal(Vector::Ones(p_));
    build(some_theta(p_, 0));
  }

  void build(const Vector& reference) {
    surface_->build({reference, radius, spread});
    BuildStatistics command = ellipsoid_bounds(reference, radius, slack);
    command.whitening = whitening_;
    command.spread = spread;
    bounds_.clear();
    for (const auto& block : data_.blocks)
      for (std::int64_t i = 0; i < block.rows; ++i)
        bounds_.push_back(true_row_bound(truth_, command, block, i));
  }

  /// A theta in the middle of a shell.
  Vector in_shell(int shell, std::uint64_t direction) const {
    Vector along = some_theta(p_, 20 + direction);
    along /= along.norm();
    const double distance = radius * (shell == 0 ? 0.6 : 0.75 * std::pow(2.0, shell));
    return surface_->choice().reference + whitening_ * along * distance;
  }
  static double reach_of(int shell) {
    return shell == 4 ? everywhere : radius * std::pow(2.0, shell);
  }

  /// The sum over all rows, and over the bright ones; `within` is the reach of the bounds.
  long double bound_sum(const Vector& theta, double within) const {
    long double all = 0.0L;
    for_all_rows(theta, within,
                 [&](std::int64_t, long double, long double bound) { all += bound; });
    return all;
  }
  long double bright_sum(const Bright& bright, const Vector& theta, double within) const {
    long double all = 0.0L;
    auto next = bright.begin();
    for_all_rows(theta, within, [&](std::int64_t row, long double l, long double bound) {
      if (next == bright.end() || *next != row) return;
      ++next;
      all += log_expm1(l - bound);
    });
    return all;
  }
  template <class Visit>
  void for_all_rows(const Vector& theta, double within, Visit visit) const {
    std::int64_t row = 0;
    for (const auto& block : data_.blocks)
      for (std::int64_t i = 0; i < block.rows; ++i, ++row) {
        const long double y = block.response[static_cast<std::size_t>(i)];
        const long double eta = true_predictor(block, i, theta, p_);
        const auto& bound = bounds_[static_cast<std::size_t>(row)];
        const long double curvature =
            within == radius ? bound.curvature : true_outer_curvature(truth_, bound, y, within);
        visit(row, truth_.value(y, eta), true_log_bound(truth_, bound, y, curvature, eta));
      }
  }
  long double joint(const Bright& bright, const Vector& theta, double within) const {
    return log_normal_prior(theta) + bound_sum(theta, within) + bright_sum(bright, theta, within);
  }

  /// A target with these rows bright, at home or at the shards.
  FireflyTarget target(const Bright& bright, bool at_home) {
    const Vector& theta = surface_->choice().reference;
    team_.ask(Restore{{bright}, {theta}});
    FireflyTarget target(prior_, *surface_, team_, *home_, 0);
    target.at_home(at_home);
    if (at_home)
      home_->reset(theta, surface_->innermost_reach(),
                   std::move(team_.ask(FetchRows{0, theta}).records));
    return target;
  }

  FamilyEntry entry_ = family_entry<Family>();
  Problem<Truth> problem_;
  LocalTeam local_{3, {entry_}};
  RecordingTeam team_{local_};
  Dataset<float> data_ = problem_.template rows<Family>();
  Truth truth_;
  int p_ = 0;
  Matrix whitening_;
  Prior prior_;
  std::unique_ptr<BoundSurface> surface_;
  std::unique_ptr<HomeRows> home_;
  std::vector<TrueRowBound> bounds_;
};
using EllipsoidFamilies = ::testing::Types<TrueLogistic, TrueStudentBounds>;
TYPED_TEST_SUITE(Surface, EllipsoidFamilies);

constexpr double agreement = 1e-9;  // of 1 + |truth|

TYPED_TEST(Surface, IsTheSumOfTheBoundsOfThetasOwnShell) {
  for (int shell = 0; shell <= 4; ++shell)
    for (std::uint64_t i = 0; i < 3; ++i) {
      const Vector theta = this->in_shell(shell, i);
      const auto bounds = this->surface_->at(theta);
      EXPECT_EQ(bounds.shell, shell);
      EXPECT_EQ(bounds.reach, this->reach_of(shell));
      EXPECT_EQ(this->surface_->reach(theta), this->reach_of(shell));
      const auto truth = static_cast<double>(this->bound_sum(theta, bounds.reach));
      EXPECT_NEAR(bounds.statistics->log_bound(theta), truth, agreement * (1.0 + std::abs(truth)));
    }
}

// A pass over the rows for each outer shell, when it is first entered and never again.
TYPED_TEST(Surface, ShellsAreBuiltOnFirstEntryOnly) {
  const auto collapses = [&] { return this->team_.template asked<CollapseBounds>(); };
  EXPECT_EQ(this->team_.template asked<BuildStatistics>(), 1);
  for (std::uint64_t i = 0; i < 3; ++i) this->surface_->at(this->in_shell(0, i));
  for (int shell = 1; shell <= 4; ++shell) this->surface_->reach(this->in_shell(shell, 0));
  EXPECT_EQ(collapses(), 0);
  int built = 0;
  for (const int shell : {2, 4, 1, 3}) {
    for (std::uint64_t i = 0; i < 3; ++i) this->surface_->at(this->in_shell(shell, i));
    EXPECT_EQ(collapses(), ++built);
  }
  for (int shell = 0; shell <= 4; ++shell) this->surface_->at(this->in_shell(shell, 5));
  EXPECT_EQ(collapses(), 4);
  EXPECT_EQ(this->team_.template asked<BuildStatistics>(), 1);
}

// Catches: an outer shell of the old bounds that outlives them.
TYPED_TEST(Surface, BuildingAnewForgetsEveryShell) {
  for (int shell = 0; shell <= 4; ++shell) this->surface_->at(this->in_shell(shell, 0));
  this->build(some_theta(this->p_, 1));
  for (int shell = 0; shell <= 4; ++shell) {
    const Vector theta = this->in_shell(shell, 1);
    const auto truth = static_cast<double>(this->bound_sum(theta, this->reach_of(shell)));
    EXPECT_NEAR(this->surface_->at(theta).statistics->log_bound(theta), truth,
                agreement * (1.0 + std::abs(truth)))
        << shell;
  }
  EXPECT_EQ(this->team_.template asked<CollapseBounds>(), 8);
}

TYPED_TEST(Surface, TargetIsTheSumWithTheseRowsBright) {
  for (const bool at_home : {true, false})
    for (const Bright& bright : {no_rows(), every_third(), all_rows()}) {
      FireflyTarget target = this->target(bright, at_home);
      for (int shell = 0; shell <= 4; ++shell) {
        const Vector theta = this->in_shell(shell, 2);
        const auto truth = static_cast<double>(this->joint(bright, theta, this->reach_of(shell)));
        const double value = target.value(theta);
        EXPECT_NEAR(value, truth, agreement * (1.0 + std::abs(truth)))
            << shell << ' ' << at_home << ' ' << bright.size();
        Vector gradient;
        EXPECT_NEAR(target.value(theta, gradient), value, 1e-12 * (1.0 + std::abs(value)));
      }
    }
}

// With all rows bright the bounds cancel but for sum_n log(1 - B_n/L_n): what is left is the
// posterior of all rows. Catches: a constant of the bounds that the bright rows' terms lack.
TYPED_TEST(Surface, AllRowsBrightAreThePosterior) {
  FullTarget posterior(this->team_, this->prior_);
  for (const bool at_home : {true, false}) {
    FireflyTarget target = this->target(all_rows(), at_home);
    for (int shell = 0; shell <= 4; ++shell) {
      const Vector theta = this->in_shell(shell, 3);
      long double value = log_normal_prior(theta), left = 0.0L;
      this->for_all_rows(theta, this->reach_of(shell),
                         [&](std::int64_t, long double l, long double bound) {
                           value += l;
                           left += std::log(-std::expm1(-(l - bound)));
                         });
      const auto truth = static_cast<double>(value);
      EXPECT_NEAR(posterior.value(theta), truth, 1e-12 * (1.0 + std::abs(truth)));
      EXPECT_NEAR(target.value(theta) - posterior.value(theta), static_cast<double>(left),
                  agreement * (1.0 + std::abs(truth)))
          << shell;
    }
  }
}

// Central differences of the explicit sum within a shell, h = 2^-19: log(L/B - 1) bends sharply
// where a bound touches but for its slack.
TYPED_TEST(Surface, GradientIsTheDifferenceWithinAShell) {
  const double h = 0x1p-19;
  for (const bool at_home : {true, false}) {
    const Bright bright = every_third();
    FireflyTarget target = this->target(bright, at_home);
    for (int shell = 0; shell <= 4; ++shell) {
      const Vector theta = this->in_shell(shell, 4);
      Vector gradient;
      target.value(theta, gradient);
      for (Eigen::Index j = 0; j < theta.size(); ++j) {
        Vector up = theta, down = theta;
        up[j] += h;
        down[j] -= h;
        const double within = this->reach_of(shell);
        const auto difference = static_cast<double>(
            (this->joint(bright, up, within) - this->joint(bright, down, within)) / (2.0L * h));
        EXPECT_NEAR(gradient[j], difference, 1e-6 * (1.0 + gradient.norm()))
            << shell << ' ' << at_home << ' ' << j;
      }
    }
  }
}

// The planted faults: the bound of the side that a trajectory started on; no slack.
TYPED_TEST(Surface, BoundsOfAnotherShellAreSeen) {
  FireflyTarget target = this->target(every_third(), true);
  for (int shell = 1; shell <= 4; ++shell) {
    const Vector theta = this->in_shell(shell, 2);
    const double value = target.value(theta);
    for (int other = 0; other <= 4; ++other) {
      if (other == shell) continue;
      const auto wrong =
          static_cast<double>(this->joint(every_third(), theta, this->reach_of(other)));
      // Beyond the reach of an inner bound it may lie above the likelihood: NaN is seen as well.
      EXPECT_FALSE(std::abs(value - wrong) < 100.0 * agreement * (1.0 + std::abs(value)))
          << shell << ' ' << other;
    }
  }
}

// E bright rows = M = (1 + slack) E gap; q_n = 1 - exp(-ratio (1 + slack) max(E gap, 0.05 of the
// mean)), ratio = 2.5 + 5 / (1 + M), cut at 0.999.
TYPED_TEST(Surface, RowsAreProposedByTheirExpectedGaps) {
  long double sum = 0.0L;
  for (const auto& bound : this->bounds_) sum += bound.gap;
  EXPECT_NEAR(this->surface_->expected_bright(), static_cast<double>((1 + slack) * sum),
              1e-6 * static_cast<double>(sum));
  EXPECT_EQ(this->surface_->evaluations(), 5 * row_count);
  this->team_.ask(Restore{{all_rows()}, {this->surface_->choice().reference}});
  const auto records = this->team_.ask(FetchRows{0, this->surface_->choice().reference}).records;
  ASSERT_EQ(records.size(), static_cast<std::size_t>(row_count));
  for (std::size_t n = 0; n < records.size(); ++n) {
    const long double gap = std::max(this->bounds_[n].gap, 0.05L * sum / row_count);
    const long double ratio = 2.5L + 5.0L / (1 + (1 + slack) * sum);
    const long double q = -std::expm1(-std::min(ratio * (1 + slack) * gap, 6.907755278982137L));
    EXPECT_NEAR(records.q[n], static_cast<double>(q), 1e-10 + 1e-6 * static_cast<double>(q)) << n;
    EXPECT_NEAR(records.slack[n], static_cast<double>(this->bounds_[n].slack), 1e-7);
  }
}

template <class Truth>
class OneQ : public Surface<Truth> {
 protected:
  OneQ() : Surface<Truth>({.slack = slack, .q = 0.03, .q_ratio = {}}) {}
};
TYPED_TEST_SUITE(OneQ, EllipsoidFamilies);

TYPED_TEST(OneQ, IsThatOfEveryRow) {
  this->team_.ask(Restore{{all_rows()}, {this->surface_->choice().reference}});
  const auto records = this->team_.ask(FetchRows{0, this->surface_->choice().reference}).records;
  for (const double q : records.q) EXPECT_EQ(q, 0.03);
  EXPECT_EQ(this->team_.template asked<PlaceAxis>(), 0);
}

TEST(BoundSurface, DefaultRadiusIsRootPAndFour) {
  LocalTeam team(1, {family_entry<Logistic>()});
  for (const int p : {1, 9, 50}) {
    BoundSettings settings;
    BoundSurface surface(team, settings, Matrix::Identity(p, p), row_count, {1, p});
    const BoundChoice choice = surface.default_choice(Vector::Ones(p));
    EXPECT_NEAR(choice.radius, std::sqrt(p) + 4.0, 1e-14);
    EXPECT_EQ(choice.reference, Vector::Ones(p));
    EXPECT_EQ(choice.spread, 1.0);
    settings.ellipsoid = false;
    BoundSurface global(team, settings, Matrix::Identity(p, p), row_count, {1, p});
    EXPECT_EQ(global.default_choice(Vector::Ones(p)).radius, everywhere);
  }
}

/// Student-t with log sigma as the last parameter: one shell, bounds in (theta, log sigma).
class ScaledSurface : public ::testing::Test {
 protected:
  ScaledSurface() {
    p_ = problem_.open(team_, "student_t", 1, true).dimension();
    reference_ = some_theta(p_, 0);
    reference_[p_ - 1] = -0.9;
    const Matrix whitening = some_whitening(p_);
    BoundSettings settings = default_settings();
    settings.ellipsoid = false;
    surface_ = std::make_unique<BoundSurface>(team_, settings, precision_of(whitening), row_count,
                                              PredictorShape{1, p_ - 1});
    surface_->build(surface_->default_choice(reference_));
    home_ = entry_.make_home(problem_.numbers, {3, p_ - 1, true});
    truth_.sigma = std::exp(-0.9L);
    BuildStatistics command = global_bounds(Anchor::mode, reference_);
    command.whitening = whitening;
    command.slack = slack;
    for (const auto& block : data_.blocks)
      for (std::int64_t i = 0; i < block.rows; ++i)
        bounds_.push_back(true_scale_bound(truth_, command, block, i));
  }

  long double joint(const Bright& bright, const Vector& theta) const {
    const long double tau = theta[p_ - 1];
    TrueStudentBounds here;
    here.sigma = std::exp(tau);
    long double all = log_normal_prior(theta);
    std::int64_t row = 0;
    auto next = bright.begin();
    for (const auto& block : data_.blocks)
      for (std::int64_t i = 0; i < block.rows; ++i, ++row) {
        const long double y = block.response[static_cast<std::size_t>(i)];
        const long double eta = true_predictor(block, i, theta, p_ - 1);
        const long double bound =
            true_scale_log_bound(truth_, bounds_[static_cast<std::size_t>(row)], y, eta, tau);
        all += bound;
        if (next == bright.end() || *next != row) continue;
        ++next;
        all += log_expm1(here.value(y, eta) - bound);
      }
    return all;
  }

  FamilyEntry entry_ = family_entry<StudentT>();
  Problem<TrueStudentBounds> problem_;
  LocalTeam team_{3, {entry_}};
  Dataset<float> data_ = problem_.rows<StudentT>();
  TrueStudentBounds truth_;
  int p_ = 0;
  Vector reference_;
  std::unique_ptr<BoundSurface> surface_;
  std::unique_ptr<HomeRows> home_;
  std::vector<TrueScaleBound> bounds_;
};

// Catches: the derivative in log sigma of the bright rows' terms, bounds of the reference's sigma.
TEST_F(ScaledSurface, TargetAndGradientAreThoseOfTheSum) {
  const Prior prior = Prior::normal(Vector::Ones(p_));
  const double h = 0x1p-19;
  for (const bool at_home : {true, false})
    for (const Bright& bright : {no_rows(), every_third(), all_rows()}) {
      team_.ask(Restore{{bright}, {reference_}});
      FireflyTarget target(prior, *surface_, team_, *home_, 0);
      target.at_home(at_home);
      if (at_home)
        home_->reset(reference_, surface_->innermost_reach(),
                     std::move(team_.ask(FetchRows{0, reference_}).records));
      for (std::uint64_t k = 0; k < 3; ++k) {
        Vector theta = reference_ + 0.3 * some_theta(p_, 30 + k);
        const auto truth = static_cast<double>(joint(bright, theta));
        Vector gradient;
        const double value = target.value(theta, gradient);
        EXPECT_NEAR(value, truth, agreement * (1.0 + std::abs(truth))) << at_home;
        EXPECT_NEAR(target.value(theta), value, 1e-12 * (1.0 + std::abs(value)));
        for (Eigen::Index j = 0; j < p_; ++j) {
          Vector up = theta, down = theta;
          up[j] += h;
          down[j] -= h;
          const auto difference =
              static_cast<double>((joint(bright, up) - joint(bright, down)) / (2.0L * h));
          EXPECT_NEAR(gradient[j], difference, 1e-6 * (1.0 + gradient.norm())) << j;
        }
      }
    }
}

// The posterior of all rows, and its derivatives in log sigma: differences of the explicit sum.
TEST_F(ScaledSurface, FullTargetHasTheDerivativeInLogSigma) {
  const Prior prior = Prior::normal(Vector::Ones(p_));
  FullTarget target(team_, prior);
  const auto truth = [&](const Vector& theta) {
    TrueStudentBounds here;
    here.sigma = std::exp(static_cast<long double>(theta[p_ - 1]));
    long double all = log_normal_prior(theta);
    for (const auto& block : data_.blocks)
      for (std::int64_t i = 0; i < block.rows; ++i)
        all += here.value(block.response[static_cast<std::size_t>(i)],
                          true_predictor(block, i, theta, p_ - 1));
    return all;
  };
  const double h = 0x1p-19;
  const Vector theta = reference_ + 0.3 * some_theta(p_, 40);
  Vector gradient;
  const double value = target.value(theta, gradient);
  EXPECT_NEAR(value / static_cast<double>(truth(theta)), 1.0, 1e-12);
  for (Eigen::Index j = 0; j < p_; ++j) {
    Vector up = theta, down = theta;
    up[j] += h;
    down[j] -= h;
    const auto difference = static_cast<double>((truth(up) - truth(down)) / (2.0L * h));
    EXPECT_NEAR(gradient[j], difference, 1e-6 * (1.0 + gradient.norm())) << j;
  }
}

}  // namespace
}  // namespace photinus
