#pragma once

#include <algorithm>
#include <numeric>
#include <utility>

#include "photinus/bound/expand_bound.hpp"
#include "photinus/bound/gap_rows.hpp"
#include "photinus/firefly/brightness.hpp"
#include "photinus/replica/home_features.hpp"
#include "photinus/replica/home_rows.hpp"

namespace photinus {

/// The bright rows of one family.
template <RowFamily Family>
class HomeRowsOf final : public HomeRows {
 public:
  HomeRowsOf(Family family, const HomeShape& shape)
      : family_(std::move(family)),
        columns_(shape.columns),
        shape_{predictors_of(family_), shape.inputs},
        sampled_scale_(shape.sampled_scale),
        bound_(shape.bound),
        features_(shape.columns) {}

  std::int64_t count() const override { return static_cast<std::int64_t>(ids_.size()); }
  std::int64_t evaluations() const override { return evaluations_; }

  void temper(double beta) override { beta_ = beta; }

  void reset(const Vector& theta, double reach, BrightRecords&& records) override {
    keep({});
    features_.clear();
    latest_theta_.resize(0);
    settled_theta_ = theta;
    innermost_ = reach;
    add(records);
  }

  void flip(const std::vector<std::int64_t>& darkened, BrightRecords&& brightened) override {
    if (darkened.empty() && brightened.size() == 0) return;
    if (!darkened.empty()) take_out(darkened);
    if (brightened.size() > 0) add(brightened);
    latest_theta_.resize(0);
  }

  double evaluate(const Vector& theta, double reach, Vector* gradient) override {
    if (ids_.empty()) return 0.0;
    const bool settled = same(settled_theta_, theta);
    if (!settled && !same(latest_theta_, theta)) compute_latest(theta);
    take_gaps(settled ? settled_ : latest_, reach, theta);
    const double sum = bright_terms(gaps_, ids_.size());
    if (gradient != nullptr) add_gradient(settled ? settled_ : latest_, *gradient);
    return sum;
  }

  void settle(const Vector& theta) override {
    if (same(settled_theta_, theta)) return;
    if (!same(latest_theta_, theta)) compute_latest(theta);
    std::swap(settled_, latest_);
    latest_theta_.resize(0);
    settled_theta_ = theta;
  }

  std::vector<std::int64_t> rows_going_dark(double reach, double q_dark, RandomKey key) override {
    std::vector<std::int64_t> going;
    if (ids_.empty()) return going;
    take_gaps(settled_, reach, settled_theta_);
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      key.index = static_cast<std::uint64_t>(ids_[i]);
      if (goes_dark(gaps_.value[i], q_[i], q_dark, uniform(key))) going.push_back(ids_[i]);
    }
    return going;
  }

 private:
  static bool same(const Vector& a, const Vector& b) { return a.size() == b.size() && a == b; }
  std::size_t predictors() const { return static_cast<std::size_t>(shape_.predictors); }

  void compute_latest(const Vector& theta) {
    latest_.resize(ids_.size(), shape_.predictors);
    latest_theta_ = theta;
    std::size_t place = 0;
    for (std::size_t i = 0; i < ids_.size(); ++i)
      for (std::size_t k = 0; k < predictors(); ++k, ++place) {
        const double* coefficients = theta.data() + static_cast<int>(k) * shape_.inputs;
        double eta = features_.product(slots_[i], coefficients);
        if (shape_.inputs > columns_) eta += coefficients[columns_];
        latest_.eta[place] = offset_.empty() ? eta : eta + offset_[place];
      }
    evaluate_rows(family_at(family_, sampled_scale_, theta.data(), shape_.coefficients()),
                  bounds_.y.data(), bounds_.weight.data(), latest_);
    evaluations_ += count();
  }

  /// The gaps at `point`, with the bounds that hold within `reach`.
  void take_gaps(const PointRows& point, double reach, const Vector& theta) {
    if constexpr (ScaleFamily<Family>)
      if (sampled_scale_) scale_rows(family_, weights_, theta[shape_.coefficients()], bounds_);
    if (sampled_scale_ || reach == innermost_) {
      gap_rows(bounds_, point, gaps_);
    } else {
      gap_rows(bounds_within(reach), point, gaps_);
    }
    const std::int64_t broken = first_unsound(gaps_, ids_.size());
    if (broken >= 0) report_broken_bound(ids_[static_cast<std::size_t>(broken)], theta);
    gaps_.temper(beta_);
  }

  /// A replica stays within a reach for long: what was made for it is kept until rows change.
  const BoundRows& bounds_within(double reach) {
    if (reach == outer_reach_) return outer_;
    outer_ = bounds_;
    for (std::size_t i = 0; i < ids_.size(); ++i) take_outer_curvature(i, reach, outer_);
    outer_reach_ = reach;
    return outer_;
  }

  void take_outer_curvature(std::size_t i, double reach, BoundRows& outer) const {
    const std::size_t pairs = bounds_.curvature.size() / ids_.size();
    std::vector<float> centre, scale;
    for (std::size_t k = 0; k < predictors(); ++k)
      centre.push_back(static_cast<float>(bounds_.centre[i * predictors() + k]));
    for (std::size_t j = 0; j < pairs; ++j)
      scale.push_back(static_cast<float>(scale_[i * pairs + j]));
    double* curvature = outer.curvature.data() + i * pairs;
    curvatures_for(family_, centre.data(), scale.data(), bounds_.y[i], reach, bound_, nullptr,
                   curvature);
    for (std::size_t j = 0; j < pairs; ++j) curvature[j] *= bounds_.weight[i];
  }

  void add_gradient(const PointRows& point, Vector& gradient) const {
    const double* slope = gaps_.slope.data();
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      for (int k = 0; k < shape_.predictors; ++k, ++slope) {
        double* coefficients = gradient.data() + k * shape_.inputs;
        features_.add_scaled_to(coefficients, *slope, slots_[i]);
        if (shape_.inputs > columns_) coefficients[columns_] += *slope;
      }
      // The gap is a function of (y - eta) / sigma alone.
      if (sampled_scale_)
        gradient[shape_.coefficients()] += gaps_.slope[i] * (bounds_.y[i] - point.eta[i]);
    }
  }

  /// Leaves the rows at these places, in this order, in every field.
  void keep(const std::vector<std::size_t>& places) {
    outer_reach_ = none;
    const std::size_t before = ids_.size();
    const auto gather = [&](auto& field) {
      if (field.empty()) return;
      const std::size_t width = field.size() / before;
      auto kept = field;
      kept.resize(places.size() * width);
      for (std::size_t i = 0; i < places.size(); ++i)
        std::copy_n(field.begin() + static_cast<std::ptrdiff_t>(places[i] * width), width,
                    kept.begin() + static_cast<std::ptrdiff_t>(i * width));
      field = std::move(kept);
    };
    for (auto* field : {&q_, &scale_, &weights_, &offset_, &bounds_.y, &bounds_.weight,
                        &bounds_.centre, &bounds_.curvature, &bounds_.slack, &bounds_.tangent_value,
                        &bounds_.tangent_slope, &settled_.eta, &settled_.value, &settled_.slope})
      gather(*field);
    gather(slots_);
    gather(ids_);
  }

  void take_out(const std::vector<std::int64_t>& darkened) {
    std::vector<std::size_t> places;
    auto dark = darkened.begin();
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      while (dark != darkened.end() && *dark < ids_[i]) ++dark;
      if (dark == darkened.end() || *dark != ids_[i])
        places.push_back(i);
      else
        features_.free(slots_[i]);
    }
    keep(places);
  }

  void add(const BrightRecords& records) {
    const auto append = [](auto& field, const auto& more) {
      field.insert(field.end(), more.begin(), more.end());
    };
    const std::size_t before = ids_.size();
    append(ids_, records.rows);
    append(q_, records.q);
    append(scale_, records.scale);
    append(offset_, records.offset);
    append(bounds_.y, records.y);
    append(bounds_.weight, records.weight);
    append(bounds_.centre, records.centre);
    append(bounds_.slack, records.slack);
    append(settled_.eta, records.eta);
    append(settled_.value, records.value);
    append(settled_.slope, records.slope);
    if (sampled_scale_) append(weights_, records.curvature);
    add_bounds(records);
    std::size_t value = 0;
    for (std::size_t i = 0; i < records.size(); ++i)
      slots_.push_back(features_.keep(records.features, i, &value));
    std::vector<std::size_t> order(ids_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::inplace_merge(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(before),
                       order.end(),
                       [this](std::size_t a, std::size_t b) { return ids_[a] < ids_[b]; });
    keep(order);
  }

  /// Tangents and weighted curvatures of the records' bounds.
  void add_bounds(const BrightRecords& records) {
    if (records.size() == 0) return;
    const std::size_t pairs = records.curvature.size() / records.size();
    Scratch slope(shape_.predictors);
    for (std::size_t i = 0; i < records.size(); ++i) {
      const double* centre = records.centre.data() + i * predictors();
      // What the bound is at its own centre is its tangent.
      bounds_.tangent_value.push_back(expand_bound(family_, records.y[i], records.weight[i], centre,
                                                   records.curvature.data() + i * pairs, centre,
                                                   slope.data()));
      for (std::size_t k = 0; k < predictors(); ++k)
        bounds_.tangent_slope.push_back(slope.data()[k]);
      for (std::size_t j = 0; j < pairs; ++j)
        bounds_.curvature.push_back(records.weight[i] * records.curvature[i * pairs + j]);
    }
  }

  Family family_;
  int columns_;
  PredictorShape shape_;
  bool sampled_scale_;
  int bound_;
  static constexpr double none = -1.0;
  double innermost_ = everywhere;  // the reach of the curvatures in bounds_
  double outer_reach_ = none;      // of those in outer_
  double beta_ = 1.0;
  std::int64_t evaluations_ = 0;
  std::vector<std::int64_t> ids_;   // rows, ascending; all fields below in this order
  std::vector<std::size_t> slots_;  // places in features_
  std::vector<double> q_;
  std::vector<double> scale_;    // of the pairs
  std::vector<double> offset_;   // of the predictors, empty where there are none
  std::vector<double> weights_;  // of the residuals, where their scale is sampled
  BoundRows bounds_;
  BoundRows outer_;
  PointRows settled_;
  PointRows latest_;
  GapRows gaps_;
  HomeFeatures features_;
  Vector settled_theta_;
  Vector latest_theta_;
};

}  // namespace photinus
