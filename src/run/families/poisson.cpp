#include "photinus/model/poisson.hpp"

#include "built_in.hpp"

namespace photinus {

FamilyEntry poisson_entry() { return family_entry<Poisson>(); }

}  // namespace photinus
