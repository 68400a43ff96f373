// Truth: the estimator that was left alone. Interrupted behind any of its questions and run again
// with the journal so far, it asks for the rest only and ends with the same bits.
#include "photinus/evidence/journaled_model.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

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

SmcSettings few_particles(const std::string& kernel = "hmc") {
  SmcSettings settings;
  settings.particles = 64;
  settings.kernel.name = kernel;
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

template <class State>
using Continued = std::function<EvidenceEstimate(EvidenceModel&, const State&,
                                                 const std::function<void(const State&)>&)>;

/// An estimator whose state is kept behind every step, the journal being emptied: it may be
/// interrupted behind any of its questions, again and again.
template <class State>
void expect_goes_on(const State& first, const Continued<State>& estimator) {
  MvnMean model = some_model();
  LocalModel rows(model);
  std::size_t questions = 0;
  Journal whole;
  JournaledModel counted(rows, whole, [&] { ++questions; });
  const EvidenceEstimate straight = estimator(counted, first, {});
  State state = first;
  Journal journal;
  std::size_t left = questions / 4, interruptions = 0;
  for (;;) {
    JournaledModel model_now(rows, journal, [&] {
      if (left-- == 0) throw Interrupt();
    });
    const auto keep = [&](const State& now) {
      state = now;
      model_now.start_afresh();
    };
    try {
      expect_same(estimator(model_now, state, keep), straight);
      break;
    } catch (const Interrupt&) {
      ++interruptions;
      left = questions / 4;
    }
  }
  EXPECT_GE(interruptions, 3U);
  EXPECT_LT(journal.questions.size(), questions / 4);
}

TEST(JournaledModel, AnEstimatorGoesOnFromTheStateOfAnyStep) {
  MvnMean model = some_model();
  LocalModel rows(model);
  expect_goes_on<SequentialState>(
      begin_sequential(rows, {.prior_draws = 50, .walkers = 10, .batch = 5}, 3),
      [](auto& m, const auto& state, const auto& keep) {
        return continue_sequential(m, state, keep).estimate;
      });
  // Of these two the first takes its longest step here, the second one that it has adapted.
  for (const char* kernel : {"hmc", "random_walk"})
    expect_goes_on<SmcState>({}, [&](auto& m, const auto& state, const auto& keep) {
      return continue_smc(m, few_particles(kernel), state, keep).estimate;
    });
  expect_goes_on<AnnealedState>({}, [](auto& m, const auto& state, const auto& keep) {
    return continue_annealed(m, few_runs(), state, keep);
  });
  NestedSettings nested{.particles = 8};
  nested.constrained.learning_rate = 1.0;  // falls
  for (const NestedDraw draw : {NestedDraw::constrained, NestedDraw::rejection}) {
    nested.draw = draw;
    expect_goes_on<NestedState>({}, [&](auto& m, const auto& state, const auto& keep) {
      return continue_nested(m, {0, 3}, nested, 3, state, nullptr, keep);
    });
  }
}

TEST(JournaledModel, WhatHasNoRoomIsAskedAgain) {
  constexpr std::size_t most_bytes = 1'000;
  for (const auto& estimator : estimators()) {
    MvnMean model = some_model();
    LocalModel rows(model);
    const EvidenceEstimate straight = estimator(rows);
    Journal journal;
    JournaledModel full(
        rows, journal, [] {}, most_bytes);
    expect_same(estimator(full), straight);
    EXPECT_GT(journal.questions.size(), 0U);
    EXPECT_LE(8 * (journal.questions.size() + journal.answers.size()), most_bytes);
    std::size_t asked = 0;
    const std::size_t kept = journal.questions.size();
    JournaledModel again(rows, journal, [&] { ++asked; });
    expect_same(estimator(again), straight);
    EXPECT_EQ(asked + kept, journal.questions.size());
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
