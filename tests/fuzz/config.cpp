// The config reader: a TOML file, and behind it the arguments of --set, each after a line break
// and "--set ". What is taken must be read the same from the effective config that runs write.
#include "photinus/run/config.hpp"

#include <string_view>

#include "fuzz/input_file.hpp"
#include "fuzz/verdict.hpp"

namespace photinus {
namespace {

std::vector<std::string> take_settings(std::string_view& text) {
  constexpr std::string_view mark = "\n--set ";
  std::vector<std::string> settings;
  for (auto at = text.rfind(mark); at != std::string_view::npos; at = text.rfind(mark)) {
    settings.emplace(settings.begin(), text.substr(at + mark.size()));
    text = text.substr(0, at);
  }
  return settings;
}

RunConfig read(std::string_view text, const std::vector<std::string>& settings) {
  const InputFile file(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  return read_config(file.path(), settings);
}

}  // namespace
}  // namespace photinus

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace photinus;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto settings = take_settings(text);
  RunConfig config;
  if (!is_taken([&] { config = read(text, settings); })) return 0;
  const std::string effective = to_toml(config);
  require(to_toml(read(effective, {})) == effective, "the effective config reads as another");
  require(!to_toml(settled(config, true)).empty(), "no config is settled");
  return 0;
}
