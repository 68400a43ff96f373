// What a pass over all rows costs, one core, beside what the machine's memory allows.
//
// read       sums the float32 features in registers, as STREAM's loops do: GB/s is the memory
//            bandwidth of one core.
// gradient   log likelihood and gradient at one theta: GB/s counts the features only, `read` is the
//            bandwidth of a read taken between the passes, `ratio` is GB/s / read. Aim: 0.5.
// hessian    the same with X'AX: GFlop/s counts 2 floating-point operations for each entry on and
//            above the diagonal and each row.
//
// ns/row says where a low ratio comes from: below about 20 columns the likelihoods, 3 ns a row,
// take longer than memory does. The features are several times the last-level cache, so that every
// pass reads memory.
#include <benchmark/benchmark.h>

#include <array>
#include <ctime>
#include <map>
#include <memory>

#include "benchmarks.hpp"
#include "photinus/data/dataset.hpp"

namespace photinus::bench {
namespace {

constexpr std::int64_t numbers = 51'000'000;
constexpr int lanes = 64;

float sum_of(const HugeArray<float>& x) {
  std::array<float, lanes> sums{};
  const std::size_t whole = x.size() - x.size() % lanes;
  for (std::size_t i = 0; i < whole; i += lanes)
    for (std::size_t k = 0; k < lanes; ++k) sums[k] += x[i + k];
  float sum = 0.0F;
  for (const float s : sums) sum += s;
  return sum;
}

// Processor time: others may be using the machine.
double seconds_of(const auto& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// One file twice in memory: as a team of one rank holds it, and as a plain array.
class Problem {
 public:
  explicit Problem(int columns) : team_(1, families()) {
    const FileHeader header = read_header(data_file(numbers / columns, columns));
    const Layout layout = make_layout(header.rows);
    team_.ask(Load{header, layout, families().front().name, {}, true});
    team_.ask(Prepare{0, 1, columns, {}});
    data_ = read_rows<float>(header, layout, {0, layout.blocks()}, silent);
    theta_ = Vector::Constant(columns, 0.1);
  }

  double rows() const { return static_cast<double>(data_.header.rows); }
  double parameters() const { return static_cast<double>(theta_.size()); }
  double bytes() const { return rows() * parameters() * sizeof(float); }

  double read() const {
    return seconds_of([this] { benchmark::DoNotOptimize(sum_of(data_.features)); });
  }
  double evaluate(Derivatives derivatives) {
    return seconds_of([&] {
      benchmark::DoNotOptimize(team_.ask(Evaluate{Evaluate::all_rows, theta_, derivatives}));
    });
  }

 private:
  LocalTeam team_;
  Dataset<float> data_;
  Vector theta_;
};

Problem& problem(int columns) {
  static std::map<int, std::unique_ptr<Problem>> kept;
  if (!kept.contains(columns)) {
    kept.clear();
    kept[columns] = std::make_unique<Problem>(columns);
  }
  return *kept[columns];
}

void read(benchmark::State& state) {
  const Problem& here = problem(static_cast<int>(state.range(0)));
  double total = 0.0;
  for (auto _ : state) {
    const double seconds = here.read();
    state.SetIterationTime(seconds);
    total += seconds;
  }
  state.counters["GB/s"] = static_cast<double>(state.iterations()) * here.bytes() / total / 1e9;
}

// Passes and reads by turns: both meet the same load of the machine.
void gradient(benchmark::State& state) {
  Problem& here = problem(static_cast<int>(state.range(0)));
  double total = 0.0, reading = 0.0;
  for (auto _ : state) {
    reading += here.read();
    const double seconds = here.evaluate(Derivatives::gradient);
    state.SetIterationTime(seconds);
    total += seconds;
  }
  const auto passes = static_cast<double>(state.iterations());
  state.counters["GB/s"] = passes * here.bytes() / total / 1e9;
  state.counters["read"] = passes * here.bytes() / reading / 1e9;
  state.counters["ratio"] = reading / total;
  state.counters["ns/row"] = 1e9 * total / passes / here.rows();
}

void hessian(benchmark::State& state) {
  Problem& here = problem(static_cast<int>(state.range(0)));
  double total = 0.0;
  for (auto _ : state) {
    const double seconds = here.evaluate(Derivatives::hessian);
    state.SetIterationTime(seconds);
    total += seconds;
  }
  const double p = here.parameters();
  const double flops = here.rows() * p * (p + 1.0);
  state.counters["GFlop/s"] = static_cast<double>(state.iterations()) * flops / total / 1e9;
}

}  // namespace

void register_full_data() {
  const auto add = [](const char* name, void (*run)(benchmark::State&), int columns) {
    benchmark::RegisterBenchmark(name, run)->ArgName("D")->Arg(columns)->UseManualTime()->Unit(
        benchmark::kMillisecond);
  };
  for (const int columns : {10, 20, 51, 128}) {
    add("read", read, columns);
    add("gradient", gradient, columns);
    add("hessian", hessian, columns);
  }
}

}  // namespace photinus::bench
