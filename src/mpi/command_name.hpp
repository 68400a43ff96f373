#pragma once

#include "photinus/team/team.hpp"

namespace photinus {

/// A command as words for the user: "update brightness" of UpdateBrightness. They live for ever.
const char* name_of(const Command& command);

}  // namespace photinus
