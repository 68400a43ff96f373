#include "photinus/data/simulate.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <vector>

#include "hdf5_handle.hpp"
#include "libsvm_writer.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/base/lanes.hpp"
#include "photinus/base/random.hpp"
#include "photinus/data/dataset.hpp"
#include "response.hpp"

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

void validate(const SimulateSettings& s) {
  const std::vector<std::string> families = {"logistic", "probit", "poisson", "student_t",
                                             "linear"};
  if (std::find(families.begin(), families.end(), s.family) == families.end())
    usage("--family must be logistic, probit, poisson, student_t or linear, not " + s.family);
  if (!(s.nu > 0.0 && std::isfinite(s.nu))) usage("--nu must be above 0, not " + shown(s.nu));
  if (!(s.sigma > 0.0 && std::isfinite(s.sigma)))
    usage("--sigma must be above 0, not " + shown(s.sigma));
  if (s.rows < 1) usage("--rows must be at least 1");
  if (s.columns < (s.intercept ? 2 : 1)) usage("--columns must leave room for a feature");
  if (s.features != "normal" && s.features != "decaying")
    usage("--features must be normal or decaying, not " + s.features);
  if (!(s.filled > 0.0 && s.filled <= 1.0))
    usage("--filled must be above 0 and at most 1, not " + shown(s.filled));
  if (s.format != "hdf5" && s.format != "libsvm")
    usage("--format must be hdf5 or libsvm, not " + s.format);
  if (s.format == "libsvm" && s.scalar != "float32")
    usage("--format libsvm goes with --scalar float32 only");
  if (s.scalar != "float32" && s.scalar != "float64")
    usage("--scalar must be float32 or float64, not " + s.scalar);
  if (s.output.empty()) usage("--output is missing");
}

std::vector<double> true_theta(const SimulateSettings& s) {
  std::vector<double> theta(static_cast<std::size_t>(s.columns), 1.0);
  if (s.theta == "ones") return theta;
  const double scale = theta_scale(s.theta);
  Stream stream({.seed = s.seed, .purpose = Purpose::simulate_truth});
  for (double& t : theta) t = scale * stream.normal();
  return theta;
}

std::vector<double> column_scales(const SimulateSettings& s) {
  const int features = s.intercept ? s.columns - 1 : s.columns;
  std::vector<double> scales(static_cast<std::size_t>(features), 1.0);
  if (s.features == "decaying")
    for (int j = 0; j < features; ++j)
      scales[static_cast<std::size_t>(j)] = exp(-3.0 * j / s.columns);
  return scales;
}

template <class Scalar>
struct RowMaker {
  const SimulateSettings& settings;
  std::vector<double> theta;
  std::vector<double> scales;

  static constexpr double most_log_mean = 20.0;

  double make(std::int64_t row, Scalar* x) const {
    Stream stream({.seed = settings.seed,
                   .purpose = Purpose::simulate_row,
                   .index = static_cast<std::uint64_t>(row)});
    draw_features(stream, x);
    if (settings.intercept) x[settings.columns - 1] = Scalar{1};
    const double eta = dot(x, theta.data(), settings.columns);
    if (settings.family == "poisson" && !(eta < most_log_mean))
      usage("--theta " + settings.theta + " gives row " + std::to_string(row) +
            " (from 0) a mean of exp(" + shown(eta) + "): take a smaller --theta normal:SD");
    const double y = draw_response(settings, stream, eta);
    if (!(std::abs(y) <= static_cast<double>(std::numeric_limits<Scalar>::max())))
      usage("--sigma " + shown(settings.sigma) +
            (settings.family == "student_t" ? " and --nu " + shown(settings.nu) : "") +
            " make row " + std::to_string(row) + " (from 0) a response of " + shown(y) +
            ", which " + settings.scalar + " does not hold");
    return y;
  }

  // The columns between one filled entry and the next have a geometric distribution.
  void draw_features(Stream& stream, Scalar* x) const {
    const bool all = settings.filled == 1.0;
    const auto columns = static_cast<double>(scales.size());
    const auto skipped = [&] {
      return all ? 0.0 : std::floor(log(stream.uniform()) / log1p(-settings.filled));
    };
    std::fill_n(x, scales.size(), Scalar{0});
    for (double j = skipped(); j < columns; j += 1.0 + skipped()) {
      const auto column = static_cast<std::size_t>(j);
      x[column] = static_cast<Scalar>(scales[column] * stream.normal());
    }
  }
};

struct Writer {
  std::string path;
  void check(bool good) const {
    if (!good) throw Failure(ExitCode::input_output, path + ": cannot be written");
  }
  Hdf5Handle create_dataset(hid_t file, const char* name, hid_t type,
                            const std::vector<hsize_t>& shape) const {
    const Hdf5Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                           H5Sclose);
    Hdf5Handle dataset(
        H5Dcreate2(file, name, type, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
    check(dataset.valid());
    return dataset;
  }
  void write_rows(hid_t dataset, hid_t type, const std::vector<hsize_t>& start,
                  const std::vector<hsize_t>& count, const void* source) const {
    const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
    const Hdf5Handle memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr),
                            H5Sclose);
    check(H5Dwrite(dataset, type, memory.get(), space.get(), H5P_DEFAULT, source) >= 0);
  }
};

void write_names(const Writer& writer, hid_t file, const SimulateSettings& s) {
  std::vector<std::string> names;
  for (int j = 1; j <= s.columns; ++j) names.push_back("x" + std::to_string(j));
  if (s.intercept) names.back() = "intercept";
  std::vector<const char*> pointers;
  for (const auto& name : names) pointers.push_back(name.c_str());
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  const hsize_t count = names.size();
  const Hdf5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Hdf5Handle attribute(
      H5Acreate2(file, "column_names", type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  writer.check(attribute.valid() && H5Awrite(attribute.get(), type.get(), pointers.data()) >= 0);
}

template <class Scalar>
void write_file(const SimulateSettings& s, const Writer& writer) {
  const Hdf5Handle file(H5Fcreate(writer.path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                        H5Fclose);
  writer.check(file.valid());
  const RowMaker<Scalar> maker{s, true_theta(s), column_scales(s)};
  const auto columns = static_cast<hsize_t>(s.columns);
  const auto rows = static_cast<hsize_t>(s.rows);
  const hid_t type = std::is_same_v<Scalar, float> ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  const Hdf5Handle x = writer.create_dataset(file.get(), "X", type, {rows, columns});
  // Labels are exact in either type, counts up to 2^53.
  const hid_t response = s.family == "logistic" || s.family == "probit" ? H5T_NATIVE_FLOAT
                         : s.family == "poisson"                        ? H5T_NATIVE_DOUBLE
                                                                        : type;
  const Hdf5Handle y = writer.create_dataset(file.get(), "y", response, {rows});
  constexpr hsize_t piece = 16'384;
  std::vector<Scalar> features(piece * columns);
  std::vector<double> responses(piece);
  for (hsize_t first = 0; first < rows; first += piece) {
    const hsize_t count = std::min(piece, rows - first);
    for (hsize_t i = 0; i < count; ++i)
      responses[i] = maker.make(static_cast<std::int64_t>(first + i), &features[i * columns]);
    writer.write_rows(x.get(), type, {first, 0}, {count, columns}, features.data());
    writer.write_rows(y.get(), H5T_NATIVE_DOUBLE, {first}, {count}, responses.data());
  }
  const Hdf5Handle truth = writer.create_dataset(file.get(), "theta", H5T_NATIVE_DOUBLE, {columns});
  writer.write_rows(truth.get(), H5T_NATIVE_DOUBLE, {0}, {columns}, maker.theta.data());
  write_names(writer, file.get(), s);
}

void write_text_file(const SimulateSettings& s, const Writer& writer) {
  const RowMaker<float> maker{s, true_theta(s), column_scales(s)};
  std::vector<float> features(static_cast<std::size_t>(s.columns));
  LibsvmWriter text(writer.path);
  for (std::int64_t row = 0; row < s.rows; ++row) {
    const double label = maker.make(row, features.data());
    text.write_row(label, features);
  }
  text.finish();
}

// Written beside and renamed: an interrupted run leaves no half-written data set.
struct Part {
  std::string path;
  ~Part() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
};

}  // namespace

void simulate(const SimulateSettings& settings) {
  validate(settings);
  silence_hdf5();
  const Part part{settings.output + ".part"};
  const Writer writer{part.path};
  if (settings.format == "libsvm")
    write_text_file(settings, writer);
  else if (settings.scalar == "float32")
    write_file<float>(settings, writer);
  else
    write_file<double>(settings, writer);
  std::error_code error;
  std::filesystem::rename(writer.path, settings.output, error);
  if (error)
    throw Failure(ExitCode::input_output,
                  settings.output + ": cannot be written: " + error.message());
}

}  // namespace photinus
