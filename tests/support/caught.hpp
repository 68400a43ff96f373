#pragma once

#include <gtest/gtest.h>

#include <string>

#include "photinus/base/errors.hpp"

namespace photinus {

/// The Failure that `action` throws. The test fails where it throws none.
template <class Action>
Failure caught(Action action) {
  try {
    action();
  } catch (const Failure& failure) {
    return failure;
  }
  ADD_FAILURE() << "no Failure was thrown";
  return {ExitCode::converged, ""};
}

inline ::testing::AssertionResult mentions(const Failure& failure, const std::string& part) {
  if (std::string(failure.what()).find(part) != std::string::npos)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << '"' << failure.what() << "\" lacks \"" << part << '"';
}

}  // namespace photinus
