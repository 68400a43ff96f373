#include "photinus/run/tempered_state.hpp"

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/vector.hpp>
#include <sstream>

#include "photinus/base/serialization.hpp"

namespace photinus {

std::vector<char> to_bytes(const TemperedState& state) {
  std::ostringstream stream;
  boost::archive::binary_oarchive archive(stream);
  archive << state;
  const std::string text = stream.str();
  return {text.begin(), text.end()};
}

TemperedState tempered_state_from(const std::vector<char>& bytes) {
  std::istringstream stream(std::string(bytes.begin(), bytes.end()));
  boost::archive::binary_iarchive archive(stream);
  TemperedState state;
  archive >> state;
  return state;
}

}  // namespace photinus
