#pragma once

#include <cstdint>
#include <string>

namespace photinus::scaling {

struct TableArguments {
  std::int64_t most_rows = 10'000'000;
  int seeds = 5;
};

/// Evaluations per effective sample as the rows grow.
void table_command(const TableArguments& arguments);

struct PriceArguments {
  std::string family = "logistic";
  std::int64_t rows = 1'000'000;
  int columns = 51;
};

/// The time for 1,000 effective samples of every parameter beside that of set-up, and the time of
/// set-up beside that of reading the file and passing over the rows.
void price_command(const PriceArguments& arguments);

struct MixingArguments {
  std::string data;  ///< HDF5 file; empty simulates one of `rows` and `columns`
  std::string family = "logistic";
  double sigma = 1.0;  ///< student_t, linear: scale of the residuals
  std::int64_t rows = 10'000;
  int columns = 20;
  int seeds = 3;
  std::string output = ".";
};

/// How theta mixes, against full data, as worse and worse bounds leave more rows bright.
void mixing_command(const MixingArguments& arguments);

struct EvidenceArguments {
  std::string family = "softmax";
  std::int64_t least_rows = 1'000;
  std::int64_t most_rows = 1'000'000;
  int columns = 11;
  int reference_draws = 400;  ///< 0: no reference
};

/// Evidence read off the fireflies as the rows grow, beside importance sampling on all rows.
void evidence_command(const EvidenceArguments& arguments);

}  // namespace photinus::scaling
