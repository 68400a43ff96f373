#include "photinus/target/bound_surface.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

// W with W W' = H^-1.
Matrix whitening_of(const Matrix& precision) {
  const Eigen::Index p = precision.rows();
  const Matrix root = precision.llt().matrixL();
  return root.triangularView<Eigen::Lower>().solve(Matrix::Identity(p, p)).transpose();
}

}  // namespace

BoundSurface::BoundSurface(Team& team, const BoundSettings& settings, Matrix precision,
                           std::int64_t rows, const PredictorShape& shape)
    : team_(team),
      settings_(settings),
      precision_(std::move(precision)),
      rows_(rows),
      shape_(shape) {}

BoundStatistics BoundSurface::statistics_from(const ExactSum& sums) const {
  return make_statistics(choice_.reference, shape_, sums.values());
}

BoundChoice BoundSurface::default_choice(const Vector& reference) const {
  const double radius =
      settings_.ellipsoid ? std::sqrt(static_cast<double>(reference.size())) + 4.0 : everywhere;
  return {reference, radius, 1.0};
}

void BoundSurface::build(const BoundChoice& choice) {
  evaluations_ = 0;
  if (!builds_useful_bounds(choice)) refuse_useless_bounds();
}

bool BoundSurface::rebuild(const BoundChoice& choice, const std::vector<Vector>& thetas) {
  const BoundChoice before = choice_;
  evaluations_ = 0;
  const auto is_above_zero = [&](const Vector& theta) { return above_zero(theta); };
  if (builds_useful_bounds(choice) && std::all_of(thetas.begin(), thetas.end(), is_above_zero))
    return true;
  if (!builds_useful_bounds(before)) refuse_useless_bounds();
  return false;
}

bool BoundSurface::builds_useful_bounds(const BoundChoice& choice) {
  // The bounds' sum and the bright rows' terms cancel: of larger ones too few digits would be left.
  constexpr double most = 1e12;  // nats
  choice_ = choice;
  region_ = TrustRegion(choice.reference, precision_, choice.radius, settings_.endless);
  const auto reply = team_.ask(
      BuildStatistics{settings_.anchor, choice.reference, whitening_of(precision_), choice.radius,
                      settings_.bound, choice.spread, settings_.slack, settings_.gaps});
  expected_gap_ = reply.expected_gap.value(0);
  evaluations_ += reply.evaluations;
  if (!(expected_gap_ < most)) return false;
  by_reach_.clear();
  by_reach_.emplace(region_.reach(0), statistics_from(reply.sums));
  choose_proposals();
  return true;
}

void BoundSurface::refuse_useless_bounds() const {
  throw Failure(ExitCode::usage,
                "the rows' bounds are of no use: they have to hold so far from the mode (radius " +
                    std::to_string(choice_.radius) + ") that a row lies " +
                    std::to_string(expected_gap_) +
                    " nats above its bound; give the weights a narrower prior, set a smaller "
                    "firefly.radius, or use sampler.method = \"full\"");
}

void BoundSurface::choose_proposals() {
  // A row that is asked far less often than the others would be slow to follow theta.
  constexpr double floor_share = 0.05;
  constexpr std::uint64_t longest_axis = std::uint64_t{200'000'000} << 36U;
  ChooseProposals command;
  command.by_row = !settings_.q.has_value();
  command.q = settings_.q.value_or(0.1);
  command.multiple = q_ratio() * (1.0 + settings_.slack);
  command.least_gap = floor_share * expected_gap_ / static_cast<double>(rows_);
  const auto lengths = team_.ask(command).lengths;
  if (!command.by_row) return;
  PlaceAxis place;
  std::uint64_t start = 0;
  for (const std::uint64_t length : lengths) {
    place.starts.push_back(start);
    start += length;
    if (start < length || start > longest_axis)
      throw Failure(ExitCode::usage,
                    "too many rows would be proposed in one iteration (above 200 million): set "
                    "firefly.q or a smaller firefly.slack, or a bound that is tighter");
  }
  team_.ask(place);
}

BoundSurface::Bounds BoundSurface::of_shell(int shell, double stretch) {
  const double reach = stretch * region_.reach(shell);
  auto found = by_reach_.find(reach);
  if (found == by_reach_.end()) {
    const auto reply = team_.ask(CollapseBounds{choice_.reference, reach, settings_.bound});
    found = by_reach_.emplace(reach, statistics_from(reply.sums)).first;
  }
  return {shell, reach, &found->second};
}

bool BoundSurface::above_zero(const Vector& theta) {
  return std::isfinite(at(theta).statistics->log_bound(theta));
}

}  // namespace photinus
