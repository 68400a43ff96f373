#pragma once

#include <vector>

#include "photinus/model/linear.hpp"
#include "photinus/model/logistic.hpp"
#include "photinus/model/student_t.hpp"
#include "photinus/team/family_entry.hpp"

namespace photinus::scaling {

inline const std::vector<FamilyEntry>& families() {
  static const std::vector<FamilyEntry> list = {family_entry<Linear>(), family_entry<Logistic>(),
                                                family_entry<StudentT>()};
  return list;
}

}  // namespace photinus::scaling
