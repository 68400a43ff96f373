#include "photinus/replica/homes.hpp"

#include <algorithm>
#include <utility>

namespace photinus {

Homes::Homes(int rank, const OpenHomes& command, std::unique_ptr<DataModel> model,
             Heartbeat heartbeat)
    : model_(std::move(model)), seed_(command.seed), heartbeat_(std::move(heartbeat)) {
  for (std::size_t id = 0; id < command.home_of.size(); ++id)
    if (command.home_of[id] == rank) residents_.push_back({static_cast<int>(id), {}, 0.0});
}

OpenHomes::Reply Homes::describe() const {
  return {model_->names(), model_->dimension(), model_->independent_rows()};
}

int Homes::chain_of(int replica) const { return replica / per_chain_; }

const Homes::Orders& Homes::orders_of(int replica) const {
  return orders_[static_cast<std::size_t>(chain_of(replica))];
}

Homes::Resident* Homes::find(int replica) {
  const auto found =
      std::lower_bound(residents_.begin(), residents_.end(), replica,
                       [](const Resident& resident, int id) { return resident.id < id; });
  return found == residents_.end() || found->id != replica ? nullptr : &*found;
}

RungTarget Homes::target_of(const Resident& resident) {
  RungTarget target(*model_, orders_of(resident.id));
  target.restore(resident.point);
  return target;
}

RungTarget Homes::take_target(Resident& resident) {
  RungTarget target(*model_, orders_of(resident.id), std::move(memory_));
  target.restore(std::move(resident.point));
  return target;
}

RandomKey Homes::key(Purpose purpose, int replica, std::int64_t iteration) const {
  return {seed_, purpose, static_cast<std::uint32_t>(replica),
          static_cast<std::uint64_t>(iteration) + 1, 0};
}

SetLadder::Reply Homes::answer(const SetLadder& command) {
  ladder_ = command;
  rungs_ = make_rungs(command.kind, command.betas);
  standing_ = command.fresh_subsets ? std::vector<Rung>{{}} : rungs_;
  per_chain_ = command.replicas_per_chain;
  kernel_ =
      make_kernel(command.kernel, command.identity_metric ? identity_metric(command.precision)
                                                          : precision_metric(command.precision));
  orders_.assign(static_cast<std::size_t>(command.chains), {});
  for (auto& resident : residents_) {
    auto& orders = orders_[static_cast<std::size_t>(chain_of(resident.id))];
    if (orders.empty())
      orders = make_orders(command.fresh_subsets ? LadderKind::likelihood_power : command.kind,
                           command.betas, model_->rows(),
                           key(Purpose::row_order, chain_of(resident.id), -1));
    // What was known belongs to other subsets.
    resident.point.sums.assign(orders.size(), {});
  }
  return {};
}

StartReplicas::Reply Homes::answer(const StartReplicas& command) {
  for (auto& resident : residents_) {
    const auto id = static_cast<std::size_t>(resident.id);
    Stream stream(key(Purpose::start, resident.id, 0));
    Vector theta = command.from == StartReplicas::From::given ? command.thetas[id]
                   : command.from == StartReplicas::From::prior_mean
                       ? model_->prior_mean(command.factors[id])
                       : model_->draw_prior(stream);
    resident.point = {
        std::move(theta), std::vector<SubsetSums>(orders_of(resident.id).size()), 0.0, {}, false};
  }
  return {};
}

void Homes::report_position(RungTarget& target, ReplicaReport& report) const {
  report.theta = target.settled().theta;
  report.parameters = model_->to_user(report.theta);
  for (const auto& rung : standing_)
    report.log_density.push_back(target.known_log_density(rung, report.theta));
  report.log_likelihood = target.known_log_likelihood(standing_.front(), report.theta);
}

ReplicaReport Homes::advance(Resident& resident, const Advance& command, const Advance::Job& job) {
  RungTarget target = take_target(resident);
  target.stand_on(standing_[static_cast<std::size_t>(job.rung)]);
  State state{target.settled().theta, 0.0, {}, resident.kinetic_energy};
  state.log_density = kernel_.needs_gradient ? target.value(state.theta, state.gradient)
                                             : target.value(state.theta);
  ReplicaReport report;
  report.replica = job.replica;
  report.exchanges = target.evaluations();
  Stream stream(key(Purpose::theta, job.replica, command.iteration));
  double acceptance_rate = 0.0;
  for (int update = 0; update < command.updates; ++update) {
    if (command.fresh_energy) state.kinetic_energy = 0.0;
    Transition next = kernel_.transition(stream, state, target, job.step_size);
    state = std::move(next.state);
    target.settle(state.theta);
    report.info = next.info;
    acceptance_rate += next.info.acceptance_rate;
  }
  report.info.acceptance_rate = acceptance_rate / command.updates;
  report.evaluations = target.evaluations() - report.exchanges;
  evaluations_ += target.evaluations();
  report_position(target, report);
  resident.point = std::move(target).settled();
  memory_ = std::move(target).memory();
  resident.kinetic_energy = state.kinetic_energy;
  return report;
}

Advance::Reply Homes::answer(const Advance& command) {
  Advance::Reply reply;
  for (const auto& job : command.jobs) {
    Resident* resident = find(job.replica);
    if (resident == nullptr) continue;
    reply.reports.push_back(advance(*resident, command, job));
    heartbeat_("advance replica", job.replica);
  }
  return reply;
}

Score::Reply Homes::answer(const Score& command) {
  Score::Reply reply;
  for (std::size_t i = 0; i < command.jobs.size(); ++i) {
    const auto& job = command.jobs[i];
    Resident* resident = find(job.replica);
    if (resident == nullptr) continue;
    RungTarget target = take_target(*resident);
    // Where rows are independent the gradient of the rows added comes at no further evaluation, and
    // the kernel will ask for it if the swap is accepted.
    const bool with_gradient = model_->independent_rows() && kernel_.needs_gradient;
    const double value = target.log_density(standing_[static_cast<std::size_t>(job.rung)],
                                            target.settled().theta, with_gradient);
    evaluations_ += target.evaluations();
    reply.values.push_back({static_cast<int>(i), value, target.evaluations()});
    resident->point = std::move(target).settled();
    memory_ = std::move(target).memory();
    heartbeat_("score replica", job.replica);
  }
  return reply;
}

SaveReplicas::Reply Homes::answer(const SaveReplicas&) {
  SaveReplicas::Reply reply;
  for (const auto& resident : residents_)
    reply.replicas.push_back({resident.id, resident.point, resident.kinetic_energy});
  for (const auto& orders : orders_)
    reply.orders.push_back(orders.empty() ? std::vector<std::int32_t>{} : orders.front().rows);
  return reply;
}

RestoreReplicas::Reply Homes::answer(const RestoreReplicas& command) {
  for (const auto& saved : command.replicas) {
    Resident* resident = find(saved.replica);
    if (resident != nullptr) *resident = {saved.replica, saved.point, saved.kinetic_energy};
  }
  for (std::size_t chain = 0; chain < orders_.size(); ++chain)
    if (!orders_[chain].empty()) orders_[chain].front().rows = command.orders[chain];
  return {};
}

}  // namespace photinus
