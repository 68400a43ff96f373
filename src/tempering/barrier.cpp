#include "photinus/tempering/barrier.hpp"

#include <algorithm>
#include <cmath>

#include "photinus/base/elementary.hpp"

namespace photinus {

namespace {

constexpr double least_rejection = 0.001;

}  // namespace

Barrier estimate_barrier(const std::vector<double>& betas, const std::vector<double>& rejection) {
  Barrier barrier{betas, {0.0}};
  for (const double rate : rejection) barrier.cumulative.push_back(barrier.global() + rate);
  return barrier;
}

std::vector<double> local_barrier(const Barrier& barrier) {
  std::vector<double> slopes;
  for (std::size_t m = 1; m < barrier.betas.size(); ++m)
    slopes.push_back((barrier.cumulative[m] - barrier.cumulative[m - 1]) /
                     log(barrier.betas[m - 1] / barrier.betas[m]));
  return slopes;
}

std::vector<double> equal_rejection_ladder(const Barrier& barrier, int rungs) {
  std::vector<double> cumulative = {0.0};
  for (std::size_t m = 1; m < barrier.cumulative.size(); ++m)
    cumulative.push_back(
        cumulative.back() +
        std::max(barrier.cumulative[m] - barrier.cumulative[m - 1], least_rejection));
  std::vector<double> betas = {barrier.betas.front()};
  std::size_t m = 1;
  for (int k = 1; k + 1 < rungs; ++k) {
    const double wanted = cumulative.back() * k / (rungs - 1);
    while (cumulative[m] < wanted) ++m;
    const double part = (wanted - cumulative[m - 1]) / (cumulative[m] - cumulative[m - 1]);
    betas.push_back(
        exp(log(barrier.betas[m - 1]) + part * log(barrier.betas[m] / barrier.betas[m - 1])));
  }
  if (rungs > 1) betas.push_back(barrier.betas.back());
  return betas;
}

int proposed_rungs(const Barrier& barrier) {
  return std::max(2, 1 + static_cast<int>(std::llround(2.0 * barrier.global())));
}

double expected_round_trip_rate(const std::vector<double>& rejection) {
  double sum = 0.0;
  for (const double rate : rejection) sum += rate / (1.0 - rate);
  return 1.0 / (2.0 + 2.0 * sum);
}

}  // namespace photinus
