#include "markdown_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace photinus::report {

namespace {

std::string escaped(const std::string& cell) {
  std::string safe;
  for (const char c : cell) safe += c == '|' ? "\\|" : std::string(1, c);
  return safe;
}

// "1,234,567" or "0.0123".
std::string grouped(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const std::size_t point = std::min(text.find('.'), text.size());
  for (std::size_t i = point; i > 3 + (value < 0.0 ? 1U : 0U); i -= 3) text.insert(i - 3, ",");
  return text;
}

}  // namespace

MarkdownTable::MarkdownTable(std::vector<std::string> heading, std::size_t width, std::ostream& out)
    : out_(out) {
  constexpr std::size_t least = 6;
  for (const auto& name : heading) widths_.push_back(std::max(least, escaped(name).size()));
  widths_.front() = std::max(widths_.front(), width);
  row(heading);
  std::string rule = "|";
  for (std::size_t j = 0; j < widths_.size(); ++j)
    rule += (j == 0 ? " :" : " ") + std::string(widths_[j] - 1, '-') + (j == 0 ? " |" : ": |");
  out_ << rule << "\n";
}

void MarkdownTable::row(const std::vector<std::string>& cells) const {
  std::string line = "|";
  for (std::size_t j = 0; j < cells.size(); ++j)
    line += j == 0 ? fmt::format(" {:<{}} |", escaped(cells[j]), widths_[j])
                   : fmt::format(" {:>{}} |", escaped(cells[j]), widths_[j]);
  out_ << line << "\n" << std::flush;
}

std::string shown_figure(double value) {
  if (std::isnan(value)) return "-";
  return std::abs(value) >= 999.5 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string measured_figure(double mean, double deviation) {
  if (!std::isfinite(deviation)) return shown_figure(mean);
  if (deviation == 0.0) return grouped(mean, mean == std::round(mean) ? 0 : 2) + " ± 0";
  const int place = static_cast<int>(std::floor(std::log10(deviation))) - 1;
  const double unit = std::pow(10.0, place);
  const int decimals = std::max(0, -place);
  return grouped(unit * std::round(mean / unit), decimals) + " ± " +
         grouped(unit * std::round(deviation / unit), decimals);
}

}  // namespace photinus::report
