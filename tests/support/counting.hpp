#pragma once

#include <atomic>
#include <cstdint>

#include "photinus/model/linear.hpp"
#include "photinus/model/logistic.hpp"
#include "photinus/model/student_t.hpp"

namespace photinus {

/// Likelihood evaluations of every family that counts its own: the truth for every count that the
/// engine reports.
struct EvaluationsMade {
  inline static std::atomic<std::int64_t> count{0};
};

/// A family that counts its own likelihood evaluations. Tangents are not counted.
template <class Family>
struct Counting : Family {
  using Family::Family;
  explicit Counting(const Family& family) : Family(family) {}

  Likelihood evaluate(double y, double eta) const {
    ++EvaluationsMade::count;
    return Family::evaluate(y, eta);
  }
  Counting at(double log_sigma) const requires ScaleFamily<Family> {
    return Counting(Family::at(log_sigma));
  }
};

static_assert(LinearPredictorFamily<Counting<Logistic>>);
static_assert(!ScaleFamily<Counting<Logistic>>);
static_assert(ScaleFamily<Counting<StudentT>>);
static_assert(ScaleFamily<Counting<Linear>>);

}  // namespace photinus
