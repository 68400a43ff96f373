#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "photinus/data/dataset.hpp"
#include "photinus/kernel/make_kernel.hpp"
#include "photinus/model/family.hpp"
#include "photinus/model/prior.hpp"
#include "photinus/replica/rung_target.hpp"
#include "photinus/tempering/row_exchange.hpp"

/// The closed set of questions that the homes of a ladder's replicas answer. A replica lives on one
/// rank, its home, and stays there; what moves between replicas is the rung. The replicas of
/// chain c are numbered c R, ..., c R + R - 1. Replies of several ranks are merged in the order of
/// replicas and do not depend on where these live.
namespace photinus {

/// What a model of a whole table is made from, beside the rows.
struct DataModelSettings {
  ModelNumbers numbers;
  std::vector<ParameterPrior> priors;  ///< where the model has no priors of its own
  std::vector<std::string> names;      ///< of the parameters, where the model has none of its own
  int inputs = 0;                      ///< of every linear predictor
  bool sampled_scale = false;
};

/// Read all rows, and make room for the replicas that live here.
struct OpenHomes {
  FileHeader header;
  std::string family;
  DataModelSettings settings;
  std::vector<int> home_of;  ///< the rank of each replica
  std::uint64_t seed = 0;

  struct Reply {
    std::vector<std::string> names;  ///< of the user's parameters
    int dimension = 0;
    bool independent_rows = true;
    void merge(Reply&& other);
  };
};

/// The ladder and the kernel from now on. The metric's precision is that of theta.
struct SetLadder {
  LadderKind kind = LadderKind::likelihood_power;
  std::vector<double> betas;
  /// Subsets are drawn anew for every tempered transition; replicas stand at rung 0 only.
  bool fresh_subsets = false;
  int chains = 1;
  int replicas_per_chain = 1;  ///< as many as rungs, or one for tempered transitions
  KernelSettings kernel;
  bool identity_metric = false;
  Matrix precision;

  struct Reply {
    void merge(Reply&&) {}
  };
};

/// Where replicas begin.
struct StartReplicas {
  enum class From : std::uint8_t { given, prior, prior_mean };
  From from = From::prior;
  std::vector<Vector> thetas;   ///< given: one for each replica
  std::vector<double> factors;  ///< prior_mean: one for each replica, see DataModel::prior_mean

  struct Reply {
    void merge(Reply&&) {}
  };
};

/// What a home says of a replica that has moved.
struct ReplicaReport {
  int replica = 0;
  Vector theta;
  Vector parameters;  ///< the user's
  /// log h of every rung at theta; NaN where it would have cost an evaluation.
  std::vector<double> log_density;
  double log_likelihood = 0.0;  ///< of the rows of rung 0; NaN likewise
  Info info;                    ///< of the last update; acceptance_rate is the mean over all
  double log_ratio = 0.0;       ///< of a tempered transition
  std::vector<double> acceptance_rates;  ///< of its kernels, by rung
  std::int64_t evaluations = 0;          ///< by kernels
  std::int64_t exchanges = 0;            ///< evaluations for the sake of swaps and changes of rung
};

struct ReplicaReports {
  std::vector<ReplicaReport> reports;  ///< ascending by replica
  void merge(ReplicaReports&& other);
};

/// Some updates of each replica at its rung.
struct Advance {
  struct Job {
    int replica = 0;
    int rung = 0;
    double step_size = 1.0;
  };
  std::int64_t iteration = 0;
  int updates = 1;
  /// Kinetic energies are drawn afresh, whatever they were: far from the posterior they are as
  /// large as what has been fallen through, and alternating about their mean would keep them so.
  bool fresh_energy = false;
  std::vector<Job> jobs;

  struct Reply : ReplicaReports {};
};

/// A tempered transition of each replica, which stands at rung 0.
struct Temper {
  struct Job {
    int replica = 0;
    std::vector<double> step_sizes;  ///< one for each rung
  };
  std::int64_t iteration = 0;
  int updates = 1;  ///< at every rung, up and down
  std::vector<Job> jobs;

  struct Reply : ReplicaReports {};
};

/// log h of other rungs at where replicas stand.
struct Score {
  struct Job {
    int replica = 0;
    int rung = 0;
  };
  std::vector<Job> jobs;

  struct Value {
    int job = 0;  ///< its place in the command
    double log_density = 0.0;
    std::int64_t exchanges = 0;  ///< evaluations
  };
  struct Reply {
    std::vector<Value> values;  ///< in the order of the jobs
    void merge(Reply&& other);
  };
};

/// Rows that a chain's nested subsets might exchange: see RowExchange. They follow from the seed,
/// so that every home of the chain's replicas knows the same.
struct WeighExchanges {
  std::int64_t iteration = 0;
  int count = 0;  ///< to be proposed for every chain
  std::vector<Score::Job> jobs;

  /// log of L_entering / L_leaving at a replica, of the exchanges that change its rung's subset.
  struct Weight {
    int replica = 0;
    std::vector<int> exchange;
    std::vector<double> log_ratio;
    std::int64_t evaluations = 0;
  };
  struct Reply {
    std::vector<Weight> weights;  ///< ascending by replica
    std::vector<int> proposed;    ///< exchanges, by chain
    void merge(Reply&& other);
  };
};

/// Make those of the exchanges that were accepted; `accepted` by chain.
struct ExchangeRows {
  std::int64_t iteration = 0;
  int count = 0;
  std::vector<std::vector<int>> accepted;

  struct Reply {
    void merge(Reply&&) {}
  };
};

/// Everything about a replica that its future depends on.
struct SavedReplica {
  int replica = 0;
  KnownPoint point;
  double kinetic_energy = 0.0;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& replica& point& kinetic_energy;
  }
};

struct SaveReplicas {
  struct Reply {
    std::vector<SavedReplica> replicas;             ///< ascending
    std::vector<std::vector<std::int32_t>> orders;  ///< by chain, the rows of its first order
    void merge(Reply&& other);
  };
};

/// The inverse of SaveReplicas.
struct RestoreReplicas {
  std::vector<SavedReplica> replicas;
  std::vector<std::vector<std::int32_t>> orders;

  struct Reply {
    void merge(Reply&&) {}
  };
};

}  // namespace photinus
