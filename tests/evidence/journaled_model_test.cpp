// Truth: the estimator that was left alone. Interrupted behind any of its questions and run again
// with the journal so far, it asks for the rest only and ends with the same bits.
#include "photinus/evidence/journaled_model.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "photinus/base/errors.hpp"
#include "photinus/evidence/annealed.hpp"
#include "photinus/evidence/local_model.hpp"
#include "photinus/evidence/nested_sampling.hpp"
#include "photinus/evidence/sequential.hpp"
#include "photinus/evidence/smc.hpp"
#include "photinus/model/mvn_mean.hpp"
#include "support/caught.hpp"
#include "support/whole_models.hpp"

namespace photinus {
namespace {

struct Interrupt {};

using Estimator = std::function<EvidenceEstimate(EvidenceModel&)>;

MvnMean some_model() {
  DataTable table = some_table(40, 2);
  table.y.clear();
  return {table, {}, Prior::normal(Vector::Ones(2))};
}

AnnealedSettings few_runs() {
  AnnealedSettings settings;
  settings.runs = 16;
  return settings;
}

SmcSettings few_particles() {
  SmcSettings settings;
  settings.particles = 64;
  return settings;
}

std::vector<Estimator> estimators() {
  return {
      [](EvidenceModel& m) { return sequential_monte_carlo(m, few_particles()); },
      [](EvidenceModel& m) { return annealed_importance_sampling(m, few_runs()); },
      [](EvidenceModel& m) { return nested_sampling(m, {.particles = 8}, 3); },
      [](EvidenceModel& m) {
        return sequential_evidence(m, {.prior_draws = 50, .walkers = 10, .batch = 5}, 3).estimate;
      }};
}

void expect_same(const EvidenceEstimate& a, const EvidenceEstimate& b) {
  EXPECT_EQ(a.log_z, b.log_z);
  EXPECT_EQ(a.standard_error, b.standard_error);
  EXPECT_EQ(a.evaluations, b.evaluations);
}

/// The journal of an estimator that is interrupted behind its question number `last`.
Journal journal_until(std::size_t last, const Estimator& estimator) {
  MvnMean model = some_model();
  LocalModel rows(model);
  Journal kept;
  JournaledModel journaled(rows, {}, [&](const Journal& journal) {
    if (journal.questions.size() < last) return;
    kept = journal;
    throw Interrupt();
  });
  EXPECT_THROW(estimator(journaled), Interrupt);
  return kept;
}

TEST(JournaledModel, AnEstimatorGoesOnFromAnyQuestion) {
  for (const auto& estimator : estimators()) {
    MvnMean model = some_model();
    LocalModel alone(model);
    const EvidenceEstimate straight = estimator(alone);
    LocalModel counted(model);
    JournaledModel whole(counted, {}, [](const Journal&) {});
    expect_same(estimator(whole), straight);
    const std::size_t questions = whole.journal().questions.size();
    ASSERT_GT(questions, 10U);
    for (const std::size_t last : {std::size_t{1}, questions / 3, questions - 1}) {
      LocalModel rest(model);
      std::size_t asked = 0;
      JournaledModel again(rest, journal_until(last, estimator), [&](const Journal&) { ++asked; });
      expect_same(estimator(again), straight);
      EXPECT_EQ(asked, questions - last);
      EXPECT_LT(rest.evaluations(), straight.evaluations);
      EXPECT_EQ(again.evaluations(), straight.evaluations);
    }
  }
}

TEST(JournaledModel, RefusesTheJournalOfAnotherRun) {
  MvnMean model = some_model();
  LocalModel rows(model);
  Vector gradient;
  const std::vector<std::int64_t> list = {3, 1};
  JournaledModel first(rows, {}, [](const Journal&) {});
  first.log_likelihood(Vector::Zero(2), list, gradient);
  const auto ask = [&](const Journal& journal, const Vector& theta, std::int64_t last) {
    JournaledModel again(rows, journal, [](const Journal&) {});
    const std::vector<std::int64_t> other = {3, last};
    again.log_likelihood(theta, other, gradient);
  };
  EXPECT_NO_THROW(ask(first.journal(), Vector::Zero(2), 1));
  Journal cut = first.journal();
  cut.answers.pop_back();
  for (const auto& failure : {caught([&] { ask(first.journal(), Vector::Ones(2), 1); }),
                              caught([&] { ask(first.journal(), Vector::Zero(2), 2); }),
                              caught([&] { ask(cut, Vector::Zero(2), 1); })})
    EXPECT_EQ(failure.code(), ExitCode::bad_data);
}

}  // namespace
}  // namespace photinus
