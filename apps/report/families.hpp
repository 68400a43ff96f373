#pragma once

#include <vector>

#include "photinus/run/families.hpp"

namespace photinus::report {

inline const std::vector<FamilyEntry>& families() {
  static const std::vector<FamilyEntry> list = built_in_families();
  return list;
}

}  // namespace photinus::report
