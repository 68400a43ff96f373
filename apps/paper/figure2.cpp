#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "figures.hpp"
#include "photinus/data/dataset.hpp"
#include "photinus/data/simulate.hpp"
#include "report/experiment.hpp"
#include "report/simulated_data.hpp"
#include "report/svg_figure.hpp"

namespace photinus::paper {

namespace {

using namespace report;

constexpr std::int64_t rows = 60;
constexpr int iterations = 120;
constexpr const char *blue = "#1b6ca8", *orange = "#e07b00", *purple = "#8e5ea2", *ink = "#333333";

// The state after every iteration.
struct Path {
  std::vector<Vector> theta;
  std::vector<std::vector<std::int64_t>> bright;
};

RunConfig toy_config(const std::string& path) {
  RunConfig config;
  config.data.path = path;
  config.model.family = "logistic";
  config.sampler.kernel = "random_walk";
  config.sampler.start = "prior";
  config.sampler.chains = 1;
  config.sampler.warmup = 0;
  config.sampler.draws = iterations;
  config.firefly.bound = "jaakkola_jordan";
  config.firefly.anchor = "untuned";
  config.firefly.slack = 0.0;
  config.firefly.q = 0.1;
  return config;
}

Path walk(const std::string& data) {
  Experiment experiment(toy_config(data));
  const auto sampler = experiment.sampler(experiment.config().sampler);
  sampler->start();
  Path path;
  while (!sampler->finished()) {
    sampler->iterate();
    const ReplicaState state = sampler->save().replicas.front();
    path.theta.push_back(state.theta);
    path.bright.push_back(state.bright);
  }
  return path;
}

bool is_bright(const Path& path, std::size_t t, std::int64_t row) {
  return std::binary_search(path.bright[t].begin(), path.bright[t].end(), row);
}

// The first iteration, well into the run, that moves theta and changes the brightness.
std::size_t telling_iteration(const Path& path) {
  for (std::size_t t = 60; t < path.theta.size(); ++t)
    if (path.theta[t] != path.theta[t - 1] && path.bright[t] != path.bright[t - 1]) return t;
  return path.theta.size() - 1;
}

// Where theta_0 x1 + theta_1 x2 + theta_2 = 0 crosses the square of that half width.
Series boundary(const Vector& theta, double half, const std::string& name,
                const std::string& dashes) {
  Series series{name, ink, Marker::none, {}};
  series.dashes = dashes;
  const auto add = [&](double x, double y) {
    if (std::abs(x) <= half && std::abs(y) <= half) series.points.emplace_back(x, y);
  };
  for (const double end : {-half, half}) {
    add(end, -(theta[0] * end + theta[2]) / theta[1]);
    add(-(theta[1] * end + theta[2]) / theta[0], end);
  }
  return series;
}

std::vector<Series> points(const BlockRows<float>* blocks, std::size_t count, const Path& path,
                           std::size_t t) {
  std::vector<Series> series = {{"y = 1, bright", blue, Marker::circle, {}, false},
                                {"y = 1, dark", blue, Marker::ring, {}, false},
                                {"y = 0, bright", orange, Marker::circle, {}, false},
                                {"y = 0, dark", orange, Marker::ring, {}, false}};
  for (std::size_t b = 0; b < count; ++b)
    for (std::int64_t i = 0; i < blocks[b].rows; ++i) {
      const bool one = blocks[b].response[static_cast<std::size_t>(i)] > 0.5;
      const bool bright = is_bright(path, t, blocks[b].first_row + i);
      const float* x = blocks[b].row(i);
      series[(one ? 0U : 2U) + (bright ? 0U : 1U)].points.emplace_back(x[0], x[1]);
    }
  return series;
}

double half_width(const Dataset<float>& data) {
  double widest = 0.0;
  for (int j = 0; j < 2; ++j)
    widest = std::max({widest, std::abs(data.range.minimum[static_cast<std::size_t>(j)]),
                       std::abs(data.range.maximum[static_cast<std::size_t>(j)])});
  return widest;
}

std::vector<Panel> one_iteration(const Dataset<float>& data, const Path& path) {
  const std::size_t t = telling_iteration(path);
  const double half = half_width(data);
  std::vector<Panel> panels;
  for (const std::size_t at : {t - 1, t}) {
    Panel panel{{"x1"}, {"x2"}, {}, fmt::format("after iteration {}", at + 1)};
    panel.series = points(data.blocks.data(), data.blocks.size(), path, at);
    if (at == t)
      panel.series.push_back(
          boundary(path.theta[t - 1], half, "equal probability, one iteration before", "6 4"));
    panel.series.push_back(boundary(path.theta[at], half, "equal probability", ""));
    panels.push_back(panel);
  }
  return panels;
}

Panel theta_panel(const Path& path) {
  Panel panel{{"iteration"}, {"θ"}, {}, "Path of θ"};
  const char* names[] = {"θ1", "θ2", "θ3 (bias)"};
  const char* colours[] = {blue, orange, purple};
  for (Eigen::Index j = 0; j < 3; ++j) {
    Series series{names[j], colours[j], Marker::none, {}};
    for (std::size_t t = 0; t < path.theta.size(); ++t)
      series.points.emplace_back(static_cast<double>(t + 1), path.theta[t][j]);
    panel.series.push_back(series);
  }
  return panel;
}

Panel brightness_panel(const Path& path) {
  Panel panel{{"iteration"}, {"row"}, {}, "Path of the brightness"};
  Series bright{"bright row", ink, Marker::square, {}, false};
  bright.size = 2.0;
  for (std::size_t t = 0; t < path.bright.size(); ++t)
    for (const std::int64_t row : path.bright[t])
      bright.points.emplace_back(static_cast<double>(t + 1), static_cast<double>(row + 1));
  panel.series.push_back(bright);
  return panel;
}

}  // namespace

std::string figure2() {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "toy.h5").string();
  SimulateSettings settings;
  settings.rows = rows;
  settings.columns = 3;
  settings.seed = 2;
  settings.features = "normal";
  settings.theta = "normal:2";
  settings.output = file;
  simulate(settings);
  const FileHeader header = read_header(file);
  const Layout layout = make_layout(header.rows);
  const auto data = read_rows<float>(header, layout, {0, layout.blocks()}, silent);
  const Path path = walk(file);
  return svg_figure(
      "Firefly Monte Carlo on 60 rows of two columns and a bias",
      PanelRows{one_iteration(data, path), {theta_panel(path)}, {brightness_panel(path)}});
}

}  // namespace photinus::paper
