// The main of a fuzz target in builds without libFuzzer: the files of directories, one by one.
//   usage: fuzz_NAME DIRECTORY...
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "fuzz/verdict.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void replay(const std::filesystem::path& path) {
  std::cout << path.string() << std::endl;  // where it crashes, this line is the last
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int argc, char** argv) try {
  int inputs = 0;
  for (int i = 1; i < argc; ++i)
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      replay(entry.path());
      ++inputs;
    }
  std::cout << inputs << " inputs, taken: " << photinus::inputs_taken << '\n';
  return photinus::inputs_taken > 0 ? 0 : 1;
} catch (const std::exception& error) {
  std::cout << "this one: " << error.what() << '\n';
  return 1;
}
