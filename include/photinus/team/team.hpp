#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "photinus/replica/homes.hpp"
#include "photinus/replica/model_share.hpp"
#include "photinus/shard/commands.hpp"
#include "photinus/shard/shard.hpp"
#include "photinus/team/family_entry.hpp"
#include "photinus/team/measure.hpp"

namespace photinus {

using Command =
    std::variant<Load, Prepare, BuildStatistics, CollapseBounds, ChooseProposals, PlaceAxis,
                 Evaluate, DrawBrightness, UpdateBrightness, ProposeBrightness, SampleRemainders,
                 SettleBrightness, FetchRows, Save, Restore, Account, OpenHomes, SetLadder,
                 StartReplicas, Advance, Temper, Score, WeighExchanges, ExchangeRows, SaveReplicas,
                 RestoreReplicas, ReadRows, OpenRows, SumRows, SumSlopes, Measure>;

/// What the homes of replicas answer.
template <class C>
concept HomeCommand = requires(Homes& homes, const C& command) {
  { homes.answer(command) } -> std::same_as<typename C::Reply>;
};

/// What shares of a model's rows answer.
template <class C>
concept RowCommand = requires(ModelShare& share, const C& command) {
  { share.answer(command) } -> std::same_as<typename C::Reply>;
};

template <class... C>
std::variant<typename C::Reply...> reply_variant(const std::variant<C...>*);

/// The reply to a Command, the alternative of the same index.
using Reply = decltype(reply_variant(static_cast<const Command*>(nullptr)));

/// The shards, as one: a question put to all of them, answered by their merged reply.
///
/// `ask` throws the Failure of the smallest row where shards fail; the team can be asked again
/// afterwards. The reply does not depend on the number of shards.
class Team {
 public:
  virtual ~Team() = default;

  /// Number of ranks, 1 without MPI.
  virtual int ranks() const = 0;
  /// How long a rank may be silent before the run is given up; a team without messages never waits.
  virtual void set_deadline(double /*seconds*/) {}
  /// Lets the other ranks go; nothing can be asked afterwards.
  virtual void dismiss() {}
  /// Called before every question; what it throws, `ask` throws.
  void before_questions(std::function<void()> look) { look_ = std::move(look); }

  template <class C>
  typename C::Reply ask(C command) {
    if (look_) look_();
    return std::get<typename C::Reply>(ask_all(Command(std::move(command))));
  }

 private:
  virtual Reply ask_all(const Command& command) = 0;

  std::function<void()> look_;
};

/// One rank's end of a team: it makes its shard when it is told to load, and answers.
class Member {
 public:
  Member(int rank, int ranks, std::vector<FamilyEntry> families, Heartbeat heartbeat)
      : rank_(rank),
        ranks_(ranks),
        families_(std::move(families)),
        heartbeat_(std::move(heartbeat)) {}

  Reply answer(const Command& command);

 private:
  template <class C>
  Reply answer_one(const C& command);
  void open_shard(const Load& command);
  OpenHomes::Reply open_homes(const OpenHomes& command);
  ReadRows::Reply read_rows(const ReadRows& command);
  OpenRows::Reply open_rows(const OpenRows& command);
  const FamilyEntry& family(const std::string& name) const;
  Account::Reply account();
  Measure::Reply measure() const;

  int rank_;
  int ranks_;
  std::vector<FamilyEntry> families_;
  Heartbeat heartbeat_;
  std::unique_ptr<Shard> shard_;
  std::unique_ptr<Homes> homes_;
  std::string family_of_rows_;
  std::unique_ptr<ModelShare> rows_;
};

/// Merges the reply of the next rank into `reply`.
void merge(Reply& reply, Reply&& next);

/// Several ranks' shares in one process and without messages: the oracle of every parallel run,
/// and with one rank the way that a run without mpirun goes.
class LocalTeam final : public Team {
 public:
  LocalTeam(int ranks, const std::vector<FamilyEntry>& families,
            const Heartbeat& heartbeat = silent);

  int ranks() const override { return static_cast<int>(members_.size()); }

 private:
  Reply ask_all(const Command& command) override;

  std::vector<Member> members_;
};

}  // namespace photinus
