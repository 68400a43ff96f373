#pragma once

#include <algorithm>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/bound/gap_rows.hpp"
#include "photinus/data/table.hpp"
#include "photinus/replica/home_commands.hpp"

namespace photinus {

/// The rows of a family of linear predictors, all of them at one home:
///   log p(row | theta) = weight l(y | x'theta_0 + offset_0, ..., x'theta_{K-1} + offset_{K-1}).
template <RowFamily Family>
class Regression final : public RowWiseModel {
 public:
  Regression(Family family, DataTable table, const DataModelSettings& settings)
      : family_(std::move(family)),
        table_(std::move(table)),
        names_(settings.names),
        shape_{predictors_of(family_), settings.inputs},
        sampled_scale_(settings.sampled_scale),
        prior_(settings.priors),
        family_at_theta_(family_) {
    for (double& y : table_.y) y = family_.code(y);
  }

  std::int64_t rows() const override { return table_.rows(); }
  int dimension() const override { return prior_.dimension(); }
  const std::vector<std::string>& names() const override { return names_; }

  Vector to_user(const Vector& theta) const override {
    Vector user = theta;
    if (sampled_scale_) user[shape_.coefficients()] = exp(theta[shape_.coefficients()]);
    return user;
  }

  double log_prior(const Vector& theta, Vector* gradient) const override {
    if (gradient != nullptr) prior_.gradient(theta, *gradient);
    return prior_.log_density(theta);
  }

  Vector draw_prior(Stream& stream) const override {
    Vector theta(dimension());
    for (int j = 0; j < dimension(); ++j) theta[j] = draw(stream, prior_[j]);
    return theta;
  }

  /// Priors are centred on 0; a scale is begun at its prior's.
  Vector prior_mean(double factor) const override {
    Vector theta = Vector::Zero(dimension());
    if (sampled_scale_)
      theta[shape_.coefficients()] = log(factor * prior_[shape_.coefficients()].scale);
    return theta;
  }

  void stand_at(const Vector& theta) override {
    theta_ = theta;
    family_at_theta_ = family_at(family_, sampled_scale_, theta.data(), shape_.coefficients());
  }

  double add_rows(std::span<const std::int32_t> list, std::size_t first, std::size_t last,
                  Vector* slope) override {
    constexpr std::size_t tile = 256;
    double sum = 0.0;
    for (; first < last; first += tile)
      sum += add_tile(list.subspan(first, std::min(tile, last - first)), slope);
    return sum;
  }

 private:
  double add_tile(std::span<const std::int32_t> of_rows, Vector* gradient) {
    take(of_rows);
    evaluate_rows(family_at_theta_, y_.data(), weight_.data(), points_);
    double sum = 0.0;
    for (const double value : points_.value) sum += value;
    if (gradient != nullptr) add_to(*gradient, of_rows);
    return sum;
  }

  /// Predictors, responses and weights of these rows.
  void take(std::span<const std::int32_t> of_rows) {
    points_.resize(of_rows.size(), shape_.predictors);
    y_.resize(of_rows.size());
    weight_.assign(of_rows.size(), 1.0);
    double* eta = points_.eta.data();
    for (std::size_t i = 0; i < of_rows.size(); ++i) {
      const auto row = static_cast<std::size_t>(of_rows[i]);
      y_[i] = table_.y[row];
      if (!table_.weight.empty()) weight_[i] = table_.weight[row];
      for (int k = 0; k < shape_.predictors; ++k) *eta++ = predictor(row, k);
    }
  }

  double predictor(std::size_t row, int k) const {
    const int columns = table_.columns();
    const auto coefficients = theta_.segment(k * shape_.inputs, columns);
    double eta = table_.x.row(static_cast<Eigen::Index>(row)).dot(coefficients);
    if (shape_.inputs > columns) eta += theta_[k * shape_.inputs + columns];
    if (!table_.offset.empty())
      eta += table_.offset[row * static_cast<std::size_t>(shape_.predictors) +
                           static_cast<std::size_t>(k)];
    return eta;
  }

  void add_to(Vector& gradient, std::span<const std::int32_t> of_rows) const {
    const int columns = table_.columns();
    const double *slope = points_.slope.data(), *eta = points_.eta.data();
    for (std::size_t i = 0; i < of_rows.size(); ++i) {
      if (sampled_scale_) gradient[shape_.coefficients()] += *slope * (y_[i] - *eta) - weight_[i];
      for (int k = 0; k < shape_.predictors; ++k, ++slope, ++eta) {
        gradient.segment(k * shape_.inputs, columns) +=
            *slope * table_.x.row(of_rows[i]).transpose();
        if (shape_.inputs > columns) gradient[k * shape_.inputs + columns] += *slope;
      }
    }
  }

  Family family_;
  DataTable table_;
  std::vector<std::string> names_;
  PredictorShape shape_;
  bool sampled_scale_;
  Prior prior_;
  Vector theta_;  // of the moment
  Family family_at_theta_;
  PointRows points_;
  std::vector<double> y_;
  std::vector<double> weight_;
};

}  // namespace photinus
