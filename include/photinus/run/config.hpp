#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace photinus {

/// What a run is told: the sections of the config file, with their defaults. Only data.path and
/// model.family are required.
struct RunConfig {
  struct Data {
    std::string path;
  } data;

  struct Prior {
    std::string family = "normal";      ///< "normal" or "flat"
    std::vector<double> scale = {1.0};  ///< one for all coefficients, or one for each
  };
  struct Model {
    std::string family;
    Prior prior;
    std::optional<Prior> intercept_prior;  ///< where it differs from the prior of the others
    std::string intercept = "auto";        ///< "auto" or "none"
  } model;

  struct Sampler {
    std::string method = "firefly";  ///< "firefly" or "full"
    std::string kernel = "hmc";      ///< "hmc" or "random_walk"
    std::string metric = "hessian";  ///< "hessian" (at the mode) or "identity"
    int chains = 4;
    int warmup = 1000;
    int draws = 1000;
    std::uint64_t seed = 1;
    double start_dispersion = 2.0;  ///< of the starting points, in posterior standard deviations
    int leapfrogs = 0;              ///< hmc: steps per trajectory, 0 chooses by its length
    double trajectory = 1.5;        ///< hmc: length in posterior standard deviations
  } sampler;

  struct Firefly {
    std::string bound = "auto";       ///< "auto" or "jaakkola_jordan"
    std::string anchor = "mode";      ///< "mode" or "untuned"
    std::string update = "implicit";  ///< see BrightnessUpdate
    std::optional<double> q;          ///< implicit: none chooses it from the first brightness
    double fraction = 0.1;            ///< explicit: share of rows drawn anew per iteration
    std::string plan = "auto";        ///< where theta updates run: "auto", "home" or "shards"
    std::int64_t home_capacity = 1'000'000;  ///< numbers (bright rows x columns) that a home takes
  } firefly;

  struct Ranks {
    bool coordinator_holds_rows = true;
    double deadline = 60.0;  ///< seconds without a sign of life before a rank is given up
  } ranks;

  struct Output {
    std::string directory = "results";
  } output;
};

/// Reads a TOML file and the `section.key=value` settings given beside it. Throws Failure usage
/// with file, line and column for unknown keys (naming the nearest known one), wrong types and
/// values out of range; input_output where the file can't be read.
RunConfig read_config(const std::filesystem::path& path, const std::vector<std::string>& settings);

/// The whole effective config as TOML: read_config of it gives the same config.
std::string to_toml(const RunConfig& config);

}  // namespace photinus
