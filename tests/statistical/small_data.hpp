#pragma once

#include <hdf5.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "photinus/base/random.hpp"
#include "photinus/families/built_in.hpp"
#include "photinus/run/config.hpp"
#include "photinus/team/family_entry.hpp"

namespace photinus {

/// Logistic data small enough to be made up in a test.
struct SmallData {
  int columns = 0;
  std::vector<double> x;  ///< row by row
  std::vector<double> y;  ///< 0 or 1
};

/// A file in the temporary directory with /X and /y, removed with this object.
class SmallFile {
 public:
  explicit SmallFile(const SmallData& data, hid_t type = H5T_NATIVE_DOUBLE) {
    static std::atomic<int> made{0};
    const auto name = "photinus_" + std::to_string(getpid()) + "_" + std::to_string(made++) + ".h5";
    path_ = std::filesystem::temp_directory_path() / name;
    const hid_t file = H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hsize_t rows = data.y.size();
    write(file, "X", {rows, static_cast<hsize_t>(data.columns)}, type, data.x);
    write(file, "y", {rows}, type, data.y);
    H5Fclose(file);
  }
  SmallFile(const SmallFile&) = delete;
  SmallFile& operator=(const SmallFile&) = delete;
  ~SmallFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }

  std::string path() const { return path_.string(); }

 private:
  static void write(hid_t file, const char* name, const std::vector<hsize_t>& shape, hid_t type,
                    const std::vector<double>& values) {
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(set);
    H5Sclose(space);
  }

  std::filesystem::path path_;
};

inline const std::vector<FamilyEntry>& logistic_only() {
  static const std::vector<FamilyEntry> families = {family_entry<Logistic>()};
  return families;
}

inline RunConfig logistic_config(const SmallFile& file) {
  RunConfig config;
  config.data.path = file.path();
  config.model.family = "logistic";
  return config;
}

inline double sigmoid(double eta) { return 1.0 / (1.0 + std::exp(-eta)); }

/// x'theta of row n; a parameter beyond the columns is the intercept.
inline double eta_of(const SmallData& data, std::size_t n, const double* theta, bool intercept) {
  const auto columns = static_cast<std::size_t>(data.columns);
  double eta = intercept ? theta[columns] : 0.0;
  for (std::size_t j = 0; j < columns; ++j) eta += data.x[n * columns + j] * theta[j];
  return eta;
}

/// Draws y given theta, and x too unless it is there.
inline void simulate_labels(SmallData& data, Stream& stream, const std::vector<double>& theta,
                            bool intercept, std::size_t rows) {
  const std::size_t cells = rows * static_cast<std::size_t>(data.columns);
  while (data.x.size() < cells) data.x.push_back(stream.normal());
  data.y.resize(rows);
  for (std::size_t n = 0; n < rows; ++n) {
    const double eta = eta_of(data, n, theta.data(), intercept);
    data.y[n] = stream.uniform() < sigmoid(eta) ? 1.0 : 0.0;
  }
}

}  // namespace photinus
