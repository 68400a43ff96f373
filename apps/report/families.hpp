#pragma once

#include <vector>

#include "photinus/families/built_in.hpp"

namespace photinus::report {

inline const std::vector<FamilyEntry>& families() {
  static const std::vector<FamilyEntry> list = built_in_families();
  return list;
}

}  // namespace photinus::report
