#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "libsvm_writer.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/base/lanes.hpp"
#include "photinus/data/dataset.hpp"
#include "response.hpp"
#include "simulate_parts.hpp"
#include "simulated_file.hpp"

namespace photinus {

namespace {

[[noreturn]] void usage(const std::string& message) { throw Failure(ExitCode::usage, message); }

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
    Stream stream = row_stream(settings, row);
    draw_features(stream, x);
    if (settings.intercept) x[settings.columns - 1] = Scalar{1};
    if (settings.family == "softmax") return draw_class(stream, x);
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

  double draw_class(Stream& stream, const Scalar* x) const {
    std::vector<double> eta;
    for (int k = 0; k < settings.classes; ++k)
      eta.push_back(dot(x, theta.data() + k * settings.columns, settings.columns));
    const double largest = *std::max_element(eta.begin(), eta.end());
    double total = 0.0;
    for (double& weight : eta) total += weight = exp(weight - largest);
    double left = total * stream.uniform();
    int k = 0;
    while (k + 1 < settings.classes && left >= eta[static_cast<std::size_t>(k)])
      left -= eta[static_cast<std::size_t>(k++)];
    return k;
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

template <class Scalar>
void write_file(const SimulateSettings& s, const std::string& path) {
  SimulatedFile file(path, s);
  const RowMaker<Scalar> maker{s, true_theta(s), column_scales(s)};
  // Labels are exact in either type, counts up to 2^53.
  const bool labels = s.family == "logistic" || s.family == "probit" || s.family == "softmax";
  const hid_t response = labels                  ? H5T_NATIVE_FLOAT
                         : s.family == "poisson" ? H5T_NATIVE_DOUBLE
                                                 : scalar_type<Scalar>();
  write_rows<Scalar>(s, file, response,
                     [&](std::int64_t row, Scalar* x) { return maker.make(row, x); });
  file.write_theta(maker.theta);
  file.finish();
}

}  // namespace

void simulate_regression(const SimulateSettings& settings, const std::string& path) {
  if (settings.scalar == "float32")
    write_file<float>(settings, path);
  else
    write_file<double>(settings, path);
}

void simulate_text(const SimulateSettings& s, const std::string& path) {
  const RowMaker<float> maker{s, true_theta(s), column_scales(s)};
  std::vector<float> features(static_cast<std::size_t>(s.columns));
  LibsvmWriter text(path);
  for (std::int64_t row = 0; row < s.rows; ++row) {
    const double label = maker.make(row, features.data());
    text.write_row(label, features);
  }
  text.finish();
}

}  // namespace photinus
