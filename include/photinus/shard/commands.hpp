#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "photinus/base/exact_sum.hpp"
#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/random.hpp"
#include "photinus/bound/row_facts.hpp"
#include "photinus/data/dataset.hpp"
#include "photinus/firefly/brightness.hpp"

/// The closed set of questions that a shard answers. Every command names its Reply; replies of
/// consecutive shards are merged in rank order and the merged reply does not depend on how the
/// rows are shared out.
namespace photinus {

/// What one rank holds and has done: for the report only, nothing is computed from it.
struct RankShare {
  int rank = 0;
  std::string host;
  std::int64_t first_row = 0;
  std::int64_t rows = 0;
  std::int64_t evaluations = 0;
  std::int64_t peak_memory_bytes = 0;
};

/// Read and check the rows of the rank's share.
struct Load {
  FileHeader header;
  Layout layout;
  std::string family;
  ModelNumbers numbers;
  bool coordinator_holds_rows = true;

  struct Reply {
    ColumnRange range;
    ResponseSummary responses;
    void merge(Reply&& other);
  };
};

/// What every later command takes for granted.
struct Prepare {
  int replicas = 0;
  std::uint64_t seed = 0;
  /// Of every predictor: the file's columns, and one more for an intercept that was added. The
  /// coefficients stand first in every theta.
  int inputs = 0;
  ModelNumbers numbers;  ///< with what has been learned from the responses
  /// The scale of the residuals is a parameter: log sigma follows the coefficients in every theta.
  bool sampled_scale = false;

  struct Reply {
    void merge(Reply&&) {}
  };
};

/// How a row's expected gap is found.
enum class ExpectedGap : std::uint8_t {
  nodes,  ///< from likelihoods at nodes of a quadrature: see expected_gaps
  /// From what the bound's curvature exceeds the likelihood's at the reference, to second order: no
  /// likelihood but those of the tangents. For bounds that exceed it, as those of ellipsoids do.
  excess
};

/// Choose every row's bound (see RowFacts) and collapse the product of the bounds about
/// `reference`.
struct BuildStatistics {
  Anchor anchor = Anchor::mode;
  Vector reference;
  Matrix whitening;            ///< W with W W' = H^-1, the covariance expected of theta
  double reach = everywhere;   ///< in distances of H from the reference: how far the bounds hold
  int bound = tightest_bound;  ///< which of the family's bounds
  double spread = 1.0;         ///< expected gaps are taken over N(reference, spread^2 H^-1)
  double slack = 0.0;          ///< of a row's bound, in expected gaps of the row
  ExpectedGap gaps = ExpectedGap::nodes;

  struct Reply {
    ExactSum sums;          ///< StatisticsShape::size() numbers: see BoundStatistics
    ExactSum expected_gap;  ///< 1 number: over all rows
    std::int64_t evaluations = 0;
    void merge(Reply&& other) {
      sums.merge(other.sums);
      expected_gap.merge(other.expected_gap);
      evaluations += other.evaluations;
    }
  };
};

/// Collapse the bounds that hold within another distance of the reference.
struct CollapseBounds {
  Vector reference;
  double reach = everywhere;
  int bound = tightest_bound;

  struct Reply {
    ExactSum sums;
    void merge(Reply&& other) { sums.merge(other.sums); }
  };
};

/// How dark rows are proposed from now on: all with probability q, or by a rule, row by row.
struct ChooseProposals {
  bool by_row = false;
  double q = 0.1;
  double multiple = 0.0;
  double least_gap = 0.0;

  struct Reply {
    std::vector<std::uint64_t> lengths;  ///< of the blocks on the axis of widths: see WidthAxis
    void merge(Reply&& other);
  };
};

/// Where the blocks begin on the axis of widths.
struct PlaceAxis {
  std::vector<std::uint64_t> starts;  ///< one per block

  struct Reply {
    void merge(Reply&&) {}
  };
};

/// `majorizer` is `hessian` with each row's majorizing_curvature in the place of the curvature:
/// where the family has a global bound, the quadratic lies below the log-likelihood everywhere.
enum class Derivatives : std::uint8_t { none, gradient, hessian, majorizer };

/// Sum over rows of log L (all rows), or of log(L/B - 1) (a replica's bright rows).
struct Evaluate {
  static constexpr int all_rows = -1;

  int bright_of = all_rows;  ///< replica whose bright rows are meant
  Vector theta;
  Derivatives derivatives = Derivatives::none;
  double reach = everywhere;  ///< of the bounds that hold at theta; bright rows only
  double share = 1.0;         ///< all rows: of every block the first ceil(share x rows) take part
  double beta = 1.0;          ///< power of likelihoods and bounds; bright rows only

  struct Reply {
    /// Value; gradient (P); negative Hessian (see unpack_hessian): as far as asked for.
    ExactSum sums;
    std::int64_t evaluations = 0;
    void merge(Reply&& other) {
      sums.merge(other.sums);
      evaluations += other.evaluations;
    }
  };
};

/// Features of some rows: of dense rows all columns, of sparse ones what is filled.
struct FeatureRecords {
  std::vector<double> values;
  std::vector<std::int32_t> columns;  ///< of the values; empty where rows are dense
  std::vector<std::int32_t> filled;   ///< values of each row; empty where rows are dense

  void append(FeatureRecords&& other);
};

/// A replica's bright rows with all that its home needs, ascending by row: features, y, weight,
/// offsets, facts of the bound (see FactTable), proposal probability, and the likelihood at the
/// theta that they were last evaluated at (see PointRows).
struct BrightRecords {
  std::vector<std::int64_t> rows;
  FeatureRecords features;
  std::vector<double> y;
  std::vector<double> weight;
  std::vector<double> offset;  ///< one for each predictor, empty where there are none
  std::vector<double> centre;
  std::vector<double> scale;
  std::vector<double> curvature;
  std::vector<double> slack;
  std::vector<double> q;
  std::vector<double> eta;
  std::vector<double> value;
  std::vector<double> slope;

  std::size_t size() const { return rows.size(); }
  void append(BrightRecords&& other);
};

/// Draw all brightness of some replicas from its conditional given their thetas.
///
/// `thinned`: only rows proposed in one of `thinning` rounds are looked at, so that a chain's start
/// costs a few dozen times its bright rows in the place of a pass over the data. Rows that are
/// likelier bright than they are looked at come out too dark: good for a start, not for a move.
struct DrawBrightness {
  static constexpr int thinning = 16;

  bool thinned = false;
  Purpose purpose = Purpose::first_brightness;
  std::int64_t iteration = 0;
  std::vector<int> replicas;
  std::vector<Vector> thetas;   ///< one for each of `replicas`
  std::vector<double> reaches;  ///< of the bounds that hold there
  std::vector<double> betas;    ///< powers of likelihoods and bounds

  struct Reply {
    std::vector<std::int64_t> bright;  ///< number of bright rows, one for each of `replicas`
    std::int64_t evaluations = 0;
    void merge(Reply&& other);
  };
};

/// What the shards must know of one replica to update its brightness.
struct ReplicaUpdate {
  int replica = 0;
  Vector theta;
  double reach = everywhere;           ///< of the bounds that hold at theta
  bool at_home = true;                 ///< its bright rows are kept at its home
  std::vector<std::int64_t> darkened;  ///< rows that its home made dark (implicit updates)
  double beta = 1.0;                   ///< power of likelihoods and bounds: gaps are beta delta
};

/// One brightness update of every replica.
struct UpdateBrightness {
  BrightnessUpdate update = BrightnessUpdate::implicit;
  double q_dark = 1.0;    ///< implicit: proposal probability of a bright row
  double fraction = 0.1;  ///< explicit: expected share of rows drawn anew
  std::int64_t iteration = 0;
  std::vector<ReplicaUpdate> replicas;

  struct Change {
    std::int64_t bright = 0;  ///< number of bright rows after the update
    std::int64_t evaluations = 0;
    std::vector<std::int64_t> darkened;  ///< by the shards; for replicas at home only
    BrightRecords brightened;            ///< for replicas at home only
  };
  struct Reply {
    std::vector<Change> changes;  ///< one per replica of the command
    void merge(Reply&& other);
  };
};

/// Propose brightness for another theta of one replica, every row bright with its proposal
/// probability r_n, whatever it is now: the pseudo-marginal update.
struct ProposeBrightness {
  std::int64_t iteration = 0;
  int replica = 0;
  Vector theta;
  double reach = everywhere;  ///< of the bounds that hold at theta

  struct Reply {
    ExactSum log_weight;  ///< 1 number: sum over the rows proposed bright, see pseudo_marginal_term
    std::int64_t bright = 0;
    std::int64_t evaluations = 0;
    void merge(Reply&& other) {
      log_weight.merge(other.log_weight);
      bright += other.bright;
      evaluations += other.evaluations;
    }
  };
};

/// Estimate, at several thetas, the sum over all rows of what gaps delta = log L - log B lie above
/// their expansion to second order about `reference`, R(theta) = sum_n r_n(theta); where bounds are
/// quadratics it is what log L lies above its own. Rows are chosen as the brightness update
/// proposes them, in several rounds with numbers of their own, and
///   R^ = 1/rounds sum over rounds and their rows of r_n / q_n
/// is unbiased (Horvitz & Thompson 1952).
struct SampleRemainders {
  Vector reference;
  std::vector<Vector> thetas;
  std::vector<int> replicas;  ///< whose theta it is, one for each of `thetas`
  std::int64_t iteration = 0;
  int rounds = 1;

  struct Reply {
    ExactSum sums;  ///< one number for each of `thetas`
    std::int64_t evaluations = 0;
    void merge(Reply&& other) {
      sums.merge(other.sums);
      evaluations += other.evaluations;
    }
  };
};

/// Make the brightness that was proposed last the replica's own.
struct SettleBrightness {
  int replica = 0;

  struct Reply {
    void merge(Reply&&) {}
  };
};

/// The records of all bright rows of a replica, evaluated at theta.
struct FetchRows {
  int replica = 0;
  Vector theta;

  struct Reply {
    BrightRecords records;
    std::int64_t evaluations = 0;
    void merge(Reply&& other);
  };
};

/// The bright rows of every replica, ascending.
struct Save {
  struct Reply {
    std::vector<std::vector<std::int64_t>> bright;
    void merge(Reply&& other);
  };
};

/// Make exactly these rows bright: the inverse of Save.
struct Restore {
  std::vector<std::vector<std::int64_t>> bright;
  std::vector<Vector> thetas;  ///< at which the restored rows' cached likelihoods are taken

  struct Reply {
    void merge(Reply&&) {}
  };
};

/// What every rank holds and has done.
struct Account {
  struct Reply {
    std::vector<RankShare> shares;
    void merge(Reply&& other);
  };
};

}  // namespace photinus
