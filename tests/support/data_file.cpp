#include "support/data_file.hpp"

#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "photinus/base/random.hpp"

namespace photinus {

namespace {

hid_t good(hid_t id) {
  if (id < 0) throw std::runtime_error("the test's HDF5 file cannot be written");
  return id;
}

hid_t file_type(DataFile::Type type) {
  if (type == DataFile::Type::int32) return H5T_STD_I32LE;
  return type == DataFile::Type::float32 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
}

std::vector<hsize_t> extents(const DataFile::Shape& shape) { return {shape.begin(), shape.end()}; }

hid_t make_dataset(hid_t file, const char* name, const DataFile::Shape& shape,
                   const DataFile::Shape& chunk, DataFile::Type type,
                   const std::vector<double>& values) {
  const auto size = extents(shape), piece = extents(chunk);
  const hid_t space = good(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr));
  const hid_t list = good(H5Pcreate(H5P_DATASET_CREATE));
  if (!chunk.empty()) {
    H5Pset_chunk(list, static_cast<int>(piece.size()), piece.data());
    H5Pset_deflate(list, 4);
  }
  const hid_t dataset =
      good(H5Dcreate2(file, name, file_type(type), space, H5P_DEFAULT, list, H5P_DEFAULT));
  if (!values.empty())
    good(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  H5Pclose(list);
  H5Sclose(space);
  return dataset;
}

void write_names(hid_t owner, const std::vector<std::string>& names, DataFile::Names as) {
  const hsize_t count = names.size();
  const hid_t space = good(H5Screate_simple(1, &count, nullptr));
  const bool variable = as == DataFile::Names::variable;
  std::size_t width = 1;
  for (const auto& name : names) width = std::max(width, name.size() + 3);
  std::string fixed(width * names.size(), '\0');
  std::vector<const char*> pointers;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i].copy(fixed.data() + i * width, names[i].size());
    pointers.push_back(names[i].c_str());
  }
  const std::vector<double> numbers(names.size(), 1.0);
  hid_t type = H5Tcopy(H5T_NATIVE_DOUBLE);
  const void* values = numbers.data();
  if (as != DataFile::Names::not_strings) {
    type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, variable ? H5T_VARIABLE : width);
    values = variable ? static_cast<const void*>(pointers.data()) : fixed.data();
  }
  const hid_t attribute =
      good(H5Acreate2(owner, "column_names", type, space, H5P_DEFAULT, H5P_DEFAULT));
  good(H5Awrite(attribute, type, values));
  H5Aclose(attribute);
  H5Tclose(type);
  H5Sclose(space);
}

}  // namespace

void DataFile::write(const std::string& path) const {
  const hid_t file = good(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  if (names_as != Names::none && !names_on_x) write_names(file, names, names_as);
  if (!x_shape.empty()) {
    const hid_t dataset = make_dataset(file, "X", x_shape, x_chunk, x_type, x);
    if (names_as != Names::none && names_on_x) write_names(dataset, names, names_as);
    H5Dclose(dataset);
  }
  if (!y_shape.empty()) H5Dclose(make_dataset(file, "y", y_shape, y_chunk, y_type, y));
  if (!weights_shape.empty())
    H5Dclose(make_dataset(file, "weights", weights_shape, {}, weights_type, weights));
  if (!offset_shape.empty())
    H5Dclose(make_dataset(file, "offset", offset_shape, {}, Type::float64, offset));
  H5Fclose(file);
}

DataFile plain_file(std::uint64_t rows, std::uint64_t columns) {
  DataFile file;
  file.x_shape = {rows, columns};
  file.y_shape = {rows};
  Stream stream({.seed = rows, .purpose = Purpose::test, .index = columns});
  for (std::uint64_t i = 0; i < rows * columns; ++i)
    file.x.push_back(std::nearbyint(256.0 * stream.normal()) / 256.0);
  for (std::uint64_t i = 0; i < rows; ++i)
    file.y.push_back(i < 2 ? static_cast<double>(i) : static_cast<double>(stream.below(2)));
  return file;
}

std::vector<double> read_numbers(const std::string& path, const std::string& dataset) {
  const hid_t file = good(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  const hid_t data = good(H5Dopen2(file, dataset.c_str(), H5P_DEFAULT));
  const hid_t space = good(H5Dget_space(data));
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  good(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  H5Sclose(space);
  H5Dclose(data);
  H5Fclose(file);
  return values;
}

void damage_chunk(const std::string& path, std::uint64_t row) {
  const hid_t file = good(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  const hid_t data = good(H5Dopen2(file, "X", H5P_DEFAULT));
  const hsize_t offset[2] = {row, 0};
  haddr_t address = 0;
  hsize_t size = 0;
  unsigned filters = 0;
  good(H5Dget_chunk_info_by_coord(data, offset, &filters, &address, &size));
  H5Dclose(data);
  H5Fclose(file);
  std::fstream bytes(path, std::ios::binary | std::ios::in | std::ios::out);
  bytes.seekp(static_cast<std::streamoff>(address));
  bytes << std::string(size, '\x55');
}

}  // namespace photinus
