#include "photinus/run/families.hpp"

#include "families/built_in.hpp"

namespace photinus {

std::vector<FamilyEntry> built_in_families() {
  return {linear_entry(), logistic_entry(), poisson_entry(),
          probit_entry(), softmax_entry(),  student_t_entry()};
}

}  // namespace photinus
