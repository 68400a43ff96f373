// photinus-bench: what the parts of a run cost.
#include <benchmark/benchmark.h>

#include <filesystem>

#include "benchmarks.hpp"
#include "photinus/data/simulate.hpp"
#include "photinus/families/built_in.hpp"

namespace photinus::bench {

const std::vector<FamilyEntry>& families() {
  static const std::vector<FamilyEntry> list = {family_entry<Logistic>()};
  return list;
}

std::string data_file(std::int64_t rows, int columns) {
  const auto path =
      std::filesystem::temp_directory_path() /
      ("photinus-bench-" + std::to_string(rows) + "-" + std::to_string(columns) + ".h5");
  if (!std::filesystem::exists(path))
    simulate({.rows = rows, .columns = columns, .seed = 1, .output = path.string()});
  return path.string();
}

}  // namespace photinus::bench

int main(int argc, char** argv) {
  photinus::fix_cache_sizes();
  photinus::bench::register_full_data();
  photinus::bench::register_chain_updates();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
