#include "photinus/families/built_in.hpp"

namespace photinus {

std::vector<FamilyEntry> built_in_families() {
  return {family_entry<Linear>(), family_entry<Logistic>(), family_entry<Poisson>(),
          family_entry<Probit>(), family_entry<Softmax>(),  family_entry<StudentT>()};
}

}  // namespace photinus
