#include "photinus/families/built_in.hpp"

namespace photinus {

template FamilyEntry family_entry<Softmax>(const MakeFamily<Softmax>&);

}  // namespace photinus
