#include "photinus/run/run_state.hpp"

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/vector.hpp>
#include <sstream>

#include "photinus/base/serialization.hpp"

namespace photinus {

std::vector<char> to_bytes(const RunState& state) {
  std::ostringstream stream;
  boost::archive::binary_oarchive archive(stream);
  archive << state;
  const std::string text = stream.str();
  return {text.begin(), text.end()};
}

RunState from_bytes(const std::vector<char>& bytes) {
  std::istringstream stream(std::string(bytes.begin(), bytes.end()));
  boost::archive::binary_iarchive archive(stream);
  RunState state;
  archive >> state;
  return state;
}

}  // namespace photinus
