#include "photinus/data/simulate.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <vector>

#include "hdf5_handle.hpp"
#include "photinus/base/file_writing.hpp"
#include "photinus/data/dataset.hpp"
#include "simulate_parts.hpp"

namespace photinus {

namespace {

[[noreturn]] void usage(const std::string& message) { throw Failure(ExitCode::usage, message); }

double theta_scale(const std::string& text) {
  const std::string prefix = "normal:";
  double scale = 0.0;
  if (!text.starts_with(prefix)) usage("--theta must be ones or normal:SD, not " + text);
  const char* first = text.data() + prefix.size();
  const char* last = text.data() + text.size();
  const auto result = std::from_chars(first, last, scale);
  if (result.ec != std::errc{} || result.ptr != last || !(scale > 0.0 && scale < 1e100))
    usage("--theta normal:SD needs a standard deviation above 0, not " + text);
  return scale;
}

bool is_regression(const SimulateSettings& s) {
  return s.family != "mvn" && s.family != "mixture" && s.family != "gp";
}

void validate_family(const SimulateSettings& s) {
  const std::vector<std::string> families = {
      "logistic", "probit", "softmax", "poisson", "student_t", "linear", "mvn", "mixture", "gp"};
  if (std::find(families.begin(), families.end(), s.family) == families.end())
    usage(
        "--family must be logistic, probit, softmax, poisson, student_t, linear, mvn, mixture or "
        "gp, not " +
        s.family);
  if (!(s.nu > 0.0 && std::isfinite(s.nu))) usage("--nu must be above 0, not " + shown(s.nu));
  if (!(s.sigma > 0.0 && std::isfinite(s.sigma)))
    usage("--sigma must be above 0, not " + shown(s.sigma));
  if (!(s.covariance > 0.0 && std::isfinite(s.covariance)))
    usage("--covariance must be a variance above 0, not " + shown(s.covariance));
  if (s.components < 1)
    usage("--components must be at least 1, not " + std::to_string(s.components));
  if (s.classes < 2) usage("--classes must be at least 2, not " + std::to_string(s.classes));
}

void validate_shape(const SimulateSettings& s) {
  constexpr std::int64_t most_gp_rows = 20'000;
  if (s.rows < 1) usage("--rows must be at least 1");
  if (s.family == "gp" && s.rows > most_gp_rows)
    usage("--rows must be at most " + std::to_string(most_gp_rows) +
          " for --family gp, which factors a matrix of rows x rows, not " + std::to_string(s.rows));
  if (s.columns < (s.intercept ? 2 : 1)) usage("--columns must leave room for a feature");
  if (s.features != "normal" && s.features != "decaying")
    usage("--features must be normal or decaying, not " + s.features);
  if (!(s.filled > 0.0 && s.filled <= 1.0))
    usage("--filled must be above 0 and at most 1, not " + shown(s.filled));
}

void validate_file(const SimulateSettings& s) {
  if (s.format != "hdf5" && s.format != "libsvm")
    usage("--format must be hdf5 or libsvm, not " + s.format);
  if (!is_regression(s) && (s.format != "hdf5" || s.filled != 1.0))
    usage("--format libsvm and --filled are not for --family " + s.family);
  if (s.format == "libsvm" && s.scalar != "float32")
    usage("--format libsvm goes with --scalar float32 only");
  if (s.scalar != "float32" && s.scalar != "float64")
    usage("--scalar must be float32 or float64, not " + s.scalar);
  if (s.output.empty()) usage("--output is missing");
}

void write(const SimulateSettings& s, const std::string& path) {
  if (s.family == "mvn") return simulate_mvn(s, path);
  if (s.family == "mixture") return simulate_mixture(s, path);
  if (s.family == "gp") return simulate_gp(s, path);
  return s.format == "libsvm" ? simulate_text(s, path) : simulate_regression(s, path);
}

}  // namespace

std::vector<double> true_theta(const SimulateSettings& s) {
  const int predictors = s.family == "softmax" ? s.classes : 1;
  std::vector<double> theta(static_cast<std::size_t>(predictors * s.columns), 1.0);
  if (s.theta == "ones") return theta;
  const double scale = theta_scale(s.theta);
  Stream stream = truth_stream(s);
  for (double& t : theta) t = scale * stream.normal();
  return theta;
}

void simulate(const SimulateSettings& wanted) {
  SimulateSettings settings = wanted;
  settings.intercept = settings.intercept && is_regression(settings);
  validate_family(settings);
  validate_shape(settings);
  validate_file(settings);
  silence_hdf5();
  // An interrupted run leaves no half-written data set.
  Partial part(settings.output + ".part");
  write(settings, part.path().string());
  part.move_to(settings.output);
}

}  // namespace photinus
