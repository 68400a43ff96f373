#include "experiments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "photinus/run/problem.hpp"
#include "report/families.hpp"

namespace photinus::paper {

namespace {

DataSet mnist() {
  DataSet data;
  data.name = "mnist";
  data.title = "MNIST 7 v 9, logistic, random walk";
  data.model.family = "logistic";
  data.kernel = "random_walk";
  data.length = {150'000, 450'000};
  data.published = {{{12'214, 3.7, 1.0}, {6'252, 1.3, 0.7}, {207, 1.4, 22.0}}};
  data.prior_scales = {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0};
  return data;
}

DataSet cifar() {
  DataSet data;
  data.name = "cifar";
  data.title = "CIFAR-10, 3 classes, softmax, MALA";
  data.model.family = "softmax";
  data.model.prior.scale = {0.15};
  data.kernel = "mala";
  data.length = {40'000, 120'000};
  data.published = {{{18'000, 8.0, 1.0}, {8'058, 4.2, 1.2}, {654, 3.3, 11.0}}};
  data.prior_scales = {0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0};
  return data;
}

DataSet opv() {
  DataSet data;
  data.name = "opv";
  data.title = "Robust regression, Student-t, slice sampling";
  data.model.family = "student_t";
  data.model.sigma = 0.2;
  data.model.prior.family = "laplace";
  data.kernel = "slice_random";
  data.untuned_q = 0.2;
  data.tuned_q = 1e-4;
  data.length = {10'000, 20'000};
  data.least = {300, 600};
  data.published = {{{18'182'764, 1.3, 1.0}, {2'753'428, 1.1, 5.7}, {575'528, 1.2, 29.0}}};
  data.prior_scales = {0.01, 0.03, 0.1, 0.3, 1.0, 3.0};
  data.sigmas = {0.1, 0.15, 0.2, 0.25, 0.3, 0.4};
  return data;
}

// The paper leaves the mass at one; its slice sampler moves along one random direction.
RunConfig::Sampler papers_sampler(const std::string& kernel) {
  RunConfig::Sampler sampler;
  sampler.kernel = kernel;
  sampler.metric = "identity";
  sampler.start = "prior";
  sampler.chains = 1;
  sampler.slice_updates = 1;
  return sampler;
}

RunConfig::Firefly papers_firefly(const std::string& global_bound, const std::string& anchor,
                                  double q) {
  RunConfig::Firefly firefly;
  firefly.bound = global_bound;
  firefly.anchor = anchor;
  firefly.q = q;
  firefly.slack = 0.0;
  // A given radius: the bounds stay where they are in warm-up, on the way from the prior too.
  firefly.radius = 1.0;
  return firefly;
}

}  // namespace

std::string name_of(Variant variant) {
  constexpr std::array names{"regular", "untuned", "tuned", "ours"};
  return names[static_cast<std::size_t>(variant)];
}

std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for (const Variant variant : all_variants) names.push_back(name_of(variant));
  return names;
}

const std::vector<DataSet>& all_data_sets() {
  static const std::vector<DataSet> all = {mnist(), cifar(), opv()};
  return all;
}

bool can_run(const DataSet& data) {
  const auto& all = report::families();
  const bool known = std::any_of(all.begin(), all.end(), [&](const FamilyEntry& entry) {
    return entry.name == data.model.family;
  });
  if (!known)
    fmt::print("{}: skipped, this program has no family {}\n", data.name, data.model.family);
  return known;
}

Length full_length(const DataSet& data, Variant variant) {
  const RunConfig::Sampler ours;
  return variant == Variant::ours ? Length{ours.warmup, ours.draws} : data.length;
}

Length least_length(const DataSet& data, Variant variant) {
  return variant == Variant::ours ? Length{50, 100} : data.least;
}

RunConfig config_of(const DataSet& data, Variant variant, const std::string& path) {
  RunConfig config;
  config.data.path = path;
  config.model = data.model;
  if (variant == Variant::ours) return config;
  config.sampler = papers_sampler(data.kernel);
  if (variant == Variant::regular) {
    config.sampler.method = "full";
    return config;
  }
  const bool tuned = variant == Variant::tuned;
  const auto& family = find_family(report::families(), data.model.family);
  config.firefly = papers_firefly(family.global_bounds.front(), tuned ? "mode" : "untuned",
                                  tuned ? data.tuned_q : data.untuned_q);
  return config;
}

}  // namespace photinus::paper
