#pragma once

#include <string>
#include <vector>

#include "photinus/base/errors.hpp"
#include "photinus/run/config.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// What the subcommands that take a config are told on the command line.
struct ConfigArguments {
  std::string config;
  std::vector<std::string> settings;  ///< --set section.key=value
  std::string output;                 ///< --output DIR
  bool force = false;
  bool dry_run = false;
  bool unconverged_ok = false;
};

RunConfig effective_config(const ConfigArguments& arguments);

ExitCode sample_command(Team& team, const std::vector<FamilyEntry>& families,
                        const ConfigArguments& arguments);
ExitCode map_command(Team& team, const std::vector<FamilyEntry>& families,
                     const ConfigArguments& arguments);
/// Reads and checks a data file, or the config and its data.
ExitCode check_command(Team& team, const std::vector<FamilyEntry>& families,
                       const std::string& path);
ExitCode summary_command(const std::string& directory, bool json);

}  // namespace photinus
