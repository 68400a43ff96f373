#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "../commands.hpp"
#include "figures.hpp"
#include "photinus/output/text_file.hpp"
#include "tables.hpp"

namespace photinus::paper {

namespace {

using namespace evidence;

// What takes long: rows, and rejected draws, of which nobody knows how many there will be.
std::int64_t size_of(const Case& c) {
  constexpr std::int64_t of_rejection = 500'000;
  return c.method == Method::rejection ? of_rejection : c.rows;
}

// What is cheap is run first whatever it belongs to.
std::vector<Case> cases_of_parts(const std::vector<std::string>& parts,
                                 const EvidenceArguments& arguments) {
  std::vector<Case> cases;
  for (const auto& part : parts)
    for (const auto& c : cases_of(part, arguments.largest, arguments.seeds)) cases.push_back(c);
  std::stable_sort(cases.begin(), cases.end(),
                   [](const Case& a, const Case& b) { return size_of(a) < size_of(b); });
  return cases;
}

void write_part(const std::string& part, const Measurements& measured,
                const EvidenceArguments& arguments) {
  const auto path = [&](const char* extension) {
    return std::filesystem::path(arguments.output) / ("evidence-" + part + extension);
  };
  const std::string table = part == "variance" ? variance_table(measured, arguments.largest)
                                               : evidence_table(part, measured, arguments.largest);
  write_text_file(path(".md"), table);
  fmt::print("\n{}", table);
  if (part == "variance") return;
  write_text_file(path(".svg"), part == "figureA1"
                                    ? figure_a1(measured, arguments.largest)
                                    : evidence_figure(part, measured, arguments.largest));
}

}  // namespace

std::vector<std::string> evidence_parts() { return part_names(); }

std::vector<std::string> evidence_methods() {
  std::vector<std::string> names;
  for (int i = 0; i < methods; ++i) names.push_back(name_of(static_cast<Method>(i)));
  return names;
}

void evidence_command(const EvidenceArguments& arguments) {
  const auto parts = arguments.parts.empty() ? part_names() : arguments.parts;
  const auto measured = run_cases(cases_of_parts(parts, arguments), arguments);
  for (const auto& part : parts) write_part(part, measured, arguments);
}

}  // namespace photinus::paper
