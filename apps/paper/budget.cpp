#include "budget.hpp"

#include <algorithm>

namespace photinus::paper {

std::size_t affordable(const std::vector<Wish>& wishes, double seconds) {
  std::size_t count = 0;
  for (double sum = 0.0; count < wishes.size(); ++count) {
    sum += wishes[count].least;
    if (sum > seconds) break;
  }
  return count;
}

double share_of_first(const std::vector<Wish>& waiting, double seconds) {
  double spare = seconds;
  for (const Wish& wish : waiting) spare -= wish.least;
  const double even = std::max(0.0, spare) / static_cast<double>(waiting.size());
  return std::min(waiting.front().full, waiting.front().least + even);
}

Length shortened(const Length& full, const Length& least, double part) {
  const auto cut = [part](int most, int fewest) {
    return std::min(most, std::max(fewest, static_cast<int>(part * most)));
  };
  return {cut(full.warmup, least.warmup), cut(full.draws, least.draws)};
}

}  // namespace photinus::paper
