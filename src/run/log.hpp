#pragma once

#include <string>

namespace photinus::log_lines {

/// Lines for the user, on standard error, from the coordinator alone.
void info(const std::string& line);
void warn(const std::string& line);
void error(const std::string& line);

}  // namespace photinus::log_lines
