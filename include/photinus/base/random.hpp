#pragma once

#include <Random123/philox.h>

#include <array>
#include <cstdint>

namespace photinus {

/// What a random number is for. Part of the random key: numbers of two purposes never meet. The
/// values are part of every result's bytes: new ones are added, old ones never change.
enum class Purpose : std::uint8_t {
  start = 1,             ///< a chain's starting point
  first_brightness = 2,  ///< z_n drawn from its conditional before the first iteration
  propose_cell = 3,      ///< points of the skip axis in one unit cell
  brighten = 4,          ///< acceptance of dark -> bright, by row
  darken = 5,            ///< acceptance of bright -> dark, by row
  select = 6,            ///< rows chosen by an explicit update, by cell or block
  resample = 7,          ///< Gibbs draw of z_n in an explicit update, by row
  theta = 8,             ///< a kernel's own draws
  simulate_truth = 9,
  simulate_row = 10,
  test = 11,
  thin_cell = 12,            ///< points of the skip axis where a chain's first brightness is drawn
  redraw_brightness = 13,    ///< z_n drawn anew when the bounds were chosen anew
  escape = 14,               ///< a move between shells
  escape_brightness = 15,    ///< z_n drawn from its conditional after such a move
  row_order = 16,            ///< the subsets that a ladder's rungs see
  swap = 17,                 ///< acceptance of a swap, by pair of rungs
  tempered = 18,             ///< a tempered transition
  redraw_ladder = 19,        ///< z_n drawn anew when the ladder's rungs were moved
  exchange_rows = 20,        ///< rows that a ladder's subsets might exchange, and whether they do
  remainder_cell = 21,       ///< points of the axis of widths whose rows' remainders are looked at
  annealed = 22,             ///< a run of annealed importance sampling
  particles = 23,            ///< draws, resampling and moves of a population of particles
  nested = 24,               ///< nested sampling: draws of the prior, walks and simulated shrinkage
  stochastic_gradient = 25,  ///< batches of rows, and the noise of kernels on them, by walker
  sequential = 26,           ///< prior draws, resampling, rows for curvatures, by chunk
  path_reference = 27,       ///< draws of the density that a path of evidence begins at
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
