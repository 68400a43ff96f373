#include "hdf5_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

namespace photinus {

namespace {

using Target = Hdf5Output::Target;

// What HDF5 sees of a file: its own fields first.
struct Driver {
  H5FD_t base;
  Target* target;
  haddr_t allocated;
  haddr_t end;
};

Driver& driver(H5FD_t* file) { return *reinterpret_cast<Driver*>(file); }
const Driver& driver(const H5FD_t* file) { return *reinterpret_cast<const Driver*>(file); }

H5FD_t* open_driver(const char*, unsigned, hid_t access, haddr_t) {
  Target* target = nullptr;
  std::memcpy(&target, H5Pget_driver_info(access), sizeof target);
  return &(new Driver{{}, target, 0, 0})->base;
}

herr_t close_driver(H5FD_t* file) {
  delete &driver(file);
  return 0;
}

int compare(const H5FD_t* a, const H5FD_t* b) {
  const Target *first = driver(a).target, *second = driver(b).target;
  return first < second ? -1 : static_cast<int>(first > second);
}

// Those of HDF5's own driver, which lays files out by them.
herr_t features(const H5FD_t*, unsigned long* flags) {
  if (flags != nullptr)
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

haddr_t allocated(const H5FD_t* file, H5FD_mem_t) { return driver(file).allocated; }

herr_t allocate(H5FD_t* file, H5FD_mem_t, haddr_t size) {
  driver(file).allocated = size;
  return 0;
}

haddr_t end(const H5FD_t* file, H5FD_mem_t) { return driver(file).end; }

// Zeros where nothing is, or nothing could be written.
herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t place, std::size_t size, void* bytes) {
  auto* next = static_cast<char*>(bytes);
  while (size > 0) {
    const auto got = ::pread(driver(file).target->file, next, size, static_cast<off_t>(place));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    next += got;
    place += static_cast<haddr_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  std::memset(next, 0, size);
  return 0;
}

herr_t write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t place, std::size_t size, const void* bytes) {
  Target& target = *driver(file).target;
  driver(file).end = std::max(driver(file).end, place + size);
  const auto* next = static_cast<const char*>(bytes);
  while (size > 0 && target.error == 0) {
    const auto written = ::pwrite(target.file, next, size, static_cast<off_t>(place));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      target.error = written == 0 ? ENOSPC : errno;
      break;
    }
    next += written;
    place += static_cast<haddr_t>(written);
    size -= static_cast<std::size_t>(written);
  }
  return 0;
}

herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
  Driver& d = driver(file);
  if (d.allocated == d.end) return 0;
  if (d.target->error == 0 && ::ftruncate(d.target->file, static_cast<off_t>(d.allocated)) != 0)
    d.target->error = errno;
  d.end = d.allocated;
  return 0;
}

H5FD_class_t driver_class() {
  H5FD_class_t c{};
  c.name = "photinus_output";
  c.maxaddr = static_cast<haddr_t>(std::numeric_limits<std::int64_t>::max());
  c.fc_degree = H5F_CLOSE_WEAK;
  c.fapl_size = sizeof(Target*);
  c.open = open_driver;
  c.close = close_driver;
  c.cmp = compare;
  c.query = features;
  c.get_eoa = allocated;
  c.set_eoa = allocate;
  c.get_eof = end;
  c.read = read;
  c.write = write;
  c.truncate = truncate;
  constexpr H5FD_mem_t map[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;
  std::copy(std::begin(map), std::end(map), c.fl_map);
  return c;
}

hid_t create_through(Target* target, const std::string& path) {
  static const H5FD_class_t kind = driver_class();
  static const hid_t id = H5FDregister(&kind);
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_driver(access.get(), id, &target);
  return H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get());
}

}  // namespace

Hdf5Output::Hdf5Output(std::string path)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)),
      target_{descriptor_.get(), descriptor_.valid() ? 0 : errno},
      file_(descriptor_.valid() ? create_through(&target_, path_) : -1, H5Fclose) {
  check();
  if (!file_.valid()) throw Failure(ExitCode::internal, path_ + ": HDF5 cannot create it");
}

void Hdf5Output::check() const {
  if (target_.error == 0) return;
  errno = target_.error;
  fail_on("write", path_);
}

void Hdf5Output::finish() {
  file_.reset();
  check();
  if (::fsync(descriptor_.get()) != 0 || !descriptor_.close()) fail_on("write", path_);
}

}  // namespace photinus
