#pragma once

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
    header_ = read_header(path_);
    layout_ = make_layout(rows);
  }

  const std::string& path() const { return path_; }
  const FileHeader& header() const { return header_; }
  const Layout& layout() const { return layout_; }

  Load load(const std::string& family, bool coordinator_holds_rows = true) const {
    return {header_, layout_, family, coordinator_holds_rows};
  }
  /// Loads and prepares; returns the parameters.
  ParameterSpace open(Team& team, const std::string& family, int replicas = 0) const {
    const auto reply = team.ask(load(family));
    const auto space = make_parameters(header_, reply.range, InterceptRule::automatic);
    team.ask(Prepare{replicas, 17});
    return space;
  }
  /// All rows, labels coded as the family does.
  Dataset<float> rows() const {
    auto data = read_rows<float>(header_, layout_, {0, layout_.blocks()}, silent);
    for (auto& block : data.blocks)
      for (double& y : block.response) y = Logistic{}.code(y);
    return data;
  }

 private:
  TemporaryDirectory directory_;
  std::string path_;
  FileHeader header_;
  Layout layout_;
};

/// The `index`-th of several parameter vectors, about 1 in size.
inline Vector some_theta(int dimension, std::uint64_t index, double scale = 0.7) {
  Stream stream({.seed = 51, .purpose = Purpose::test, .index = index});
  Vector theta(dimension);
  for (Eigen::Index j = 0; j < dimension; ++j) theta[j] = scale * stream.normal();
  return theta;
}

}  // namespace photinus
