#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace photinus {

using NetcdfAttributes = std::vector<std::pair<std::string, std::string>>;

/// Values in row-major order of the dimensions, which are names of its group's dimensions.
struct NetcdfVariable {
  std::string name;
  std::vector<std::string> dimensions;
  std::variant<std::vector<double>, std::vector<std::int64_t>> values;
  NetcdfAttributes attributes;
};

/// A group in which a dimension has length 0 is left out of the file: netCDF takes length 0 for
/// "unlimited".
struct NetcdfGroup {
  std::string name;
  std::vector<std::pair<std::string, std::size_t>> dimensions;
  std::vector<NetcdfVariable> variables;
  NetcdfAttributes attributes;
};

struct NetcdfFile {
  NetcdfAttributes attributes;
  std::vector<NetcdfGroup> groups;
};

/// A group with the dimensions chain and draw and their coordinates 0, 1, ..., as xarray and ArviZ
/// read them.
NetcdfGroup draws_group(const std::string& name, std::size_t chains, std::size_t draws);

/// A name that netCDF accepts, in the same UTF-8: '/', control characters, blanks at the ends and
/// bytes that are no UTF-8 become '_'; a first character that is neither letter, digit nor '_' gets
/// a '_' before it; names above 240 bytes are cut.
std::string netcdf_name(const std::string& name);

/// netcdf_name of each, made unique: names that are legal as they are keep themselves, others that
/// meet a name in use (or one of `taken`) get _2, _3, ... in order.
std::vector<std::string> netcdf_names(const std::vector<std::string>& names,
                                      const std::vector<std::string>& taken);

/// Writes a netCDF-4 file with fixed dimensions, no compression, in the order given, so that equal
/// contents are equal bytes: no clock, host or version. Variables are renamed by netcdf_names where
/// they must be, and then carry their own name as attribute long_name. Replaces the file at one
/// stroke; throws Failure(input_output) naming path and reason.
///
/// The file's image is built in memory (NetcdfImage), about 2.5 times its size at the peak.
void write_netcdf(const std::filesystem::path& path, const NetcdfFile& file);

}  // namespace photinus
