#pragma once

#include <cstdint>
#include <string>

namespace photinus {

/// What `photinus simulate` writes.
///
/// Columns but the intercept: x_nj = s_j normal with s_j = exp(-3 j / D), j from 0, so that they
/// decay as principal components do (features = "decaying"), or s_j = 1 (features = "normal").
/// Logistic labels: y = 1 with probability 1 / (1 + exp(-x'theta)), probit labels with
/// Phi(x'theta). Poisson counts have the mean exp(x'theta), at most e^20. The other families: y =
/// x'theta
/// + sigma e with e standard normal (linear) or Student-t with nu degrees of freedom. Every row has
/// random numbers of its own: the first N rows of a larger file with the same seed are the smaller
/// file.
struct SimulateSettings {
  std::string family = "logistic";  ///< "logistic", "probit", "poisson", "student_t" or "linear"
  double nu = 4.0;                  ///< student_t: degrees of freedom
  double sigma = 1.0;               ///< student_t, linear: scale of the residuals
  std::int64_t rows = 10'000;
  int columns = 10;  ///< the intercept's column included
  std::uint64_t seed = 1;
  std::string theta = "normal:1";  ///< "ones" or "normal:SD"
  std::string features = "decaying";
  double filled = 1.0;             ///< probability of an entry (but the intercept's) not to be 0
  std::string format = "hdf5";     ///< or "libsvm": text of the entries that are not 0
  bool intercept = true;           ///< last column is the constant 1
  std::string scalar = "float32";  ///< of the features, and of real responses
  std::string output;
};

/// Writes /X, /y, the attribute column_names and the true parameters /theta; or LIBSVM text of the
/// same rows, without these two (another file with the same columns, seed and theta has them).
/// Throws Failure usage for settings out of range and responses beyond the type of the file,
/// input_output where the file can't be written.
void simulate(const SimulateSettings& settings);

}  // namespace photinus
