#include "photinus/run/tempered_state.hpp"

#include "state_bytes.hpp"

namespace photinus {

std::vector<char> to_bytes(const TemperedState& state) { return bytes_of(state); }

TemperedState tempered_state_from(const std::vector<char>& bytes) {
  return state_of<TemperedState>(bytes);
}

}  // namespace photinus
