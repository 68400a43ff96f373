#pragma once

#include <algorithm>
#include <numeric>
#include <utility>

#include "photinus/base/lanes.hpp"
#include "photinus/bound/gap_rows.hpp"
#include "photinus/bound/row_facts.hpp"
#include "photinus/firefly/brightness.hpp"
#include "photinus/replica/home_rows.hpp"

namespace photinus {

/// The bright rows of one family.
template <LinearPredictorFamily Family>
class HomeRowsOf final : public HomeRows {
 public:
  HomeRowsOf(Family family, int columns, int coefficients, bool sampled_scale)
      : family_(std::move(family)),
        columns_(columns),
        coefficients_(coefficients),
        sampled_scale_(sampled_scale) {}

  std::int64_t count() const override { return static_cast<std::int64_t>(ids_.size()); }
  std::int64_t evaluations() const override { return evaluations_; }

  void reset(const Vector& theta, double reach, BrightRecords&& records) override {
    keep({});
    features_.clear();
    free_slots_.clear();
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
  const double* features(std::size_t i) const {
    return features_.data() + slots_[i] * static_cast<std::size_t>(columns_);
  }

  void compute_latest(const Vector& theta) {
    latest_.resize(ids_.size());
    latest_theta_ = theta;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const double eta = dot(features(i), theta.data(), columns_);
      latest_.eta[i] = coefficients_ > columns_ ? eta + theta[columns_] : eta;
    }
    evaluate_rows(family_at(family_, sampled_scale_, theta.data(), coefficients_), bounds_.y,
                  latest_);
    evaluations_ += count();
  }

  /// The gaps at `point`, with the bounds that hold within `reach`.
  void take_gaps(const PointRows& point, double reach, const Vector& theta) {
    if constexpr (ScaleFamily<Family>)
      if (sampled_scale_) scale_rows(family_, weights_, theta[coefficients_], bounds_);
    if (sampled_scale_ || reach == innermost_) {
      gap_rows(bounds_, point, gaps_);
    } else {
      BoundRows outer = bounds_;
      for (std::size_t i = 0; i < ids_.size(); ++i) {
        const RowFacts facts{static_cast<float>(bounds_.centre[i]), static_cast<float>(scale_[i]),
                             0.0F, 0.0F};
        outer.curvature[i] = curvature_for(family_, facts, bounds_.y[i], reach);
      }
      gap_rows(outer, point, gaps_);
    }
    const std::int64_t broken = first_unsound(gaps_, ids_.size());
    if (broken >= 0) report_broken_bound(ids_[static_cast<std::size_t>(broken)], theta);
  }

  void add_gradient(const PointRows& point, Vector& gradient) const {
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      add_scaled(gradient.data(), gaps_.slope[i], features(i), columns_);
      if (coefficients_ > columns_) gradient[columns_] += gaps_.slope[i];
      // The gap is a function of (y - eta) / sigma alone.
      if (sampled_scale_) gradient[coefficients_] += gaps_.slope[i] * (bounds_.y[i] - point.eta[i]);
    }
  }

  std::size_t take_slot() {
    if (free_slots_.empty()) {
      features_.resize(features_.size() + static_cast<std::size_t>(columns_));
      return features_.size() / static_cast<std::size_t>(columns_) - 1;
    }
    const std::size_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
  }

  /// Leaves the rows at these places, in this order, in every field.
  void keep(const std::vector<std::size_t>& places) {
    const auto gather = [&](auto& field) {
      auto kept = field;
      kept.resize(places.size());
      for (std::size_t i = 0; i < places.size(); ++i) kept[i] = field[places[i]];
      field = std::move(kept);
    };
    gather(ids_);
    gather(slots_);
    gather(q_);
    gather(scale_);
    gather(weights_);
    for (auto* field :
         {&bounds_.y, &bounds_.centre, &bounds_.curvature, &bounds_.slack, &bounds_.tangent_value,
          &bounds_.tangent_slope, &settled_.eta, &settled_.value, &settled_.slope})
      gather(*field);
  }

  void take_out(const std::vector<std::int64_t>& darkened) {
    std::vector<std::size_t> places;
    auto dark = darkened.begin();
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      while (dark != darkened.end() && *dark < ids_[i]) ++dark;
      if (dark == darkened.end() || *dark != ids_[i])
        places.push_back(i);
      else
        free_slots_.push_back(slots_[i]);
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
    append(weights_, records.curvature);
    append(bounds_.y, records.y);
    append(bounds_.centre, records.centre);
    append(bounds_.curvature, records.curvature);
    append(bounds_.slack, records.slack);
    append(settled_.eta, records.eta);
    append(settled_.value, records.value);
    append(settled_.slope, records.slope);
    const auto columns = static_cast<std::size_t>(columns_);
    for (std::size_t i = 0; i < records.size(); ++i) {
      const Likelihood tangent = family_.tangent(records.y[i], records.centre[i]);
      bounds_.tangent_value.push_back(tangent.value);
      bounds_.tangent_slope.push_back(tangent.slope);
      slots_.push_back(take_slot());
      std::copy_n(records.features.data() + i * columns, columns,
                  features_.data() + slots_.back() * columns);
    }
    std::vector<std::size_t> order(ids_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::inplace_merge(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(before),
                       order.end(),
                       [this](std::size_t a, std::size_t b) { return ids_[a] < ids_[b]; });
    keep(order);
  }

  Family family_;
  int columns_;
  int coefficients_;
  bool sampled_scale_;
  double innermost_ = everywhere;  // the reach of the curvatures in bounds_
  std::int64_t evaluations_ = 0;
  std::vector<std::int64_t> ids_;   // rows, ascending; all fields below in this order
  std::vector<std::size_t> slots_;  // places in features_
  std::vector<double> q_;
  std::vector<double> scale_;
  std::vector<double> weights_;  // of the residuals, where their scale is sampled
  BoundRows bounds_;
  PointRows settled_;
  PointRows latest_;
  GapRows gaps_;
  std::vector<double> features_;  // slots of `columns_` numbers
  std::vector<std::size_t> free_slots_;
  Vector settled_theta_;
  Vector latest_theta_;
};

}  // namespace photinus
