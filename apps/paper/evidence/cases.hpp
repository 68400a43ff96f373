#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "problems.hpp"

namespace photinus::paper::evidence {

enum class Method {
  sequential,     ///< with our defaults
  published,      ///< sequential with the paper's constants
  nested,         ///< 2 particles, 20 steps of SGHMC, learning rate 1e-3, as the paper has it
  nested_longer,  ///< 200 steps of 1e-2
  rejection,      ///< nested sampling that rejects draws of the prior
  exact,          ///< a formula
};
inline constexpr int methods = 6;
std::string label_of(Method method);
/// Of files and the command line.
std::string name_of(Method method);

/// One estimate, or where `of_variance` how wide the sequential estimator's draws are.
struct Case {
  std::string problem;
  Method method = Method::sequential;
  std::int64_t rows = 0;
  int seed = 1;  ///< of the method; that of the rows is the same for all
  bool of_variance = false;

  /// Of its file: "softmax-1000-nested-seed1".
  std::string name() const;
};

/// "figure1", "figure2", "figure3", "figureA1", "variance".
const std::vector<std::string>& part_names();
/// Of a figure: "linear", "softmax", "mixture" or "mixture1d".
const Problem& problem_of(const std::string& part);
std::vector<std::int64_t> rows_of(const std::string& part, std::int64_t largest);
std::vector<Method> methods_of(const std::string& part);

/// What a part needs, of data of at most `largest` rows; the cheapest first.
std::vector<Case> cases_of(const std::string& part, std::int64_t largest, int seeds);

}  // namespace photinus::paper::evidence
