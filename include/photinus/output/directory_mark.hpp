#pragma once

#include <filesystem>
#include <string>
#include <thread>

namespace photinus {

/// The file `running` in a directory: one run at a time writes there.
///
/// Created with O_EXCL, because locks are not to be had on every file system that clusters share,
/// refreshed every 20 s, and removed with this object. That of a run that was killed is taken over
/// (may_live).
class DirectoryMark {
 public:
  /// Throws Failure usage where another run is at work, saying which and since when, input_output
  /// where the mark cannot be written.
  explicit DirectoryMark(const std::filesystem::path& directory);
  DirectoryMark(const DirectoryMark&) = delete;
  DirectoryMark& operator=(const DirectoryMark&) = delete;
  ~DirectoryMark();

  /// Whether a directory has a mark, dead or alive.
  static bool stands_in(const std::filesystem::path& directory);
  /// Throws Failure usage where another run took the directory over, having thought this one dead.
  void require_ours() const;

 private:
  bool create(const std::filesystem::path& path) const;
  void remove_what_is_stale() const;
  void keep_fresh(const std::stop_token& over) const;

  std::filesystem::path path_;
  std::string text_;
  std::jthread heart_;
};

}  // namespace photinus
