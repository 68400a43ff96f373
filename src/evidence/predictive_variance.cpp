#include "photinus/evidence/predictive_variance.hpp"

#include <algorithm>
#include <cstddef>

#include "photinus/base/elementary.hpp"
#include "photinus/evidence/log_mean.hpp"

namespace photinus {

namespace {

// Over their mean.
std::vector<double> weights(const std::vector<double>& log_weights) {
  const double log_mean = log_mean_exp(log_weights).value;
  std::vector<double> u;
  for (const double value : log_weights) u.push_back(exp(value - log_mean));
  return u;
}

double variance(const std::vector<double>& u) {
  double squares = 0.0;
  for (const double value : u) squares += (value - 1.0) * (value - 1.0);
  return squares / static_cast<double>(std::max<std::size_t>(u.size(), 2) - 1);
}

double half_mean_square(const std::vector<double>& u, std::size_t apart) {
  double squares = 0.0;
  for (std::size_t i = apart; i < u.size(); ++i)
    squares += (u[i] - u[i - apart]) * (u[i] - u[i - apart]);
  return 0.5 * squares / static_cast<double>(u.size() - apart);
}

}  // namespace

double squared_variation(const std::vector<double>& log_weights) {
  return variance(weights(log_weights));
}

void PredictiveVariance::add_independent(const std::vector<double>& log_weights) {
  independent_ += squared_variation(log_weights) / static_cast<double>(log_weights.size());
}

void PredictiveVariance::add_walks(const std::vector<double>& log_weights, int walkers) {
  const auto of_each = static_cast<std::size_t>(walkers);
  const std::size_t draws = log_weights.size() / of_each;
  const std::vector<double> u = weights(log_weights);
  walkers_ = walkers;
  within_ += variance(u);
  by_lag_.resize(draws - 1, 0.0);
  for (std::size_t t = 1; t < draws; ++t) by_lag_[t - 1] += half_mean_square(u, t * of_each);
}

double PredictiveVariance::value() const {
  const auto draws = static_cast<double>(by_lag_.size() + 1);
  double of_draw = within_, of_mean = 0.0;
  for (std::size_t t = 1; t <= by_lag_.size(); ++t) {
    of_draw = std::max(of_draw, by_lag_[t - 1]);
    of_mean -= 2.0 / (draws * draws) * (draws - static_cast<double>(t)) * by_lag_[t - 1];
  }
  of_mean = std::max(of_draw + of_mean, of_draw / draws);
  return independent_ + of_mean / walkers_;
}

}  // namespace photinus
