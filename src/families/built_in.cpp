#include "photinus/families/built_in.hpp"

namespace photinus {

std::vector<FamilyEntry> built_in_families() {
  std::vector<FamilyEntry> families = {family_entry<Linear>(),  family_entry<Logistic>(),
                                       family_entry<Poisson>(), family_entry<Probit>(),
                                       family_entry<Softmax>(), family_entry<StudentT>()};
  for (auto& model : built_in_models()) families.push_back(std::move(model));
  return families;
}

}  // namespace photinus
