#pragma once

#include <array>
#include <vector>

namespace photinus {

/// Room for some numbers for the time of a call, without an allocation where they are few.
class Scratch {
 public:
  explicit Scratch(int size) {
    if (static_cast<std::size_t>(size) > few_.size()) many_.resize(static_cast<std::size_t>(size));
  }
  double* data() { return many_.empty() ? few_.data() : many_.data(); }

 private:
  std::array<double, 128> few_;  // without initial values
  std::vector<double> many_;
};

}  // namespace photinus
