#pragma once

#include <Random123/philox.h>

#include <array>
#include <cstdint>

namespace photinus {

/// What a random number is for. Part of the random key: numbers of two purposes never meet.
enum class Purpose : std::uint8_t {
  start = 1,         ///< a chain's starting point
  first_brightness,  ///< z_n drawn from its conditional before the first iteration
  propose_cell,      ///< points of the skip axis in one unit cell
  brighten,          ///< acceptance of dark -> bright, by row
  darken,            ///< acceptance of bright -> dark, by row
  select,            ///< rows chosen by an explicit update, by cell or block
  resample,          ///< Gibbs draw of z_n in an explicit update, by row
  theta,             ///< a kernel's own draws
  simulate_truth,
  simulate_row,
  test,
};

/// Identity of a stream of random numbers: never a rank, a thread or a history.
///
/// Philox4x32-10 (Salmon et al. 2011) turns (key = seed, counter) into 128 random bits. The counter
/// is laid out as purpose 8, replica 16, iteration 40, index 40 and draw 24 bits, where index is
/// the row, cell, block or column that the numbers belong to.
struct RandomKey {
  std::uint64_t seed = 0;
  Purpose purpose = Purpose::test;
  std::uint32_t replica = 0;
  std::uint64_t iteration = 0;
  std::uint64_t index = 0;
};

/// The numbers of one RandomKey, in order. A value: copying it copies the position.
class Stream {
 public:
  explicit Stream(const RandomKey& key);

  /// 64 random bits.
  std::uint64_t bits();
  /// Uniform on the open interval (0, 1): an odd multiple of 2^-53, exactly held by a double.
  double uniform();
  /// Standard normal, by inversion of one uniform.
  double normal();
  /// Exponential with mean 1.
  double exponential();
  /// Uniform on 0 .. bound-1; bound >= 1.
  std::uint64_t below(std::uint64_t bound);

 private:
  void refill();

  r123::Philox4x32::ctr_type counter_;
  r123::Philox4x32::key_type key_;
  std::array<std::uint64_t, 2> ready_{};
  int left_ = 0;
};

/// The first uniform of a stream: the usual number for one decision about one row.
double uniform(const RandomKey& key);

}  // namespace photinus
