#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace photinus {

/// Length in UTF-8 code points: what a terminal shows of most alphabets.
std::size_t code_points(const std::string& text);

/// At most `length` code points, the last an ellipsis if some were dropped; control characters,
/// which would break a table, become '?'.
std::string shorten(const std::string& text, std::size_t length);

/// `text` folded at blanks to lines of at most `width` code points, the first after `head`, the
/// others indented by as much; each ends with a newline.
std::string fold(const std::string& head, const std::string& text, std::size_t width);

/// A number with `decimals` decimals in at most `length` >= 7 characters: decimals are dropped
/// while two digits stay, then it is written with a power of ten. NA if it is NaN.
std::string fit_number(double value, int decimals, std::size_t length);

/// The decimals that show `digits` significant digits of `scale`; `otherwise` where it has none.
int decimals_for(double scale, int digits, int otherwise);

/// 1234567 as 1,234,567.
std::string with_commas(std::int64_t value);

}  // namespace photinus
