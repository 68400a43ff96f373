#pragma once

#include <string>
#include <vector>

#include "photinus/data/dataset.hpp"
#include "photinus/model/predictor_shape.hpp"

namespace photinus {

/// How the intercept is found: a constant column is it, else one is added; or nothing is done.
enum class InterceptRule : std::uint8_t { automatic, none };

/// The parameters: one for each column of the file, one for an intercept that was added, and the
/// scale of the residuals where it is sampled. Samplers see log sigma, files sigma. With several
/// predictors every one has its own coefficients: those of predictor k are named "x1:k".
struct ParameterSpace {
  std::vector<std::string> names;
  int predictors = 1;
  int intercept = -1;            ///< its index among a predictor's inputs, -1 where there is none
  bool added_intercept = false;  ///< it has no column in the file
  bool sampled_scale = false;    ///< the last parameter is sigma

  int dimension() const { return static_cast<int>(names.size()); }
  int coefficients() const { return dimension() - (sampled_scale ? 1 : 0); }
  PredictorShape shape() const { return {predictors, coefficients() / predictors}; }
  bool is_intercept(int j) const { return j < coefficients() && j % shape().inputs == intercept; }
  bool is_scale(int j) const { return sampled_scale && j + 1 == dimension(); }
};

/// Names the parameters after the file's columns (x1, x2, ... where it has no names) and decides on
/// the intercept. With `sampled_scale`, "sigma" is added. Throws Failure bad_data where two columns
/// are constant.
ParameterSpace make_parameters(const FileHeader& header, const ColumnRange& range,
                               InterceptRule rule, bool sampled_scale = false, int predictors = 1);

/// Minus a Hessian in all parameters, from its sums in the order of Evaluate::Reply.
Matrix unpack_hessian(const double* sums, const ParameterSpace& parameters);

}  // namespace photinus
