#pragma once

#include <functional>
#include <string>
#include <vector>

#include "photinus/base/random.hpp"
#include "photinus/data/dataset.hpp"
#include "photinus/data/simulate.hpp"
#include "photinus/model/logistic.hpp"
#include "photinus/model/parameters.hpp"
#include "photinus/team/team.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {

/// A small simulated file of logistic regression, and how a team is told to load it.
class SmallProblem {
 public:
  explicit SmallProblem(std::int64_t rows = 1'500, int columns = 4, bool intercept = false)
      : path_(directory_.file("data.h5")) {
    simulate({.rows = rows,
              .columns = columns,
              .seed = 5,
              .features = "normal",
              .intercept = intercept,
              .output = path_});
    read();
  }
  /// A file that `write` makes at the path that it is given.
  explicit SmallProblem(const std::function<void(const std::string&)>& write,
                        const ModelNumbers& given = {})
      : numbers(given), path_(directory_.file("data.h5")) {
    write(path_);
    read();
  }

  const std::string& path() const { return path_; }
  const FileHeader& header() const { return header_; }
  const Layout& layout() const { return layout_; }

  Load load(const std::string& family, bool coordinator_holds_rows = true) const {
    return {header_, layout_, family, numbers, coordinator_holds_rows};
  }
  /// Loads and prepares; returns the parameters.
  ParameterSpace open(Team& team, const std::string& family, int replicas = 0,
                      bool sampled_scale = false) const {
    const auto reply = team.ask(load(family));
    const auto space =
        make_parameters(header_, reply.range, InterceptRule::automatic, sampled_scale);
    team.ask(Prepare{replicas, 17, space.coefficients(), {}, sampled_scale});
    return space;
  }
  /// All rows, responses coded as the family does.
  template <class Family = Logistic>
  Dataset<float> rows() const {
    auto data = read_rows<float>(header_, layout_, {0, layout_.blocks()}, silent);
    for (auto& block : data.blocks)
      for (double& y : block.response) y = Family{}.code(y);
    return data;
  }

  ModelNumbers numbers;  ///< given to the family

 private:
  void read() {
    header_ = read_header(path_);
    layout_ = make_layout(header_.rows);
  }

  TemporaryDirectory directory_;
  std::string path_;
  FileHeader header_;
  Layout layout_;
};

/// Bounds that hold everywhere and touch; distances are measured by 400 times the identity.
inline BuildStatistics global_bounds(Anchor anchor, const Vector& reference) {
  BuildStatistics command;
  command.anchor = anchor;
  command.reference = reference;
  command.whitening = 0.05 * Matrix::Identity(reference.size(), reference.size());
  return command;
}

/// Bounds that hold within a trust ellipsoid, with slack.
inline BuildStatistics ellipsoid_bounds(const Vector& reference, double reach, double slack) {
  BuildStatistics command = global_bounds(Anchor::mode, reference);
  command.reach = reach;
  command.slack = slack;
  return command;
}

/// All brightness of the replicas 0, 1, ... at these thetas, with bounds that hold everywhere.
inline DrawBrightness draw_at(const std::vector<Vector>& thetas, double reach = everywhere) {
  DrawBrightness command;
  for (std::size_t i = 0; i < thetas.size(); ++i) {
    command.replicas.push_back(static_cast<int>(i));
    command.thetas.push_back(thetas[i]);
    command.reaches.push_back(reach);
    command.betas.push_back(1.0);
  }
  return command;
}

/// Proposals row by row; the axis of widths is laid out as BoundSurface does.
inline void propose_by_row(Team& team, double multiple, double least_gap) {
  ChooseProposals command;
  command.by_row = true;
  command.multiple = multiple;
  command.least_gap = least_gap;
  PlaceAxis place;
  std::uint64_t start = 0;
  for (const std::uint64_t length : team.ask(command).lengths) {
    place.starts.push_back(start);
    start += length;
  }
  team.ask(place);
}

/// The `index`-th of several parameter vectors, about 1 in size.
inline Vector some_theta(int dimension, std::uint64_t index, double scale = 0.7) {
  Stream stream({.seed = 51, .purpose = Purpose::test, .index = index});
  Vector theta(dimension);
  for (Eigen::Index j = 0; j < dimension; ++j) theta[j] = scale * stream.normal();
  return theta;
}

}  // namespace photinus
