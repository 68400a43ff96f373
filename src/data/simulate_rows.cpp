#include <cmath>
#include <limits>

#include "photinus/base/errors.hpp"
#include "photinus/base/random.hpp"
#include "photinus/data/dataset.hpp"
#include "simulate_parts.hpp"
#include "simulated_file.hpp"

namespace photinus {

namespace {

constexpr hid_t no_response = -1;

// Draws weights, means and variances from their prior: see GaussianMixture, whose draws these are.
struct Mixture {
  std::size_t components, columns;
  std::vector<double> weights, means, variances;

  Mixture(const SimulateSettings& s, Stream stream)
      : components(static_cast<std::size_t>(s.components)),
        columns(static_cast<std::size_t>(s.columns)) {
    double sum = 0.0;
    for (std::size_t k = 0; k < components; ++k) sum += weights.emplace_back(stream.exponential());
    for (double& weight : weights) weight /= sum;
    for (std::size_t i = 0; i < components * columns; ++i) {
      const double precision = stream.exponential();
      means.push_back(2.0 * stream.normal() / std::sqrt(precision));
      variances.push_back(1.0 / precision);
    }
  }

  std::size_t draw_component(Stream& stream) const {
    double left = stream.uniform();
    std::size_t k = 0;
    while (k + 1 < components && left >= weights[k]) left -= weights[k++];
    return k;
  }

  template <class Scalar>
  void draw_row(Stream stream, Scalar* x) const {
    const std::size_t first = draw_component(stream) * columns;
    for (std::size_t d = 0; d < columns; ++d)
      x[d] =
          static_cast<Scalar>(means[first + d] + std::sqrt(variances[first + d]) * stream.normal());
  }

  std::vector<double> theta() const {
    std::vector<double> all = weights;
    all.insert(all.end(), means.begin(), means.end());
    all.insert(all.end(), variances.begin(), variances.end());
    return all;
  }
};

// `fill(stream, x)` makes a row of its own random numbers.
template <class Scalar, class Fill>
void write_features(const SimulateSettings& s, const SimulatedFile& file, const Fill& fill) {
  const auto columns = static_cast<std::size_t>(s.columns);
  std::vector<double> drawn(columns);
  write_rows<Scalar>(s, file, no_response, [&](std::int64_t row, Scalar* x) {
    fill(row_stream(s, row), drawn.data());
    for (std::size_t d = 0; d < columns; ++d) {
      if (!(std::abs(drawn[d]) <= static_cast<double>(std::numeric_limits<Scalar>::max())))
        throw Failure(ExitCode::usage, "row " + std::to_string(row) + " (from 0) has a value of " +
                                           shown(drawn[d]) + ", which " + s.scalar +
                                           " does not hold");
      x[d] = static_cast<Scalar>(drawn[d]);
    }
    return 0.0;
  });
}

template <class Fill>
void write_file(const SimulateSettings& s, const std::string& path,
                const std::vector<double>& theta, const Fill& fill) {
  SimulatedFile file(path, s);
  if (s.scalar == "float32")
    write_features<float>(s, file, fill);
  else
    write_features<double>(s, file, fill);
  file.write_theta(theta);
  file.finish();
}

}  // namespace

void simulate_mvn(const SimulateSettings& settings, const std::string& path) {
  const std::vector<double> theta = true_theta(settings);
  const double sd = std::sqrt(settings.covariance);
  write_file(settings, path, theta, [&](Stream stream, double* x) {
    for (const double mean : theta) *x++ = mean + sd * stream.normal();
  });
}

void simulate_mixture(const SimulateSettings& settings, const std::string& path) {
  const Mixture mixture(settings, truth_stream(settings));
  write_file(settings, path, mixture.theta(),
             [&](Stream stream, double* x) { mixture.draw_row(stream, x); });
}

}  // namespace photinus
