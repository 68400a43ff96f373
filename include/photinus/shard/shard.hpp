#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "photinus/base/heartbeat.hpp"
#include "photinus/shard/commands.hpp"

namespace photinus {

/// The rows of one rank, answering commands. One virtual call per command: the loops behind it are
/// compiled for the family and for the type of the features. Knows nothing of ranks and messages.
class Shard {
 public:
  virtual ~Shard() = default;

  virtual Load::Reply answer(const Load& command) = 0;
  virtual Prepare::Reply answer(const Prepare& command) = 0;
  virtual BuildStatistics::Reply answer(const BuildStatistics& command) = 0;
  virtual CollapseBounds::Reply answer(const CollapseBounds& command) = 0;
  virtual ChooseProposals::Reply answer(const ChooseProposals& command) = 0;
  virtual PlaceAxis::Reply answer(const PlaceAxis& command) = 0;
  virtual Evaluate::Reply answer(const Evaluate& command) = 0;
  virtual DrawBrightness::Reply answer(const DrawBrightness& command) = 0;
  virtual UpdateBrightness::Reply answer(const UpdateBrightness& command) = 0;
  virtual ProposeBrightness::Reply answer(const ProposeBrightness& command) = 0;
  virtual SampleRemainders::Reply answer(const SampleRemainders& command) = 0;
  virtual SettleBrightness::Reply answer(const SettleBrightness& command) = 0;
  virtual FetchRows::Reply answer(const FetchRows& command) = 0;
  virtual Save::Reply answer(const Save& command) = 0;
  virtual Restore::Reply answer(const Restore& command) = 0;
  /// Rows held and evaluations made; the rank fills in the rest.
  virtual Account::Reply answer(const Account& command) = 0;
};

/// Makes an empty shard for the blocks of `share`.
using MakeShard = std::function<std::unique_ptr<Shard>(
    const ModelNumbers& numbers, const FileHeader& header, const Share& share, Heartbeat)>;

}  // namespace photinus
