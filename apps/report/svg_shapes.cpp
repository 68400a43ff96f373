#include "svg_shapes.hpp"

#include <fmt/format.h>

namespace photinus::report {

namespace {

std::string escaped(const std::string& plain) {
  std::string safe;
  for (const char c : plain)
    safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return safe;
}

}  // namespace

std::string svg_line(double x1, double y1, double x2, double y2, const std::string& colour,
                     const std::string& more) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"{}/>\n", x1, y1,
      x2, y2, colour, more);
}

std::string svg_text(double x, double y, const char* anchor, const std::string& words,
                     const std::string& more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                     anchor, more, escaped(words));
}

std::string svg_marker(const Series& series, double x, double y) {
  const double r = series.size;
  const auto polygon = [&](const std::vector<std::pair<double, double>>& corners) {
    std::string points;
    for (const auto& [dx, dy] : corners)
      points += fmt::format("{:.1f},{:.1f} ", x + r * dx, y + r * dy);
    return fmt::format("<polygon points=\"{}\" fill=\"{}\"/>\n", points, series.colour);
  };
  const auto circle = [&](const std::string& paint) {
    return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" {}/>\n", x, y, r, paint);
  };
  switch (series.marker) {
    case Marker::square:
      return polygon({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    case Marker::triangle:
      return polygon({{0, -1.3}, {1.2, 0.9}, {-1.2, 0.9}});
    case Marker::diamond:
      return polygon({{0, -1.4}, {1.4, 0}, {0, 1.4}, {-1.4, 0}});
    case Marker::ring:
      return circle("fill=\"#ffffff\" stroke=\"" + series.colour + "\"");
    case Marker::circle:
      return circle("fill=\"" + series.colour + "\"");
    case Marker::none:
      break;
  }
  return "";
}

std::string svg_stroke(const Series& series) {
  const std::string dashes =
      series.dashes.empty() ? "" : " stroke-dasharray=\"" + series.dashes + "\"";
  return fmt::format("stroke=\"{}\" stroke-width=\"1.5\"{}", series.colour, dashes);
}

}  // namespace photinus::report
