// The state of a sampler in a checkpoint whose checksum is right. What is taken is written the
// same.
#include "photinus/run/run_state.hpp"

#include "fuzz/verdict.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace photinus;
  const std::vector<char> bytes(data, data + size);
  RunState state;
  if (is_taken([&] { state = from_bytes(bytes); }))
    require(to_bytes(state) == bytes, "a state is taken that is not as it would be written");
  return 0;
}
