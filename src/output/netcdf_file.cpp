#include "photinus/output/netcdf_file.hpp"

#include <netcdf.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>

#include "photinus/base/errors.hpp"
#include "photinus/output/netcdf_image.hpp"
#include "photinus/output/text_file.hpp"

namespace photinus {
namespace {

void check(int status, const std::string& place) {
  if (status == NC_NOERR) return;
  throw Failure(ExitCode::input_output, place + ": " + nc_strerror(status));
}

void expect(bool condition, const std::string& message) {
  if (!condition) throw Failure(ExitCode::internal, message);
}

void put_attributes(int id, int variable, const NetcdfAttributes& attributes,
                    const std::string& place) {
  for (const auto& [name, text] : attributes)
    check(nc_put_att_text(id, variable, name.c_str(), text.size(), text.c_str()),
          place + ", attribute '" + name + "'");
}

int put_values(int id, int variable, const std::vector<double>& values) {
  return nc_put_var_double(id, variable, values.data());
}

int put_values(int id, int variable, const std::vector<std::int64_t>& values) {
  const std::vector<long long> wide(values.begin(), values.end());
  return nc_put_var_longlong(id, variable, wide.data());
}

/// One group on its way into the file: all is defined first, then all values are written.
class GroupWriter {
 public:
  GroupWriter(int file, const NetcdfGroup& group) : group_(group) {
    check(nc_def_grp(file, group.name.c_str(), &id_), place());
    put_attributes(id_, NC_GLOBAL, group.attributes, place());
    for (const auto& [name, length] : group.dimensions) {
      check(nc_def_dim(id_, name.c_str(), length, &dimensions_[name].id), place());
      dimensions_[name].length = length;
    }
    define_variables();
  }

  void write_values() const {
    for (std::size_t i = 0; i < group_.variables.size(); ++i) {
      const auto put = [&](const auto& values) { return put_values(id_, variables_[i], values); };
      check(std::visit(put, group_.variables[i].values), place(group_.variables[i]));
    }
  }

 private:
  struct Dimension {
    int id = -1;
    std::size_t length = 0;
  };

  std::string place() const { return "group '" + group_.name + "'"; }
  std::string place(const NetcdfVariable& variable) const {
    return place() + ", variable '" + variable.name + "'";
  }

  bool is_coordinate(const NetcdfVariable& variable) const {
    return variable.dimensions == std::vector{variable.name};
  }

  /// A parameter must not bear the name of a dimension: readers would take it for a coordinate.
  std::vector<std::string> file_names() const {
    std::vector<std::string> names;
    std::vector<std::string> taken;
    for (const auto& [name, length] : group_.dimensions) taken.push_back(name);
    for (const auto& variable : group_.variables)
      if (!is_coordinate(variable)) names.push_back(variable.name);
    return netcdf_names(names, taken);
  }

  void define_variables() {
    const auto names = file_names();
    auto next = names.begin();
    for (const auto& variable : group_.variables)
      define(variable, is_coordinate(variable) ? variable.name : *next++);
  }

  void define(const NetcdfVariable& variable, const std::string& name) {
    std::vector<int> ids;
    std::size_t count = 1;
    for (const auto& dimension : variable.dimensions) {
      const auto found = dimensions_.find(dimension);
      expect(found != dimensions_.end(), place(variable) + ": no dimension '" + dimension + "'");
      ids.push_back(found->second.id);
      count *= found->second.length;
    }
    const auto size = std::visit([](const auto& values) { return values.size(); }, variable.values);
    expect(size == count, place(variable) + ": its values do not fill its dimensions");
    const int type =
        std::holds_alternative<std::vector<double>>(variable.values) ? NC_DOUBLE : NC_INT64;
    const int rank = static_cast<int>(ids.size());
    check(nc_def_var(id_, name.c_str(), type, rank, ids.data(), &variables_.emplace_back()),
          place(variable));
    if (name != variable.name)
      put_attributes(id_, variables_.back(), {{"long_name", variable.name}}, place(variable));
    put_attributes(id_, variables_.back(), variable.attributes, place(variable));
  }

  const NetcdfGroup& group_;
  int id_ = -1;
  std::map<std::string, Dimension> dimensions_;
  std::vector<int> variables_;
};

bool holds_nothing(const NetcdfGroup& group) {
  return std::ranges::any_of(group.dimensions, [](const auto& d) { return d.second == 0; });
}

/// Fills the image; its bytes.
std::string_view build(const NetcdfFile& file, NetcdfImage& image) {
  put_attributes(image.id(), NC_GLOBAL, file.attributes, "the file");
  std::vector<GroupWriter> groups;
  for (const auto& group : file.groups)
    if (!holds_nothing(group)) groups.emplace_back(image.id(), group);
  check(nc_enddef(image.id()), "the end of definitions");
  for (const auto& group : groups) group.write_values();
  return image.close();
}

std::vector<std::int64_t> count_from_zero(std::size_t size) {
  std::vector<std::int64_t> values(size);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

}  // namespace

NetcdfGroup draws_group(const std::string& name, std::size_t chains, std::size_t draws) {
  NetcdfGroup group{name, {{"chain", chains}, {"draw", draws}}, {}, {}};
  group.variables.push_back({"chain", {"chain"}, count_from_zero(chains), {}});
  group.variables.push_back({"draw", {"draw"}, count_from_zero(draws), {}});
  return group;
}

void write_netcdf(const std::filesystem::path& path, const NetcdfFile& file) {
  std::optional<NetcdfImage> image;
  std::string_view bytes;
  try {
    image.emplace();
    bytes = build(file, *image);
  } catch (const Failure& failure) {
    throw Failure(failure.code(), "cannot write " + path.string() + ": " + failure.what());
  }
  write_file(path, bytes);
}

}  // namespace photinus
