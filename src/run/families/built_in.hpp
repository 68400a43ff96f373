#pragma once

#include "photinus/team/family_entry.hpp"

namespace photinus {

// A file for each: the loops of a family take a compiler minutes.
FamilyEntry linear_entry();
FamilyEntry logistic_entry();
FamilyEntry poisson_entry();
FamilyEntry probit_entry();
FamilyEntry softmax_entry();
FamilyEntry student_t_entry();

}  // namespace photinus
