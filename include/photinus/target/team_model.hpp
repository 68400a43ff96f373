#pragma once

#include <memory>
#include <vector>

#include "photinus/evidence/evidence_model.hpp"
#include "photinus/model/data_model.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// An EvidenceModel of rows that live on all ranks of a team, which has opened them (OpenRows).
///
/// Only thetas, row numbers and sums travel. A sum over rows of which `last` - 1 is the largest is
/// one of partial sums over the blocks of make_layout(last): so its bits depend on the question
/// alone, neither on the ranks nor on rows behind those, and data that grow leave what was summed
/// before as it was. These blocks are parts of those of make_layout(rows()), which ranks hold.
class TeamModel final : public EvidenceModel {
 public:
  /// `prior` is the same model without rows; `team` must outlive this.
  TeamModel(Team& team, std::unique_ptr<DataModel> prior, std::int64_t rows)
      : team_(team), prior_(std::move(prior)), rows_(rows) {}

  std::int64_t rows() const override { return rows_; }
  int dimension() const override { return prior_->dimension(); }
  double log_prior(const Vector& theta, Vector* gradient) const override {
    return prior_->log_prior(theta, gradient);
  }
  Vector draw_prior(Stream& stream) const override { return prior_->draw_prior(stream); }

  using EvidenceModel::log_likelihood;
  std::vector<double> log_likelihoods(const std::vector<Vector>& thetas, RowRange range) override;
  double log_likelihood(const Vector& theta, RowRange range, Vector& gradient) override;
  double log_likelihood(const Vector& theta, std::span<const std::int64_t> list,
                        Vector& gradient) override;

  /// Of the user's parameters.
  const std::vector<std::string>& names() const { return prior_->names(); }
  Vector to_user(const Vector& theta) const { return prior_->to_user(theta); }

 private:
  double ask(SumSlopes command, Vector& gradient);

  Team& team_;
  std::unique_ptr<DataModel> prior_;
  std::int64_t rows_;
};

}  // namespace photinus
