#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "photinus/run/config.hpp"

namespace photinus::paper {

/// The lines of Maclaurin & Adams (2014), table 1, and ours.
enum class Variant {
  regular,  ///< full data
  untuned,  ///< global bounds about a point that no data are asked for
  tuned,    ///< global bounds that touch at the mode
  ours      ///< all defaults of `photinus sample`
};
inline constexpr std::array all_variants{Variant::regular, Variant::untuned, Variant::tuned,
                                         Variant::ours};
std::string name_of(Variant variant);
std::vector<std::string> variant_names();

/// What the paper printed.
struct Published {
  double queries = 0.0, ess = 0.0, speedup = 0.0;
};

/// Iterations of a chain.
struct Length {
  int warmup = 0, draws = 0;
};

/// One data set of table 1: the model, the paper's kernel for it, and how long its chains should
/// be.
struct DataSet {
  std::string name;  ///< and of its option on the command line
  std::string title;
  RunConfig::Model model;
  std::string kernel;
  double untuned_q = 0.1, tuned_q = 0.01;  ///< near the share of bright rows
  Length length;
  Length least{50, 100};  ///< in a shorter time chains do not come from the prior to the posterior
  std::array<Published, 3> published;  ///< regular, untuned, tuned
  std::vector<double> prior_scales;    ///< candidates
  std::vector<double> sigmas;          ///< candidates for the scale of the residuals, if any
};

const std::vector<DataSet>& all_data_sets();

/// Whether this program has the family; says so where it has not.
bool can_run(const DataSet& data);

/// The chain's length where time allows, and the least; ours has the length that is its default.
Length full_length(const DataSet& data, Variant variant);
Length least_length(const DataSet& data, Variant variant);

/// The paper's variants run one chain from a draw of the prior, with proposals that know nothing of
/// the posterior's shape. `path` is the data file.
RunConfig config_of(const DataSet& data, Variant variant, const std::string& path);

}  // namespace photinus::paper
