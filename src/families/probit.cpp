#include "photinus/families/built_in.hpp"

namespace photinus {

template FamilyEntry family_entry<Probit>(const MakeFamily<Probit>&);

}  // namespace photinus
