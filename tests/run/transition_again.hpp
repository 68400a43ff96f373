#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/run/make_kernel.hpp"
#include "photinus/run/tempering_plan.hpp"
#include "photinus/tempering/tempered_transition.hpp"
#include "statistical/conjugate.hpp"

namespace photinus {

/// The same transitions as the homes make, from the kernel, the densities and the random numbers.
class TransitionAgain {
 public:
  TransitionAgain(const RunConfig& config, const Conjugate& model, const TemperingPlan& plan,
                  int chain)
      : config_(config), model_(model), plan_(plan), chain_(chain) {
    if (plan.fresh_subsets())
      order_ = make_orders(plan.kind, plan.betas, static_cast<std::int64_t>(model.shift.size()),
                           key(Purpose::row_order))
                   .front();
  }

  /// Where the first proposal leads to from here; upwards all the way if `upwards`.
  Vector proposed(const Vector& start, bool upwards) const {
    KernelSettings settings = kernel_settings(config_.sampler);
    settings.hmc.energy_correlation = 0.0;
    const Kernel kernel = make_kernel(
        settings, identity_metric(Matrix::Identity(model_.dimension(), model_.dimension())));
    Stream stream(key(Purpose::tempered));
    const auto move = [&](const Kernel::Move& update, int m, const Vector& theta) {
      Density target(law(m));
      State state{theta, 0.0, {}};
      state.log_density = target.value(theta, state.gradient);
      const double beta = plan_.betas[static_cast<std::size_t>(m)];
      return update(stream, state, target, *config_.sampler.step_size / std::sqrt(beta))
          .state.theta;
    };
    const auto proposal = tempered_proposal(
        plan_.rungs() - 1, start,
        [&](int m, const Vector& theta) { return Density(law(m)).value(theta); },
        [&](int m, const Vector& theta) { return move(kernel.transition, m, theta); },
        [&](int m, const Vector& theta) {
          return move(upwards ? kernel.transition : kernel.reversal, m, theta);
        });
    return stream.uniform() < std::min(1.0, exp(proposal.log_ratio)) ? proposal.point : start;
  }

 private:
  class Density final : public LogDensity {
   public:
    explicit Density(NormalLaw law) : law_(std::move(law)) {}
    int dimension() const override { return static_cast<int>(law_.mean.size()); }
    double value(const Vector& theta) override {
      return -0.5 * law_.standardized(theta).squaredNorm();
    }
    double value(const Vector& theta, Vector& gradient) override {
      const Vector z = law_.standardized(theta);
      gradient = -law_.root.triangularView<Eigen::Lower>().transpose().solve(z);
      return -0.5 * z.squaredNorm();
    }

   private:
    NormalLaw law_;
  };

  RandomKey key(Purpose purpose) const {
    return {config_.sampler.seed, purpose, static_cast<std::uint32_t>(chain_), 1, 0};
  }
  NormalLaw law(int m) const {
    const Rung rung = make_rungs(plan_.kind, plan_.betas)[static_cast<std::size_t>(m)];
    auto rows = model_.all_rows();
    if (plan_.fresh_subsets())
      rows.assign(order_.rows.begin(),
                  order_.rows.begin() + order_.sizes[static_cast<std::size_t>(rung.subset)]);
    return model_.law(rows, rung.likelihood_power, rung.prior_power);
  }

  const RunConfig& config_;
  const Conjugate& model_;
  const TemperingPlan& plan_;
  int chain_;
  RowOrder order_;
};

}  // namespace photinus
