#include "photinus/base/random.hpp"

#include "photinus/base/elementary.hpp"
#include "photinus/base/wide.hpp"

namespace photinus {

namespace {

using Word = std::uint32_t;

Word low(std::uint64_t value) { return static_cast<Word>(value); }

}  // namespace

Stream::Stream(const RandomKey& key)
    : counter_{{low(static_cast<std::uint64_t>(key.purpose) << 24 | (key.replica & 0xffffU) << 8 |
                    (key.iteration >> 32 & 0xffU)),
                low(key.iteration), low(key.index), low((key.index >> 32 & 0xffU) << 24)}},
      key_{{low(key.seed), low(key.seed >> 32)}} {}

void Stream::refill() {
  const auto block = r123::Philox4x32{}(counter_, key_);
  ready_[1] = static_cast<std::uint64_t>(block[0]) << 32 | block[1];
  ready_[0] = static_cast<std::uint64_t>(block[2]) << 32 | block[3];
  left_ = 2;
  ++counter_[3];
}

std::uint64_t Stream::bits() {
  if (left_ == 0) refill();
  return ready_[static_cast<std::size_t>(--left_)];
}

double Stream::uniform() { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }

double Stream::normal() { return normal_quantile(uniform()); }

double Stream::exponential() { return -log(uniform()); }

std::uint64_t Stream::below(std::uint64_t bound) {
  // Lemire (2019): multiply, and reject the few values that would make some results likelier.
  const std::uint64_t threshold = (0 - bound) % bound;
  for (;;) {
    const auto product = static_cast<Wide>(bits()) * bound;
    if (static_cast<std::uint64_t>(product) >= threshold)
      return static_cast<std::uint64_t>(product >> 64);
  }
}

double uniform(const RandomKey& key) { return Stream(key).uniform(); }

}  // namespace photinus
