#pragma once

#include <string>

#include "svg_figure.hpp"

namespace photinus::report {

// The elements that figures are made of; coordinates are pixels.

std::string svg_line(double x1, double y1, double x2, double y2, const std::string& colour,
                     const std::string& more = "");
/// `anchor`: "start", "middle" or "end"; `more`: further attributes.
std::string svg_text(double x, double y, const char* anchor, const std::string& words,
                     const std::string& more = "");
/// The marker of a series at a point; nothing where it has none.
std::string svg_marker(const Series& series, double x, double y);
/// The stroke of a series' line.
std::string svg_stroke(const Series& series);

}  // namespace photinus::report
