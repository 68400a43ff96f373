#include "measure.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "convergence.hpp"
#include "photinus/run/home_problem.hpp"
#include "photinus/run/tempered_sampler.hpp"
#include "report/families.hpp"
#include "report/stopwatch.hpp"

namespace photinus::paper::tempering {

namespace {

using report::Stopwatch;

// A run in this process. The config must outlive it.
class Run {
 public:
  explicit Run(const RunConfig& config)
      : team_(1, report::families()),
        problem_(open_homes(team_, report::families(), config)),
        sampler_(team_, problem_.home, config, problem_.plan) {}

  TemperedSampler& sampler() { return sampler_; }
  const std::vector<TemperedDraws>& draws() const { return sampler_.draws(); }
  std::size_t parameters() const { return problem_.home.names.size(); }

 private:
  LocalTeam team_;
  TemperedProblem problem_;
  TemperedSampler sampler_;
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

// Over the pairs that were tried.
double mean_swap_acceptance(const std::vector<TemperedDraws>& chains, std::size_t first) {
  double sum = 0.0, tried = 0.0;
  for (const auto& chain : chains) {
    const std::size_t pairs = chain.swap_acceptance.size() / chain.draws.lp.size();
    for (std::size_t i = first * pairs; i < chain.swap_acceptance.size(); ++i) {
      if (std::isnan(chain.swap_acceptance[i])) continue;
      sum += chain.swap_acceptance[i];
      tried += 1.0;
    }
  }
  return tried > 0.0 ? sum / tried : Measurement::none;
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
  m.swap_acceptance = mean_swap_acceptance(chains, first);
}

// Seconds of CPU after every iteration.
std::vector<double> draw(TemperedSampler& sampler, std::int64_t least, double seconds,
                         Stopwatch& watch) {
  std::vector<double> cpu;
  sampler.start();
  while (!sampler.finished() &&
         (static_cast<std::int64_t>(cpu.size()) < least || watch.elapsed().wall < seconds)) {
    sampler.iterate();
    cpu.push_back(watch.elapsed().cpu);
  }
  return cpu;
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
  lengths.most = std::min(lengths.most, most_numbers / (3 * c.parameters));
  return lengths;
}

Pace measure_pace(const Case& c, RunConfig config, double seconds) {
  const Lengths lengths = lengths_of(c);
  config.sampler.warmup = is_ours(c.method) ? static_cast<int>(lengths.least) : 0;
  config.sampler.draws = static_cast<int>(lengths.most);
  Stopwatch watch;
  Run run(config);
  const auto cpu = draw(run.sampler(), 2, seconds, watch);
  const std::size_t half = cpu.size() / 2;
  const double iteration = (cpu.back() - cpu[half - 1]) / static_cast<double>(cpu.size() - half);
  return {watch.elapsed().wall, iteration};
}

Measurement measure(const Case& c, RunConfig config, const Pace& pace, double seconds) {
  const Lengths lengths = lengths_of(c);
  config.sampler.warmup = warmup_of(c, pace, seconds);
  config.sampler.draws = static_cast<int>(lengths.most) - config.sampler.warmup;
  const auto warmup = static_cast<std::size_t>(config.sampler.warmup);
  Run run(config);
  Stopwatch watch;
  const auto cpu =
      draw(run.sampler(), std::max<std::int64_t>(lengths.least, 2 * warmup), seconds, watch);
  Measurement m;
  m.wall_seconds = watch.elapsed().wall;
  m.chains = config.sampler.chains;
  m.warmup = config.sampler.warmup;
  m.draws = static_cast<std::int64_t>(cpu.size() - warmup);
  m.seconds = cpu.back() / m.chains;
  count_evaluations(run.draws(), warmup, m);
  const std::size_t first = warmup > 0 ? warmup : cpu.size() / 2;
  describe_acceptance(run.draws(), first, m);
  if (c.timed_only) return m;
  const DrawnParameters drawn{run.draws(), run.parameters()};
  diagnose(drawn, first, m);
  m.convergence = convergence_of(drawn, cpu);
  return m;
}

}  // namespace photinus::paper::tempering
