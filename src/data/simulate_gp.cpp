#include "photinus/base/deviates.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/base/tiled_cholesky.hpp"
#include "simulate_parts.hpp"
#include "simulated_file.hpp"

namespace photinus {

namespace {

// Lengths, signal and noise from their prior: see GaussianProcess, whose draws these are.
std::vector<double> draw_numbers(const SimulateSettings& s) {
  Stream stream = truth_stream(s);
  std::vector<double> numbers;
  for (int d = 0; d < s.columns; ++d) numbers.push_back(exp(0.5 + stream.normal()));
  numbers.push_back(gamma_deviate(stream, 4));
  numbers.push_back(0.5 * gamma_deviate(stream, 2));
  return numbers;
}

// Coordinates as the file holds them, and standard normals that become responses.
template <class Scalar>
struct Rows {
  std::vector<Scalar> x;
  std::vector<double> normals;

  Rows(const SimulateSettings& s, const std::vector<double>& numbers) {
    double scale = 0.0;
    for (int d = 0; d < s.columns; ++d) scale += numbers[static_cast<std::size_t>(d)] / s.columns;
    for (std::int64_t row = 0; row < s.rows; ++row) {
      Stream stream = row_stream(s, row);
      for (int d = 0; d < s.columns; ++d) x.push_back(static_cast<Scalar>(scale * stream.normal()));
      normals.push_back(stream.normal());
    }
  }
};

// K + s_n^2 I, from distances of the coordinates themselves.
template <class Scalar>
LowerTiles covariance(const SimulateSettings& s, const std::vector<double>& numbers,
                      const std::vector<Scalar>& x) {
  const auto columns = static_cast<std::size_t>(s.columns);
  const double variance = numbers[columns] * numbers[columns];
  const int rows = static_cast<int>(s.rows);
  LowerTiles matrix(rows);
  for (int i = 0; i < rows; ++i) {
    const Scalar* a = x.data() + static_cast<std::size_t>(i) * columns;
    for (int j = 0; j <= i; ++j) {
      const Scalar* b = x.data() + static_cast<std::size_t>(j) * columns;
      double squares = 0.0;
      for (std::size_t d = 0; d < columns; ++d) {
        const double z = (static_cast<double>(a[d]) - static_cast<double>(b[d])) / numbers[d];
        squares += z * z;
      }
      matrix(i, j) = variance * exp(-0.5 * squares);
    }
  }
  return matrix;
}

// y = L z, whose first rows are those of every larger matrix.
std::vector<double> responses(const SimulateSettings& s, const LowerTiles& covariance, double noise,
                              const std::vector<double>& normals) {
  const int rows = static_cast<int>(s.rows);
  TiledCholesky cholesky(rows);
  if (cholesky.factor(covariance, noise * noise, rows) < rows)
    throw Failure(ExitCode::usage, "--seed " + std::to_string(s.seed) +
                                       " draws so little noise that the covariance of " +
                                       std::to_string(rows) +
                                       " rows has no Cholesky factor: take another");
  std::vector<double> y;
  for (int i = 0; i < rows; ++i) {
    double sum = 0.0;
    for (int j = 0; j <= i; ++j) sum += cholesky(i, j) * normals[static_cast<std::size_t>(j)];
    y.push_back(sum);
  }
  return y;
}

template <class Scalar>
void write_file(const SimulateSettings& s, const std::string& path) {
  SimulatedFile file(path, s);
  const std::vector<double> numbers = draw_numbers(s);
  const Rows<Scalar> drawn(s, numbers);
  const std::vector<double> y =
      responses(s, covariance(s, numbers, drawn.x), numbers.back(), drawn.normals);
  const auto columns = static_cast<std::size_t>(s.columns);
  write_rows<Scalar>(s, file, scalar_type<Scalar>(), [&](std::int64_t row, Scalar* x) {
    const auto place = static_cast<std::size_t>(row);
    for (std::size_t d = 0; d < columns; ++d) x[d] = drawn.x[place * columns + d];
    return y[place];
  });
  file.write_theta(numbers);
  file.finish();
}

}  // namespace

void simulate_gp(const SimulateSettings& settings, const std::string& path) {
  if (settings.scalar == "float32")
    write_file<float>(settings, path);
  else
    write_file<double>(settings, path);
}

}  // namespace photinus
