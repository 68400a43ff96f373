#include "markdown_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace photinus::scaling {

namespace {

std::string escaped(const std::string& cell) {
  std::string safe;
  for (const char c : cell) safe += c == '|' ? "\\|" : std::string(1, c);
  return safe;
}

}  // namespace

MarkdownTable::MarkdownTable(std::vector<std::string> heading, std::size_t width) {
  constexpr std::size_t least = 6;
  for (const auto& name : heading) widths_.push_back(std::max(least, escaped(name).size()));
  widths_.front() = std::max(widths_.front(), width);
  row(heading);
  std::string rule = "|";
  for (std::size_t j = 0; j < widths_.size(); ++j)
    rule += (j == 0 ? " :" : " ") + std::string(widths_[j] - 1, '-') + (j == 0 ? " |" : ": |");
  fmt::print("{}\n", rule);
}

void MarkdownTable::row(const std::vector<std::string>& cells) const {
  std::string line = "|";
  for (std::size_t j = 0; j < cells.size(); ++j)
    line += j == 0 ? fmt::format(" {:<{}} |", escaped(cells[j]), widths_[j])
                   : fmt::format(" {:>{}} |", escaped(cells[j]), widths_[j]);
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

std::string shown_figure(double value) {
  if (std::isnan(value)) return "-";
  return std::abs(value) >= 999.5 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

}  // namespace photinus::scaling
