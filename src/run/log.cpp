#include "log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace photinus::log_lines {

namespace {

spdlog::logger& logger() {
  static const auto instance = [] {
    auto made = spdlog::stderr_color_mt("photinus");
    made->set_pattern("photinus: %^%v%$");
    return made;
  }();
  return *instance;
}

}  // namespace

void info(const std::string& line) { logger().info(line); }
void warn(const std::string& line) { logger().warn("warning: " + line); }
void error(const std::string& line) { logger().error(line); }

}  // namespace photinus::log_lines
