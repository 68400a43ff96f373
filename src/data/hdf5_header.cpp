#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>

#include "hdf5_guard.hpp"
#include "hdf5_handle.hpp"
#include "hdf5_storage.hpp"
#include "photinus/data/dataset.hpp"

namespace photinus {

namespace {

[[noreturn]] void bad_data(const std::string& path, const std::string& what) {
  throw Failure(ExitCode::bad_data, path + ": " + what);
}

Hdf5Handle open_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0)
    throw Failure(ExitCode::input_output, path + ": cannot be opened: " + std::strerror(errno));
  if (status.st_size == 0) bad_data(path, "the file is empty (0 bytes)");
  require_whole_file(path);
  Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.valid()) bad_data(path, "not a readable HDF5 file");
  return file;
}

[[noreturn]] void refuse_missing(const std::string& path, const std::string& name) {
  bad_data(path, "there is no dataset /" + name + "; needed are /X (rows x columns) and /y (rows)");
}

Hdf5Handle open_dataset(const std::string& path, hid_t file, const char* name) {
  if (H5Lexists(file, name, H5P_DEFAULT) <= 0) refuse_missing(path, name);
  Hdf5Handle dataset(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  if (!dataset.valid()) bad_data(path, std::string("/") + name + " is not a dataset");
  return dataset;
}

std::vector<hsize_t> shape_of(const std::string& path, hid_t dataset, const std::string& name) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  const int dimensions = space.valid() ? H5Sget_simple_extent_ndims(space.get()) : -1;
  if (dimensions < 0 || H5Sget_simple_extent_type(space.get()) == H5S_NULL)
    bad_data(path, name + " has no shape: empty or damaged");
  std::vector<hsize_t> shape(static_cast<std::size_t>(dimensions));
  H5Sget_simple_extent_dims(space.get(), shape.data(), nullptr);
  return shape;
}

std::string describe(const std::vector<hsize_t>& shape) {
  std::string text;
  for (const hsize_t extent : shape) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text.empty() ? "a scalar" : text;
}

ScalarType scalar_type(const std::string& path, hid_t dataset) {
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const bool is_float = H5Tget_class(type.get()) == H5T_FLOAT;
  const std::size_t size = H5Tget_size(type.get());
  if (!is_float || (size != 4 && size != 8)) bad_data(path, "/X must be float32 or float64");
  return size == 4 ? ScalarType::float32 : ScalarType::float64;
}

// A damaged extent would be believed, and a larger one counted wrongly.
void refuse_more_than(hsize_t most, hsize_t extent, const std::string& path,
                      const std::string& what) {
  if (extent > most)
    bad_data(path, what + " " + std::to_string(extent) + "; at most " + std::to_string(most) +
                       " can be read");
}

constexpr hsize_t most_rows = hsize_t{1} << 40U;  // as random numbers are numbered
constexpr hsize_t most_columns = std::numeric_limits<int>::max();

// As many numbers for every row of /X: one, or as many as the second dimension says.
int numbers_per_row(const std::string& path, hid_t dataset, const std::string& name, hsize_t rows,
                    std::size_t most_dimensions) {
  const auto shape = shape_of(path, dataset, name);
  const std::string found = name + " has shape " + describe(shape), n = std::to_string(rows);
  if (shape.empty() || shape[0] != rows) bad_data(path, found + ", but /X has " + n + " rows");
  if (shape.size() > most_dimensions || shape.back() == 0)
    bad_data(path, found + "; needed is " + n +
                       (most_dimensions > 1 ? ", or " + n + " x numbers per row" : ""));
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const H5T_class_t kind = H5Tget_class(type.get());
  if (kind != H5T_FLOAT && kind != H5T_INTEGER) bad_data(path, name + " must hold numbers");
  require_stored(path, dataset, name, shape);
  if (shape.size() == 1) return 1;
  refuse_more_than(most_columns, shape[1], path, name + ": its columns are");
  return static_cast<int>(shape[1]);
}

// 0 where the file has no such dataset.
int optional_numbers_per_row(const std::string& path, hid_t file, const char* name, hsize_t rows,
                             std::size_t most_dimensions) {
  if (H5Lexists(file, name, H5P_DEFAULT) <= 0) return 0;
  const Hdf5Handle dataset = open_dataset(path, file, name);
  return numbers_per_row(path, dataset.get(), std::string("/") + name, rows, most_dimensions);
}

// None where they cannot be read.
std::vector<std::string> read_strings(hid_t attribute, std::size_t count) {
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  std::vector<std::string> result;
  if (H5Tis_variable_str(type.get()) > 0) {
    const Hdf5Handle memory(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(memory.get(), H5T_VARIABLE);
    H5Tset_cset(memory.get(), H5Tget_cset(type.get()));
    std::vector<char*> pointers(count, nullptr);
    if (H5Aread(attribute, memory.get(), pointers.data()) < 0) return {};
    const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
    for (const char* text : pointers) result.emplace_back(text == nullptr ? "" : text);
    H5Dvlen_reclaim(memory.get(), space.get(), H5P_DEFAULT, pointers.data());
    return result;
  }
  constexpr std::size_t widest = 65'536;
  const std::size_t width = H5Tget_size(type.get());
  if (width > widest) return {};
  std::string bytes(width * count, '\0');
  if (H5Aread(attribute, type.get(), bytes.data()) < 0) return {};
  for (std::size_t i = 0; i < count; ++i) {
    const char* start = bytes.data() + i * width;
    std::string text(start, strnlen(start, width));
    while (!text.empty() && text.back() == ' ') text.pop_back();
    result.push_back(text);
  }
  return result;
}

// Names stand in an attribute of the file or of /X, one string per column.
std::vector<std::string> read_names(const std::string& path, hid_t owner, std::size_t columns) {
  if (H5Aexists(owner, "column_names") <= 0) return {};
  const Hdf5Handle attribute(H5Aopen(owner, "column_names", H5P_DEFAULT), H5Aclose);
  const Hdf5Handle type(H5Aget_type(attribute.get()), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute.get()), H5Sclose);
  const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get()));
  if (H5Tget_class(type.get()) != H5T_STRING || count != columns)
    bad_data(path, "attribute column_names must hold " + std::to_string(columns) +
                       " strings, one for each column of /X; it holds " + std::to_string(count) +
                       " value(s)");
  // What a string takes in the file, the mark of one that stands elsewhere included.
  const std::size_t least = H5Tis_variable_str(type.get()) > 0 ? 8 : H5Tget_size(type.get());
  if (least == 0 || count > std::filesystem::file_size(path) / least)
    bad_data(path, "attribute column_names is larger than the file");
  auto names = read_strings(attribute.get(), count);
  if (names.empty()) bad_data(path, "attribute column_names is damaged");
  return names;
}

}  // namespace

FileHeader read_hdf5_header(const std::string& path) {
  silence_hdf5();
  constexpr int limit = 10;  // seconds
  const Hdf5Guard guard(path, limit);
  const Hdf5Handle file = open_file(path);
  const Hdf5Handle features = open_dataset(path, file.get(), "X");
  const auto shape = shape_of(path, features.get(), "/X");
  if (shape.size() != 2)
    bad_data(path, "/X must be rows x columns, its shape is " + describe(shape));
  if (shape[0] == 0 || shape[1] == 0) bad_data(path, "/X is empty: " + describe(shape));
  refuse_more_than(most_rows, shape[0], path, "/X: its rows are");
  refuse_more_than(most_columns, shape[1], path, "/X: its columns are");
  FileHeader header;
  header.path = path;
  header.rows = static_cast<std::int64_t>(shape[0]);
  header.columns = static_cast<int>(shape[1]);
  header.scalar = scalar_type(path, features.get());
  require_stored(path, features.get(), "/X", shape);
  header.response = optional_numbers_per_row(path, file.get(), "y", shape[0], 1) > 0;
  header.weights = optional_numbers_per_row(path, file.get(), "weights", shape[0], 1) > 0;
  header.offsets = optional_numbers_per_row(path, file.get(), "offset", shape[0], 2);
  header.column_names = read_names(path, file.get(), shape[1]);
  if (header.column_names.empty()) header.column_names = read_names(path, features.get(), shape[1]);
  return header;
}

void require_response(const FileHeader& header) {
  if (!header.response) refuse_missing(header.path, "y");
}

}  // namespace photinus
