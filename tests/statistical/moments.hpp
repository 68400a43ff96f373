#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace photinus {

/// One number per row: probabilities of being bright (for the truth), or zeros and ones (for a
/// draw).
using PerRow = std::vector<double>;

/// What is compared: means and covariances of theta about `centre`, P(z_n), E z_n theta_j and, with
/// `pairs`, P(z_n z_m); without `bright` only theta's own.
inline std::vector<double> moments(const std::vector<double>& theta,
                                   const std::vector<double>& centre, const PerRow* bright,
                                   bool pairs) {
  std::vector<double> all;
  for (std::size_t j = 0; j < theta.size(); ++j) {
    all.push_back(theta[j] - centre[j]);
    for (std::size_t k = 0; k <= j; ++k)
      all.push_back((theta[j] - centre[j]) * (theta[k] - centre[k]));
  }
  if (bright == nullptr) return all;
  for (std::size_t n = 0; n < bright->size(); ++n) {
    all.push_back((*bright)[n]);
    for (std::size_t m = 0; pairs && m < n; ++m) all.push_back((*bright)[n] * (*bright)[m]);
    for (std::size_t j = 0; j < theta.size(); ++j)
      all.push_back((*bright)[n] * (theta[j] - centre[j]));
  }
  return all;
}

/// Their names, in the same order.
inline std::vector<std::string> moment_names(std::size_t parameters, std::size_t rows, bool pairs) {
  std::vector<std::string> names;
  const auto theta = [](std::size_t j) { return "theta" + std::to_string(j); };
  const auto z = [](std::size_t n) { return "z" + std::to_string(n); };
  for (std::size_t j = 0; j < parameters; ++j) {
    names.push_back(theta(j));
    for (std::size_t k = 0; k <= j; ++k) names.push_back("cov " + theta(j) + " " + theta(k));
  }
  for (std::size_t n = 0; n < rows; ++n) {
    names.push_back(z(n));
    for (std::size_t m = 0; pairs && m < n; ++m) names.push_back(z(n) + " " + z(m));
    for (std::size_t j = 0; j < parameters; ++j) names.push_back(z(n) + " " + theta(j));
  }
  return names;
}

}  // namespace photinus
