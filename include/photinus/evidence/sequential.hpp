#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "photinus/evidence/estimate.hpp"
#include "photinus/evidence/evidence_model.hpp"
#include "photinus/evidence/gradient_anchor.hpp"
#include "photinus/evidence/predictive_variance.hpp"
#include "photinus/evidence/sequential_settings.hpp"
#include "photinus/kernel/stochastic_gradient.hpp"

namespace photinus {

/// What is known of the first rows from elsewhere.
struct FirstPart {
  std::int64_t rows = 0;
  double log_z = 0.0;           ///< of these rows
  double standard_error = 0.0;  ///< of log_z
  std::int64_t evaluations = 0;
  std::vector<Vector> draws = {};  ///< of p(theta | these rows), independent; at least 2
};

/// A chunk that is not complete yet.
struct OpenChunk {
  std::int64_t last = 0;            ///< behind its last row so far
  std::vector<double> log_weights;  ///< of its rows so far, by draw

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& last& log_weights;
  }
};

/// All that the estimator's future depends on, beside the rows.
struct SequentialState {
  SequentialSettings settings;
  std::uint64_t seed = 0;

  std::int64_t first_rows = 0;  ///< that came with a FirstPart
  std::int64_t rows = 0;        ///< in these and in complete chunks
  std::int64_t chunks = 0;      ///< that are complete
  double log_z = 0.0;           ///< of these rows, bias and all
  std::int64_t strained = 0;    ///< chunks whose weight rested on a tenth of the draws or fewer
  PredictiveVariance variance;
  double first_variance = 0.0;  ///< of a FirstPart's log_z

  std::vector<Walker> draws;  ///< of p(theta | rows [0, rows)); the last of them are the walkers
  bool independent = true;    ///< the draws are: of the prior, or a FirstPart's
  std::vector<GradientAnchor> anchors;
  std::vector<std::size_t> anchor_of;  ///< each walker's
  double row_noise = 0.0;              ///< of gradients about these anchors: see row_noise
  OpenChunk open;

  EvidenceTrace trace;
  std::int64_t evaluations = 0;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& settings& seed& first_rows& rows& chunks& log_z& strained& variance& first_variance&
        draws& independent;
    archive& anchors& anchor_of& row_noise& open& evaluations;
    archive& trace.rows& trace.log_z& trace.standard_error& trace.evaluations;
  }
};

struct SequentialResult {
  EvidenceEstimate estimate;
  EvidenceTrace trace;
  /// By how much a mean of weights makes log Z low: half the variance of its logarithm. In
  /// `estimate` and `trace` it has been added where SequentialSettings::correct_bias says so.
  double expected_bias = 0.0;
  SequentialState state;
};

/// Before the first row: draws of the prior. Throws Failure usage where the settings are not legal,
/// or chunks of the fixed plan are larger than the data.
SequentialState begin_sequential(const EvidenceModel& model, const SequentialSettings& settings,
                                 std::uint64_t seed);
/// The hybrid: behind the first rows, which another estimator knows. Throws Failure usage as well
/// where these are more than the data, or have fewer than 2 draws.
SequentialState begin_sequential(const EvidenceModel& model, const SequentialSettings& settings,
                                 std::uint64_t seed, const FirstPart& first);

/// The sequential estimator (Cameron, Eggers & Kroon 2019, section 2):
///   log Z = sum over chunks of log mean_i p(chunk | theta_i),  theta_i ~ p(. | earlier rows).
///
/// Draws are walkers that SGHMC moves on towards the next posterior. The default resamples them by
/// the weights that the chunk gave them, as sequential Monte Carlo does, centres gradients at an
/// anchor that is chosen anew whenever the rows have doubled, or the walkers have left it, and
/// moves in coordinates in which the curvature at the anchor is the identity. While rows are few
/// walkers move by HMC on all of them. What makes mixtures differ: see SequentialSettings::batch.
///
/// Never consistent: SGHMC rejects nothing. standard_error is the spread of the weights within
/// chunks, autocorrelation of a walker's draws in it; it knows nothing of a posterior that the
/// walkers' step or gradient noise has made too wide, nor of the likeness that resampling leaves
/// between walkers. Where chunks rested on few draws, as behind walkers that diverge, the remark
/// says so.
///
/// Goes on from where the state stands through all rows that the model has; `after_chunk` is shown
/// the state behind every complete chunk. Rows behind the last
/// complete block of a chunk count in the estimate, but not in its state: with more rows they are
/// seen again, and the result is, bit for bit, that of a run which had all rows from the start.
/// Evaluations: predictive terms take one for each draw and row; see AnchorPlan, AnchoredGradient
/// and make_anchor for the rest. Throws Failure not_converged where no draw gives a chunk any
/// probability.
SequentialResult continue_sequential(
    EvidenceModel& model, SequentialState state,
    const std::function<void(const SequentialState&)>& after_chunk = {});

/// From the prior through all rows.
SequentialResult sequential_evidence(EvidenceModel& model, const SequentialSettings& settings,
                                     std::uint64_t seed);

/// Rows that are weighed at once, next in a chunk that begins behind `rows` and reaches to `last`:
/// all of the chunk where the plan is not adaptive, else a row or 1/(8 P) of the rows so far.
std::int64_t block_rows(const SequentialSettings& settings, int dimension, std::int64_t rows,
                        std::int64_t last);

}  // namespace photinus
