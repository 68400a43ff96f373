#include "photinus/evidence/path_draws.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <sstream>
#include <string>

#include "chain_terms.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/diagnostics/mixing.hpp"
#include "photinus/diagnostics/moments.hpp"

namespace photinus {

namespace {

constexpr std::size_t least_draws = 8;

template <class... Parts>
[[noreturn]] void usage(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  throw Failure(ExitCode::usage, text.str());
}

std::string rung_name(const PathDraws& draws, std::size_t m) {
  std::ostringstream text;
  text << "rung " << m << " (from 0, beta " << draws.betas[m] << ")";
  return text.str();
}

void check_betas(const std::vector<double>& betas) {
  if (betas.size() < 2)
    usage("a path has ", betas.size(), " betas, but an estimate needs two or more");
  for (std::size_t m = 0; m < betas.size(); ++m) {
    if (!(betas[m] >= 0.0 && betas[m] <= 1.0))
      usage("beta ", betas[m], " (number ", m, " from 0) is not in [0, 1]");
    if (m > 0 && betas[m] <= betas[m - 1])
      usage("betas must be ascending, but number ", m, " from 0, ", betas[m], ", follows ",
            betas[m - 1]);
  }
}

void check_value(const PathDraws& draws, std::size_t m, double value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (std::isnan(value) || value == infinity)
    usage(rung_name(draws, m), " has the log-likelihood ", value, ", which no draw can have");
  if (value == -infinity && draws.betas[m] > 0.0)
    usage(rung_name(draws, m), " has a draw of likelihood 0, which is possible at beta 0 only");
}

void check_rung(const PathDraws& draws, std::size_t m) {
  const Chains& chains = draws.log_likelihoods[m];
  if (chains.empty()) usage(rung_name(draws, m), " has no draws");
  bool possible = false;
  for (const auto& chain : chains) {
    if (chain.size() < least_draws)
      usage(rung_name(draws, m), " has a chain of ", chain.size(),
            " draws, but a standard error needs ", least_draws, " or more");
    if (chain.size() != chains.front().size())
      usage(rung_name(draws, m), " has chains of ", chains.front().size(), " and of ", chain.size(),
            " draws: give all the same length");
    for (const double value : chain) {
      check_value(draws, m, value);
      possible = possible || std::isfinite(value);
    }
  }
  if (!possible) usage("all draws of ", rung_name(draws, m), " have likelihood 0");
}

Chains halves(const Chains& chains) {
  Chains parts;
  for (const auto& chain : chains) {
    const auto half = static_cast<std::ptrdiff_t>(chain.size() / 2);
    parts.emplace_back(chain.begin(), chain.begin() + half);
    parts.emplace_back(chain.end() - half, chain.end());
  }
  return parts;
}

double mean_error(const Chains& series) {
  const double variance = variance_of(all_of(series));
  return variance > 0.0 ? std::sqrt(variance / effective_size(halves(series))) : 0.0;
}

bool same_shape(const std::vector<Chains>& rungs) {
  return std::all_of(rungs.begin(), rungs.end(), [&](const Chains& chains) {
    return chains.size() == rungs.front().size() &&
           chains.front().size() == rungs.front().front().size();
  });
}

Chains sum_over_rungs(const std::vector<Chains>& rungs) {
  Chains sum = rungs.front();
  for (std::size_t m = 1; m < rungs.size(); ++m)
    for (std::size_t c = 0; c < sum.size(); ++c)
      for (std::size_t i = 0; i < sum[c].size(); ++i) sum[c][i] += rungs[m][c][i];
  return sum;
}

std::string ratio_remark(double first, double last) {
  std::ostringstream text;
  text << "log of the normaliser at beta " << last << " over that at beta " << first
       << ": not the evidence, which is that from 0 to 1";
  return text.str();
}

}  // namespace

void check(const PathDraws& draws) {
  check_betas(draws.betas);
  if (draws.log_likelihoods.size() != draws.betas.size())
    usage("a path has ", draws.betas.size(), " betas, but draws of ", draws.log_likelihoods.size(),
          " rungs");
  for (std::size_t m = 0; m < draws.betas.size(); ++m) check_rung(draws, m);
}

double influence_error(const std::vector<Chains>& influences) {
  if (same_shape(influences)) return mean_error(sum_over_rungs(influences));
  double squares = 0.0;
  for (const Chains& rung : influences) {
    const double error = mean_error(rung);
    squares += error * error;
  }
  return std::sqrt(squares);
}

EvidenceEstimate path_estimate(const PathDraws& draws, const char* method, double log_z,
                               const std::vector<Chains>& influences) {
  EvidenceEstimate estimate;
  estimate.method = method;
  estimate.log_z = log_z;
  estimate.standard_error = influence_error(influences);
  estimate.ratio = draws.betas.front() > 0.0 || draws.betas.back() < 1.0;
  if (estimate.ratio) estimate.remark = ratio_remark(draws.betas.front(), draws.betas.back());
  return estimate;
}

}  // namespace photinus
