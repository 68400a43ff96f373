#include "photinus/model/gaussian_process.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "photinus/base/errors.hpp"
#include "plain_rows.hpp"

namespace photinus {

namespace {

constexpr std::int64_t bytes_of_factors = 256 << 20;

const DataTable& checked(const DataTable& table) {
  FileHeader header = table.header;
  header.response = !table.y.empty();
  require_response(header);
  refuse_row_terms(table, "a Gaussian process");
  if (table.rows() > GaussianProcess::most_rows)
    throw Failure(ExitCode::bad_data,
                  header.path + ": " + std::to_string(table.rows()) +
                      " rows; a Gaussian process keeps matrices of rows x rows, for at most " +
                      std::to_string(GaussianProcess::most_rows));
  return table;
}

std::vector<std::string> names_of(int lengths) {
  std::vector<std::string> names;
  for (int d = 1; d <= lengths; ++d) names.push_back("length" + std::to_string(d));
  names.emplace_back("signal_sd");
  names.emplace_back("noise_sd");
  return names;
}

}  // namespace

GaussianProcess::GaussianProcess(const DataTable& table)
    : y_(Eigen::Map<const Vector>(checked(table).y.data(), table.rows())),
      names_(names_of(table.columns())),
      x_(SquaredExponential::centred(table.x)),
      most_places_(static_cast<std::size_t>(std::max<std::int64_t>(
          1, bytes_of_factors /
                 std::max<std::int64_t>(1, FactoredCovariance::bytes(table.rows()))))) {}

std::int64_t GaussianProcess::extend(const Vector& theta, const RowOrder& order, int k,
                                     bool with_slope, SubsetSums& sums) {
  if (sums.knows(k, with_slope)) return 0;
  const std::int64_t n = order.sizes[static_cast<std::size_t>(k)];
  FactoredCovariance& factors = place_for(theta).factors;
  const int factored = factors.factor(theta, {order.rows.data(), static_cast<std::size_t>(n)});
  store_values(factors, order, k, factored, sums);
  if (with_slope)
    sums.make_slope(k) =
        std::isfinite(sums.value(k)) ? factors.gradient() : Vector::Zero(dimension()).eval();
  return evaluations(n);
}

GaussianProcess::Place* GaussianProcess::find(const Vector& theta) {
  const auto place = std::find_if(places_.begin(), places_.end(),
                                  [&](const Place& p) { return p.factors.at(theta); });
  return place == places_.end() ? nullptr : &*place;
}

// The one at theta, else one where no replica stands, else a new one, else that longest unused.
GaussianProcess::Place& GaussianProcess::place_for(const Vector& theta) {
  Place* place = find(theta);
  if (place == nullptr) {
    const auto left = std::find_if(places_.begin(), places_.end(),
                                   [](const Place& p) { return p.replicas == 0; });
    if (left != places_.end()) {
      place = &*left;
    } else if (places_.size() < most_places_) {
      place = &places_.emplace_back(FactoredCovariance(x_, y_));
    } else {
      place = &*std::min_element(places_.begin(), places_.end(),
                                 [](const Place& a, const Place& b) { return a.used < b.used; });
    }
    place->replicas = 0;
  }
  place->used = ++uses_;
  return *place;
}

void GaussianProcess::moved(const Vector& from, const Vector& to) {
  if (Place* left = find(from); left != nullptr) left->replicas = std::max(left->replicas - 1, 0);
  if (Place* place = find(to); place != nullptr) ++place->replicas;
}

void GaussianProcess::store_values(const FactoredCovariance& factors, const RowOrder& order, int k,
                                   int factored, SubsetSums& sums) {
  const int known = sums.known();
  double value = 0.0;
  std::int64_t row = 0;
  for (int subset = 0; subset <= k; ++subset) {
    const std::int64_t size = order.sizes[static_cast<std::size_t>(subset)];
    for (; row < std::min<std::int64_t>(size, factored); ++row)
      value += factors.log_density(static_cast<int>(row));
    const bool good = size <= factored && std::isfinite(value);
    if (subset >= known)
      sums.set_value(subset, good ? value : -std::numeric_limits<double>::infinity());
  }
}

}  // namespace photinus
