#include "command_name.hpp"

#include <array>
#include <boost/core/demangle.hpp>
#include <cctype>
#include <string>
#include <typeinfo>

namespace photinus {

namespace {

std::string words(const std::string& type) {
  std::string words;
  for (const char letter : type.substr(type.rfind(':') + 1)) {
    if (std::isupper(letter) != 0 && !words.empty()) words += ' ';
    words += static_cast<char>(std::tolower(letter));
  }
  return words;
}

template <class... C>
std::array<std::string, sizeof...(C)> names(const std::variant<C...>*) {
  return {words(boost::core::demangle(typeid(C).name()))...};
}

}  // namespace

const char* name_of(const Command& command) {
  static const auto all = names(static_cast<const Command*>(nullptr));
  return all[command.index()].c_str();
}

}  // namespace photinus
