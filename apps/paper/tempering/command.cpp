#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "../commands.hpp"
#include "figures.hpp"
#include "photinus/output/text_file.hpp"
#include "tables.hpp"

namespace photinus::paper {

namespace {

using namespace tempering;

// One case may belong to several parts.
std::vector<Case> cases_of_parts(const std::vector<std::string>& parts, std::int64_t largest) {
  std::vector<Case> cases;
  for (const auto& part : parts)
    for (const auto& c : cases_of(part, largest))
      if (std::find(cases.begin(), cases.end(), c) == cases.end()) cases.push_back(c);
  return cases;
}

void write_table(const std::filesystem::path& path, const std::string& table) {
  write_text_file(path, table);
  fmt::print("\n{}", table);
}

void write_part(const std::string& part, const Measurements& measured,
                const TemperingArguments& arguments) {
  const auto path = [&](const char* extension) {
    return std::filesystem::path(arguments.output) / ("tempering-" + part + extension);
  };
  if (part == "figure1") {
    write_text_file(path(".svg"), figure1(measured, arguments.largest));
    write_table(path(".md"), cost_table(measured, arguments.largest));
  } else if (part == "figure2") {
    write_text_file(path(".svg"), figure2(measured));
  } else if (part == "figure3") {
    write_text_file(path(".svg"), figure3(measured, arguments.largest));
  } else {
    write_table(path(".md"), efficiency_table(part, measured, arguments.largest));
  }
}

}  // namespace

std::vector<std::string> tempering_parts() { return part_names(); }

void tempering_command(const TemperingArguments& arguments) {
  const auto parts = arguments.parts.empty() ? part_names() : arguments.parts;
  const auto measured = run_cases(cases_of_parts(parts, arguments.largest), arguments);
  for (const auto& part : parts) write_part(part, measured, arguments);
}

}  // namespace photinus::paper
