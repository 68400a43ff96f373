#pragma once

#include <string>
#include <vector>

namespace photinus::scaling {

/// A Markdown table on standard output, printed row by row as the rows come.
class MarkdownTable {
 public:
  /// Prints the heading. The first column is set left, the others right; `width` is the least
  /// width of the first.
  MarkdownTable(std::vector<std::string> heading, std::size_t width);

  void row(const std::vector<std::string>& cells) const;

 private:
  std::vector<std::size_t> widths_;
};

/// Three significant digits, whole numbers from 1,000 on; "-" where there is none.
std::string shown_figure(double value);

}  // namespace photinus::scaling
