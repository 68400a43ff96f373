#pragma once

#include <atomic>
#include <cstdint>

#include "photinus/model/logistic.hpp"

namespace photinus {

/// Logistic regression that counts its own likelihood evaluations: the truth for every count that
/// the engine reports. Tangents are not counted.
struct Counting : Logistic {
  static constexpr const char* name = "counting";
  inline static std::atomic<std::int64_t> evaluations{0};

  Likelihood evaluate(double y, double eta) const {
    ++evaluations;
    return Logistic::evaluate(y, eta);
  }
};

static_assert(LinearPredictorFamily<Counting>);

}  // namespace photinus
