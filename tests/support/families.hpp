#pragma once

#include <gtest/gtest.h>

#include "photinus/base/random.hpp"
#include "photinus/model/linear.hpp"
#include "photinus/model/logistic.hpp"
#include "photinus/model/poisson.hpp"
#include "photinus/model/probit.hpp"
#include "photinus/model/student_t.hpp"

namespace photinus {

/// The families that the typed tests run over: a new family is one more here.
using EveryFamily = ::testing::Types<Linear, Logistic, Poisson, Probit, StudentT>;
/// Those with a bound that holds everywhere.
using EveryGloballyBoundedFamily = ::testing::Types<Linear, Logistic, Probit, StudentT>;
/// Those whose scale of residuals can be a parameter.
using EveryScaleFamily = ::testing::Types<Linear, StudentT>;

/// A coded response that the family accepts, drawn from labels, counts and real numbers.
template <class Family>
double draw_response(const Family& family, Stream& stream) {
  for (;;) {
    const std::uint64_t kind = stream.below(3);
    const double response = kind == 0   ? static_cast<double>(stream.below(3)) - 1.0
                            : kind == 1 ? static_cast<double>(stream.below(20))
                                        : 3.0 * stream.normal();
    if (family.accepts(response)) return family.code(response);
  }
}

/// The curvature of a bound about `centre` that holds at eta: the one that holds everywhere, where
/// there is one.
template <class Family>
double holding_curvature(const Family& family, double y, double centre, double eta) {
  if constexpr (GloballyBounded<Family>) return family.global_curvature(y, centre);
  const double reach = eta < centre ? centre - eta : eta - centre;
  return family.curvature_within(y, centre, reach * (1.0 + 1e-12));
}

}  // namespace photinus
