#include "photinus/families/built_in.hpp"

namespace photinus {

template FamilyEntry family_entry<StudentT>(const MakeFamily<StudentT>&);

}  // namespace photinus
