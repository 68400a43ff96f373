#pragma once

#include <vector>

#include "photinus/model/linear.hpp"
#include "photinus/model/logistic.hpp"
#include "photinus/model/poisson.hpp"
#include "photinus/model/probit.hpp"
#include "photinus/model/softmax.hpp"
#include "photinus/model/student_t.hpp"
#include "photinus/team/family_entry.hpp"

namespace photinus {

// The loops of a family take a compiler half a minute: they are compiled once, in a file for each.
extern template FamilyEntry family_entry<Linear>(const MakeFamily<Linear>&);
extern template FamilyEntry family_entry<Logistic>(const MakeFamily<Logistic>&);
extern template FamilyEntry family_entry<Poisson>(const MakeFamily<Poisson>&);
extern template FamilyEntry family_entry<Probit>(const MakeFamily<Probit>&);
extern template FamilyEntry family_entry<Softmax>(const MakeFamily<Softmax>&);
extern template FamilyEntry family_entry<StudentT>(const MakeFamily<StudentT>&);

/// The families that Photinus brings, by name: to add one is to add it here. A program puts its own
/// behind them.
std::vector<FamilyEntry> built_in_families();
/// Those of them without linear predictors: mvn, mixture and gp.
std::vector<FamilyEntry> built_in_models();

}  // namespace photinus
