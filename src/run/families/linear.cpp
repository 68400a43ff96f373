#include "photinus/model/linear.hpp"

#include "built_in.hpp"

namespace photinus {

FamilyEntry linear_entry() { return family_entry<Linear>(); }

}  // namespace photinus
