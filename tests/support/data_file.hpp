#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace photinus {

/// A small HDF5 file as a test wants it, faults included.
struct DataFile {
  enum class Type : std::uint8_t { float32, float64, int32 };
  enum class Names : std::uint8_t { none, variable, fixed, not_strings };
  using Shape = std::vector<std::uint64_t>;

  Shape x_shape;  ///< empty: no /X
  std::vector<double> x;
  Type x_type = Type::float64;
  Shape x_chunk;  ///< gzip-compressed chunks; empty: contiguous
  Shape y_shape;  ///< empty: no /y
  std::vector<double> y;
  Type y_type = Type::float32;
  Shape y_chunk;
  std::vector<std::string> names;
  Names names_as = Names::none;
  bool names_on_x = false;  ///< the attribute stands on /X, not on the file
  Shape weights_shape;      ///< empty: no /weights
  std::vector<double> weights;
  Type weights_type = Type::float64;
  Shape offset_shape;  ///< empty: no /offset
  std::vector<double> offset;

  void write(const std::string& path) const;
};

/// Features that are multiples of 1/256 (exact in float32), labels 0 and 1 by turns and chance.
DataFile plain_file(std::uint64_t rows, std::uint64_t columns);

/// All numbers of a dataset.
std::vector<double> read_numbers(const std::string& path, const std::string& dataset);

/// Overwrites the compressed chunk of /X that begins at `row`.
void damage_chunk(const std::string& path, std::uint64_t row);

}  // namespace photinus
