#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace photinus {

/// A run between two steps: whose it is, in lines of `key = value`, and its state.
struct Checkpoint {
  std::string identity;
  std::vector<char> state;
};

/// The checkpoint as a file's bytes: 24 bytes "photinus checkpoint 1\n" and zeros, then as unsigned
/// 64-bit little-endian numbers the generation and the sizes of identity and state, then these two,
/// then the CRC-64 (ECMA-182, reflected) of all before.
std::string encode(const Checkpoint& checkpoint, std::uint64_t generation);

struct DecodedCheckpoint {
  Checkpoint checkpoint;
  std::uint64_t generation = 0;
};
/// Nothing where the bytes are no whole checkpoint: too short, too long, of another version, or
/// changed since they were written.
std::optional<DecodedCheckpoint> decode(std::string_view bytes);

/// The checkpoints of a directory: two files, checkpoint-0.bin and checkpoint-1.bin, of which the
/// older is replaced. A run that is killed while it writes leaves the other.
class CheckpointFiles {
 public:
  explicit CheckpointFiles(std::filesystem::path directory) : directory_(std::move(directory)) {}

  /// Replaces the older one: written beside, fsynced and renamed. Throws Failure input_output
  /// naming the path; the newer one is then as it was.
  void write(const Checkpoint& checkpoint);

  struct Found {
    Checkpoint checkpoint;
    std::vector<std::string> damaged;  ///< files that are there and are no whole checkpoint
  };
  /// The newest whole one; none where no file is there. Throws Failure bad_data where all that
  /// are there are damaged, input_output where one cannot be read.
  std::optional<Found> newest() const;
  /// Throws Failure input_output: one that stays would be taken for this run's.
  void remove() const;

 private:
  static constexpr int files = 2;

  std::filesystem::path path(int file) const;
  std::optional<DecodedCheckpoint> read(int file) const;
  void find_place();

  std::filesystem::path directory_;
  std::uint64_t generation_ = 0;  // of the next one; 0: the files have not been looked at
  int file_ = 0;                  // which it replaces
};

}  // namespace photinus
