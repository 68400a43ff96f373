#include "photinus/team/family_entry.hpp"

namespace photinus {

FamilyEntry model_entry(const std::string& name, const MakeModel& make_model, bool needs_response) {
  FamilyEntry entry;
  entry.name = name;
  entry.make_model = make_model;
  entry.needs_response = needs_response;
  return entry;
}

}  // namespace photinus
