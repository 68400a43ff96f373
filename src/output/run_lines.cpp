#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "photinus/diagnostics/summary.hpp"
#include "photinus/output/table.hpp"
#include "photinus/output/text_layout.hpp"

namespace photinus {
namespace {

constexpr std::size_t width = 80;

std::string head(const char* title) { return fmt::format("{:<13}", title); }

std::string count(std::int64_t number) { return with_commas(number); }

/// Four significant digits; whole numbers from 1000 on.
std::string measure(double value) {
  if (std::isnan(value)) return "NA";
  if (std::abs(value) < 1e3 || std::abs(value) > 1e15) return fmt::format("{:.4g}", value);
  return with_commas(std::llround(value));
}

std::string what(const RunSummary& run) {
  auto text = run.method;
  if (!run.kernel.empty()) text += " with " + run.kernel;
  text += fmt::format(", {}, {} rows x {} columns", run.family, count(run.rows), run.columns);
  if (!run.bound.empty()) text += ", bound " + run.bound;
  if (!run.update.empty()) text += ", update " + run.update;
  if (!std::isnan(run.q)) text += fmt::format(", q {:.3g}", run.q);
  if (!std::isnan(run.radius)) text += fmt::format(", radius {:.3g}", run.radius);
  return text;
}

std::string size(const RunSummary& run) {
  return fmt::format("{} x {} draws after {} of warm-up; {} rank{}", run.chains, count(run.draws),
                     count(run.warmup), run.ranks, run.ranks == 1 ? "" : "s");
}

std::string convergence(const RunSummary& run) {
  if (run.converged)
    return fold(head("Converged"),
                "yes: R-hat <= 1.01, bulk and tail ESS >= 100 per chain, for every parameter",
                width);
  auto text = head("Converged") + "NO\n";
  for (const auto& reason : judge(run.parameters, run.chains).reasons)
    text += fold(head(""), reason, width);
  return text;
}

std::string evaluations(const RunSummary& run) {
  const auto& e = run.likelihood_evaluations;
  auto text = fmt::format("set-up {}, first brightness {}, warm-up {}, sampling {}", count(e.setup),
                          count(e.first_brightness), count(e.warmup), count(e.sampling));
  if (!std::isnan(run.data_passes_setup))
    text += fmt::format("; set-up is {} passes over the data", measure(run.data_passes_setup));
  return text;
}

std::string bright(const RunSummary& run) {
  auto text = fmt::format("{} of {} rows on average", measure(run.bright_mean), count(run.rows));
  if (run.rows > 0)
    text += fmt::format(" ({:.3g}%)", 100.0 * run.bright_mean / static_cast<double>(run.rows));
  return text;
}

// The least acceptance of the swaps that were tried.
double least_acceptance(const std::vector<double>& rates) {
  double least = RunSummary::not_available;
  for (const double rate : rates)
    if (!(rate >= least)) least = rate;
  return least;
}

std::string tempering(const RunSummary::Tempering& ladder) {
  auto text = fmt::format("{} over {} rungs, beta 1 .. {:.3g}", ladder.method, ladder.betas.size(),
                          ladder.betas.back());
  if (!std::isnan(ladder.transition_acceptance))
    return text + fmt::format("; acceptance {:.3g}", ladder.transition_acceptance);
  text += fmt::format(", swaps {}: acceptance {:.2g} or more", ladder.schedule,
                      least_acceptance(ladder.swap_acceptance));
  text += fmt::format("; {} round trips, {:.3g} per iteration and chain", count(ladder.round_trips),
                      ladder.round_trip_rate);
  if (!std::isnan(ladder.expected_round_trip_rate))
    text += fmt::format(" (expected {:.3g})", ladder.expected_round_trip_rate);
  return text + fmt::format("; barrier {:.3g}, which asks for {} rungs", ladder.barrier,
                            ladder.proposed_rungs);
}

std::string log_evidence(const RunSummary::Evidence& evidence) {
  auto text = fmt::format("{:.3f} +- {:.2g} by {}", evidence.log_z, evidence.standard_error,
                          evidence.method);
  if (evidence.evaluations > 0)
    text += fmt::format(", {} evaluations, {} passes over the data", count(evidence.evaluations),
                        measure(evidence.data_passes));
  return text;
}

std::string evidence_lines(const RunSummary::Evidence& evidence) {
  auto text =
      fold(head(evidence.ratio ? "Log ratio" : "Log evidence"), log_evidence(evidence), width);
  text += fold(head(""),
               evidence.consistent ? "consistent: the error says how far it is from the truth"
                                   : "NOT consistent: the error does not say all",
               width);
  if (!evidence.remark.empty()) text += fold(head("Remark"), evidence.remark, width);
  return text;
}

std::string seconds(const RunSummary& run) {
  const std::array<std::pair<const char*, double>, 5> phases{
      {{"read", run.seconds.read},
       {"mode", run.seconds.mode},
       {"statistics", run.seconds.statistics},
       {"warm-up", run.seconds.warmup},
       {"sampling", run.seconds.sampling}}};
  std::string text;
  double total = 0.0;
  for (const auto& [name, time] : phases) {
    if (std::isnan(time)) continue;
    text += fmt::format("{} {:.3g}, ", name, time);
    total += time;
  }
  return text + fmt::format("together {:.3g}", total);
}

// Of a run that estimated evidence and nothing else.
std::string evidence_run_lines(const RunSummary& run) {
  const auto model =
      fmt::format("evidence of {}, {} rows x {} columns; {} rank{}", run.family, count(run.rows),
                  run.columns, run.ranks, run.ranks == 1 ? "" : "s");
  auto text = fold(head("Run"), model, width) + evidence_lines(*run.evidence);
  text += fold(head("Seconds"), seconds(run), width);
  for (const auto& warning : run.warnings) text += fold(head("Warning"), warning, width);
  return text;
}

}  // namespace

std::string run_lines(const RunSummary& run) {
  if (run.evidence && run.parameters.empty()) return evidence_run_lines(run);
  auto text = fold(head("Run"), what(run), width) + fold(head(""), size(run), width);
  text += fold(head("Exact"), run.exact ? "yes" : "NO: the draws only approximate the posterior",
               width);
  text += convergence(run);
  text += fold(head("Evaluations"), evaluations(run), width);
  text += fold(head(""),
               measure(run.evaluations_per_effective_sample) +
                   " per effective sample (sampling, worst parameter)",
               width);
  if (!std::isnan(run.bright_mean)) text += fold(head("Bright rows"), bright(run), width);
  if (run.tempering && run.tempering->betas.size() > 1)
    text += fold(head("Tempering"), tempering(*run.tempering), width);
  if (run.evidence) text += evidence_lines(*run.evidence);
  text += fold(head("Seconds"), seconds(run), width);
  for (const auto& warning : run.warnings) text += fold(head("Warning"), warning, width);
  return text;
}

}  // namespace photinus
