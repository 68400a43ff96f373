#include "photinus/model/student_t.hpp"

#include "built_in.hpp"

namespace photinus {

FamilyEntry student_t_entry() { return family_entry<StudentT>(); }

}  // namespace photinus
