#pragma once

#include <iostream>
#include <string>
#include <vector>

namespace photinus::report {

/// A Markdown table, printed row by row as the rows come.
class MarkdownTable {
 public:
  /// Prints the heading. The first column is set left, the others right; `width` is the least
  /// width of the first.
  MarkdownTable(std::vector<std::string> heading, std::size_t width, std::ostream& out = std::cout);

  void row(const std::vector<std::string>& cells) const;

 private:
  std::vector<std::size_t> widths_;
  std::ostream& out_;
};

/// Three significant digits, whole numbers from 1,000 on; "-" where there is none.
std::string shown_figure(double value);
/// "mean ± deviation", both to the place of the deviation's second digit, thousands set apart; the
/// mean alone as shown_figure where there is no deviation.
std::string measured_figure(double mean, double deviation);

}  // namespace photinus::report
