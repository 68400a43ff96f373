#pragma once

#include <memory>
#include <vector>

#include "photinus/base/heartbeat.hpp"
#include "photinus/replica/home_commands.hpp"

namespace photinus {

/// The replicas that live on one rank, with the table and the model that they all look at.
class Homes {
 public:
  /// For the replicas whose place in command.home_of is `rank`.
  Homes(int rank, const OpenHomes& command, std::unique_ptr<DataModel> model, Heartbeat heartbeat);

  OpenHomes::Reply describe() const;
  SetLadder::Reply answer(const SetLadder& command);
  StartReplicas::Reply answer(const StartReplicas& command);
  Advance::Reply answer(const Advance& command);
  Temper::Reply answer(const Temper& command);
  Score::Reply answer(const Score& command);
  WeighExchanges::Reply answer(const WeighExchanges& command);
  ExchangeRows::Reply answer(const ExchangeRows& command);
  SaveReplicas::Reply answer(const SaveReplicas& command);
  RestoreReplicas::Reply answer(const RestoreReplicas& command);

  /// Likelihood evaluations made here so far.
  std::int64_t evaluations() const { return evaluations_; }

 private:
  struct Resident {
    int id = 0;
    KnownPoint point;
    double kinetic_energy = 0.0;
  };
  using Orders = std::vector<RowOrder>;

  Resident* find(int replica);
  int chain_of(int replica) const;
  const Orders& orders_of(int replica) const;
  RungTarget target_of(const Resident& resident);
  /// The same with the resident's point moved there.
  RungTarget take_target(Resident& resident);
  RandomKey key(Purpose purpose, int replica, std::int64_t iteration) const;
  std::vector<RowExchange> exchanges_of(int chain, std::int64_t iteration, int count) const;
  WeighExchanges::Weight weigh(const Resident& resident, const Score::Job& job,
                               const std::vector<RowExchange>& exchanges);
  ReplicaReport advance(Resident& resident, const Advance& command, const Advance::Job& job);
  ReplicaReport temper(Resident& resident, const Temper& command, const Temper::Job& job);
  void report_position(RungTarget& target, ReplicaReport& report) const;

  std::unique_ptr<DataModel> model_;
  std::uint64_t seed_;
  Heartbeat heartbeat_;
  std::vector<Resident> residents_;  // ascending
  SetLadder ladder_;
  std::vector<Rung> rungs_;
  std::vector<Rung> standing_;  // those that replicas stand on: all, or the posterior alone
  int per_chain_ = 1;           // replicas
  std::vector<Orders> orders_;  // by chain; empty for chains that have no replica here
  Kernel kernel_;
  KnownPoint memory_;  // lent to targets
  std::int64_t evaluations_ = 0;
};

}  // namespace photinus
