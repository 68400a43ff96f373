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

/// A walk of stochastic gradient Hamiltonian Monte Carlo (Chen, Fox & Guestrin 2014) with the prior
/// as its target and the contour of the likelihood as a wall (Cameron, Eggers & Kroon 2019, section
/// 4 and appendix A). It starts at a copy of one of the other particles, picked at random, with a
/// velocity v ~ N(0, eta I). A step is
///   v <- (1 - alpha) v + eta grad log p(theta) + sqrt(2 alpha eta) e, e ~ N(0, I),
///   theta' = theta + v.
/// Where theta' is not above the level, v <- v - 2 n (v . n) with n along the gradient of the
/// likelihood at theta', and theta'' = theta' + v is tried; where this is not above it either, the
/// particle stays and turns round.
///
/// The paper does not say where n is taken, nor what becomes of a particle that is outside. Here it
/// is as in Skilling (2012): that map keeps volumes and is its own inverse once v is turned round,
/// so that without the prior's pull the walk leaves the prior above the level invariant. With it
/// the error is of the order of eta. The start is the other error: after too few steps a new
/// particle is still near the one that it was copied from.
class ConstrainedSampler final : public LevelSampler {
 public:
  /// `model` must outlive this.
  ConstrainedSampler(EvidenceModel& model, RowRange rows, const ConstrainedSettings& settings,
                     std::uint64_t seed)
      : model_(model),
        rows_(rows),
        settings_(settings),
        seed_(seed),
        learning_rate_(settings.learning_rate) {}

  Particle draw(const std::vector<Particle>& particles, std::size_t dead,
                std::int64_t iteration) override;

  /// Walks that never left their start, and so returned a copy.
  std::int64_t copies() const { return copies_; }

 private:
  struct Walk {
    Particle particle;
    Vector velocity;
    int crossings = 0;  ///< steps that would have crossed the contour
    int moves = 0;
  };

  Walk start(const std::vector<Particle>& particles, std::size_t dead, Stream& stream) const;
  void kick(Walk& walk, Stream& stream) const;
  void move(Walk& walk, const Level& level, Stream& stream);
  Particle evaluate(const Vector& theta, Stream& stream);
  void adapt(const Walk& walk, std::size_t particles);

  EvidenceModel& model_;
  RowRange rows_;
  ConstrainedSettings settings_;
  std::uint64_t seed_;
  double learning_rate_;
  std::int64_t copies_ = 0;
  Vector slope_;  // of the likelihood, where it was evaluated last
};

}  // namespace photinus
