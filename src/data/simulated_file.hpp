#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "hdf5_handle.hpp"
#include "hdf5_output.hpp"
#include "photinus/data/simulate.hpp"

namespace photinus {

/// The HDF5 file that `simulate` writes, rows by rows. All functions throw Failure input_output
/// where it can't be written.
class SimulatedFile {
 public:
  /// With the attribute column_names: x1, x2, ... and the intercept.
  SimulatedFile(std::string path, const SimulateSettings& settings);

  Hdf5Handle create_dataset(const char* name, hid_t type, const std::vector<hsize_t>& shape) const;
  void write_rows(hid_t dataset, hid_t type, const std::vector<hsize_t>& start,
                  const std::vector<hsize_t>& count, const void* source) const;
  /// The true parameters /theta.
  void write_theta(const std::vector<double>& theta) const;
  /// Everything is in the file, and on the disk, after this only.
  void finish() { file_.finish(); }

 private:
  void check(bool good) const;
  void write_names(const SimulateSettings& settings) const;

  std::string path_;
  Hdf5Output file_;
};

template <class Scalar>
hid_t scalar_type() {
  return std::is_same_v<Scalar, float> ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
}

/// Writes /X with rows that `make(row, x)` fills, and /y of type `response` with what it returns;
/// no /y where that type is negative.
template <class Scalar, class Make>
void write_rows(const SimulateSettings& s, const SimulatedFile& file, hid_t response,
                const Make& make) {
  const auto columns = static_cast<hsize_t>(s.columns), rows = static_cast<hsize_t>(s.rows);
  const hid_t type = scalar_type<Scalar>();
  const Hdf5Handle x = file.create_dataset("X", type, {rows, columns});
  const Hdf5Handle y =
      response < 0 ? Hdf5Handle(-1, H5Dclose) : file.create_dataset("y", response, {rows});
  constexpr hsize_t piece = 16'384;
  std::vector<Scalar> features(piece * columns);
  std::vector<double> responses(piece);
  for (hsize_t first = 0; first < rows; first += piece) {
    const hsize_t count = piece < rows - first ? piece : rows - first;
    for (hsize_t i = 0; i < count; ++i)
      responses[i] = make(static_cast<std::int64_t>(first + i), &features[i * columns]);
    file.write_rows(x.get(), type, {first, 0}, {count, columns}, features.data());
    if (y.valid()) file.write_rows(y.get(), H5T_NATIVE_DOUBLE, {first}, {count}, responses.data());
  }
}

}  // namespace photinus
