#pragma once

#include <cmath>

#include "photinus/base/random.hpp"
#include "support/data_file.hpp"

namespace photinus {

/// float32 features and responses that are real numbers: y = x'theta + noise, theta = 1, 1/2, 1/3,
/// ..., every tenth row far off.
inline DataFile real_responses(std::uint64_t rows, std::uint64_t columns, double noise = 0.5,
                               bool intercept = false) {
  DataFile file = plain_file(rows, columns);
  file.x_type = DataFile::Type::float32;
  file.y_type = DataFile::Type::float64;
  Stream stream({.seed = 77, .purpose = Purpose::test});
  for (std::uint64_t i = 0; i < rows; ++i) {
    double* x = file.x.data() + i * columns;
    if (intercept) x[columns - 1] = 1.0;
    double eta = 0.0;
    for (std::uint64_t j = 0; j < columns; ++j) eta += x[j] / static_cast<double>(j + 1);
    file.y[i] = eta + (i % 10 == 3 ? 10.0 : 1.0) * noise * stream.normal();
  }
  return file;
}

}  // namespace photinus
