#pragma once

#include <cstdint>
#include <string>

namespace photinus {

/// What `photinus simulate` writes.
///
/// Columns but the intercept: x_nj = s_j normal with s_j = exp(-3 j / D), j from 0, so that they
/// decay as principal components do (features = "decaying"), or s_j = 1 (features = "normal").
/// Logistic labels: y = 1 with probability 1 / (1 + exp(-x'theta)), probit labels with
/// Phi(x'theta); softmax labels k = 0 .. K - 1 with probabilities in proportion to exp(x'theta_k),
/// theta class by class. Poisson counts have the mean exp(x'theta), at most e^20. Linear and
/// student_t: y = x'theta + sigma e with e standard normal or Student-t with nu degrees of freedom.
///
/// Three families have all their columns from the model, no intercept, and theta as GaussianMixture
/// and GaussianProcess show theirs:
///   mvn      rows x_n ~ N(theta, covariance I); no responses
///   mixture  rows of a GaussianMixture with parameters from its prior; no responses
///   gp       x_nd ~ N(0, (sum_d l_d / D)^2) and y of a GaussianProcess, parameters from its prior
///
/// Every row has random numbers of its own: the first N rows of a larger file with the same seed
/// are the smaller file.
struct SimulateSettings {
  /// "logistic", "probit", "softmax", "poisson", "student_t", "linear", "mvn", "mixture" or "gp"
  std::string family = "logistic";
  double nu = 4.0;          ///< student_t: degrees of freedom
  double sigma = 1.0;       ///< student_t, linear: scale of the residuals
  double covariance = 1.0;  ///< mvn: variance of every column
  int components = 5;       ///< of the mixture
  int classes = 4;          ///< K, of softmax
  std::int64_t rows = 10'000;
  int columns = 10;  ///< the intercept's column included
  std::uint64_t seed = 1;
  std::string theta = "normal:1";  ///< "ones" or "normal:SD"; not of mixture and gp
  std::string features = "decaying";
  double filled = 1.0;             ///< probability of an entry (but the intercept's) not to be 0
  std::string format = "hdf5";     ///< or "libsvm": text of the entries that are not 0
  bool intercept = true;           ///< last column is the constant 1, of regressions
  std::string scalar = "float32";  ///< of the features, and of real responses
  std::string output;
};

/// Writes /X, /y where there are responses, the attribute column_names and the true parameters
/// /theta; or LIBSVM text of the same rows, without these two (another file with the same columns,
/// seed and theta has them). Throws Failure usage for settings out of range, responses beyond the
/// type of the file and a Gaussian process whose covariance has no factor; input_output where the
/// file can't be written.
void simulate(const SimulateSettings& settings);

}  // namespace photinus
