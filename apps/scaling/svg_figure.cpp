#include "svg_figure.hpp"

#include <fmt/format.h>

#include "svg_scale.hpp"

namespace photinus::scaling {

namespace {

constexpr double width = 700.0, left = 80.0, right = 20.0;
constexpr double title_height = 36.0, panel_height = 270.0, axis_height = 52.0;
constexpr double legend_line = 22.0;

// The place of one panel, in pixels.
struct Frame {
  double top = 0.0;
  double bottom() const { return top + panel_height; }
};

std::string line(double x1, double y1, double x2, double y2, const char* colour) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2,
      y2, colour);
}

std::string escaped(const std::string& plain) {
  std::string safe;
  for (const char c : plain)
    safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return safe;
}

std::string text(double x, double y, const char* anchor, const std::string& words,
                 const std::string& more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                     anchor, more, escaped(words));
}

std::string marker(const Series& series, double x, double y) {
  const double r = 4.5;
  const auto polygon = [&](const std::vector<std::pair<double, double>>& corners) {
    std::string points;
    for (const auto& [dx, dy] : corners)
      points += fmt::format("{:.1f},{:.1f} ", x + r * dx, y + r * dy);
    return fmt::format("<polygon points=\"{}\" fill=\"{}\"/>\n", points, series.colour);
  };
  if (series.marker == Marker::square) return polygon({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
  if (series.marker == Marker::triangle) return polygon({{0, -1.3}, {1.2, 0.9}, {-1.2, 0.9}});
  if (series.marker == Marker::diamond) return polygon({{0, -1.4}, {1.4, 0}, {0, 1.4}, {-1.4, 0}});
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"/>\n", x, y, r,
                     series.colour);
}

Scale scale_of(const Panel& panel, bool horizontal, const Frame& frame) {
  std::vector<double> values;
  for (const auto& series : panel.series)
    for (const auto& [x, y] : series.points) values.push_back(horizontal ? x : y);
  return horizontal ? Scale(panel.x.logarithmic, values, left, width - right)
                    : Scale(panel.y.logarithmic, values, frame.bottom(), frame.top);
}

std::string axes(const Panel& panel, const Scale& x, const Scale& y, const Frame& frame) {
  std::string svg;
  for (const auto& tick : x.ticks()) {
    const double at = x.pixel(tick.value);
    svg += line(at, frame.top, at, frame.bottom() + (tick.label.empty() ? 3.0 : 6.0), "#dddddd");
    svg += text(at, frame.bottom() + 20.0, "middle", tick.label);
  }
  for (const auto& tick : y.ticks()) {
    const double at = y.pixel(tick.value);
    svg += line(left - (tick.label.empty() ? 3.0 : 6.0), at, width - right, at, "#dddddd");
    svg += text(left - 10.0, at + 4.5, "end", tick.label);
  }
  svg += line(left, frame.bottom(), width - right, frame.bottom(), "#333333");
  svg += line(left, frame.top, left, frame.bottom(), "#333333");
  svg += text(0.5 * (left + width - right), frame.bottom() + 40.0, "middle", panel.x.label);
  const double middle = 0.5 * (frame.top + frame.bottom());
  svg += text(20.0, middle, "middle", panel.y.label,
              fmt::format(" transform=\"rotate(-90 20 {:.1f})\"", middle));
  return svg;
}

std::string curve(const Series& series, const Scale& x, const Scale& y) {
  std::string path, markers;
  for (const auto& [u, v] : series.points) {
    if (!x.holds(u) || !y.holds(v)) continue;
    path += fmt::format("{:.1f},{:.1f} ", x.pixel(u), y.pixel(v));
    markers += marker(series, x.pixel(u), y.pixel(v));
  }
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
                     path, series.colour) +
         markers;
}

std::string drawn(const Panel& panel, const Frame& frame) {
  const Scale x = scale_of(panel, true, frame), y = scale_of(panel, false, frame);
  std::string svg = axes(panel, x, y, frame);
  for (const auto& series : panel.series) svg += curve(series, x, y);
  return svg;
}

// Two entries in a line.
std::string legend(const std::vector<Series>& all, double top) {
  std::string svg;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double x = left + 0.5 * (width - left - right) * static_cast<double>(i % 2);
    const double y = top + legend_line * (0.5 + static_cast<double>(i / 2));
    svg += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"1.5\"/>\n",
        x, y, x + 24.0, y, all[i].colour);
    svg += marker(all[i], x + 12.0, y) + text(x + 32.0, y + 4.5, "start", all[i].label);
  }
  return svg;
}

}  // namespace

std::string svg_figure(const std::string& title, const std::vector<Panel>& panels) {
  const auto& entries = panels.front().series;
  const auto lines = static_cast<double>((entries.size() + 1) / 2);
  const double legend_top =
      title_height + (panel_height + axis_height) * static_cast<double>(panels.size());
  const double height = legend_top + legend_line * lines + 10.0;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"13\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      width, height);
  svg += text(0.5 * width, 22.0, "middle", title, " font-size=\"15\"");
  Frame frame{title_height};
  for (const auto& panel : panels) {
    svg += drawn(panel, frame);
    frame.top += panel_height + axis_height;
  }
  return svg + legend(entries, legend_top) + "</svg>\n";
}

}  // namespace photinus::scaling
