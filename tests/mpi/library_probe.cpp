// Prints a hash of the C library's own exp and log: what our functions are there to avoid.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <initializer_list>

int main() {
  std::uint64_t hash = 1469598103934665603ULL;
  for (int i = 1; i < 200'000; ++i) {
    const double x = i * 1e-3;
    for (const double y : {std::exp(x * 0.1), std::log(x)})
      hash = (hash ^ std::bit_cast<std::uint64_t>(y)) * 1099511628211ULL;
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(hash));
}
