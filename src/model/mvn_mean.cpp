#include "photinus/model/mvn_mean.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "covariance.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/base/quad.hpp"
#include "plain_rows.hpp"

namespace photinus {

namespace {

constexpr std::ptrdiff_t lanes = 8;

Prior checked(Prior prior, int columns) {
  if (prior.dimension() != columns)
    throw Failure(ExitCode::usage, "model.prior is that of " + std::to_string(prior.dimension()) +
                                       " parameters, but the rows have " + std::to_string(columns) +
                                       " columns");
  return prior;
}

std::vector<std::string> names_of(const DataTable& table) {
  std::vector<std::string> names = table.header.column_names;
  for (int d = static_cast<int>(names.size()); d < table.columns(); ++d)
    names.push_back("mu" + std::to_string(d + 1));
  return names;
}

Matrix inverse_of_lower(const Matrix& root) {
  return root.triangularView<Eigen::Lower>().solve(Matrix::Identity(root.rows(), root.cols()));
}

// Sums over rows of |w - t|^2 and, where it is asked for, of w - t.
template <bool with_slope>
class Distances {
 public:
  Distances(const double* centre, double* slope, std::ptrdiff_t size)
      : centre_(centre), slope_(slope), size_(size) {}

  void add(const double* w) {
    for (std::ptrdiff_t j = 0; j < size_; j += lanes) {
      add(w + j, j, low_);
      add(w + j + 4, j + 4, high_);
    }
  }
  double squares() const { return sum(low_ + high_); }

 private:
  void add(const double* w, std::ptrdiff_t j, Quad& squares) {
    const Quad difference = load(w) - load(centre_ + j);
    squares = fma(difference, difference, squares);
    if constexpr (with_slope) store(slope_ + j, load(slope_ + j) + difference);
  }

  const double* centre_;
  double* slope_;
  std::ptrdiff_t size_;
  Quad low_ = {}, high_ = {};
};

}  // namespace

MvnMean::MvnMean(const DataTable& table, const ModelNumbers& numbers, Prior prior)
    : rows_(table.rows()),
      names_(names_of(table)),
      prior_(checked(std::move(prior), table.columns())),
      inverse_root_(inverse_of_lower(covariance_root(numbers.covariance, table.columns()))),
      whitener_(inverse_root_),
      unwhitener_(inverse_root_.transpose()),
      stride_((table.columns() + lanes - 1) / lanes * lanes),
      whitened_(Vector::Zero(rows_ * stride_)),
      centre_(Vector::Zero(stride_)),
      part_(table.columns()) {
  refuse_row_terms(table, "the mean of a normal");
  row_constant_ = -half_log_2_pi * dimension();
  for (int d = 0; d < dimension(); ++d) row_constant_ += log(inverse_root_(d, d));
  for (std::int64_t n = 0; n < rows_; ++n)
    whitener_.multiply(table.x.data() + n * dimension(), whitened_.data() + n * stride_);
}

double MvnMean::log_prior(const Vector& theta, Vector* gradient) const {
  if (gradient != nullptr) prior_.gradient(theta, *gradient);
  return prior_.log_density(theta);
}

Vector MvnMean::draw_prior(Stream& stream) const {
  Vector theta(dimension());
  for (int d = 0; d < dimension(); ++d) theta[d] = draw(stream, prior_[d]);
  return theta;
}

Vector MvnMean::prior_mean(double /*factor*/) const { return Vector::Zero(dimension()); }

void MvnMean::stand_at(const Vector& theta) {
  whitener_.multiply(theta.data(), centre_.data());
  read_ahead_ = 0;
}

double MvnMean::add_rows(std::span<const std::int32_t> list, std::size_t first, std::size_t last,
                         Vector* slope) {
  // Rows of a subset lie scattered over the table.
  constexpr std::size_t ahead = 4;
  const auto squares = [&](auto distances) {
    for (std::size_t i = first; i < last; ++i) {
      for (; read_ahead_ < std::min(i + ahead, list.size()); ++read_ahead_)
        prefetch(list[read_ahead_]);
      distances.add(whitened(list[i]));
    }
    return distances.squares();
  };
  double sum = 0.0;
  if (slope == nullptr)
    sum = squares(Distances<false>(centre_.data(), nullptr, stride_));
  else
    sum = squares(Distances<true>(centre_.data(), slope->data(), stride_));
  const double value = row_constant_ * static_cast<double>(last - first) - 0.5 * sum;
  if (std::isfinite(value)) return value;
  if (slope != nullptr) slope->setZero();
  return -std::numeric_limits<double>::infinity();
}

void MvnMean::prefetch(std::int32_t row) const {
  constexpr std::ptrdiff_t line = 8;
  for (std::ptrdiff_t j = 0; j < stride_; j += line) __builtin_prefetch(whitened(row) + j);
  // Rows need not begin where a line does.
  __builtin_prefetch(whitened(row) + stride_ - 1);
}

void MvnMean::add_gradient(const Vector& slope, double factor, Vector& gradient) {
  unwhitener_.multiply(slope.data(), part_.data());
  gradient += factor * part_;
}

MvnMean::Posterior MvnMean::posterior(std::span<const std::int32_t> of_rows) const {
  Vector sum = Vector::Zero(dimension());
  for (const std::int32_t row : of_rows)
    sum += Eigen::Map<const Vector>(whitened(row), dimension());
  Matrix precision =
      static_cast<double>(of_rows.size()) * inverse_root_.transpose() * inverse_root_;
  precision.diagonal() += prior_.precision();
  Posterior posterior;
  posterior.covariance = precision.llt().solve(Matrix::Identity(dimension(), dimension()));
  posterior.mean = posterior.covariance * (inverse_root_.transpose() * sum);
  return posterior;
}

}  // namespace photinus
