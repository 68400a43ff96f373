// What evidence --extend goes on from: sequential.state, its checksum right, and what it is
// compared with before it is used.
#include "photinus/run/saved_sequential.hpp"

#include <fstream>

#include "fuzz/verdict.hpp"
#include "photinus/output/checkpoint.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

std::string results_of(const std::vector<char>& state) {
  static const TemporaryDirectory directory;
  static const std::string config = directory.write("config.toml", "");
  directory.write("sequential.state", encode({"", state}, 1));
  return directory.file("");
}

}  // namespace
}  // namespace photinus

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace photinus;
  const std::string directory = results_of({data, data + size});
  SavedSequential saved;
  if (!is_taken([&] { saved = read_saved(directory); })) return 0;
  is_taken([&] { require_same_settings(saved, RunConfig()); });
  is_taken([&] { require_same_parameters(saved, {"a", "b"}); });
  return 0;
}
