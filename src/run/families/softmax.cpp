#include "photinus/model/softmax.hpp"

#include "built_in.hpp"

namespace photinus {

FamilyEntry softmax_entry() { return family_entry<Softmax>(); }

}  // namespace photinus
