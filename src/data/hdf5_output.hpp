#pragma once

#include <string>

#include "hdf5_handle.hpp"
#include "photinus/base/file_writing.hpp"

namespace photinus {

/// An HDF5 file being written, for which a full disk is a Failure.
///
/// HDF5 1.10 returns success for some writes that failed, and crashes at its end for others. Its
/// bytes go through a file driver that never fails, but remembers the first error and writes
/// nothing more. The file's bytes are those of HDF5's own driver.
class Hdf5Output {
 public:
  /// Throws Failure input_output where the file can't be created.
  explicit Hdf5Output(std::string path);
  Hdf5Output(const Hdf5Output&) = delete;
  Hdf5Output& operator=(const Hdf5Output&) = delete;

  hid_t get() const { return file_.get(); }
  /// Throws Failure input_output with what the system said, where a write failed.
  void check() const;
  /// Closes the file and fsyncs it; everything in it must be closed. Throws as check().
  void finish();

  struct Target {
    int file = -1;
    int error = 0;  ///< errno of the first write that failed
  };

 private:
  std::string path_;
  Descriptor descriptor_;
  Target target_;
  Hdf5Handle file_;
};

}  // namespace photinus
