#include "photinus/diagnostics/convergence.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "photinus/base/elementary.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/diagnostics/mixing.hpp"
#include "photinus/diagnostics/moments.hpp"
#include "photinus/diagnostics/ranks.hpp"

namespace photinus {

namespace {

constexpr std::size_t least_for_r_hat = 4;  // halves need two draws for a variance
constexpr std::size_t least_for_ess = 6;    // and three for a pair of autocorrelations

Diagnostic missing(const std::string& reason) { return {detail::not_a_number, reason}; }

/// Finite draws can still overflow on the way.
Diagnostic number(double value) {
  return std::isnan(value) ? missing("not finite") : Diagnostic{value, ""};
}

std::size_t length_of(const Chains& chains) {
  if (chains.empty()) return 0;
  for (const auto& chain : chains)
    if (chain.size() != chains.front().size())
      throw Failure(ExitCode::internal, "diagnostics need chains of equal lengths");
  return chains.front().size();
}

bool all_finite(const Chains& chains) {
  return std::all_of(chains.begin(), chains.end(), [](const auto& chain) {
    return std::all_of(chain.begin(), chain.end(), [](double x) { return std::isfinite(x); });
  });
}

bool all_equal(const Chains& chains) {
  const double first = chains.front().front();
  return std::all_of(chains.begin(), chains.end(), [&](const auto& chain) {
    return std::all_of(chain.begin(), chain.end(), [&](double x) { return x == first; });
  });
}

/// Why these draws have no moments; empty if they have.
std::string why_unusable(const Chains& chains, std::size_t least_length) {
  if (length_of(chains) < least_length) return "too few draws";
  return all_finite(chains) ? "" : "not finite";
}

/// Why these draws have no convergence diagnostic; empty if they have.
std::string why_undiagnosed(const Chains& chains, std::size_t least_length) {
  const auto reason = why_unusable(chains, least_length);
  return reason.empty() && all_equal(chains) ? "constant" : reason;
}

/// Statistic of the halves of draws that were transformed; `constant` is said if they are all
/// equal although the draws are not.
template <class Statistic>
Diagnostic of_halves(Statistic statistic, const Chains& halves, const std::string& constant) {
  if (!all_finite(halves)) return missing("not finite");
  if (all_equal(halves)) return missing(constant);
  return number(statistic(halves));
}

Diagnostic smaller(const Diagnostic& a, const Diagnostic& b) {
  if (!a.available()) return a;
  return b.available() && a.value < b.value ? a : b;
}

Diagnostic larger(const Diagnostic& a, const Diagnostic& b) {
  if (!a.available()) return a;
  return b.available() && a.value > b.value ? a : b;
}

template <class Function>
Chains transform(Chains chains, Function function) {
  for (auto& chain : chains)
    for (double& x : chain) x = function(x);
  return chains;
}

Diagnostic ess_quantile(const Chains& chains, double p) {
  const double bound = quantile_of(pool(chains), p);
  const auto indicator = transform(chains, [&](double x) { return x <= bound ? 1.0 : 0.0; });
  return of_halves(effective_size, split(indicator), "constant tail indicator");
}

}  // namespace

Diagnostic r_hat(const Chains& chains) {
  const auto reason = why_undiagnosed(chains, least_for_r_hat);
  if (!reason.empty()) return missing(reason);
  const auto bulk = rank_normalise(split(chains));
  const auto tail = rank_normalise(split(fold(chains)));
  return larger(of_halves(potential_scale_reduction, bulk, "constant but for one draw"),
                of_halves(potential_scale_reduction, tail, "constant after folding"));
}

Diagnostic ess_bulk(const Chains& chains) {
  const auto reason = why_undiagnosed(chains, least_for_ess);
  if (!reason.empty()) return missing(reason);
  return of_halves(effective_size, rank_normalise(split(chains)), "constant but for one draw");
}

Diagnostic ess_tail(const Chains& chains) {
  const auto reason = why_undiagnosed(chains, least_for_ess);
  if (!reason.empty()) return missing(reason);
  return smaller(ess_quantile(chains, 0.05), ess_quantile(chains, 0.95));
}

Diagnostic ess_mean(const Chains& chains) {
  const auto reason = why_undiagnosed(chains, least_for_ess);
  if (!reason.empty()) return missing(reason);
  return of_halves(effective_size, split(chains), "constant but for one draw");
}

Diagnostic mcse_mean(const Chains& chains) {
  const auto ess = ess_mean(chains);
  return ess.available() ? number(sd(chains).value / std::sqrt(ess.value)) : ess;
}

Diagnostic mcse_sd(const Chains& chains) {
  const auto reason = why_undiagnosed(chains, least_for_ess);
  if (!reason.empty()) return missing(reason);
  const double centre = mean_of(pool(chains));
  const auto squares = transform(chains, [&](double x) { return (x - centre) * (x - centre); });
  const auto ess = of_halves(effective_size, split(squares), "constant squared deviations");
  if (!ess.available()) return ess;
  const double second = mean_of(pool(squares));
  const double fourth = mean_of(pool(transform(squares, [](double s) { return s * s; })));
  return number(std::sqrt((fourth - second * second) / ess.value / second) / 2.0);
}

Diagnostic mean(const Chains& chains) {
  const auto reason = why_unusable(chains, 1);
  return reason.empty() ? number(mean_of(pool(chains))) : missing(reason);
}

Diagnostic sd(const Chains& chains) {
  const auto reason = why_unusable(chains, chains.size() > 1 ? 1 : 2);
  return reason.empty() ? number(std::sqrt(variance_of(pool(chains)))) : missing(reason);
}

Diagnostic quantile(const Chains& chains, double p) {
  const auto reason = why_unusable(chains, 1);
  return reason.empty() ? number(quantile_of(pool(chains), p)) : missing(reason);
}

}  // namespace photinus
