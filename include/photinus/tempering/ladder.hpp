#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "photinus/base/random.hpp"
#include "photinus/model/data_model.hpp"

namespace photinus {

/// What the rungs of a ladder are to the posterior h_0 = p(X|theta) p(theta).
enum class LadderKind : std::uint8_t {
  likelihood_power,    ///< h_m = p(X|theta)^beta_m p(theta)
  posterior_power,     ///< h_m = (p(X|theta) p(theta))^beta_m
  nested_subsets,      ///< h_m = p(X_m|theta) p(theta), X_m of round(beta_m N) rows within X_{m-1}
  independent_subsets  ///< the same with X_m drawn apart from all others
};

/// One rung: log h = likelihood_power log p(subset | theta) + prior_power log p(theta), where
/// subset is number `subset` of the row order number `order`.
struct Rung {
  double likelihood_power = 1.0;
  double prior_power = 1.0;
  int order = 0;
  int subset = 0;
};

/// Inverse temperatures 1 = beta_0 > beta_1 > ... > beta_M = least, each the same part of the one
/// before: beta_m = least^(m/M). One rung is the posterior alone.
std::vector<double> geometric_ladder(int rungs, double least);

/// N_m = round(beta_m N).
std::vector<std::int64_t> subset_sizes(const std::vector<double>& betas, std::int64_t rows);

/// What is wrong with a ladder, for the user to read: its betas do not begin with 1, are not
/// decreasing, or lie outside (0, 1]; or, where rungs see subsets, a subset is empty, as large as
/// the one before it, or has fewer rows than `least_rows`. Empty where nothing is.
std::string ladder_complaint(LadderKind kind, const std::vector<double>& betas, std::int64_t rows,
                             int least_rows);

/// The densities of the ladder's rungs, coldest first.
std::vector<Rung> make_rungs(LadderKind kind, const std::vector<double>& betas);

/// The row orders that the rungs' subsets are beginnings of. Nested subsets share one order, a
/// uniform draw of the largest of them that is not the whole, without replacement; independent ones
/// have one each. The rows are drawn with numbers of `key`, whose index is set to the order.
std::vector<RowOrder> make_orders(LadderKind kind, const std::vector<double>& betas,
                                  std::int64_t rows, RandomKey key);

}  // namespace photinus
