#pragma once

#include <vector>

#include "photinus/families/built_in.hpp"

namespace photinus {

inline const std::vector<FamilyEntry>& every_family() {
  static const std::vector<FamilyEntry> families = built_in_families();
  return families;
}

}  // namespace photinus
