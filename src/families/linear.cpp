#include "photinus/families/built_in.hpp"

namespace photinus {

template FamilyEntry family_entry<Linear>(const MakeFamily<Linear>&);

}  // namespace photinus
