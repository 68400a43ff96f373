#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <vector>

#include "commands.hpp"
#include "photinus/base/errors.hpp"
#include "report/experiment.hpp"
#include "report/families.hpp"
#include "report/markdown_table.hpp"
#include "report/simulated_data.hpp"
#include "report/svg_figure.hpp"

namespace photinus::scaling {

using namespace report;

namespace {

// Bounds of one kind, from tight to loose, and how they are drawn.
struct Sweep {
  std::string label;
  std::string colour;
  Marker marker;
  std::vector<RunConfig::Firefly> bounds;
};

// One line of the table.
struct Mixing {
  std::string bounds;
  double share = 1.0;  // of bright rows
  double ess = 0.0;    // per draw: of the worst parameter
  double theta_ess = 0.0;
  double norm_ess = 0.0;
  double evaluations_per_effective_sample = 0.0;
};

RunConfig::Firefly ellipsoid(double radius, double slack) {
  RunConfig::Firefly firefly;
  firefly.bound = "ellipsoid";
  firefly.radius = radius;
  firefly.slack = slack;
  return firefly;
}

// `radius` is the sampler's own first choice.
std::vector<Sweep> sweeps(double radius, const std::string& global_bound) {
  Sweep slack{"ellipsoid, slack 0 to 10,000", "#1b6ca8", Marker::circle, {}};
  for (const double eps : {0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 30.0, 100.0, 300.0, 1e3, 3e3, 1e4})
    slack.bounds.push_back(ellipsoid(radius, eps));
  Sweep wider{"ellipsoid, radius x 2 to 8, slack 0.5", "#d1495b", Marker::square, {}};
  for (const double factor : {2.0, 4.0, 8.0})
    wider.bounds.push_back(ellipsoid(factor * radius, 0.5));
  if (global_bound.empty()) return {slack, wider};
  Sweep global{global_bound + ", slack 0 to 30", "#3a7d44", Marker::triangle, {}};
  Sweep untuned{global_bound + ", untuned, slack 0 to 8", "#8e5ea2", Marker::diamond, {}};
  RunConfig::Firefly firefly;
  firefly.bound = global_bound;
  for (const double eps : {0.0, 0.5, 2.0, 8.0, 30.0}) {
    firefly.slack = eps;
    firefly.anchor = "mode";
    global.bounds.push_back(firefly);
    firefly.anchor = "untuned";
    if (eps < 30.0) untuned.bounds.push_back(firefly);
  }
  return {slack, wider, global, untuned};
}

std::string name_of(const RunConfig::Firefly& firefly, double radius) {
  std::string name = firefly.bound;
  if (firefly.radius) name += fmt::format(", radius x {:g}", *firefly.radius / radius);
  if (firefly.anchor == "untuned") name += ", untuned";
  return name + fmt::format(", slack {:g}", firefly.slack);
}

Mixing measure(const std::string& name, const RunConfig& config, int seeds) {
  Experiment experiment(config);
  const auto runs = experiment.run_seeds(seeds);
  const auto mean = [&](auto number) { return mean_of(runs, number).mean; };
  const auto rows = static_cast<double>(experiment.problem().header.rows);
  const bool firefly = config.sampler.method == "firefly";
  return {name,
          firefly ? mean([](const Figures& f) { return f.bright; }) / rows : 1.0,
          mean([](const Figures& f) { return f.worst_ess / f.draws; }),
          mean([](const Figures& f) { return f.theta_ess / f.draws; }),
          mean([](const Figures& f) { return f.norm_ess / f.draws; }),
          mean([](const Figures& f) { return f.evaluations_per_effective_sample; })};
}

// Every number, and what it is in parts of the full data's.
void print(const MarkdownTable& table, const Mixing& mixing, const Mixing& full) {
  std::vector<std::string> cells{mixing.bounds, shown_figure(mixing.share)};
  for (const auto number : {&Mixing::ess, &Mixing::theta_ess, &Mixing::norm_ess,
                            &Mixing::evaluations_per_effective_sample}) {
    cells.push_back(shown_figure(mixing.*number));
    cells.push_back(shown_figure(mixing.*number / full.*number));
  }
  table.row(cells);
}

Series series_of(const Sweep& sweep, const std::vector<Mixing>& measured, const Mixing& full,
                 double Mixing::*number) {
  Series series{sweep.label, sweep.colour, sweep.marker, {}};
  for (const auto& mixing : measured)
    series.points.emplace_back(mixing.share, mixing.*number / full.*number);
  return series;
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw Failure(ExitCode::input_output, path.string() + ": cannot be written");
}

double first_radius(const RunConfig& config) {
  Experiment experiment(config);
  const auto& problem = experiment.problem();
  return problem.surface->default_choice(problem.mode.theta).radius;
}

}  // namespace

void mixing_command(const MixingArguments& arguments) {
  std::unique_ptr<SimulatedData> simulated;
  if (arguments.data.empty())
    simulated =
        std::make_unique<SimulatedData>(arguments.family, arguments.rows, arguments.columns);
  RunConfig config;
  config.data.path = simulated ? simulated->path() : arguments.data;
  config.model.family = arguments.family;
  config.model.sigma = simulated ? true_sigma : arguments.sigma;
  const double radius = first_radius(config);
  const auto names = find_family(families(), arguments.family).global_bounds;
  const std::string global_bound = names.empty() ? "" : names.front();

  fmt::print(
      "{}, {}; HMC with the sampler's defaults, mean of {} seed{}.\nESS per draw (bulk, capped at "
      "1): of the worst parameter, lp and |theta| among them; of the worst without lp (which is of "
      "theta and\nbrightness, or of theta alone); of |theta|. \"/ full\": in parts of what HMC on "
      "full data has.\n\n",
      arguments.family,
      simulated ? fmt::format("N = {}, D = {}", arguments.rows, arguments.columns) : arguments.data,
      arguments.seeds, arguments.seeds == 1 ? "" : "s");
  const MarkdownTable table({"bounds", "bright share", "ESS worst", "/ full", "of theta", "/ full",
                             "|theta|", "/ full", "evals/ES", "/ full"},
                            36);
  config.sampler.method = "full";
  const Mixing full = measure("none: full data", config, arguments.seeds);
  print(table, full, full);
  config.sampler.method = "firefly";
  Panel ess{{"share of bright rows", true}, {"ESS of theta's worst / full data"}, {}};
  Panel price{{"share of bright rows", true}, {"evals/ES / full data", true}, {}};
  for (const auto& sweep : sweeps(radius, global_bound)) {
    std::vector<Mixing> measured;
    for (const auto& bounds : sweep.bounds) {
      config.firefly = bounds;
      measured.push_back(measure(name_of(bounds, radius), config, arguments.seeds));
      print(table, measured.back(), full);
    }
    ess.series.push_back(series_of(sweep, measured, full, &Mixing::theta_ess));
    price.series.push_back(
        series_of(sweep, measured, full, &Mixing::evaluations_per_effective_sample));
  }
  const auto path = std::filesystem::path(arguments.output) / "mixing.svg";
  write(path,
        svg_figure("Mixing of theta as the bright share falls, against full data", {ess, price}));
  fmt::print("\nfigure: {}\n", path.string());
}

}  // namespace photinus::scaling
