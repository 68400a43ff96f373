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
  Journal journal;
  JournaledModel journaled(rows, journal, [&] {
    if (journal.questions.size() == last) throw Interrupt();
  });
  EXPECT_THROW(estimator(journaled), Interrupt);
  return journal;
}

TEST(JournaledModel, AnEstimatorGoesOnFromAnyQuestion) {
  for (const auto& estimator : estimators()) {
    MvnMean model = some_model();
    LocalModel alone(model);
    const EvidenceEstimate straight = estimator(alone);
    Journal whole;
    LocalModel counted(model);
    JournaledModel journaled(counted, whole, [] {});
    expect_same(estimator(journaled), straight);
    const std::size_t questions = whole.questions.size();
    ASSERT_GT(questions, 10U);
    for (const std::size_t last : {std::size_t{1}, questions / 3, questions - 1}) {
      LocalModel rest(model);
      std::size_t asked = 0;
      Journal journal = journal_until(last, estimator);
      JournaledModel again(rest, journal, [&] { ++asked; });
      expect_same(estimator(again), straight);
      EXPECT_EQ(asked, questions - last);
      EXPECT_LT(rest.evaluations(), straight.evaluations);
      EXPECT_EQ(again.evaluations(), straight.evaluations);
      EXPECT_EQ(journal.questions, whole.questions);
    }
  }
}

// With the journal emptied behind every chunk, as a state is there to go on from.
TEST(JournaledModel, ASequentialRunGoesOnFromItsLastChunk) {
  MvnMean model = some_model();
  LocalModel rows(model);
  const SequentialSettings settings{.prior_draws = 50, .walkers = 10, .batch = 5};
  const auto straight = sequential_evidence(rows, settings, 3).estimate;
  int answers = 0;
  for (const int last : {1, 40, 100}) {
    Journal journal;
    SequentialState state = begin_sequential(rows, settings, 3);
    JournaledModel first(rows, journal, [&] {
      if (++answers == last) throw Interrupt();
    });
    answers = 0;
    EXPECT_THROW(continue_sequential(first, state,
                                     [&](const SequentialState& now) {
                                       state = now;
                                       first.start_afresh();
                                     }),
                 Interrupt);
    JournaledModel second(rows, journal, [] {});
    expect_same(continue_sequential(second, state).estimate, straight);
  }
}

TEST(JournaledModel, RefusesTheJournalOfAnotherRun) {
  MvnMean model = some_model();
  LocalModel rows(model);
  Vector gradient;
  const auto ask = [&](Journal journal, const Vector& theta, std::int64_t last) {
    JournaledModel again(rows, journal, [] {});
    const std::vector<std::int64_t> list = {3, last};
    again.log_likelihood(theta, list, gradient);
    return journal;
  };
  const Journal journal = ask({}, Vector::Zero(2), 1);
  EXPECT_NO_THROW(ask(journal, Vector::Zero(2), 1));
  Journal cut = journal;
  cut.answers.pop_back();
  for (const auto& failure : {caught([&] { ask(journal, Vector::Ones(2), 1); }),
                              caught([&] { ask(journal, Vector::Zero(2), 2); }),
                              caught([&] { ask(cut, Vector::Zero(2), 1); })})
    EXPECT_EQ(failure.code(), ExitCode::bad_data);
}

}  // namespace
}  // namespace photinus
