// Truth: a normal mean with a normal prior, whose log Z is known, and quadrature in one dimension.
#include "photinus/evidence/annealed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "evidence/coverage.hpp"
#include "evidence/normal_path.hpp"
#include "evidence/one_dimension.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/evidence/equal_length_betas.hpp"
#include "photinus/evidence/log_mean.hpp"

namespace photinus {
namespace {

AnnealedSettings settings_of(int seed) {
  AnnealedSettings settings;
  settings.runs = 128;
  settings.pilot.particles = 128;
  settings.seed = static_cast<std::uint64_t>(seed);
  return settings;
}

// Limits in Repeats: false alarm 1e-3 for coverage, 7e-6 for the mean.
TEST(Annealed, IntervalsCoverTheTruth) {
  NormalPath path(20, 2, 2.0);
  Repeats found(path.log_z(1.0));
  for (int seed = 0; seed < 200; ++seed)
    found.add(annealed_importance_sampling(path.model(), settings_of(seed)));
  EXPECT_TRUE(found.cover_as_stated()) << found.report();
  EXPECT_TRUE(found.mean_is_right()) << found.report();
}

TEST(Annealed, IntervalsCoverTheTruthWithTwoModes) {
  OneDimension model = two_modes();
  Repeats found(model.log_z());
  for (int seed = 0; seed < 200; ++seed) {
    AnnealedSettings settings = settings_of(seed);
    settings.pilot.kernel.name = "random_walk";
    settings.pilot.most_updates = 20;
    found.add(annealed_importance_sampling(model, settings));
  }
  EXPECT_TRUE(found.cover_as_stated()) << found.report();
  EXPECT_TRUE(found.mean_is_right()) << found.report();
}

// 4.5 standard errors: false alarm 7e-6.
TEST(Annealed, WorksUntunedInTenDimensions) {
  NormalPath path(50, 10, 3.0, 2.0);
  AnnealedSettings settings = settings_of(1);
  settings.pilot.particles = 512;
  const EvidenceEstimate found = annealed_importance_sampling(path.model(), settings);
  EXPECT_NEAR(found.log_z, path.log_z(1.0), standard_errors_allowed * found.standard_error);
  EXPECT_LT(found.standard_error, 0.2);
  EXPECT_TRUE(found.remark.empty()) << found.remark;
}

double log_weight_variance(NormalPath& path, const std::vector<double>& betas, int runs) {
  Stream stream({.seed = 41});
  double sum = 0.0, squares = 0.0;
  for (int run = 0; run < runs; ++run) {
    const double log_weight = annealed_log_weight(
        betas, path.draw(0.0, stream),
        [&](const Vector& theta) { return path.log_likelihood(theta); },
        [&](std::size_t k, const Vector&) { return path.draw(betas[k], stream); });
    sum += log_weight;
    squares += log_weight * log_weight;
  }
  return (squares - sum * sum / runs) / (runs - 1);
}

// With moves that forget everything the variance of log w is what was asked for. 2,000 log weights
// have a variance with a relative error of 3 %; the length, from a pilot of 1,024, of 3 %, too.
TEST(Annealed, ChosenBetasHaveTheVarianceAskedFor) {
  NormalPath path(20, 5, 2.0);
  SmcSettings pilot;
  const std::vector<SmcLevel> levels = run_smc(path.model(), pilot).levels;
  for (const double wanted : {0.2, 0.5}) {
    const std::vector<double> betas = equal_length_betas(levels, wanted);
    EXPECT_NEAR(log_weight_variance(path, betas, 2'000) / wanted, 1.0, 0.2) << betas.size();
  }
}

TEST(Annealed, GivenBetasAreTaken) {
  NormalPath path(20, 1, 2.0);
  AnnealedSettings settings = settings_of(1);
  settings.betas = {0.0, 0.001, 0.01, 0.03, 0.1, 0.2, 0.4, 0.7, 1.0};
  const EvidenceEstimate found = annealed_importance_sampling(path.model(), settings);
  EXPECT_NEAR(found.log_z, path.log_z(1.0), standard_errors_allowed * found.standard_error);
}

TEST(Annealed, EvaluationsAreCountedAndSeedsRepeat) {
  OneDimension model = two_modes();
  AnnealedSettings settings = settings_of(7);
  const EvidenceEstimate first = annealed_importance_sampling(model, settings);
  EXPECT_EQ(first.evaluations, model.calls());
  const EvidenceEstimate again = annealed_importance_sampling(model, settings);
  EXPECT_EQ(again.log_z, first.log_z);
  EXPECT_EQ(again.evaluations, first.evaluations);
  EXPECT_NE(annealed_importance_sampling(model, settings_of(8)).log_z, first.log_z);
}

TEST(Annealed, HalfOfThePriorMayBeImpossible) {
  OneDimension model(
      1.0, [](double x) { return x < 0.0 ? -std::numeric_limits<double>::infinity() : 0.0; });
  AnnealedSettings settings = settings_of(1);
  settings.pilot.kernel.name = "random_walk";
  const EvidenceEstimate found = annealed_importance_sampling(model, settings);
  EXPECT_NEAR(found.log_z, -std::log(2.0), standard_errors_allowed * found.standard_error);
}

TEST(Annealed, ErrorsThatRestOnFewRunsSaySo) {
  NormalPath path(20, 5, 10.0);
  AnnealedSettings settings = settings_of(1);
  settings.betas = {0.0, 1.0};
  EXPECT_NE(annealed_importance_sampling(path.model(), settings).remark.find("rests on"),
            std::string::npos);
}

enum class Fault { none, weight_at_the_new_theta, last_increment_left_out };

// annealed_log_weight with a fault, on exact but sluggish moves: autocorrelation 0.5.
double log_weight_with(Fault fault, NormalPath& path, const std::vector<double>& betas,
                       Stream& stream) {
  Vector theta = path.draw(0.0, stream);
  double log_weight = 0.0;
  for (std::size_t k = 1; k < betas.size(); ++k) {
    if (fault == Fault::last_increment_left_out && k + 1 == betas.size()) break;
    const auto weigh = [&] {
      log_weight += (betas[k] - betas[k - 1]) * path.log_likelihood(theta);
    };
    if (fault != Fault::weight_at_the_new_theta) weigh();
    const Vector mean = path.mean(betas[k]);
    theta = mean + 0.5 * (theta - mean) + std::sqrt(0.75) * (path.draw(betas[k], stream) - mean);
    if (fault == Fault::weight_at_the_new_theta) weigh();
  }
  return log_weight;
}

TEST(Annealed, PlantedFaultsAreCaught) {
  NormalPath path(20, 2, 2.0);
  const std::vector<double> betas =
      equal_length_betas(run_smc(path.model(), {.particles = 512}).levels, 0.2);
  for (const Fault fault :
       {Fault::none, Fault::weight_at_the_new_theta, Fault::last_increment_left_out}) {
    Repeats found(path.log_z(1.0));
    for (int seed = 0; seed < 25; ++seed) {
      Stream stream({.seed = 42, .iteration = static_cast<std::uint64_t>(seed)});
      std::vector<double> log_weights;
      for (int run = 0; run < 128; ++run)
        log_weights.push_back(log_weight_with(fault, path, betas, stream));
      EvidenceEstimate estimate;
      estimate.log_z = log_mean_exp(log_weights).value;
      found.add(estimate);
    }
    EXPECT_EQ(found.mean_is_right(), fault == Fault::none) << found.report();
  }
}

TEST(Annealed, SaysWhatIsWrong) {
  NormalPath path(5, 1);
  const auto message = [&](auto change) {
    AnnealedSettings settings;
    change(settings);
    try {
      annealed_importance_sampling(path.model(), settings);
    } catch (const Failure& failure) {
      EXPECT_EQ(failure.code(), ExitCode::usage);
      return std::string(failure.what());
    }
    return std::string();
  };
  EXPECT_EQ(message([](AnnealedSettings& s) { s.runs = 1; }),
            "annealed importance sampling: runs is 1, but must be 2 or more");
  EXPECT_EQ(message([](AnnealedSettings& s) {
              s.betas = {0.0, 0.5, 0.4, 1.0};
            }),
            "annealed importance sampling: betas must be ascending from 0 to 1, but are 0, 0.5, "
            "0.4, 1");
  EXPECT_NE(message([](AnnealedSettings& s) { s.betas = {0.0, 0.5}; }), "");
  EXPECT_NE(message([](AnnealedSettings& s) { s.betas = {0.0, std::nan(""), 1.0}; }), "");
  EXPECT_NE(message([](AnnealedSettings& s) { s.weight_variance = 0.0; }), "");
  EXPECT_NE(message([](AnnealedSettings& s) { s.updates = 0; }), "");
  EXPECT_NE(message([](AnnealedSettings& s) { s.pilot.particles = 1; }), "");
}

}  // namespace
}  // namespace photinus
