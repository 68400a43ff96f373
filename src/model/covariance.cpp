#include "covariance.hpp"

#include <cmath>
#include <string>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Failure(ExitCode::usage, "model.covariance " + what);
}

Matrix matrix_of(const std::vector<double>& numbers, Eigen::Index columns) {
  const auto count = static_cast<Eigen::Index>(numbers.size());
  if (count == 1) return Vector::Constant(columns, numbers.front()).asDiagonal();
  const Eigen::Map<const Vector> all(numbers.data(), count);
  if (count == columns) return all.asDiagonal();
  if (count == columns * columns) return all.reshaped(columns, columns);
  const std::string d = std::to_string(columns);
  refuse("has " + std::to_string(count) + " numbers; needed is one variance, " + d +
         " of them, or a matrix of " + d + " x " + d);
}

}  // namespace

Matrix covariance_root(const std::vector<double>& numbers, int columns) {
  const Matrix covariance = matrix_of(numbers, columns);
  if (!covariance.allFinite()) refuse("holds a value that is not finite");
  if (covariance != covariance.transpose()) refuse("is not symmetric");
  const Eigen::LLT<Matrix> factors(covariance);
  if (factors.info() != Eigen::Success) refuse("is not positive definite");
  return factors.matrixL();
}

}  // namespace photinus
