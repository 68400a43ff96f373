#include "photinus/model/parameters.hpp"

#include <set>
#include <utility>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

int constant_column(const FileHeader& header, const ColumnRange& range) {
  int found = -1;
  for (int j = 0; j < header.columns; ++j) {
    const auto k = static_cast<std::size_t>(j);
    if (range.minimum[k] != range.maximum[k] || range.minimum[k] == 0.0) continue;
    if (found >= 0)
      throw Failure(ExitCode::bad_data,
                    header.path + ": columns " + std::to_string(found) + " and " +
                        std::to_string(j) +
                        " of /X (counted from 0) are both constant: the model has one intercept; "
                        "remove one of them, or set model.intercept = \"none\"");
    found = j;
  }
  return found;
}

// Every predictor has coefficients of its own.
void repeat_names(std::vector<std::string>& names, int predictors) {
  const std::vector<std::string> inputs = std::move(names);
  names.clear();
  for (int k = 0; k < predictors; ++k)
    for (const auto& name : inputs) names.push_back(name + ":" + std::to_string(k));
}

// Two parameters of one name could not be told apart in the results.
void make_unique(std::vector<std::string>& names) {
  std::set<std::string> taken;
  for (auto& name : names) {
    const std::string wanted = name;
    for (int copy = 2; !taken.insert(name).second; ++copy)
      name = wanted + "_" + std::to_string(copy);
  }
}

}  // namespace

ParameterSpace make_parameters(const FileHeader& header, const ColumnRange& range,
                               InterceptRule rule, bool sampled_scale, int predictors) {
  ParameterSpace space;
  space.predictors = predictors;
  for (int j = 0; j < header.columns; ++j) {
    const auto k = static_cast<std::size_t>(j);
    const bool named = k < header.column_names.size() && !header.column_names[k].empty();
    space.names.push_back(named ? header.column_names[k] : "x" + std::to_string(j + 1));
  }
  if (rule == InterceptRule::automatic) {
    space.intercept = constant_column(header, range);
    space.added_intercept = space.intercept < 0;
    if (space.added_intercept) {
      space.intercept = header.columns;
      space.names.emplace_back("intercept");
    } else if (header.column_names.empty()) {
      space.names[static_cast<std::size_t>(space.intercept)] = "intercept";
    }
  }
  if (predictors > 1) repeat_names(space.names, predictors);
  space.sampled_scale = sampled_scale;
  if (sampled_scale) space.names.emplace_back("sigma");
  make_unique(space.names);
  return space;
}

Matrix unpack_hessian(const double* sums, const ParameterSpace& parameters) {
  return parameters.predictors > 1 ? unpack_curvature(sums, parameters.shape())
                                   : unpack_symmetric(sums, parameters.dimension());
}

}  // namespace photinus
