#include "photinus/families/built_in.hpp"

namespace photinus {

template FamilyEntry family_entry<Poisson>(const MakeFamily<Poisson>&);

}  // namespace photinus
