#pragma once

#include <algorithm>
#include <utility>

#include "photinus/base/lanes.hpp"
#include "photinus/bound/row_bound.hpp"
#include "photinus/firefly/brightness.hpp"
#include "photinus/replica/home_rows.hpp"

namespace photinus {

/// The bright rows of one family.
template <LinearPredictorFamily Family>
class HomeRowsOf final : public HomeRows {
 public:
  HomeRowsOf(Family family, int columns) : family_(std::move(family)), columns_(columns) {}

  std::int64_t count() const override { return static_cast<std::int64_t>(rows_.size()); }
  std::int64_t evaluations() const override { return evaluations_; }

  void reset(const Vector& theta, BrightRecords&& records) override {
    rows_.clear();
    features_.clear();
    free_slots_.clear();
    latest_theta_.resize(0);
    settled_theta_ = theta;
    add(records);
  }

  void flip(const std::vector<std::int64_t>& darkened, BrightRecords&& brightened) override {
    auto dark = darkened.begin();
    std::erase_if(rows_, [&](const Row& row) {
      while (dark != darkened.end() && *dark < row.id) ++dark;
      if (dark == darkened.end() || *dark != row.id) return false;
      free_slots_.push_back(row.slot);
      return true;
    });
    add(brightened);
    latest_theta_.resize(0);
  }

  double evaluate(const Vector& theta, Vector* gradient) override {
    const bool settled = same(settled_theta_, theta);
    if (!settled && !same(latest_theta_, theta)) compute_latest(theta);
    terms_.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      const Point& point = settled ? row.settled : latest_[i];
      terms_[i] =
          bright_term(checked_gap(row.id, point.at, row.tangent, row.bound, point.eta, theta));
    }
    double sum = 0.0;
    for (const BrightTerm& term : terms_) sum += term.value;
    if (gradient != nullptr) add_gradient(*gradient);
    return sum;
  }

  void settle(const Vector& theta) override {
    if (same(settled_theta_, theta)) return;
    if (!same(latest_theta_, theta)) compute_latest(theta);
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].settled = latest_[i];
    settled_theta_ = theta;
  }

  std::vector<std::int64_t> rows_going_dark(double q, RandomKey key) const override {
    std::vector<std::int64_t> going;
    for (const Row& row : rows_) {
      key.index = static_cast<std::uint64_t>(row.id);
      const Gap gap = clamped(raw_gap(row.settled.at, row.tangent, row.bound, row.settled.eta));
      if (goes_dark(gap, q, uniform(key))) going.push_back(row.id);
    }
    return going;
  }

 private:
  struct Point {
    double eta = 0.0;
    Likelihood at;
  };
  struct Row {
    std::int64_t id = 0;
    std::size_t slot = 0;  ///< its place in features_
    double y = 0.0;
    RowBound bound;
    Likelihood tangent;
    Point settled;
  };

  static bool same(const Vector& a, const Vector& b) { return a.size() == b.size() && a == b; }
  const double* features(const Row& row) const {
    return features_.data() + row.slot * static_cast<std::size_t>(columns_);
  }

  void compute_latest(const Vector& theta) {
    latest_.resize(rows_.size());
    latest_theta_ = theta;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      double eta = dot(features(rows_[i]), theta.data(), columns_);
      if (theta.size() > columns_) eta += theta[columns_];
      latest_[i] = {eta, family_.evaluate(rows_[i].y, eta)};
    }
    evaluations_ += count();
  }

  void add_gradient(Vector& gradient) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      add_scaled(gradient.data(), terms_[i].slope, features(rows_[i]), columns_);
      if (gradient.size() > columns_) gradient[columns_] += terms_[i].slope;
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

  void add(const BrightRecords& records) {
    const auto before = static_cast<std::ptrdiff_t>(rows_.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      Row row{records.rows[i],
              take_slot(),
              records.y[i],
              {records.centre[i], records.curvature[i]},
              {},
              {}};
      row.tangent = family_.tangent(row.y, row.bound.centre);
      row.settled = {records.eta[i], {records.value[i], records.slope[i], 0.0}};
      std::copy_n(records.features.data() + i * static_cast<std::size_t>(columns_), columns_,
                  features_.data() + row.slot * static_cast<std::size_t>(columns_));
      rows_.push_back(row);
    }
    std::inplace_merge(rows_.begin(), rows_.begin() + before, rows_.end(),
                       [](const Row& a, const Row& b) { return a.id < b.id; });
  }

  Family family_;
  int columns_;
  std::int64_t evaluations_ = 0;
  std::vector<Row> rows_;         // ascending by id
  std::vector<double> features_;  // slots of `columns_` numbers
  std::vector<std::size_t> free_slots_;
  Vector settled_theta_;
  Vector latest_theta_;
  std::vector<Point> latest_;
  std::vector<BrightTerm> terms_;
};

}  // namespace photinus
