#include "photinus/diagnostics/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "photinus/diagnostics/convergence.hpp"

namespace photinus {

namespace {

constexpr double r_hat_limit = 1.01;
constexpr double ess_per_chain = 100.0;

using Field = double ParameterSummary::*;
using Parameters = std::vector<ParameterSummary>;

/// The value, keeping the first reason met.
double take(const Diagnostic& diagnostic, std::string& reason) {
  if (reason.empty()) reason = diagnostic.reason;
  return diagnostic.value;
}

bool unjudged(const ParameterSummary& p) {
  return std::isnan(p.r_hat) || std::isnan(p.ess_bulk) || std::isnan(p.ess_tail);
}

void judge_availability(const Parameters& all, std::vector<std::string>& reasons) {
  const auto failing = std::count_if(all.begin(), all.end(), unjudged);
  if (failing == 0) return;
  const auto& first = *std::find_if(all.begin(), all.end(), unjudged);
  const bool short_run = first.reason == "too few draws";
  reasons.push_back(fmt::format("r_hat or ess of {} is not available: {} ({} of {} parameters); {}",
                                first.name, first.reason, failing, all.size(),
                                short_run ? "run more draws" : "look at its draws and its prior"));
}

/// Rounded up: a value above 1.01 is never shown as 1.01.
void judge_r_hat(const Parameters& all, std::vector<std::string>& reasons) {
  const auto fails = [](const ParameterSummary& p) { return p.r_hat > r_hat_limit; };
  const auto failing = std::count_if(all.begin(), all.end(), fails);
  if (failing == 0) return;
  const ParameterSummary* worst = &all.front();
  for (const auto& p : all)
    if (!(worst->r_hat >= p.r_hat) && !std::isnan(p.r_hat)) worst = &p;
  reasons.push_back(fmt::format(
      "r_hat {:.6g} of {} is above {} ({} of {} parameters); run more draws, and if it stays, look "
      "for chains in different places",
      std::ceil(worst->r_hat * 1000.0) / 1000.0, worst->name, r_hat_limit, failing, all.size()));
}

/// Rounded down: a value below the limit is never shown as the limit.
void judge_ess(const char* name, Field field, double limit, const Parameters& all,
               std::vector<std::string>& reasons) {
  const auto fails = [&](const ParameterSummary& p) { return p.*field < limit; };
  const auto failing = std::count_if(all.begin(), all.end(), fails);
  if (failing == 0) return;
  const ParameterSummary* worst = &all.front();
  for (const auto& p : all)
    if (!(worst->*field <= p.*field) && !std::isnan(p.*field)) worst = &p;
  reasons.push_back(fmt::format(
      "{} {:.0f} of {} is below {:.0f} ({} of {} parameters); run about {:.1f} times as many draws",
      name, std::floor(worst->*field), worst->name, limit, failing, all.size(),
      std::ceil(limit / worst->*field * 10.0) / 10.0));
}

}  // namespace

ParameterSummary summarize(const std::string& name, const Chains& chains) {
  ParameterSummary s;
  s.name = name;
  s.mean = take(mean(chains), s.reason);
  s.sd = take(sd(chains), s.reason);
  s.q5 = take(quantile(chains, 0.05), s.reason);
  s.q50 = take(quantile(chains, 0.50), s.reason);
  s.q95 = take(quantile(chains, 0.95), s.reason);
  s.mcse = take(mcse_mean(chains), s.reason);
  s.ess_bulk = take(ess_bulk(chains), s.reason);
  s.ess_tail = take(ess_tail(chains), s.reason);
  s.r_hat = take(r_hat(chains), s.reason);
  return s;
}

Convergence judge(const std::vector<ParameterSummary>& parameters, int chains) {
  const double least = ess_per_chain * chains;
  std::vector<std::string> reasons;
  if (parameters.empty()) reasons.push_back("there are no parameters to judge");
  judge_availability(parameters, reasons);
  judge_r_hat(parameters, reasons);
  judge_ess("ess_bulk", &ParameterSummary::ess_bulk, least, parameters, reasons);
  judge_ess("ess_tail", &ParameterSummary::ess_tail, least, parameters, reasons);
  return {reasons.empty(), reasons};
}

}  // namespace photinus
