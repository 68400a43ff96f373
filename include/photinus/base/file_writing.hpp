#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

namespace photinus {

/// A file descriptor that closes itself; close() for those who want its verdict.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  int get() const { return number_; }
  bool valid() const { return number_ >= 0; }
  /// False, with errno, where what was written may not be in the file.
  bool close();

 private:
  int number_;
};

/// Throws Failure input_output "cannot ACTION PATH: " and what errno says.
[[noreturn]] void fail_on(const char* action, const std::filesystem::path& path);

/// All of them, in as many pieces as it takes; false, with errno, where that cannot be.
bool write_all(int file, std::string_view bytes);

/// The name of a file that is being written beside its place; removed unless it gets there.
class Partial {
 public:
  explicit Partial(std::filesystem::path path) : path_(std::move(path)) {}
  Partial(const Partial&) = delete;
  Partial& operator=(const Partial&) = delete;
  ~Partial();

  const std::filesystem::path& path() const { return path_; }
  /// Renames the file, which is whole and fsynced, for good: the directory is fsynced too. Throws
  /// Failure input_output.
  void move_to(const std::filesystem::path& place);

 private:
  std::filesystem::path path_;
  bool moved_ = false;
};

/// Removes a file if it is there. Throws Failure input_output where it cannot be removed.
void remove_file(const std::filesystem::path& path);

}  // namespace photinus
