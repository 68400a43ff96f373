// A disk that fails when it is told to, for programs started with LD_PRELOAD. Everything that
// changes a file below a directory is counted, and one call of them all does not succeed.
//
// FAULTY_DISK        the directory, as an absolute path
// FAULTY_DISK_LOG    a file that gets a line "number call path [failed|short]" for every call
// FAULTY_DISK_CALL   the number of the call that fails, from 1; 0 or none: only counted
// FAULTY_DISK_ERROR  errno of that call as a number; 0: it writes one half and succeeds
// FAULTY_DISK_NEXT   if set, the errno of the call after it
// FAULTY_DISK_STAYS  if set, all calls after it fail too: a disk that stays full
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

namespace {

constexpr int most_files = 4096;
std::string* names[most_files];  // of the open files below the directory
std::atomic<bool> watched[most_files], written_to[most_files];
std::mutex mutex;

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

const char* setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_below(const char* path) {
  const std::string directory = setting("FAULTY_DISK");
  const std::size_t length = directory.size();
  return length > 0 && path != nullptr && std::strncmp(path, directory.c_str(), length) == 0 &&
         (path[length] == '/' || path[length] == '\0');
}

void watch(int file, const char* path, bool to_write) {
  if (file < 0 || file >= most_files || !is_below(path)) return;
  const std::lock_guard lock(mutex);
  if (names[file] == nullptr) names[file] = new std::string;
  *names[file] = path;
  watched[file] = true;
  written_to[file] = to_write;
}

bool is_watched(int file) { return file >= 0 && file < most_files && watched[file]; }

void log(long number, const char* call, const std::string& path, const char* verdict) {
  const std::string line =
      std::to_string(number) + " " + call + " " + path + (*verdict ? " " : "") + verdict + "\n";
  const auto file = syscall(SYS_openat, AT_FDCWD, setting("FAULTY_DISK_LOG"),
                            O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return;
  syscall(SYS_write, file, line.data(), line.size());
  syscall(SYS_close, file);
}

enum class Fate { succeeds, fails, is_short };

// errno is set where it fails.
Fate fate(const char* call, const std::string& path, bool writes = false) {
  const std::lock_guard lock(mutex);
  static long number = 0;
  const long chosen = std::atol(setting("FAULTY_DISK_CALL"));
  const bool after = chosen > 0 && ++number > chosen;
  if (chosen <= 0) ++number;
  const bool next_fails = number == chosen + 1 && *setting("FAULTY_DISK_NEXT") != '\0';
  int error = 0;
  if (number == chosen || (after && *setting("FAULTY_DISK_STAYS") != '\0'))
    error = std::atoi(setting("FAULTY_DISK_ERROR"));
  else if (after && next_fails)
    error = std::atoi(setting("FAULTY_DISK_NEXT"));
  const bool halved = number == chosen && error == 0 && writes;
  log(number, call, path, error != 0 ? "failed" : halved ? "short" : "");
  errno = error != 0 ? error : errno;
  return error != 0 ? Fate::fails : halved ? Fate::is_short : Fate::succeeds;
}

bool changes(int flags) { return (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0; }

template <class Open>
int opened(const char* path, int flags, const Open& open) {
  if (!is_below(path)) return open();
  if (changes(flags) && fate("open", path) == Fate::fails) return -1;
  const int file = open();
  watch(file, path, changes(flags));
  return file;
}

template <class Act>
int on_path(const char* call, const char* path, const Act& act) {
  return is_below(path) && fate(call, path) == Fate::fails ? -1 : act();
}

template <class Act>
int on_file(const char* call, int file, const Act& act) {
  return is_watched(file) && fate(call, *names[file]) == Fate::fails ? -1 : act();
}

// `act` is told how many bytes to write.
template <class Act>
ssize_t written(const char* call, int file, size_t count, const Act& act) {
  if (!is_watched(file)) return act(count);
  const Fate what = fate(call, *names[file], true);
  if (what == Fate::fails) return -1;
  return act(what == Fate::is_short ? (count + 1) / 2 : count);
}

mode_t mode_of(int flags, va_list rest) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened(path, flags,
                [&] { return next<int(const char*, int, ...)>("open")(path, flags, mode); });
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened(path, flags,
                [&] { return next<int(const char*, int, ...)>("open64")(path, flags, mode); });
}

FILE* fopen(const char* path, const char* mode) {
  const bool reads = std::strcspn(mode, "wa+") == std::strlen(mode);
  if (!reads && is_below(path) && fate("open", path) == Fate::fails) return nullptr;
  FILE* file = next<FILE*(const char*, const char*)>("fopen")(path, mode);
  if (file != nullptr) watch(fileno(file), path, !reads);
  return file;
}

ssize_t write(int file, const void* bytes, size_t count) {
  return written("write", file, count, [&](size_t some) {
    return next<ssize_t(int, const void*, size_t)>("write")(file, bytes, some);
  });
}

ssize_t pwrite(int file, const void* bytes, size_t count, off_t place) {
  return written("write", file, count, [&](size_t some) {
    return next<ssize_t(int, const void*, size_t, off_t)>("pwrite")(file, bytes, some, place);
  });
}

ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t place) {
  return written("write", file, count, [&](size_t some) {
    return next<ssize_t(int, const void*, size_t, off64_t)>("pwrite64")(file, bytes, some, place);
  });
}

ssize_t writev(int file, const iovec* pieces, int count) {
  return written("write", file, 2, [&](size_t some) {
    const int fewer = some == 1 ? (count + 1) / 2 : count;
    return next<ssize_t(int, const iovec*, int)>("writev")(file, pieces, fewer);
  });
}

int fsync(int file) {
  return on_file("fsync", file, [&] { return next<int(int)>("fsync")(file); });
}

int fdatasync(int file) {
  return on_file("fsync", file, [&] { return next<int(int)>("fdatasync")(file); });
}

int ftruncate(int file, off_t size) {
  return on_file("ftruncate", file, [&] { return next<int(int, off_t)>("ftruncate")(file, size); });
}

int ftruncate64(int file, off64_t size) {
  return on_file("ftruncate", file,
                 [&] { return next<int(int, off64_t)>("ftruncate64")(file, size); });
}

// A file is closed though close fails.
int close(int file) {
  const bool ours = is_watched(file) && written_to[file];
  if (is_watched(file)) watched[file] = false;
  const int result = next<int(int)>("close")(file);
  return ours && fate("close", *names[file]) == Fate::fails ? -1 : result;
}

int fclose(FILE* file) {
  const int number = fileno(file);
  const bool ours = is_watched(number) && written_to[number];
  if (is_watched(number)) watched[number] = false;
  const int result = next<int(FILE*)>("fclose")(file);
  return ours && fate("close", *names[number]) == Fate::fails ? EOF : result;
}

int rename(const char* from, const char* to) {
  return on_path("rename", to,
                 [&] { return next<int(const char*, const char*)>("rename")(from, to); });
}

int mkdir(const char* path, mode_t mode) {
  return on_path("mkdir", path,
                 [&] { return next<int(const char*, mode_t)>("mkdir")(path, mode); });
}

int unlink(const char* path) {
  return on_path("unlink", path, [&] { return next<int(const char*)>("unlink")(path); });
}

int remove(const char* path) {
  return on_path("unlink", path, [&] { return next<int(const char*)>("remove")(path); });
}

}  // extern "C"
