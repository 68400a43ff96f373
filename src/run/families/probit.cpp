#include "photinus/model/probit.hpp"

#include "built_in.hpp"

namespace photinus {

FamilyEntry probit_entry() { return family_entry<Probit>(); }

}  // namespace photinus
