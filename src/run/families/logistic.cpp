#include "photinus/model/logistic.hpp"

#include "built_in.hpp"

namespace photinus {

FamilyEntry logistic_entry() { return family_entry<Logistic>(); }

}  // namespace photinus
