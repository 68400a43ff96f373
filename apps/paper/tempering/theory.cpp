#include "theory.hpp"

#include <cmath>

#include "photinus/tempering/ladder.hpp"
#include "settings.hpp"

namespace photinus::paper::tempering {

namespace {

// r_m, coldest first.
double relative_cost(Method method, const std::vector<double>& ratios) {
  const auto hotter = static_cast<double>(ratios.size() - 1);
  double sum = 0.0;
  for (std::size_t m = 1; m < ratios.size(); ++m) sum += ratios[m];
  if (method == Method::stt) return 2.0 * sum + 1.0;
  if (method == Method::spt) return sum + 1.0;
  if (method == Method::tt) return 2.0 * hotter + 1.0;
  return method == Method::pt ? hotter + 1.0 : 1.0;
}

}  // namespace

int cost_exponent(const std::string& model) { return model == "gp" ? 3 : 1; }

double relative_cost(Method method, const std::string& model, std::int64_t rows) {
  std::vector<double> ratios;
  for (const std::int64_t size : subset_sizes(paper_ladder(), rows))
    ratios.push_back(
        std::pow(static_cast<double>(size) / static_cast<double>(rows), cost_exponent(model)));
  return relative_cost(method, ratios);
}

double asymptotic_relative_cost(Method method, const std::string& model) {
  std::vector<double> ratios;
  for (const double beta : paper_ladder()) ratios.push_back(std::pow(beta, cost_exponent(model)));
  return relative_cost(method, ratios);
}

}  // namespace photinus::paper::tempering
