#include "pulse.hpp"

#include <cxxabi.h>

#include <boost/core/demangle.hpp>
#include <exception>
#include <typeinfo>

#include "roll_call.hpp"

namespace photinus {

std::string words_of(const Pulse::Reading& reading) {
  std::string words = reading.command;
  if (words != reading.phase) words += (words.empty() ? "" : ": ") + std::string(reading.phase);
  if (reading.block != Pulse::none) words += ", block " + std::to_string(reading.block);
  return words;
}

std::string describe_thrown(int rank, const Pulse& pulse) {
  std::string what;
  try {
    throw;
  } catch (const std::bad_alloc&) {
    what = "out of memory; more ranks on more hosts share the rows in smaller parts";
  } catch (const std::exception& error) {
    what = error.what();
  } catch (...) {
    const std::type_info* type = abi::__cxa_current_exception_type();
    what = type == nullptr ? "an exception" : boost::core::demangle(type->name()) + " was thrown";
  }
  return "rank " + std::to_string(rank) + " on host " + own_place().name() + ": " + what + " (in " +
         words_of(pulse.read()) + ")";
}

}  // namespace photinus
