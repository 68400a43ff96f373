#include "published.hpp"

#include <vector>

namespace photinus::paper::tempering {

namespace {

constexpr bool starred = false;

struct Entry {
  const char *model, *kernel;
  int parameters;
  std::array<PublishedEfficiency, paper_methods> values;  // plain, STT, TT, SPT, PT
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {"gp", "hmc", 5, {{{0.1378}, {0.1828}, {0.0445}, {0.0682}, {0.0189}}}},
      {"gp", "hmc", 10, {{{0.0027}, {0.0053}, {0.0022}, {0.0011}, {0.0002, starred}}}},
      {"gp", "hmc", 15, {{{0.0011}, {0.0012}, {0.0013}, {0.0002, starred}, {0.0003}}}},
      {"gp", "hmc", 20, {{{0.0007}, {0.0033}, {0.0016}, {0.0009}, {0.0001, starred}}}},
      {"gp", "hmc", 25, {{{0.0010}, {0.0016}, {0.0011}, {0.0003, starred}, {0.0003, starred}}}},
      {"gp", "mh", 5, {{{0.0279}, {0.0503}, {0.0495}, {0.0262}, {0.0204}}}},
      {"gp", "mh", 10, {{{0.0028}, {0.0151}, {0.0065}, {0.0005}, {0.0003}}}},
      {"gp", "mh", 15, {{{0.0021}, {0.0038}, {0.0035}, {0.0005}, {0.0002}}}},
      {"gp", "mh", 20, {{{0.0032}, {0.0026}, {0.0021}, {0.0009}, {0.0002}}}},
      {"mvn", "hmc", 5, {{{0.7915}, {0.1380}, {0.0681}, {0.2201}, {0.1089}}}},
      {"mvn", "hmc", 10, {{{0.3334}, {0.1361}, {0.0652}, {0.2172}, {0.1119}}}},
      {"mvn", "hmc", 50, {{{0.0537}, {0.0363}, {0.0257}, {0.0142}, {0.0091}}}},
      {"mvn", "hmc", 100, {{{0.0101}, {0.0145}, {0.0101}, {0.0026}, {0.0020}}}},
      {"mvn", "mh", 5, {{{0.9949}, {0.4903}, {3.1858}, {0.0344}, {0.1665}}}},
      {"mvn", "mh", 10, {{{0.1445}, {0.2664}, {0.7232}, {0.0148}, {0.0390}}}},
      {"mvn", "mh", 50, {{{0.0221}, {0.0579}, {0.0524}, {0.0012}, {0.0018}}}},
      {"mvn", "mh", 100, {{{0.0102}, {0.0240}, {0.0221}, {0.0008, starred}, {0.0010, starred}}}}};
  return all;
}

}  // namespace

std::optional<PublishedEfficiency> published_efficiency(const Line& line, Method method) {
  const auto i = static_cast<std::size_t>(method);
  if (is_ours(method)) return {};
  for (const auto& entry : entries())
    if (entry.model == line.model && entry.kernel == line.kernel &&
        entry.parameters == line.parameters)
      return entry.values[i];
  return {};
}

double published_cost(const std::string& model, Method method) {
  if (method == Method::stt) return model == "gp" ? 2.35 : 5.65;
  if (method == Method::tt) return model == "gp" ? 9.19 : 12.94;
  if (method == Method::spt) return model == "gp" ? 1.73 : 3.51;
  if (method == Method::pt) return model == "gp" ? 6.03 : 7.48;
  return 1.0;
}

double formula_of_paper(const std::string& model, Method method) {
  if (method == Method::stt) return model == "gp" ? 1.74 : 4.52;
  if (method == Method::tt) return 10.0;
  if (method == Method::spt) return model == "gp" ? 1.55 : 3.11;
  return method == Method::pt ? 6.0 : 1.0;
}

}  // namespace photinus::paper::tempering
