#pragma once

#include "photinus/evidence/evidence_model.hpp"
#include "photinus/model/data_model.hpp"

namespace photinus {

/// An EvidenceModel of rows that are all in this process.
class LocalModel final : public EvidenceModel {
 public:
  /// `model` must outlive this.
  explicit LocalModel(RowWiseModel& model) : model_(model) {}

  std::int64_t rows() const override { return model_.rows(); }
  int dimension() const override { return model_.dimension(); }
  double log_prior(const Vector& theta, Vector* gradient) const override {
    return model_.log_prior(theta, gradient);
  }
  Vector draw_prior(Stream& stream) const override { return model_.draw_prior(stream); }

  using EvidenceModel::log_likelihood;
  std::vector<double> log_likelihoods(const std::vector<Vector>& thetas, RowRange range) override;
  double log_likelihood(const Vector& theta, RowRange range, Vector& gradient) override;
  double log_likelihood(const Vector& theta, std::span<const std::int64_t> list,
                        Vector& gradient) override;

 private:
  double sum(const Vector& theta, Vector* gradient);

  RowWiseModel& model_;
  std::vector<std::int32_t> list_;
  Vector slope_;
};

}  // namespace photinus
