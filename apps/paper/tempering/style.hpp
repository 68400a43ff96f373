#pragma once

#include "cases.hpp"
#include "report/svg_figure.hpp"

namespace photinus::paper::tempering {

/// A curve as all figures draw that method.
inline report::Series series_of(Method method, const std::string& kernel) {
  using report::Marker;
  struct Style {
    const char* colour;
    Marker marker;
  };
  static constexpr Style styles[] = {{"#333333", Marker::circle}, {"#e07b00", Marker::diamond},
                                     {"#b3202c", Marker::square}, {"#1b6ca8", Marker::triangle},
                                     {"#3a7d44", Marker::ring},   {"#8e5ea2", Marker::circle},
                                     {"#7a5230", Marker::ring},   {"#d4679f", Marker::triangle}};
  const Style& style = styles[static_cast<std::size_t>(method)];
  // Methods of one kernel name share a legend that names the kernel once.
  const std::string label =
      method == Method::plain && kernel.empty() ? "kernel alone" : label_of(method, kernel);
  return {label, style.colour, style.marker, {}};
}

}  // namespace photinus::paper::tempering
