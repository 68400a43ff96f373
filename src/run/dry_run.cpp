#include <fmt/format.h>

#include "commands.hpp"
#include "photinus/run/forecast.hpp"

namespace photinus {

namespace {

ExitCode print(const RunOutline& run, const RunConfig& config, int ranks) {
  fmt::print("{}\n{}", to_toml(config), to_text(run, make_forecast(run, ranks)));
  return ExitCode::converged;
}

}  // namespace

ExitCode dry_run_of_sample(const Team& team, const std::vector<FamilyEntry>& families,
                           const RunConfig& config, const std::optional<int>& for_ranks) {
  return print(outline_sampling(families, config), config, for_ranks.value_or(team.ranks()));
}

ExitCode dry_run_of_evidence(const Team& team, const std::vector<FamilyEntry>& families,
                             const RunConfig& config, const std::optional<int>& for_ranks) {
  return print(outline_evidence(families, config), config, for_ranks.value_or(team.ranks()));
}

}  // namespace photinus
