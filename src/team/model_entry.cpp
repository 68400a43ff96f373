#include "photinus/team/family_entry.hpp"

namespace photinus {

FamilyEntry model_entry(const std::string& name, const MakeModel& make_model) {
  FamilyEntry entry;
  entry.name = name;
  entry.make_model = make_model;
  return entry;
}

}  // namespace photinus
