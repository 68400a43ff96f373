#include "photinus/run/run_state.hpp"

#include "state_bytes.hpp"

namespace photinus {

std::vector<char> to_bytes(const RunState& state) { return bytes_of(state); }

RunState from_bytes(const std::vector<char>& bytes) { return state_of<RunState>(bytes); }

}  // namespace photinus
