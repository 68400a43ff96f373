#include "photinus/model/family.hpp"

#include <algorithm>

namespace photinus {

void ResponseSummary::see(double response, std::int64_t row) {
  if (response == 0.0) first_zero = std::min(first_zero, row);
  if (response == -1.0) first_minus_one = std::min(first_minus_one, row);
  if (response == 1.0) first_one = std::min(first_one, row);
}

void ResponseSummary::merge(const ResponseSummary& other) {
  first_zero = std::min(first_zero, other.first_zero);
  first_minus_one = std::min(first_minus_one, other.first_minus_one);
  first_one = std::min(first_one, other.first_one);
}

}  // namespace photinus
