#include <algorithm>

#include "photinus/base/elementary.hpp"
#include "photinus/replica/homes.hpp"
#include "photinus/tempering/tempered_transition.hpp"

// Homes: tempered transitions.

namespace photinus {

namespace {

/// Moves at the rungs of one proposal, upwards by the kernel and downwards by its time reversal.
class RungMoves {
 public:
  RungMoves(RungTarget& target, const std::vector<Rung>& rungs, const Kernel& kernel,
            const Temper& command, const Temper::Job& job, Stream& stream)
      : target_(target),
        rungs_(rungs),
        kernel_(kernel),
        command_(command),
        job_(job),
        stream_(stream),
        acceptance_rates_(rungs.size(), 0.0) {}

  Vector up(int m, const Vector& theta) { return move(m, theta, kernel_.transition); }
  Vector down(int m, const Vector& theta) { return move(m, theta, kernel_.reversal); }
  std::int64_t evaluations() const { return evaluations_; }
  /// Means over both ways, by rung.
  const std::vector<double>& acceptance_rates() const { return acceptance_rates_; }

 private:
  Vector move(int m, const Vector& theta, const Kernel::Move& update) {
    const auto rung = static_cast<std::size_t>(m);
    target_.stand_on(rungs_[rung]);
    State state{theta, 0.0, {}, 0.0};
    state.log_density =
        kernel_.needs_gradient ? target_.value(theta, state.gradient) : target_.value(theta);
    const std::int64_t before = target_.evaluations();
    for (int i = 0; i < command_.updates; ++i) {
      Transition next = update(stream_, state, target_, job_.step_sizes[rung]);
      state = std::move(next.state);
      target_.settle(state.theta);
      acceptance_rates_[rung] += next.info.acceptance_rate / (2 * command_.updates);
    }
    evaluations_ += target_.evaluations() - before;
    return state.theta;
  }

  RungTarget& target_;
  const std::vector<Rung>& rungs_;
  const Kernel& kernel_;
  const Temper& command_;
  const Temper::Job& job_;
  Stream& stream_;
  std::int64_t evaluations_ = 0;
  std::vector<double> acceptance_rates_;
};

// The accepted point as its home keeps it: of a proposal over subsets of its own, only what belongs
// to all rows is of use later.
KnownPoint kept(const KnownPoint& point, bool fresh_subsets) {
  if (!fresh_subsets) return point;
  const SubsetSums& sums = point.sums.front();
  const int all = sums.known() - 1;
  SubsetSums of_all;
  of_all.set_value(0, sums.value(all));
  if (sums.knows(all, true)) of_all.make_slope(0) = sums.slope(all);
  return {point.theta, {of_all}, point.log_prior, point.prior_gradient, point.knows_prior};
}

}  // namespace

ReplicaReport Homes::temper(Resident& resident, const Temper& command, const Temper::Job& job) {
  RungTarget posterior = target_of(resident);
  const double start = posterior.log_density(standing_.front(), resident.point.theta, false);
  const Orders fresh = ladder_.fresh_subsets
                           ? make_orders(ladder_.kind, ladder_.betas, model_->rows(),
                                         key(Purpose::row_order, job.replica, command.iteration))
                           : Orders{};
  RungTarget target(*model_, ladder_.fresh_subsets ? fresh : orders_of(resident.id));
  if (ladder_.fresh_subsets)
    target.settle(resident.point.theta);
  else
    target.restore(posterior.settled());
  const auto log_density = [&](int m, const Vector& theta) {
    // All rows' likelihood is known here from another order of theirs.
    if (m == 0 && theta == resident.point.theta) return start;
    // A move at rung m comes next; after rung 0 one does only if the proposal is accepted.
    const bool with_gradient = kernel_.needs_gradient && (m > 0 || model_->independent_rows());
    return target.log_density(rungs_[static_cast<std::size_t>(m)], theta, with_gradient);
  };
  Stream stream(key(Purpose::tempered, job.replica, command.iteration));
  RungMoves moves(target, rungs_, kernel_, command, job, stream);
  const auto proposal = tempered_proposal(
      static_cast<int>(rungs_.size()) - 1, resident.point.theta, log_density,
      [&](int m, const Vector& theta) { return moves.up(m, theta); },
      [&](int m, const Vector& theta) { return moves.down(m, theta); });
  ReplicaReport report;
  report.replica = job.replica;
  report.log_ratio = proposal.log_ratio;
  report.info.acceptance_rate = std::min(1.0, exp(proposal.log_ratio));
  report.info.accepted = stream.uniform() < report.info.acceptance_rate;
  report.acceptance_rates = moves.acceptance_rates();
  if (report.info.accepted && proposal.point != resident.point.theta) {
    resident.point = kept(target.settled(), ladder_.fresh_subsets);
  } else {
    model_->moved(target.settled().theta, posterior.settled().theta);
    resident.point = posterior.settled();
  }
  const std::int64_t evaluations = posterior.evaluations() + target.evaluations();
  report.evaluations = moves.evaluations();
  report.exchanges = evaluations - report.evaluations;
  evaluations_ += evaluations;
  RungTarget here = target_of(resident);
  report_position(here, report);
  return report;
}

Temper::Reply Homes::answer(const Temper& command) {
  Temper::Reply reply;
  for (const auto& job : command.jobs) {
    Resident* resident = find(job.replica);
    if (resident == nullptr) continue;
    reply.reports.push_back(temper(*resident, command, job));
    heartbeat_("tempered transition", job.replica);
  }
  return reply;
}

}  // namespace photinus
