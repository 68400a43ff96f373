#include "photinus/model/family.hpp"

#include <algorithm>
#include <cmath>

namespace photinus {

void ResponseSummary::see(double response, std::int64_t row) {
  if (response == 0.0) first_zero = std::min(first_zero, row);
  if (response == -1.0) first_minus_one = std::min(first_minus_one, row);
  if (response == 1.0) first_one = std::min(first_one, row);
  if (!(response >= 0.0 && response < most_classes && response == std::floor(response))) return;
  const auto label = static_cast<std::size_t>(response);
  if (label >= first_of_class.size()) first_of_class.resize(label + 1, Failure::no_row);
  first_of_class[label] = std::min(first_of_class[label], row);
}

void ResponseSummary::merge(const ResponseSummary& other) {
  first_zero = std::min(first_zero, other.first_zero);
  first_minus_one = std::min(first_minus_one, other.first_minus_one);
  first_one = std::min(first_one, other.first_one);
  if (first_of_class.size() < other.first_of_class.size())
    first_of_class.resize(other.first_of_class.size(), Failure::no_row);
  for (std::size_t k = 0; k < other.first_of_class.size(); ++k)
    first_of_class[k] = std::min(first_of_class[k], other.first_of_class[k]);
}

}  // namespace photinus
