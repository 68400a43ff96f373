#include "photinus/diagnostics/autocovariance.hpp"

#include <algorithm>
#include <array>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/diagnostics/moments.hpp"

namespace photinus {

namespace {

constexpr std::size_t lanes = 4;
constexpr std::size_t block = 8;  // lags per pass: one load of x serves them all
using Lanes = Eigen::Array<double, lanes, 1>;
using Sums = std::array<double, block>;

/// Adds sum_i x_i x_(i + first + k) to sums[k]. Each lag has lanes of its own, so its bits do not
/// depend on the block; the zeros behind x stand in for the ends of the sums.
void add_products(const std::vector<double>& x, std::size_t length, std::size_t first, Sums& sums) {
  std::array<Lanes, block> total;
  total.fill(Lanes::Zero());
  for (std::size_t i = 0; i + first < length; i += lanes) {
    const Lanes here = Eigen::Map<const Lanes>(x.data() + i);
    const double* const there = x.data() + i + first;
    for (std::size_t k = 0; k < block; ++k) total[k] += here * Eigen::Map<const Lanes>(there + k);
  }
  for (std::size_t k = 0; k < block; ++k)
    sums[k] += (total[k][0] + total[k][1]) + (total[k][2] + total[k][3]);
}

std::vector<double> centre_and_pad(const std::vector<double>& chain) {
  const double mean = mean_of(chain);
  std::vector<double> x(chain.size() + lanes + block, 0.0);
  std::transform(chain.begin(), chain.end(), x.begin(), [&](double v) { return v - mean; });
  return x;
}

}  // namespace

Autocovariance::Autocovariance(const Chains& chains)
    : chains_(chains.size()), length_(chains.front().size()) {
  for (const auto& chain : chains) {
    auto x = centre_and_pad(chain);
    const bool moves = std::any_of(x.begin(), x.end(), [](double v) { return v != 0.0; });
    if (moves) centred_.push_back(std::move(x));
  }
}

double Autocovariance::at(std::size_t lag) {
  while (known_.size() <= lag) extend();
  return known_[lag];
}

void Autocovariance::extend() {
  Sums sums{};
  for (const auto& x : centred_) add_products(x, length_, known_.size(), sums);
  const double scale = static_cast<double>(length_) * static_cast<double>(chains_);
  for (const double sum : sums) known_.push_back(sum / scale);
}

}  // namespace photinus
