#pragma once

#include "photinus/evidence/evidence_model.hpp"
#include "photinus/evidence/nested_particle.hpp"

namespace photinus {

struct ConstrainedSettings {
  int steps = 20;               ///< of SGHMC for one new particle
  double learning_rate = 1e-3;  ///< eta: steps have a length of about sqrt(eta) per coordinate
  double friction = 0.1;        ///< alpha, in (0, 1]
  /// Whether eta falls below `learning_rate` where more than half of the steps would cross the
  /// contour, and rises again where fewer do; otherwise it is fixed, as in the paper.
  bool adapt = true;
};

/// What walks learn from those before them.
struct WalkTuning {
  double learning_rate = 0.0;  ///< eta as adapted
  std::int64_t copies = 0;     ///< walks that never left their start, and so returned a copy

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& learning_rate& copies;
  }
};

/// A walk of stochastic gradient Hamiltonian Monte Carlo (Chen, Fox & Guestrin 2014) with the prior
/// as its target and the contour of the likelihood as a wall (Cameron, Eggers & Kroon 2019, section
/// 4 and appendix A). It starts at a copy of one of the other particles, picked at random, with a
/// velocity v ~ N(0, eta I). A step is
///   v <- (1 - alpha) v + sqrt(alpha (2 - alpha) eta) e, e ~ N(0, I),
///   v <- v + eta/2 grad log p(theta),  theta <- theta + v,  v <- v + eta/2 grad log p(theta).
/// Where theta is then not above the level, v <- v - 2 n (v . n) with n along the gradient of the
/// likelihood there, and the second line is done once more from there. What comes of it is accepted
/// with probability min(1, exp(-change of (|v|^2 / (2 eta) - log p(theta)))) if it is above
/// the level; else the particle stays and turns round.
///
/// The paper does not say where n is taken, nor what becomes of a particle that is outside: this is
/// as in Skilling (2012). Its kick by eta grad log p comes before its move, its noise has the
/// variance 2 alpha eta, and there is no test. A step that is reflected then has one kick for two
/// moves, an error at every contour, and these add up: log Z was 3 nats too high at P = 10 and eta
/// = 0.01, 7 at 0.1. Symmetric steps with the test leave the prior above the level invariant at any
/// eta, and cost no more likelihoods. The start is the error that is left: after too few steps a
/// new particle is still near the one that it was copied from.
class ConstrainedSampler final : public LevelSampler {
 public:
  /// `model` and `tuning`, which begins with the settings' learning rate, must outlive this.
  ConstrainedSampler(EvidenceModel& model, RowRange rows, const ConstrainedSettings& settings,
                     std::uint64_t seed, WalkTuning& tuning)
      : model_(model), rows_(rows), settings_(settings), seed_(seed), tuning_(tuning) {}

  Particle draw(const std::vector<Particle>& particles, std::size_t dead,
                std::int64_t iteration) override;

 private:
  struct Walker {
    Particle particle;
    Vector velocity;
    double log_prior = 0.0;
    Vector prior_slope;
  };
  struct Walk {
    int crossings = 0;  ///< steps that would have crossed the contour
    int moves = 0;
  };

  Walker start(const std::vector<Particle>& particles, std::size_t dead, Stream& stream) const;
  void refresh(Walker& walker, Stream& stream) const;
  void step(Walker& walker, const Level& level, Walk& walk, Stream& stream);
  /// The second line above.
  void drift(Walker& walker, Stream& stream);
  /// False where the likelihood has no direction.
  bool reflect(Walker& walker) const;
  double energy(const Walker& walker) const;
  void adapt(const Walk& walk, std::size_t particles);

  EvidenceModel& model_;
  RowRange rows_;
  ConstrainedSettings settings_;
  std::uint64_t seed_;
  WalkTuning& tuning_;
  Vector slope_;  // of the likelihood, where it was evaluated last
};

}  // namespace photinus
