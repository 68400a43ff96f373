#include "cases.hpp"

#include <fmt/format.h>

namespace photinus::paper::tempering {

namespace {

struct Names {
  const char *file, *label;
};

const Names& names_of(Method method) {
  static const std::vector<Names> names = {{"plain", ""},
                                           {"stt", "STT"},
                                           {"tt", "TT"},
                                           {"spt", "SPT"},
                                           {"pt", "PT"},
                                           {"tuned", "HMC, ours"},
                                           {"tuned-pt", "PT, ours"},
                                           {"tuned-spt", "SPT, ours"}};
  return names[static_cast<std::size_t>(method)];
}

std::vector<Line> lines(const std::string& model, const std::string& kernel,
                        const std::vector<int>& parameters, std::int64_t rows) {
  std::vector<Line> all;
  for (const int p : parameters) all.push_back({model, p, kernel, {rows}});
  return all;
}

std::vector<Line> joined(std::vector<Line> first, const std::vector<Line>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

void add_cases(const Line& line, bool ours, bool timed_only, std::int64_t largest,
               std::vector<Case>& cases) {
  for (const std::int64_t rows : line.rows)
    for (const Method method : all_methods())
      if (rows <= largest && (ours || !is_ours(method)))
        cases.push_back({line.model, rows, line.parameters, line.kernel, method, timed_only});
}

}  // namespace

const std::vector<Method>& all_methods() {
  static const std::vector<Method> all = {Method::plain,    Method::stt,      Method::tt,
                                          Method::spt,      Method::pt,       Method::tuned,
                                          Method::tuned_pt, Method::tuned_spt};
  return all;
}

bool has_transitions(Method method) { return method == Method::stt || method == Method::tt; }

bool has_subsets(Method method) {
  return method == Method::stt || method == Method::spt || method == Method::tuned_spt;
}

std::string Case::name() const {
  return fmt::format("{}{}-{}-{}-{}-{}", timed_only ? "seconds-" : "", model, rows, parameters,
                     kernel, names_of(method).file);
}

std::string label_of(Method method, const std::string& kernel) {
  if (method == Method::plain) return kernel == "hmc" ? "HMC" : "MH";
  return names_of(method).label;
}

std::string Case::label() const { return label_of(method, kernel); }

const std::vector<Line>& table1_lines() {
  static const std::vector<Line> all = joined(lines("gp", "hmc", {5, 10, 15, 20, 25}, 512),
                                              lines("gp", "mh", {5, 10, 15, 20, 25}, 512));
  return all;
}

const std::vector<Line>& table2_lines() {
  static const std::vector<Line> all = joined(lines("mvn", "hmc", {5, 10, 50, 100}, 1024),
                                              lines("mvn", "mh", {5, 10, 50, 100}, 256));
  return all;
}

const std::vector<Line>& figure1_lines() {
  static const std::vector<Line> all = {{"mvn", 50, "hmc", {64, 128, 256, 512, 1024, 2048}},
                                        {"gp", 20, "hmc", {64, 128, 256, 512, 1024}}};
  return all;
}

const std::vector<Line>& figure3_lines() {
  static const std::vector<Line> all = {{"mvn", 50, "hmc", {64, 128, 256, 512, 1024, 2048}},
                                        {"gp", 20, "mh", {64, 128, 256, 512, 1024}},
                                        {"gp", 15, "hmc", {64, 128, 256, 512, 1024}}};
  return all;
}

Line figure2_line() { return {"gp", 20, "hmc", {512}}; }

const std::vector<std::string>& part_names() {
  static const std::vector<std::string> names = {"table1", "table2", "figure1", "figure2",
                                                 "figure3"};
  return names;
}

std::vector<Case> cases_of(const std::string& part, std::int64_t largest) {
  std::vector<Case> cases;
  const auto add = [&](const std::vector<Line>& all, bool ours, bool timed_only) {
    for (const auto& line : all)
      add_cases(line, ours && line.kernel == "hmc", timed_only, largest, cases);
  };
  if (part == "table1") add(table1_lines(), true, false);
  if (part == "table2") add(table2_lines(), true, false);
  if (part == "figure1") add(figure1_lines(), false, true);
  if (part == "figure2") add({figure2_line()}, true, false);
  if (part == "figure3") add(figure3_lines(), false, false);
  return cases;
}

}  // namespace photinus::paper::tempering
