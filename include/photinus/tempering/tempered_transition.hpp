#pragma once

#include <cmath>
#include <limits>
#include <utility>

namespace photinus {

/// A proposal for the posterior by way of the hotter rungs, and the log of its acceptance ratio.
template <class Point>
struct TemperedProposal {
  Point point;
  double log_ratio = 0.0;
};

/// Neal's (1996) tempered transition over the rungs 0 .. hottest: from `start` at rung 0 up through
/// moves at the rungs 1, ..., M and down again through M, ..., 1, with the acceptance ratio
///   prod_m h_m(up_{m-1})/h_{m-1}(up_{m-1}) * h_{m-1}(down_{m-1})/h_m(down_{m-1}),
/// where up_{m-1} is the point before the m-th move upwards and down_{m-1} the one after the
/// mirrored move (Neal 1996, eq. 8; van de Meent, Paige & Wood, eq. 3, whose listing adds the
/// ratios and moves at rung 0 as well: neither leaves the posterior invariant).
///
/// `log_density(m, point)` is log h_m. `up(m, point)` moves with a kernel that leaves h_m
/// invariant, `down(m, point)` with **the time reversal of that kernel**: of a composite one, its
/// parts in reversed order.
///
/// A way through a point that is impossible at its rung is never accepted: its ratio is 0, though
/// factors of later points may be 0/0.
template <class Point, class LogDensityAt, class Up, class Down>
TemperedProposal<Point> tempered_proposal(int hottest, Point start, LogDensityAt log_density, Up up,
                                          Down down) {
  TemperedProposal<Point> proposal{std::move(start), 0.0};
  Point& point = proposal.point;
  for (int m = 1; m <= hottest; ++m) {
    proposal.log_ratio += log_density(m, point) - log_density(m - 1, point);
    point = up(m, point);
  }
  for (int m = hottest; m >= 1; --m) {
    point = down(m, point);
    proposal.log_ratio += log_density(m - 1, point) - log_density(m, point);
  }
  if (std::isnan(proposal.log_ratio))
    proposal.log_ratio = -std::numeric_limits<double>::infinity();
  return proposal;
}

}  // namespace photinus
