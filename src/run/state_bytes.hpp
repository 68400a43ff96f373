#pragma once

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/vector.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "photinus/base/serialization.hpp"

namespace photinus {

/// A state of plain values as bytes, and back.
template <class State>
std::vector<char> bytes_of(const State& state) {
  std::ostringstream stream;
  boost::archive::binary_oarchive archive(stream);
  archive << state;
  const std::string text = stream.str();
  return {text.begin(), text.end()};
}

template <class State>
State state_of(const std::vector<char>& bytes) {
  std::istringstream stream(std::string(bytes.begin(), bytes.end()));
  boost::archive::binary_iarchive archive(stream);
  State state;
  archive >> state;
  return state;
}

}  // namespace photinus
