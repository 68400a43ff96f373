#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "photinus/evidence/evidence_model.hpp"

namespace photinus {

/// All that a model was asked of its rows, and what it answered.
struct Journal {
  std::vector<std::uint64_t> questions;  ///< a hash of each
  std::vector<double> answers;  ///< of a question one or more: likelihoods, then a gradient

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& questions& answers;
  }
};

/// A model whose answers are kept, so that an estimator that was interrupted can be run again from
/// its last state: it asks the same questions, the journal answers as long as it lasts, and no
/// likelihood is evaluated twice. So any estimator whose random numbers are keyed can be stopped
/// between two questions, not only where it has a state. What is asked beyond `most_bytes` is not
/// kept, and evaluated again. `evaluations` counts what the journal answers, too.
class JournaledModel final : public EvidenceModel {
 public:
  /// `model` and `journal`, which grows, must outlive this. `after_answer` is called after every
  /// answer that is not the journal's, and may throw to stop the estimator.
  JournaledModel(EvidenceModel& model, Journal& journal, std::function<void()> after_answer,
                 std::size_t most_bytes = std::size_t{1} << 28U)
      : model_(model),
        journal_(journal),
        after_answer_(std::move(after_answer)),
        most_bytes_(most_bytes) {}

  /// Empties the journal: the estimator has a state that it can go on from.
  void start_afresh();

  std::int64_t rows() const override { return model_.rows(); }
  int dimension() const override { return model_.dimension(); }
  double log_prior(const Vector& theta, Vector* gradient) const override {
    return model_.log_prior(theta, gradient);
  }
  Vector draw_prior(Stream& stream) const override { return model_.draw_prior(stream); }

  /// All throw Failure bad_data where the journal has another question in this place, or too few
  /// answers to it: it is another run's.
  using EvidenceModel::log_likelihood;
  std::vector<double> log_likelihoods(const std::vector<Vector>& thetas, RowRange range) override;
  double log_likelihood(const Vector& theta, RowRange range, Vector& gradient) override;
  double log_likelihood(const Vector& theta, std::span<const std::int64_t> list,
                        Vector& gradient) override;

 private:
  bool is_answered(std::uint64_t question, std::size_t answers) const;
  double recall_slope(Vector& gradient);
  template <class Ask>
  double with_gradient(std::uint64_t question, Vector& gradient, const Ask& ask);
  bool has_room(std::size_t answers) const;
  void note(std::uint64_t question, std::span<const double> values, const Vector& gradient = {});

  EvidenceModel& model_;
  Journal& journal_;
  std::function<void()> after_answer_;
  std::size_t most_bytes_;
  std::size_t asked_ = 0;     // questions so far
  std::size_t recalled_ = 0;  // answers that the journal gave
  bool full_ = false;         // a question was not kept: so are none behind it
};

}  // namespace photinus
