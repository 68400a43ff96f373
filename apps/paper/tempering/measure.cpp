#include "measure.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

#include "convergence.hpp"
#include "photinus/diagnostics/moments.hpp"
#include "photinus/run/home_problem.hpp"
#include "photinus/run/ladder_control.hpp"
#include "photinus/run/tempered_sampler.hpp"
#include "report/families.hpp"
#include "report/stopwatch.hpp"

namespace photinus::paper::tempering {

namespace {

using report::Stopwatch;

// A run in this process.
class Run {
 public:
  explicit Run(RunConfig config)
      : config_(std::move(config)),
        team_(1, report::families()),
        problem_(open_homes(team_, report::families(), config_)),
        sampler_(make_sampler()) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  TemperedSampler& sampler() { return *sampler_; }
  const std::vector<TemperedDraws>& draws() const { return sampler_->draws(); }
  std::size_t parameters() const { return problem_.home.names.size(); }
  const RunConfig::Sampler& settings() const { return config_.sampler; }

  // One iteration more, which settles the steps.
  void cut_warmup_short() {
    const TemperedState saved = sampler_->save();
    config_.sampler.warmup = static_cast<int>(saved.iteration) + 1;
    sampler_ = make_sampler();
    sampler_->restore(saved);
  }

 private:
  std::unique_ptr<TemperedSampler> make_sampler() {
    return std::make_unique<TemperedSampler>(team_, problem_.home, config_, problem_.plan);
  }

  RunConfig config_;
  LocalTeam team_;
  TemperedProblem problem_;
  std::unique_ptr<TemperedSampler> sampler_;
};

double mean_from(const std::vector<TemperedDraws>& chains, std::size_t first,
                 const std::function<double(const TemperedDraws&, std::size_t)>& number) {
  double sum = 0.0, count = 0.0;
  for (const auto& chain : chains)
    for (std::size_t i = first; i < chain.draws.lp.size(); ++i) {
      sum += number(chain, i);
      count += 1.0;
    }
  return sum / count;
}

// The mean over the pairs; none where there are no pairs.
double swap_acceptance(const std::vector<TemperedDraws>& chains, std::size_t first) {
  const std::size_t draws = chains.front().draws.lp.size();
  const auto pairs = static_cast<int>(chains.front().swap_acceptance.size() / draws);
  if (pairs == 0) return Measurement::none;
  return mean_of(mean_swap_acceptance(traces_of(chains), pairs, first, draws));
}

void count_evaluations(const std::vector<TemperedDraws>& chains, std::size_t first,
                       Measurement& m) {
  m.other_evaluations = mean_from(chains, first, [](const TemperedDraws& chain, std::size_t i) {
    return static_cast<double>(chain.exchanges[i]);
  });
  m.kernel_evaluations = mean_from(chains, first, [](const TemperedDraws& chain, std::size_t i) {
    return static_cast<double>(chain.draws.evaluations[i] - chain.exchanges[i]);
  });
}

void describe_acceptance(const std::vector<TemperedDraws>& chains, std::size_t first,
                         Measurement& m) {
  m.acceptance = mean_from(chains, first, [](const TemperedDraws& chain, std::size_t i) {
    return chain.draws.acceptance_rate[i];
  });
  m.transition_acceptance = mean_from(chains, first, [](const TemperedDraws& chain, std::size_t i) {
    return chain.transition_acceptance[i];
  });
  m.swap_acceptance = swap_acceptance(chains, first);
}

// Seconds of CPU after every iteration; none where warm-up did not end in twice the time. Warm-up's
// first steps may take far longer than the pace says: it is cut short where it would take more than
// half of the time.
std::vector<double> draw(Run& run, std::int64_t least, double seconds) {
  constexpr double hopeless = 2.0;
  const Stopwatch watch;
  std::vector<double> cpu;
  run.sampler().start();
  const auto done = [&] { return static_cast<std::int64_t>(cpu.size()); };
  while (!run.sampler().finished() &&
         (done() < std::max<std::int64_t>(least, 2 * run.settings().warmup) ||
          watch.elapsed().wall < seconds)) {
    run.sampler().iterate();
    cpu.push_back(watch.elapsed().cpu);
    const bool late = watch.elapsed().wall > 0.5 * seconds && done() >= least / 2;
    if (late && done() + 1 < run.settings().warmup) run.cut_warmup_short();
    if (watch.elapsed().wall > hopeless * seconds && done() < run.settings().warmup) return {};
  }
  return cpu;
}

// Seconds of CPU per draw of the next few milliseconds, or of one iteration that takes longer.
double pace_now(Run& run) {
  constexpr double turn = 0.01;
  const Stopwatch watch;
  int draws = 0;
  for (; draws == 0 || (watch.elapsed().cpu < turn && !run.sampler().finished()); ++draws)
    run.sampler().iterate();
  return watch.elapsed().cpu / draws;
}

// What else the machine does changes from one second to the next by more than what is to be seen:
// both draw in turns, and the median is of the turns' ratios.
double seconds_ratio_to_plain(Run& run, RunConfig config, double seconds) {
  constexpr std::size_t least_turns = 3;
  config.tempering = {};
  Run plain(config);
  plain.sampler().start();
  pace_now(plain);  // the first has a start to evaluate
  std::vector<double> ratios;
  const Stopwatch watch;
  while (ratios.size() < least_turns || watch.elapsed().wall < seconds) {
    if (run.sampler().finished() || plain.sampler().finished()) break;
    const double pace = pace_now(run);
    ratios.push_back(pace / pace_now(plain));
  }
  return ratios.empty() ? Measurement::none : median_of(std::move(ratios));
}

int warmup_of(const Case& c, const Pace& pace, double seconds) {
  if (!is_ours(c.method)) return 0;
  const auto [least, most] = lengths_of(c);
  const double half = 0.5 * seconds / pace.iteration;
  return static_cast<int>(
      std::clamp(half, 0.5 * static_cast<double>(least), 0.5 * static_cast<double>(most)));
}

}  // namespace

Lengths lengths_of(const Case& c) {
  constexpr std::int64_t most_numbers = 20'000'000;  // that are kept of all chains' draws
  Lengths lengths;
  if (c.timed_only) lengths.least = 3;
  if (is_ours(c.method)) lengths.least = 200;  // of which a warm-up takes half: less adapts nothing
  lengths.most = std::min(lengths.most, most_numbers / (3 * c.parameters));
  return lengths;
}

Pace measure_pace(const Case& c, RunConfig config, double seconds) {
  const Lengths lengths = lengths_of(c);
  config.sampler.warmup = is_ours(c.method) ? static_cast<int>(lengths.least) : 0;
  config.sampler.draws = static_cast<int>(lengths.most);
  const Stopwatch watch;
  Run run(config);
  std::vector<double> cpu;
  run.sampler().start();
  while (cpu.size() < 2 || (watch.elapsed().wall < seconds && !run.sampler().finished())) {
    run.sampler().iterate();
    cpu.push_back(watch.elapsed().cpu);
  }
  const std::size_t half = cpu.size() / 2;
  const double iteration = (cpu.back() - cpu[half - 1]) / static_cast<double>(cpu.size() - half);
  return {watch.elapsed().wall, iteration};
}

std::optional<Measurement> measure(const Case& c, RunConfig config, const Pace& pace,
                                   double seconds) {
  const Lengths lengths = lengths_of(c);
  config.sampler.warmup = warmup_of(c, pace, seconds);
  config.sampler.draws = static_cast<int>(lengths.most) - config.sampler.warmup;
  Run run(config);
  const Stopwatch watch;
  const bool in_turns = c.timed_only && c.method != Method::plain;
  const auto cpu = draw(run, lengths.least, in_turns ? 0.3 * seconds : seconds);
  if (cpu.empty()) return {};
  const auto warmup = static_cast<std::size_t>(run.settings().warmup);
  Measurement m;
  m.wall_seconds = watch.elapsed().wall;
  m.chains = run.settings().chains;
  m.warmup = run.settings().warmup;
  m.draws = static_cast<std::int64_t>(cpu.size() - warmup);
  m.seconds = cpu.back() / m.chains;
  count_evaluations(run.draws(), warmup, m);
  const std::size_t first = warmup > 0 ? warmup : cpu.size() / 2;
  describe_acceptance(run.draws(), first, m);
  // After all that is counted: turns are further draws.
  if (in_turns) m.seconds_ratio = seconds_ratio_to_plain(run, config, 0.7 * seconds);
  if (c.timed_only) return m;
  const DrawnParameters drawn{run.draws(), run.parameters()};
  diagnose(drawn, first, m);
  m.convergence = convergence_of(drawn, cpu);
  return m;
}

}  // namespace photinus::paper::tempering
