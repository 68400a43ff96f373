#include "photinus/evidence/journaled_model.hpp"

#include <bit>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

// FNV-1a, by words.
class Hash {
 public:
  Hash& add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x100000001b3ULL;
    return *this;
  }
  Hash& add(const Vector& theta) {
    for (const double x : theta) add(std::bit_cast<std::uint64_t>(x));
    return *this;
  }
  Hash& add(RowRange range) {
    return add(static_cast<std::uint64_t>(range.first)).add(static_cast<std::uint64_t>(range.last));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace

bool JournaledModel::is_answered(std::uint64_t question, std::size_t answers) const {
  if (asked_ >= journal_.questions.size()) return false;
  if (journal_.questions[asked_] == question && recalled_ + answers <= journal_.answers.size())
    return true;
  throw Failure(ExitCode::bad_data,
                "the checkpoint is of a run that took another way: it was written by another "
                "version, or on another kind of processor; start afresh with --force");
}

void JournaledModel::start_afresh() {
  journal_ = {};
  asked_ = recalled_ = 0;
  full_ = false;
}

bool JournaledModel::has_room(std::size_t answers) const {
  const std::size_t numbers = journal_.questions.size() + 1 + journal_.answers.size() + answers;
  return numbers * sizeof(double) <= most_bytes_;
}

void JournaledModel::note(std::uint64_t question, std::span<const double> values,
                          const Vector& gradient) {
  ++asked_;
  full_ = full_ || !has_room(values.size() + static_cast<std::size_t>(gradient.size()));
  if (!full_) {
    journal_.questions.push_back(question);
    journal_.answers.insert(journal_.answers.end(), values.begin(), values.end());
    journal_.answers.insert(journal_.answers.end(), gradient.begin(), gradient.end());
    recalled_ = journal_.answers.size();
  }
  after_answer_();
}

std::vector<double> JournaledModel::log_likelihoods(const std::vector<Vector>& thetas,
                                                    RowRange range) {
  evaluations_ += static_cast<std::int64_t>(thetas.size()) * range.size();
  Hash hash;
  hash.add(range);
  for (const Vector& theta : thetas) hash.add(theta);
  if (is_answered(hash.value(), thetas.size())) {
    const auto from = journal_.answers.begin() + static_cast<std::ptrdiff_t>(recalled_);
    ++asked_;
    recalled_ += thetas.size();
    return {from, from + static_cast<std::ptrdiff_t>(thetas.size())};
  }
  std::vector<double> values = model_.log_likelihoods(thetas, range);
  note(hash.value(), values);
  return values;
}

double JournaledModel::recall_slope(Vector& gradient) {
  const double* answers = journal_.answers.data() + recalled_;
  gradient = Eigen::Map<const Vector>(answers + 1, dimension());
  ++asked_;
  recalled_ += 1 + static_cast<std::size_t>(dimension());
  return answers[0];
}

template <class Ask>
double JournaledModel::with_gradient(std::uint64_t question, Vector& gradient, const Ask& ask) {
  if (is_answered(question, 1 + static_cast<std::size_t>(dimension())))
    return recall_slope(gradient);
  const double value = ask();
  note(question, {&value, 1}, gradient);
  return value;
}

double JournaledModel::log_likelihood(const Vector& theta, RowRange range, Vector& gradient) {
  evaluations_ += range.size();
  return with_gradient(Hash().add(range).add(theta).value(), gradient,
                       [&] { return model_.log_likelihood(theta, range, gradient); });
}

double JournaledModel::log_likelihood(const Vector& theta, std::span<const std::int64_t> list,
                                      Vector& gradient) {
  evaluations_ += static_cast<std::int64_t>(list.size());
  Hash hash;
  for (const std::int64_t row : list) hash.add(static_cast<std::uint64_t>(row));
  return with_gradient(hash.add(theta).value(), gradient,
                       [&] { return model_.log_likelihood(theta, list, gradient); });
}

}  // namespace photinus
