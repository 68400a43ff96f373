// photinus-bench: what an iteration costs as the data grow, brightness update and theta update
// apart. Data of `simulate` with 10 columns; tuned bounds keep the number of bright rows about the
// same whatever N is, and q is chosen so that 50 dark rows propose.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <map>
#include <memory>

#include "photinus/data/simulate.hpp"
#include "photinus/model/logistic.hpp"
#include "photinus/run/problem.hpp"
#include "photinus/target/posterior.hpp"

namespace photinus {
namespace {

constexpr double proposals = 50.0;
constexpr int warming_iterations = 200;

const std::vector<FamilyEntry>& families() {
  static const std::vector<FamilyEntry> list = {family_entry<Logistic>()};
  return list;
}

std::string data_file(std::int64_t rows) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("photinus-bench-" + std::to_string(rows) + ".h5");
  if (!std::filesystem::exists(path))
    simulate({.rows = rows, .columns = 10, .seed = 1, .output = path.string()});
  return path.string();
}

// One chain taken apart: its two updates can be timed one by one.
class Chain {
 public:
  explicit Chain(std::int64_t rows) : team_(1, families()), q_(proposals / static_cast<double>(rows)) {
    RunConfig config;
    config.data.path = data_file(rows);
    config.model.family = "logistic";
    config.sampler.chains = 1;
    problem_ = set_up(team_, families(), config);
    kernel_ = hmc(precision_metric(problem_.mode.precision), {.leapfrogs = 4});
    home_ = families().front().make_home(problem_.header.columns);
    state_.theta = problem_.mode.theta;
    team_.ask(DrawBrightness{{state_.theta}});
    home_->reset(state_.theta, team_.ask(FetchRows{0, state_.theta}).records);
    for (int i = 0; i < warming_iterations; ++i) {
      update_brightness();
      update_theta();
    }
  }

  void update_brightness() {
    ++iteration_;
    UpdateBrightness command{BrightnessUpdate::implicit, q_, 0.0, iteration_, {}};
    command.replicas.push_back(
        {0, state_.theta, true, home_->rows_going_dark(q_, key(Purpose::darken))});
    auto reply = team_.ask(command);
    home_->flip(command.replicas.front().darkened, std::move(reply.changes.front().brightened));
  }

  void update_theta() {
    FireflyTarget target(problem_.prior, problem_.statistics, *home_);
    state_.log_density = target.value(state_.theta, state_.gradient);
    Stream stream(key(Purpose::theta));
    state_ = kernel_.transition(stream, state_, target, 0.5).state;
    home_->settle(state_.theta);
  }

  double bright() const { return static_cast<double>(home_->count()); }

 private:
  RandomKey key(Purpose purpose) const {
    return {1, purpose, 0, static_cast<std::uint64_t>(iteration_), 0};
  }

  LocalTeam team_;
  double q_;
  Problem problem_;
  Kernel kernel_;
  std::unique_ptr<HomeRows> home_;
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

void register_all() {
  for (const std::int64_t rows : {10'000, 100'000, 1'000'000, 10'000'000}) {
    benchmark::RegisterBenchmark("brightness_update", brightness_update)->Arg(rows);
    benchmark::RegisterBenchmark("theta_update_4_leapfrogs", theta_update)->Arg(rows);
  }
}

}  // namespace
}  // namespace photinus

int main(int argc, char** argv) {
  photinus::fix_cache_sizes();
  photinus::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
