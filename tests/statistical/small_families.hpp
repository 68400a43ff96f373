#pragma once

#include <vector>

#include "photinus/run/families.hpp"

namespace photinus {

inline const std::vector<FamilyEntry>& every_family() {
  static const std::vector<FamilyEntry> families = built_in_families();
  return families;
}

}  // namespace photinus
