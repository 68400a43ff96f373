#include "photinus/target/bound_surface.hpp"

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
                           std::int64_t rows, int coefficients)
    : team_(team),
      settings_(settings),
      precision_(std::move(precision)),
      rows_(rows),
      coefficients_(coefficients) {}

BoundStatistics BoundSurface::statistics_from(const ExactSum& sums) const {
  return make_statistics(choice_.reference, coefficients_, static_cast<double>(rows_),
                         sums.values());
}

BoundChoice BoundSurface::default_choice(const Vector& reference) const {
  const double radius =
      settings_.ellipsoid ? std::sqrt(static_cast<double>(reference.size())) + 4.0 : everywhere;
  return {reference, radius, 1.0};
}

void BoundSurface::build(const BoundChoice& choice) {
  choice_ = choice;
  region_ = TrustRegion(choice.reference, precision_, choice.radius);
  const auto reply =
      team_.ask(BuildStatistics{settings_.anchor, choice.reference, whitening_of(precision_),
                                choice.radius, choice.spread, settings_.slack});
  shells_.assign(static_cast<std::size_t>(region_.shells()), {});
  shells_[0] = statistics_from(reply.sums);
  expected_gap_ = reply.expected_gap.value(0);
  evaluations_ = reply.evaluations;
  choose_proposals();
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

BoundSurface::Bounds BoundSurface::at(const Vector& theta) {
  const int shell = region_.shell(theta);
  auto& statistics = shells_[static_cast<std::size_t>(shell)];
  const double reach = region_.reach(shell);
  if (!statistics) {
    const auto reply = team_.ask(CollapseBounds{choice_.reference, reach});
    statistics = statistics_from(reply.sums);
  }
  return {shell, reach, &*statistics};
}

}  // namespace photinus
