#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

#include "photinus/base/errors.hpp"

namespace photinus {

/// An HDF5 identifier that is closed with its scope.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&&) = delete;
  Hdf5Handle(const Hdf5Handle&) = delete;
  ~Hdf5Handle() { reset(); }

  void reset() {
    if (id_ >= 0) close_(std::exchange(id_, -1));
  }

  hid_t get() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_;
  Close close_;
};

/// Our messages take the place of HDF5's own error stack.
inline void silence_hdf5() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

}  // namespace photinus
