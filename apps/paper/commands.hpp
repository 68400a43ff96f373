#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace photinus::paper {

struct FireflyArguments {
  std::map<std::string, std::string> data;  ///< name of the data set -> path of its file
  std::string output = "paper-results";
  double budget = 60.0;  ///< minutes
  int seeds = 5;
  std::vector<std::string> variants;  ///< that may run; none: all
};

/// Table 1 and figures 1, 2 and 4 of Maclaurin & Adams (2014). Cells that the output directory
/// already holds are not run again. Throws Failure usage where one of them was run with other
/// settings or data.
void firefly_command(const FireflyArguments& arguments);

/// Prints the held-out log score of every candidate scale: the mode of the first 80 % of the rows,
/// scored on the others.
void choose_scales_command(const FireflyArguments& arguments);

struct TemperingArguments {
  std::string output = "tempering-results";
  double budget = 60.0;            ///< minutes
  std::uint64_t seed = 1;          ///< of data and chains
  std::vector<std::string> parts;  ///< none: all of tempering_parts()
  std::int64_t largest = std::numeric_limits<std::int64_t>::max();  ///< rows
};
std::vector<std::string> tempering_parts();

/// Tables 1 and 2 and figures 1 to 3 of van de Meent, Paige & Wood, "Tempering by Subsampling".
/// Cells that the output directory already holds are not run again. Throws Failure usage where one
/// of them was run with other settings.
void tempering_command(const TemperingArguments& arguments);

struct EvidenceArguments {
  std::string output = "evidence-results";
  double budget = 60.0;              ///< minutes
  std::uint64_t seed = 1;            ///< of the rows
  int seeds = 3;                     ///< of the methods, up to 10,000 rows
  std::vector<std::string> parts;    ///< none: all of evidence_parts()
  std::vector<std::string> methods;  ///< that may run; none: all of evidence_methods()
  std::int64_t largest = std::numeric_limits<std::int64_t>::max();  ///< rows
};
std::vector<std::string> evidence_parts();
std::vector<std::string> evidence_methods();

/// Figures 1 to 3 and A1 of Cameron, Eggers & Kroon (2019), and the variance of the sequential
/// estimator's draws. Cells that the output directory already holds are not run again. Throws
/// Failure usage where one of them was run with other settings.
void evidence_command(const EvidenceArguments& arguments);

}  // namespace photinus::paper
