#include "photinus/tempering/ladder.hpp"

#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/data/dataset.hpp"

namespace photinus {

namespace {

bool has_subsets(LadderKind kind) {
  return kind == LadderKind::nested_subsets || kind == LadderKind::independent_subsets;
}

std::string about(std::size_t m, double beta, const std::string& why) {
  return "tempering.ladder: rung " + std::to_string(m) + " (from 0), beta = " + shown(beta) + ": " +
         why;
}

std::string beta_complaint(const std::vector<double>& betas, std::size_t m) {
  const double beta = betas[m];
  if (!(beta > 0.0 && beta <= 1.0)) return "betas must be above 0 and at most 1";
  if (m == 0 && beta != 1.0) return "the first rung is the posterior, beta = 1";
  if (m > 0 && !(beta < betas[m - 1])) return "betas must decrease from rung to rung";
  return "";
}

std::string subset_complaint(const std::vector<std::int64_t>& sizes, std::size_t m,
                             int least_rows) {
  const std::string text = "its subset is round(beta N) = " + std::to_string(sizes[m]) + " rows";
  if (sizes[m] == 0) return text + "; a subset needs rows: use larger betas";
  if (sizes[m] < least_rows)
    return text + ", fewer than the " + std::to_string(least_rows) +
           " parameters, whose priors are not all proper; use larger betas";
  if (m > 0 && sizes[m] >= sizes[m - 1])
    return text + ", as many as the rung before it has; space the betas wider";
  return "";
}

// The first `drawn` rows are drawn without replacement, the others stand in any order.
std::vector<std::int32_t> draw_rows(std::int64_t rows, std::int64_t drawn, RandomKey key) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), 0);
  Stream stream(key);
  for (std::int64_t i = 0; i < drawn; ++i) {
    const std::uint64_t left = static_cast<std::uint64_t>(rows - i);
    const auto other = i + static_cast<std::int64_t>(stream.below(left));
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(other)]);
  }
  return order;
}

RowOrder all_rows(std::int64_t rows) { return {draw_rows(rows, 0, {}), {rows}}; }

}  // namespace

std::vector<double> geometric_ladder(int rungs, double least) {
  std::vector<double> betas = {1.0};
  for (int m = 1; m < rungs; ++m) betas.push_back(exp(log(least) * m / (rungs - 1)));
  if (rungs > 1) betas.back() = least;
  return betas;
}

std::vector<std::int64_t> subset_sizes(const std::vector<double>& betas, std::int64_t rows) {
  std::vector<std::int64_t> sizes;
  for (const double beta : betas)
    sizes.push_back(static_cast<std::int64_t>(std::llround(beta * static_cast<double>(rows))));
  return sizes;
}

std::string ladder_complaint(LadderKind kind, const std::vector<double>& betas, std::int64_t rows,
                             int least_rows) {
  if (betas.empty()) return "tempering.ladder holds no rung";
  const auto sizes = subset_sizes(betas, rows);
  for (std::size_t m = 0; m < betas.size(); ++m) {
    std::string why = beta_complaint(betas, m);
    if (why.empty() && has_subsets(kind)) why = subset_complaint(sizes, m, least_rows);
    if (!why.empty()) return about(m, betas[m], why);
  }
  return "";
}

std::vector<Rung> make_rungs(LadderKind kind, const std::vector<double>& betas) {
  std::vector<Rung> rungs;
  const int last = static_cast<int>(betas.size()) - 1;
  for (int m = 0; m <= last; ++m) {
    const double beta = betas[static_cast<std::size_t>(m)];
    if (kind == LadderKind::likelihood_power) rungs.push_back({beta, 1.0, 0, 0});
    if (kind == LadderKind::posterior_power) rungs.push_back({beta, beta, 0, 0});
    if (kind == LadderKind::nested_subsets) rungs.push_back({1.0, 1.0, 0, last - m});
    if (kind == LadderKind::independent_subsets) rungs.push_back({1.0, 1.0, m, 0});
  }
  return rungs;
}

std::vector<RowOrder> make_orders(LadderKind kind, const std::vector<double>& betas,
                                  std::int64_t rows, RandomKey key) {
  if (!has_subsets(kind) || betas.size() == 1) return {all_rows(rows)};
  const auto sizes = subset_sizes(betas, rows);
  if (kind == LadderKind::nested_subsets)
    return {{draw_rows(rows, sizes[1], key), {sizes.rbegin(), sizes.rend()}}};
  std::vector<RowOrder> orders = {all_rows(rows)};
  for (std::size_t m = 1; m < sizes.size(); ++m) {
    key.index = m;
    auto drawn = draw_rows(rows, sizes[m], key);
    drawn.resize(static_cast<std::size_t>(sizes[m]));
    orders.push_back({std::move(drawn), {sizes[m]}});
  }
  return orders;
}

}  // namespace photinus
