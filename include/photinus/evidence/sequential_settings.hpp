#pragma once

#include <cstdint>

namespace photinus {

/// How many rows a chunk has. It never depends on rows that come after it.
enum class ChunkPlan : std::uint8_t {
  /// Rows are added to the chunk until the variance of its term reaches 1/walkers, or the chunk is
  /// as large as all rows before it.
  adaptive,
  /// Of Cameron, Eggers & Kroon (2019, section 4), n rows being before it: 20 where n <= 80, n/4
  /// where n < 2,000, else 500.
  published,
  fixed,  ///< SequentialSettings::chunk_rows
};

/// What gradients are centred at.
enum class AnchorPlan : std::uint8_t {
  none,    ///< nothing: batches of earlier rows, and all rows of the latest chunk
  shared,  ///< one anchor at the walkers' mean
  /// Every walker's own: for posteriors of several modes. All rows are gone through P + 1 times for
  /// each of them whenever the rows have doubled.
  each,
};

/// Of the sequential estimator; see sequential_evidence.
struct SequentialSettings {
  ChunkPlan plan = ChunkPlan::adaptive;
  std::int64_t chunk_rows = 500;  ///< of the fixed plan
  int prior_draws = 10'000;       ///< that weigh the first chunk; at least 2
  int walkers = 100;
  int draws = 1;  ///< of each walker, a step apart, that weigh a chunk; walkers x draws >= 2
  /// Walkers are drawn anew by the weights of a chunk before they move on, else only moved.
  bool resample = true;
  int steps = 10;  ///< of SGHMC after each chunk, before the first draw
  /// Where there are anchors, walkers move by HMC on all rows instead, 4 leapfrogs for as many
  /// steps and for each draw, while rows are no more than 20 P, or, up to 200 P of them, than two
  /// of the batches that gradients would take: posteriors of few rows have tails in which SGHMC
  /// diverges.
  bool exact_beginning = true;
  AnchorPlan anchors = AnchorPlan::shared;
  /// Rows, with replacement. 0: 20 P without anchors; with them, as many as keep the variance of
  /// gradients' noise at 0.1 in the coordinates of step_size, 32 at the least. That is measured
  /// behind every chunk. Where it would take more than 20 P rows, as in mixtures, their curvature
  /// varies beyond what an anchor knows: batches of 20 P are taken without it then, with the
  /// published step_size and friction, until rows have doubled.
  int batch = 0;
  /// Rows, all of them where there are fewer, that the curvature at an anchor is taken from while
  /// walkers move by HMC; 0: 400 P or 1,000, whichever is more.
  int curvature_rows = 0;
  /// eta, in the coordinates in which the posterior's curvature at the anchor is the identity;
  /// without anchors eta n, in those of theta.
  double step_size = 0.2;
  double friction = 0.5;  ///< alpha
  /// beta_hat; negative: exact_noise_offset(step_size, friction), and about anchors what suits the
  /// gradients' noise beside it.
  double noise_offset = -1.0;
  /// Half the sum of the terms' variances is added to log Z.
  bool correct_bias = true;

  /// The constants of Cameron, Eggers & Kroon (2019), section 4: batches of 500 rows, eta = 0.1/n,
  /// alpha = 0.2, beta_hat = 0, 10 draws of one walker after 20 steps.
  static SequentialSettings published();

  /// Throws Failure usage, naming the setting.
  void validate() const;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& plan& chunk_rows& prior_draws& walkers& draws& resample& steps& exact_beginning&
        anchors& batch& curvature_rows& step_size& friction& noise_offset& correct_bias;
  }
};

}  // namespace photinus
