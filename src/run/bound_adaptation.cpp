#include "photinus/run/bound_adaptation.hpp"

#include <algorithm>
#include <cmath>

namespace photinus {

namespace {

constexpr std::int64_t fewest_iterations = 40;

// A quarter, half and three quarters into warm-up.
constexpr std::int64_t looks = 4;

struct Spread {
  double mean_square = 0.0;  // of the distance from the reference
  double largest = 0.0;
};

Vector draw(const ChainDraws& chain, std::size_t i, Eigen::Index p) {
  return Eigen::Map<const Vector>(chain.theta.data() + static_cast<Eigen::Index>(i) * p, p);
}

Vector mean_of(const ChainDraws& chain, std::size_t first, std::size_t last, Eigen::Index p) {
  Vector sum = Vector::Zero(p);
  for (std::size_t i = first; i < last; ++i) sum += draw(chain, i, p);
  return sum / static_cast<double>(last - first);
}

struct EstimatedMean {
  Vector theta;
  double square_error = 0.0;  // expected squared distance from the posterior's mean
};

// Chains that have not mixed betray it: their means lie far apart. Few chains are cut in pieces.
EstimatedMean mean_of_all(const std::vector<ChainDraws>& draws, std::size_t first, std::size_t last,
                          const BoundSurface& surface) {
  constexpr std::size_t fewest_pieces = 4;
  const std::size_t cuts = (fewest_pieces + draws.size() - 1) / draws.size();
  const Vector& reference = surface.region().reference();
  std::vector<Vector> pieces;
  for (const auto& chain : draws)
    for (std::size_t cut = 0; cut < cuts; ++cut)
      pieces.push_back(mean_of(chain, first + (last - first) * cut / cuts,
                               first + (last - first) * (cut + 1) / cuts, reference.size()));
  const auto count = static_cast<double>(pieces.size());
  EstimatedMean mean{Vector::Zero(reference.size())};
  for (const Vector& piece : pieces) mean.theta += piece / count;
  for (const Vector& piece : pieces) {
    const double away = surface.region().distance(reference + (piece - mean.theta));
    mean.square_error += away * away;
  }
  mean.square_error /= count * (count - 1.0);
  return mean;
}

Spread spread_about(const std::vector<ChainDraws>& draws, std::size_t first, std::size_t last,
                    const BoundSurface& surface, const Vector& centre) {
  Spread spread;
  const Vector shift = surface.region().reference() - centre;
  for (const auto& chain : draws)
    for (std::size_t i = first; i < last; ++i) {
      const double away = surface.region().distance(draw(chain, i, centre.size()) + shift);
      spread.mean_square += away * away;
      spread.largest = std::max(spread.largest, away);
    }
  spread.mean_square /= static_cast<double>(draws.size()) * static_cast<double>(last - first);
  return spread;
}

}  // namespace

bool time_to_adapt_bounds(std::int64_t iteration, std::int64_t warmup) {
  if (iteration < fewest_iterations || iteration >= warmup) return false;
  for (std::int64_t look = 1; look < looks; ++look)
    if (iteration == warmup * look / looks) return true;
  return false;
}

std::optional<BoundChoice> better_choice(const std::vector<ChainDraws>& draws, std::size_t first,
                                         std::size_t last, const BoundSurface& surface) {
  // Distances of many parameters vary by 0.7 about sqrt(P): what is near is so in these units, too.
  const auto near_the_end = [](double radius) { return std::min(0.08 * radius, 1.0); };
  const auto room = [](double largest) { return std::min(0.2 * largest, 2.5); };
  constexpr double too_narrow = 0.75, too_wide = 1.3;  // of the spread that gaps were expected over
  const BoundChoice& old = surface.choice();
  const Eigen::Index p = old.reference.size();
  const EstimatedMean mean = mean_of_all(draws, first, last, surface);
  // One standard deviation (less where there are few parameters) nearer to the posterior's mean:
  // the squared distance from it is shift^2 - square_error now and square_error after.
  const double far_off = std::min(1.0, 0.2 * static_cast<double>(p)) + 2.0 * mean.square_error;
  const double shift = surface.region().distance(mean.theta);
  const bool moved = surface.settings().anchor == Anchor::mode && shift * shift > far_off;
  BoundChoice better = old;
  if (moved) better.reference = mean.theta;
  const Spread spread = spread_about(draws, first, last, surface, better.reference);
  better.spread = std::sqrt(spread.mean_square / static_cast<double>(p));
  const bool limited = old.radius != everywhere;
  const bool pressed = limited && spread.largest > old.radius - near_the_end(old.radius);
  if (limited)
    better.radius = std::max(surface.default_choice(old.reference).radius,
                             spread.largest + room(spread.largest));
  const double ratio = better.spread / old.spread;
  if (!moved && !pressed && ratio > too_narrow && ratio < too_wide) return {};
  return better;
}

}  // namespace photinus
