#include "svg_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "svg_scale.hpp"
#include "svg_shapes.hpp"

namespace photinus::report {

namespace {

constexpr double width = 700.0, left_margin = 80.0, right_margin = 40.0;
constexpr double title_height = 36.0, panel_height = 270.0, axis_height = 52.0;
constexpr double panel_title_height = 22.0, legend_line = 22.0;

// The place of one panel, in pixels.
struct Frame {
  double left = 0.0, right = 0.0, top = 0.0;
  double bottom() const { return top + panel_height; }
};

Frame frame_of(std::size_t column, std::size_t columns, double top) {
  const double share = width / static_cast<double>(columns);
  const double from = share * static_cast<double>(column);
  return {from + left_margin, from + share - right_margin, top};
}

Scale scale_of(const Panel& panel, bool horizontal, const Frame& frame) {
  std::vector<double> values;
  for (const auto& series : panel.series) {
    for (const auto& [x, y] : series.points) values.push_back(horizontal ? x : y);
    for (const auto& [x, low, high] : series.band) {
      values.push_back(horizontal ? x : low);
      values.push_back(horizontal ? x : high);
    }
  }
  return horizontal ? Scale(panel.x.logarithmic, values, frame.left, frame.right)
                    : Scale(panel.y.logarithmic, values, frame.bottom(), frame.top);
}

std::string axes(const Panel& panel, const Scale& x, const Scale& y, const Frame& frame) {
  constexpr const char *grid = "#dddddd", *ink = "#333333";
  std::string svg;
  for (const auto& tick : x.ticks()) {
    const double at = x.pixel(tick.value);
    svg += svg_line(at, frame.top, at, frame.bottom() + (tick.label.empty() ? 3.0 : 6.0), grid);
    svg += svg_text(at, frame.bottom() + 20.0, "middle", tick.label);
  }
  for (const auto& tick : y.ticks()) {
    const double at = y.pixel(tick.value);
    svg += svg_line(frame.left - (tick.label.empty() ? 3.0 : 6.0), at, frame.right, at, grid);
    svg += svg_text(frame.left - 10.0, at + 4.5, "end", tick.label);
  }
  svg += svg_line(frame.left, frame.bottom(), frame.right, frame.bottom(), ink);
  svg += svg_line(frame.left, frame.top, frame.left, frame.bottom(), ink);
  const double centre = 0.5 * (frame.left + frame.right);
  const double middle = 0.5 * (frame.top + frame.bottom()), beside = frame.left - 60.0;
  svg += svg_text(centre, frame.top - 8.0, "middle", panel.title);
  svg += svg_text(centre, frame.bottom() + 40.0, "middle", panel.x.label);
  svg += svg_text(beside, middle, "middle", panel.y.label,
                  fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", beside, middle));
  return svg;
}

std::string shade(const Series& series, const Scale& x, const Scale& y) {
  std::string there, back;
  for (const auto& [u, low, high] : series.band) {
    if (!x.holds(u) || !y.holds(low) || !y.holds(high)) continue;
    there += fmt::format("{:.1f},{:.1f} ", x.pixel(u), y.pixel(low));
    back = fmt::format("{:.1f},{:.1f} ", x.pixel(u), y.pixel(high)) + back;
  }
  if (there.empty()) return "";
  return fmt::format("<polygon points=\"{}{}\" fill=\"{}\" fill-opacity=\"0.2\"/>\n", there, back,
                     series.colour);
}

std::string curve(const Series& series, const Scale& x, const Scale& y) {
  std::string path, markers;
  for (const auto& [u, v] : series.points) {
    if (!x.holds(u) || !y.holds(v)) continue;
    path += fmt::format("{:.1f},{:.1f} ", x.pixel(u), y.pixel(v));
    markers += svg_marker(series, x.pixel(u), y.pixel(v));
  }
  if (!series.joined) return markers;
  return fmt::format("<polyline points=\"{}\" fill=\"none\" {}/>\n", path, svg_stroke(series)) +
         markers;
}

std::string drawn(const Panel& panel, const Frame& frame) {
  const Scale x = scale_of(panel, true, frame), y = scale_of(panel, false, frame);
  std::string svg = axes(panel, x, y, frame);
  for (const auto& series : panel.series) svg += shade(series, x, y);
  for (const auto& series : panel.series) svg += curve(series, x, y);
  return svg;
}

std::vector<Series> legend_entries(const PanelRows& rows) {
  std::vector<Series> entries;
  const auto known = [&](const Series& series) {
    return std::any_of(entries.begin(), entries.end(),
                       [&](const Series& entry) { return entry.label == series.label; });
  };
  for (const auto& row : rows)
    for (const auto& panel : row)
      for (const auto& series : panel.series)
        if (!series.label.empty() && !known(series)) entries.push_back(series);
  return entries;
}

// Two entries in a line.
std::string legend(const std::vector<Series>& entries, double top) {
  std::string svg;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double x =
        left_margin + 0.5 * (width - left_margin - right_margin) * static_cast<double>(i % 2);
    const double y = top + legend_line * (0.5 + static_cast<double>(i / 2));
    if (entries[i].joined)
      svg += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x,
                         y, x + 24.0, y, svg_stroke(entries[i]));
    svg += svg_marker(entries[i], x + 12.0, y) +
           svg_text(x + 32.0, y + 4.5, "start", entries[i].label);
  }
  return svg;
}

bool has_titles(const std::vector<Panel>& row) {
  return std::any_of(row.begin(), row.end(),
                     [](const auto& panel) { return !panel.title.empty(); });
}

}  // namespace

std::string svg_figure(const std::string& title, const PanelRows& rows) {
  std::string panels;
  double top = title_height;
  for (const auto& row : rows) {
    if (has_titles(row)) top += panel_title_height;
    for (std::size_t i = 0; i < row.size(); ++i)
      panels += drawn(row[i], frame_of(i, row.size(), top));
    top += panel_height + axis_height;
  }
  const auto entries = legend_entries(rows);
  const double height = top + legend_line * static_cast<double>((entries.size() + 1) / 2) + 10.0;
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
             "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"13\">\n"
             "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
             width, height) +
         svg_text(0.5 * width, 22.0, "middle", title, " font-size=\"15\"") + panels +
         legend(entries, top) + "</svg>\n";
}

std::string svg_figure(const std::string& title, const std::vector<Panel>& panels) {
  PanelRows rows;
  for (const auto& panel : panels) rows.push_back({panel});
  return svg_figure(title, rows);
}

}  // namespace photinus::report
