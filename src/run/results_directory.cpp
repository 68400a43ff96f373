#include <cerrno>
#include <system_error>

#include "photinus/base/errors.hpp"
#include "photinus/base/file_writing.hpp"
#include "photinus/output/text_file.hpp"
#include "photinus/run/results.hpp"

namespace photinus {

namespace {

namespace fs = std::filesystem;

// A directory without anything but the mark of a run that began, or none.
bool is_free(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return true;
  if (!fs::is_directory(path, error))
    throw Failure(ExitCode::usage, path.string() + " exists and is not a directory");
  for (const auto& entry : fs::directory_iterator(path, error))
    if (entry.path().filename() != "running") return false;
  return true;
}

void create(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) return;
  errno = error.value();
  fail_on("create the results directory", path);
}

}  // namespace

ResultsDirectory::ResultsDirectory(fs::path path, bool force, bool resume)
    : path_(std::move(path)) {
  const bool taken = !is_free(path_) && !force && !resume;
  // Whether its run is still at work is what its user wants to know first.
  if (!taken || DirectoryMark::stands_in(path_)) {
    create(path_);
    mark_ = std::make_unique<DirectoryMark>(path_);
  }
  if (taken)
    throw Failure(ExitCode::usage,
                  "the results directory " + path_.string() +
                      " exists already; choose another (--output DIR), replace its "
                      "results (--force), or go on from its checkpoint "
                      "(--resume)");
}

void ResultsDirectory::write(const RunConfig& config, const NetcdfFile& draws,
                             const RunSummary& summary) const {
  begin_to_write();
  write_netcdf(path_ / "draws.nc", draws);
  finish(config, summary);
}

void ResultsDirectory::write(const RunConfig& config, const RunSummary& summary) const {
  begin_to_write();
  remove_file(path_ / "draws.nc");  // of an earlier run
  finish(config, summary);
}

void ResultsDirectory::begin_to_write() const {
  mark_->require_ours();
  remove_file(path_ / "summary.json");
}

void ResultsDirectory::finish(const RunConfig& config, const RunSummary& summary) const {
  write_text_file(path_ / "config.toml", to_toml(config));
  write_text_file(path_ / "summary.json", to_json(summary));
}

}  // namespace photinus
