#include "run_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <span>
#include <utility>

#include "../budget.hpp"
#include "measure.hpp"
#include "report/stopwatch.hpp"
#include "settings.hpp"

namespace photinus::paper::tempering {

namespace {

// A case that has not been run.
struct Waiting {
  Case c;
  RunConfig config;
  std::string settings;
  Pace pace;
  Wish wish;
};

// What makes a measurement another one, but for name and lengths.
std::string settings_of(RunConfig config) {
  config.data.path = "";
  config.sampler.warmup = config.sampler.draws = 1;
  return to_toml(config);
}

void say(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void estimate(Waiting& waiting, double budget_seconds) {
  constexpr double share_of_budget = 0.0005, analysis = 1.1;
  constexpr double seconds_enough = 3.0;  // for a mean of seconds per draw
  waiting.pace = measure_pace(waiting.c, waiting.config, share_of_budget * budget_seconds);
  const auto [least, most] = lengths_of(waiting.c);
  const double iteration = waiting.pace.iteration;
  waiting.wish.least = waiting.pace.seconds + analysis * iteration * static_cast<double>(least);
  waiting.wish.full = waiting.pace.seconds + analysis * iteration * static_cast<double>(most);
  if (waiting.c.timed_only)
    waiting.wish.full = std::min(waiting.wish.full, waiting.wish.least + seconds_enough);
}

// The cheapest first: what they leave of their share goes to the others. What warm-up takes is
// known badly: its cells come last.
void estimate_all(std::vector<Waiting>& waiting, double budget_seconds) {
  if (!waiting.empty()) say(fmt::format("first iterations of {} cells", waiting.size()));
  for (auto& one : waiting) estimate(one, budget_seconds);
  std::stable_sort(waiting.begin(), waiting.end(), [](const Waiting& a, const Waiting& b) {
    return std::pair(is_ours(a.c.method), a.wish.least) <
           std::pair(is_ours(b.c.method), b.wish.least);
  });
}

std::vector<Wish> wishes_of(std::span<const Waiting> waiting) {
  std::vector<Wish> wishes;
  for (const auto& one : waiting) wishes.push_back(one.wish);
  return wishes;
}

// How many of them can be run at all, from the front; the others are named.
std::size_t count_affordable(std::span<const Waiting> waiting, double seconds) {
  const std::size_t count = affordable(wishes_of(waiting), seconds);
  for (const auto& one : waiting.subspan(count))
    say(fmt::format("{}: left out; {} draws alone take about {:.2g} minutes", one.c.name(),
                    lengths_of(one.c).least, one.wish.least / 60.0));
  return count;
}

// Ours ask for many draws at the least, and are to leave their part of the time to the paper's.
void leave_out(std::vector<Waiting>& waiting, double seconds) {
  const auto ours = std::find_if(waiting.begin(), waiting.end(),
                                 [](const Waiting& one) { return is_ours(one.c.method); });
  const double part = static_cast<double>(waiting.end() - ours) /
                      static_cast<double>(std::max<std::size_t>(waiting.size(), 1));
  const auto last =
      ours + static_cast<std::ptrdiff_t>(count_affordable({ours, waiting.end()}, part * seconds));
  waiting.erase(last, waiting.end());
  const auto first = waiting.begin() + static_cast<std::ptrdiff_t>(
                                           count_affordable({waiting.begin(), ours}, seconds));
  waiting.erase(first, ours);
}

std::string summary_of(const Case& c, const Measurement& m) {
  const std::string text = fmt::format("{}: {} + {} draws, {:.3g} s each", c.name(), m.warmup,
                                       m.draws, m.seconds_per_draw());
  return c.timed_only ? text : text + fmt::format(", median R-hat {:.3f}", m.r_hat);
}

void run_within(std::vector<Waiting>& waiting, double budget_seconds, const MeasurementFiles& files,
                Measurements& done) {
  const report::Stopwatch watch;
  const auto left = [&] { return budget_seconds - watch.elapsed().wall; };
  estimate_all(waiting, budget_seconds);
  leave_out(waiting, left());
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    const Waiting& one = waiting[i];
    if (left() <= 0.0) {
      say(one.c.name() + ": left out, the budget is used up; run again to add it");
      continue;
    }
    const double share = share_of_first(wishes_of(std::span(waiting).subspan(i)), left());
    auto m = measure(one.c, one.config, one.pace, share);
    if (!m) {
      say(fmt::format("{}: given up; its warm-up takes more than {:.2g} minutes", one.c.name(),
                      share / 30.0));
      continue;
    }
    m->settings = one.settings;
    files.save(one.c, *m);
    say(summary_of(one.c, *m));
    done.add(one.c, std::move(*m));
  }
}

}  // namespace

void Measurements::add(const Case& c, Measurement measurement) {
  all_[c.name()] = std::move(measurement);
}

const Measurement* Measurements::find(const Case& c) const {
  const auto found = all_.find(c.name());
  return found == all_.end() ? nullptr : &found->second;
}

Measurements run_cases(const std::vector<Case>& cases, const TemperingArguments& arguments) {
  const std::filesystem::path directory = arguments.output;
  const MeasurementFiles files(directory);
  Measurements done;
  std::vector<Waiting> waiting;
  for (const auto& c : cases) {
    const auto data = data_of(c, directory, arguments.seed);
    RunConfig config = config_of(c, data, arguments.seed);
    const std::string settings = settings_of(config);
    if (auto kept = files.find(c, settings))
      done.add(c, std::move(*kept));
    else
      waiting.push_back({c, std::move(config), settings, {}, {}});
  }
  say(fmt::format("{} cells kept", cases.size() - waiting.size()));
  run_within(waiting, 60.0 * arguments.budget, files, done);
  return done;
}

}  // namespace photinus::paper::tempering
