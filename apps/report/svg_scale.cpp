#include "svg_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace photinus::report {

namespace {

constexpr double in_decade[] = {1.0, 2.0, 5.0};

// "20,000" rather than "2e+04".
std::string shown(double value) {
  const double whole = std::round(value);
  if (std::abs(value) < 999.5 || std::abs(value) > 1e7) return fmt::format("{:.3g}", value);
  std::string text = fmt::format("{:.0f}", whole);
  for (std::size_t i = text.size(); i > 3 + (value < 0.0 ? 1U : 0U); i -= 3)
    text.insert(i - 3, ",");
  return text;
}

}  // namespace

Scale::Scale(bool logarithmic, const std::vector<double>& values, double first, double last)
    : logarithmic_(logarithmic), first_(first), last_(last) {
  bool any = false;
  for (const double value : values) {
    if (!holds(value)) continue;
    const double at = position(value);
    low_ = any ? std::min(low_, at) : at;
    high_ = any ? std::max(high_, at) : at;
    any = true;
  }
  logarithmic_ ? place_decades() : place_steps();
}

bool Scale::holds(double value) const {
  return std::isfinite(value) && (!logarithmic_ || value > 0.0);
}

double Scale::position(double value) const { return logarithmic_ ? std::log10(value) : value; }

double Scale::pixel(double value) const {
  return first_ + (position(value) - low_) / (high_ - low_) * (last_ - first_);
}

// Ticks at 1, 2 and 5 times the powers of 10; 2 and 5 are labelled where there are few decades.
void Scale::place_decades() {
  constexpr double most_labelled = 2.5, hair = 1e-9;
  const double low = low_, high = high_;
  const bool all_labelled = high - low <= most_labelled;
  std::vector<double> candidates;
  for (double decade = std::floor(low); decade <= std::ceil(high); decade += 1.0)
    for (const double digit : in_decade) candidates.push_back(std::log10(digit) + decade);
  for (const double at : candidates) {
    if (at <= low + hair) low_ = at;
    if (at < high - hair) continue;
    high_ = at;
    break;
  }
  if (high_ - low_ < hair) high_ = low_ + 1.0;
  for (const double at : candidates) {
    if (at < low_ - hair || at > high_ + hair) continue;
    const double value = std::pow(10.0, at);
    const bool decade = std::abs(at - std::round(at)) < hair;
    ticks_.push_back({value, decade || all_labelled ? shown(value) : ""});
  }
  if (last_ > first_) thin_labels();
}

// Of labels side by side those stay that have room beside the one before.
void Scale::thin_labels() {
  constexpr double half_character = 3.75;  // pixels
  double taken = -1.0;
  for (auto& tick : ticks_) {
    const double half = half_character * static_cast<double>(tick.label.size() + 1);
    const double at = pixel(tick.value);
    if (at - half < taken)
      tick.label.clear();
    else if (!tick.label.empty())
      taken = at + half;
  }
}

// At most eight steps of 1, 2 or 5 times a power of 10, from 0 on.
void Scale::place_steps() {
  constexpr double steps = 8.0, hair = 1e-9;
  low_ = std::min(low_, 0.0);
  high_ = high_ > low_ ? high_ : low_ + 1.0;
  const double decade = std::pow(10.0, std::floor(std::log10((high_ - low_) / steps)));
  double step = 10.0 * decade;
  for (const double digit : {5.0, 2.0, 1.0})
    if (digit * decade * steps >= high_ - low_) step = digit * decade;
  low_ = std::floor(low_ / step + hair) * step;
  high_ = std::ceil(high_ / step - hair) * step;
  for (double value = low_; value <= high_ + hair * step; value += step)
    ticks_.push_back({value, shown(std::abs(value) < hair * step ? 0.0 : value)});
}

}  // namespace photinus::report
