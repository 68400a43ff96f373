#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "photinus/base/exact_sum.hpp"
#include "photinus/base/linear_algebra.hpp"
#include "photinus/bound/anchor.hpp"
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

  struct Reply {
    void merge(Reply&&) {}
  };
};

/// Choose every row's bound and collapse their product about `reference`.
struct BuildStatistics {
  Anchor anchor = Anchor::mode;
  Vector reference;

  struct Reply {
    ExactSum sums;  ///< statistics_size(P) numbers: see BoundStatistics
    void merge(Reply&& other) { sums.merge(other.sums); }
  };
};

enum class Derivatives : std::uint8_t { none, gradient, hessian };

/// Sum over rows of log L (all rows), or of log(L/B - 1) (a replica's bright rows).
struct Evaluate {
  static constexpr int all_rows = -1;

  int bright_of = all_rows;  ///< replica whose bright rows are meant
  Vector theta;
  Derivatives derivatives = Derivatives::none;

  struct Reply {
    /// Value; gradient (P); negative Hessian (P (P + 1) / 2): as far as asked for.
    ExactSum sums;
    std::int64_t evaluations = 0;
    void merge(Reply&& other) {
      sums.merge(other.sums);
      evaluations += other.evaluations;
    }
  };
};

/// A replica's bright rows with all that its home needs, ascending by row: features (row by row,
/// the file's columns), y, bound, and the likelihood at the theta that they were last evaluated at.
struct BrightRecords {
  std::vector<std::int64_t> rows;
  std::vector<double> features;
  std::vector<double> y;
  std::vector<double> centre;
  std::vector<double> curvature;
  std::vector<double> eta;
  std::vector<double> value;
  std::vector<double> slope;

  std::size_t size() const { return rows.size(); }
  void append(BrightRecords&& other);
};

/// Draw all brightness from its conditional given each replica's theta.
struct DrawBrightness {
  std::vector<Vector> thetas;  ///< one per replica

  struct Reply {
    std::vector<std::int64_t> bright;  ///< number of bright rows per replica
    std::int64_t evaluations = 0;
    void merge(Reply&& other);
  };
};

/// What the shards must know of one replica to update its brightness.
struct ReplicaUpdate {
  int replica = 0;
  Vector theta;
  bool at_home = true;                 ///< its bright rows are kept at its home
  std::vector<std::int64_t> darkened;  ///< rows that its home made dark (implicit updates)
};

/// One brightness update of every replica.
struct UpdateBrightness {
  BrightnessUpdate update = BrightnessUpdate::implicit;
  double q = 0.1;         ///< implicit: proposal probability of a dark row
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
