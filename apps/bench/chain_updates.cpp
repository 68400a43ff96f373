// What an iteration costs as the data grow, brightness update and theta update
// apart. Data of `simulate` with 10 columns; tuned bounds keep the number of bright rows about the
// same whatever N is, and q is chosen so that 50 dark rows propose.
#include <benchmark/benchmark.h>

#include <map>
#include <memory>

#include "benchmarks.hpp"
#include "photinus/run/problem.hpp"
#include "photinus/target/posterior.hpp"

namespace photinus::bench {
namespace {

constexpr double proposals = 50.0;
constexpr int warming_iterations = 200;

// One chain taken apart: its two updates can be timed one by one.
class Chain {
 public:
  explicit Chain(std::int64_t rows) : team_(1, families()) {
    RunConfig config;
    config.firefly.bound = "jaakkola_jordan";
    config.firefly.slack = 0.0;
    config.firefly.q = proposals / static_cast<double>(rows);
    config.data.path = data_file(rows, 10);
    config.model.family = "logistic";
    config.sampler.chains = 1;
    problem_ = set_up(team_, families(), config);
    kernel_ = hmc(precision_metric(problem_.mode.precision), {.leapfrogs = 4});
    const int columns = problem_.header.columns;
    home_ = families().front().make_home({}, {columns, columns});
    target_ = std::make_unique<FireflyTarget>(problem_.prior, *problem_.surface, team_, *home_, 0);
    state_.theta = problem_.mode.theta;
    DrawBrightness draw;
    draw.replicas = {0};
    draw.thetas = {state_.theta};
    draw.reaches = {everywhere};
    draw.betas = {1.0};
    team_.ask(draw);
    home_->reset(state_.theta, everywhere, team_.ask(FetchRows{0, state_.theta}).records);
    for (int i = 0; i < warming_iterations; ++i) {
      update_brightness();
      update_theta();
    }
  }

  void update_brightness() {
    ++iteration_;
    UpdateBrightness command{BrightnessUpdate::implicit, 1.0, 0.0, iteration_, {}};
    command.replicas.push_back({0, state_.theta, everywhere, true,
                                home_->rows_going_dark(everywhere, 1.0, key(Purpose::darken))});
    auto reply = team_.ask(command);
    home_->flip(command.replicas.front().darkened, std::move(reply.changes.front().brightened));
  }

  void update_theta() {
    state_.log_density = target_->value(state_.theta, state_.gradient);
    Stream stream(key(Purpose::theta));
    state_ = kernel_.transition(stream, state_, *target_, 0.5).state;
    home_->settle(state_.theta);
  }

  double bright() const { return static_cast<double>(home_->count()); }

 private:
  RandomKey key(Purpose purpose) const {
    return {1, purpose, 0, static_cast<std::uint64_t>(iteration_), 0};
  }

  LocalTeam team_;
  Problem problem_;
  Kernel kernel_;
  std::unique_ptr<HomeRows> home_;
  std::unique_ptr<FireflyTarget> target_;
  State state_;
  std::int64_t iteration_ = 0;
};

// Reading 10^7 rows once serves both benchmarks.
Chain& chain(std::int64_t rows) {
  static std::map<std::int64_t, std::unique_ptr<Chain>> chains;
  auto& kept = chains[rows];
  if (!kept) {
    chains.clear();
    chains[rows] = std::make_unique<Chain>(rows);
  }
  return *chains[rows];
}

void brightness_update(benchmark::State& state) {
  Chain& here = chain(state.range(0));
  double bright = 0.0;
  for (auto _ : state) {
    here.update_brightness();
    bright += here.bright();
    state.PauseTiming();
    here.update_theta();
    state.ResumeTiming();
  }
  state.counters["bright"] = bright / static_cast<double>(state.iterations());
}

void theta_update(benchmark::State& state) {
  Chain& here = chain(state.range(0));
  double bright = 0.0;
  for (auto _ : state) {
    here.update_theta();
    bright += here.bright();
    state.PauseTiming();
    here.update_brightness();
    state.ResumeTiming();
  }
  state.counters["bright"] = bright / static_cast<double>(state.iterations());
}

}  // namespace

void register_chain_updates() {
  for (const std::int64_t rows : {10'000, 100'000, 1'000'000, 10'000'000}) {
    benchmark::RegisterBenchmark("brightness_update", brightness_update)->Arg(rows);
    benchmark::RegisterBenchmark("theta_update_4_leapfrogs", theta_update)->Arg(rows);
  }
}

}  // namespace photinus::bench
