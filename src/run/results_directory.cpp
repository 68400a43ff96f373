#include <system_error>

#include "photinus/base/errors.hpp"
#include "photinus/output/text_file.hpp"
#include "photinus/run/results.hpp"

namespace photinus {

ResultsDirectory::ResultsDirectory(std::filesystem::path path, bool force, bool resume)
    : path_(std::move(path)) {
  std::error_code error;
  const bool exists = std::filesystem::exists(path_, error);
  if (exists && !std::filesystem::is_directory(path_, error))
    throw Failure(ExitCode::usage, path_.string() + " exists and is not a directory");
  if (exists && !force && !resume && !std::filesystem::is_empty(path_, error))
    throw Failure(ExitCode::usage,
                  "the results directory " + path_.string() +
                      " exists already; choose another (--output DIR), replace its "
                      "results (--force), or go on from its checkpoint "
                      "(--resume)");
  std::filesystem::create_directories(path_, error);
  if (error)
    throw Failure(ExitCode::input_output,
                  "cannot create the results directory " + path_.string() + ": " + error.message());
}

void ResultsDirectory::write(const RunConfig& config, const NetcdfFile& draws,
                             const RunSummary& summary) const {
  std::filesystem::remove(path_ / "summary.json");
  write_netcdf(path_ / "draws.nc", draws);
  write(config, summary);
}

void ResultsDirectory::write(const RunConfig& config, const RunSummary& summary) const {
  write_text_file(path_ / "config.toml", to_toml(config));
  write_text_file(path_ / "summary.json", to_json(summary));
}

}  // namespace photinus
