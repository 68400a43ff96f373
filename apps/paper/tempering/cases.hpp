#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace photinus::paper::tempering {

/// How chains move through the posterior, coldest rung of a ladder or all there is.
enum class Method {
  plain,      ///< the inner kernel alone, with the paper's settings as the four that follow
  stt,        ///< subsampled tempered transitions
  tt,         ///< tempered transitions
  spt,        ///< subsampled parallel tempering
  pt,         ///< parallel tempering
  tuned,      ///< HMC as `photinus sample` tunes it
  tuned_pt,   ///< with parallel tempering: even/odd swaps, a ladder adapted to equal rejection
  tuned_spt,  ///< the same with subsets
};
inline constexpr int paper_methods = 5;  ///< the first of them
const std::vector<Method>& all_methods();
inline bool is_ours(Method method) { return static_cast<int>(method) >= paper_methods; }
bool has_transitions(Method method);
bool has_subsets(Method method);

/// One entry of a table, or point of a figure.
struct Case {
  std::string model;  ///< "gp" or "mvn"
  std::int64_t rows = 0;
  int parameters = 0;
  std::string kernel = "hmc";  ///< or "mh"
  Method method = Method::plain;
  bool timed_only = false;  ///< seconds and evaluations are all that is asked for

  int columns() const { return model == "gp" ? parameters - 2 : parameters; }
  /// Of its file: "gp-512-20-hmc-stt".
  std::string name() const;
  /// For tables: "STT"; "HMC" or "MH" where the kernel is alone.
  std::string label() const;
  bool operator==(const Case&) const = default;
};
std::string label_of(Method method, const std::string& kernel);

/// A line of a figure: one model at several N, or of a table: at one N.
struct Line {
  std::string model;
  int parameters = 0;
  std::string kernel;
  std::vector<std::int64_t> rows;
};
const std::vector<Line>& table1_lines();
const std::vector<Line>& table2_lines();
const std::vector<Line>& figure1_lines();
const std::vector<Line>& figure3_lines();
Line figure2_line();

/// "table1", "table2", "figure1", "figure2", "figure3".
const std::vector<std::string>& part_names();
/// What a part needs, of data of at most `largest` rows.
std::vector<Case> cases_of(const std::string& part, std::int64_t largest);

}  // namespace photinus::paper::tempering
