#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "photinus/base/errors.hpp"

namespace photinus {

/// Inputs that a reader has taken: a target that takes none of those kept tests nothing.
inline std::int64_t inputs_taken = 0;

/// True where `read` has taken the input. Whatever an input holds, its reader takes it or throws a
/// Failure that blames it: what else is thrown ends the fuzzer, as a crash does.
template <class Read>
bool is_taken(const Read& read) {
  try {
    read();
    ++inputs_taken;
    return true;
  } catch (const Failure& failure) {
    if (failure.code() == ExitCode::internal) throw;
    return false;
  }
}

inline void require(bool good, const char* what) {
  if (!good) throw std::logic_error(what);
}

}  // namespace photinus
