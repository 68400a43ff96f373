#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "photinus/evidence/sequential.hpp"
#include "photinus/run/config.hpp"

namespace photinus {

/// A sequential run that more rows can go on from, with what they must fit.
struct SavedSequential {
  std::string settings;  ///< those that draws depend on: see settings_of
  std::int64_t rows = 0;
  std::vector<std::string> parameters;
  SequentialState state;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& settings& rows& parameters& state;
  }
};

/// The lines "section.key = value" of the config that a sequential run depends on beside its data.
std::string settings_of(const RunConfig& config);

/// sequential.state of a results directory: a checksum, then the state.
void write_saved(const std::filesystem::path& directory, const SavedSequential& saved);

/// A state that an earlier run of another method may have left would belong to no results.
void remove_saved(const std::filesystem::path& directory);

/// Throws Failure usage where the directory is not that of a sequential run, input_output where its
/// state is damaged.
SavedSequential read_saved(const std::filesystem::path& directory);

/// Throws Failure usage naming the first thing in which a config, or the parameters that its data
/// have, differ from those of the saved run.
void require_same_settings(const SavedSequential& saved, const RunConfig& config);
/// Takes from the config, in whose files an extension by `files` may have begun and not finished,
/// those that the state knows nothing of. Throws Failure bad_data where the run's own are not as
/// they were, usage where other files than these were on their way.
void forget_extension(const SavedSequential& saved, const std::vector<std::string>& files,
                      RunConfig& config);
void require_same_parameters(const SavedSequential& saved, const std::vector<std::string>& names);

}  // namespace photinus
