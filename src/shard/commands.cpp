#include "photinus/shard/commands.hpp"

#include <iterator>
#include <utility>

namespace photinus {

namespace {

template <class T>
void extend(std::vector<T>& all, std::vector<T>&& more) {
  if (all.empty())
    all = std::move(more);
  else
    all.insert(all.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

void add(std::vector<std::int64_t>& sums, const std::vector<std::int64_t>& terms) {
  if (sums.empty()) sums.resize(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i) sums[i] += terms[i];
}

}  // namespace

void Load::Reply::merge(Reply&& other) {
  range.merge(other.range);
  responses.merge(other.responses);
}

void ChooseProposals::Reply::merge(Reply&& other) { extend(lengths, std::move(other.lengths)); }

void FeatureRecords::append(FeatureRecords&& other) {
  extend(values, std::move(other.values));
  extend(columns, std::move(other.columns));
  extend(filled, std::move(other.filled));
}

void BrightRecords::append(BrightRecords&& other) {
  extend(rows, std::move(other.rows));
  features.append(std::move(other.features));
  extend(y, std::move(other.y));
  extend(weight, std::move(other.weight));
  extend(offset, std::move(other.offset));
  extend(centre, std::move(other.centre));
  extend(scale, std::move(other.scale));
  extend(curvature, std::move(other.curvature));
  extend(slack, std::move(other.slack));
  extend(q, std::move(other.q));
  extend(eta, std::move(other.eta));
  extend(value, std::move(other.value));
  extend(slope, std::move(other.slope));
}

void DrawBrightness::Reply::merge(Reply&& other) {
  add(bright, other.bright);
  evaluations += other.evaluations;
}

void UpdateBrightness::Reply::merge(Reply&& other) {
  if (changes.empty()) changes.resize(other.changes.size());
  for (std::size_t i = 0; i < other.changes.size(); ++i) {
    changes[i].bright += other.changes[i].bright;
    changes[i].evaluations += other.changes[i].evaluations;
    extend(changes[i].darkened, std::move(other.changes[i].darkened));
    changes[i].brightened.append(std::move(other.changes[i].brightened));
  }
}

void FetchRows::Reply::merge(Reply&& other) {
  records.append(std::move(other.records));
  evaluations += other.evaluations;
}

void Save::Reply::merge(Reply&& other) {
  if (bright.empty()) bright.resize(other.bright.size());
  for (std::size_t i = 0; i < other.bright.size(); ++i)
    extend(bright[i], std::move(other.bright[i]));
}

void Account::Reply::merge(Reply&& other) { extend(shares, std::move(other.shares)); }

}  // namespace photinus
