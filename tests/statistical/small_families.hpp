#pragma once

#include <vector>

#include "photinus/model/linear.hpp"
#include "photinus/model/logistic.hpp"
#include "photinus/model/student_t.hpp"
#include "photinus/team/family_entry.hpp"

namespace photinus {

inline const std::vector<FamilyEntry>& every_family() {
  static const std::vector<FamilyEntry> families = {
      family_entry<Linear>(), family_entry<Logistic>(), family_entry<StudentT>()};
  return families;
}

}  // namespace photinus
