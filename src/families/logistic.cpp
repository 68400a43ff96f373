#include "photinus/families/built_in.hpp"

namespace photinus {

template FamilyEntry family_entry<Logistic>(const MakeFamily<Logistic>&);

}  // namespace photinus
