#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace photinus {

/// A netCDF-4 file in memory, open for writing under the netCDF-C handle id().
///
/// In memory because HDF5 1.10 crashes the process at its end when a disk was full, and begun
/// without netCDF's own note of its library versions (_NCProperties), times or anything else that
/// differs between runs.
class NetcdfImage {
 public:
  NetcdfImage();
  NetcdfImage(const NetcdfImage&) = delete;
  NetcdfImage& operator=(const NetcdfImage&) = delete;
  ~NetcdfImage();

  int id() const { return id_; }

  /// Closes the file; its bytes, which live as long as this object.
  std::string_view close();

 private:
  struct Free {
    void operator()(void* memory) const;
  };

  int id_ = -1;
  std::unique_ptr<void, Free> memory_;
};

}  // namespace photinus
