#include "cases.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace photinus::paper::evidence {

namespace {

// More rows are run with one seed only.
constexpr std::int64_t most_repeated = 10'000;

}  // namespace

std::string label_of(Method method) {
  static const char* const labels[methods] = {"sequential",  "published", "nested, 20",
                                              "nested, 200", "rejection", "exact"};
  return labels[static_cast<std::size_t>(method)];
}

std::string name_of(Method method) {
  static const char* const names[methods] = {"sequential",    "published", "nested",
                                             "nested-longer", "rejection", "exact"};
  return names[static_cast<std::size_t>(method)];
}

std::string Case::name() const {
  return fmt::format("{}{}-{}-{}-seed{}", of_variance ? "variance-" : "", problem, rows,
                     name_of(method), seed);
}

const std::vector<std::string>& part_names() {
  static const std::vector<std::string> names = {"figure1", "figure2", "figure3", "figureA1",
                                                 "variance"};
  return names;
}

const Problem& problem_of(const std::string& part) {
  if (part == "figure2") return problem_named("softmax");
  if (part == "figure3") return problem_named("mixture");
  return problem_named(part == "figureA1" ? "mixture1d" : "linear");
}

std::vector<std::int64_t> rows_of(const std::string& part, std::int64_t largest) {
  std::vector<std::int64_t> all = {100, 1'000, 10'000, 100'000, 1'000'000};
  if (part == "figureA1") all = {25, 50, 100, 150, 200, 250};
  if (part == "variance") all = {1'000, 10'000, 100'000};
  std::erase_if(all, [largest](std::int64_t rows) { return rows > largest; });
  return all;
}

std::vector<Method> methods_of(const std::string& part) {
  if (part == "figureA1") return {Method::rejection, Method::nested, Method::nested_longer};
  if (part == "variance") return {Method::sequential, Method::published};
  std::vector<Method> all = {Method::sequential, Method::published, Method::nested,
                             Method::nested_longer};
  if (part == "figure1") all.insert(all.begin(), Method::exact);
  return all;
}

std::vector<Case> cases_of(const std::string& part, std::int64_t largest, int seeds) {
  std::vector<Case> cases;
  for (const std::int64_t rows : rows_of(part, largest))
    for (const Method method : methods_of(part)) {
      const bool once = method == Method::exact || part == "variance" || rows > most_repeated;
      for (int seed = 1; seed <= (once ? 1 : seeds); ++seed)
        cases.push_back({problem_of(part).name, method, rows, seed, part == "variance"});
    }
  return cases;
}

}  // namespace photinus::paper::evidence
