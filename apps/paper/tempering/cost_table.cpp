#include <fmt/format.h>

#include <sstream>

#include "published.hpp"
#include "report/markdown_table.hpp"
#include "tables.hpp"
#include "theory.hpp"

namespace photinus::paper::tempering {

namespace {

using report::MarkdownTable;
using report::shown_figure;

constexpr Method tempered[] = {Method::stt, Method::tt, Method::spt, Method::pt};

Case case_of(const Line& line, std::int64_t rows, Method method) {
  return {line.model, rows, line.parameters, line.kernel, method, true};
}

// Of a number of each method relative to that of plain HMC; what `show` makes of it.
template <class Number>
std::vector<std::string> relative(const std::string& name, const Line& line, std::int64_t rows,
                                  const Measurements& measured, Number number) {
  std::vector<std::string> cells = {name};
  const Measurement* plain = measured.find(case_of(line, rows, Method::plain));
  for (const Method method : tempered) {
    const Measurement* m = measured.find(case_of(line, rows, method));
    cells.push_back(m == nullptr || plain == nullptr
                        ? "-"
                        : fmt::format("{:.4g}", number(*m) / number(*plain)));
  }
  return cells;
}

template <class Cost>
std::vector<std::string> known(const std::string& name, Cost cost) {
  std::vector<std::string> cells = {name};
  for (const Method method : tempered) cells.push_back(fmt::format("{:.4g}", cost(method)));
  return cells;
}

double kernel_evaluations(const Measurement& m) { return m.kernel_evaluations; }
double all_evaluations(const Measurement& m) { return m.kernel_evaluations + m.other_evaluations; }

void add_rows(const Line& line, std::int64_t rows, const Measurements& measured,
              const MarkdownTable& table) {
  const auto name = [&](const char* what) { return fmt::format("N {}: {}", rows, what); };
  std::vector<std::string> measured_seconds = {name("seconds")};
  for (const Method method : tempered) {
    const Measurement* m = measured.find(case_of(line, rows, method));
    measured_seconds.push_back(m == nullptr ? "-" : fmt::format("{:.4g}", m->seconds_ratio));
  }
  const Measurement* plain = measured.find(case_of(line, rows, Method::plain));
  measured_seconds.push_back(plain == nullptr ? "-" : shown_figure(plain->seconds_per_draw()));
  table.row(measured_seconds);
  for (auto cells : {relative(name("all evaluations"), line, rows, measured, all_evaluations),
                     relative(name("kernel evaluations"), line, rows, measured, kernel_evaluations),
                     known(name("theory"), [&](Method method) {
                       return relative_cost(method, line.model, rows);
                     })}) {
    cells.emplace_back();
    table.row(cells);
  }
}

std::string model_name(const std::string& model) {
  return model == "gp" ? "Gaussian process" : "mean of a normal";
}

}  // namespace

std::string cost_table(const Measurements& measured, std::int64_t largest) {
  std::ostringstream out;
  out << "# Figure 1: what a draw costs, relative to plain HMC\n\n";
  for (const auto& line : figure1_lines()) {
    const MarkdownTable table(
        {fmt::format("{}, {} parameters", model_name(line.model), line.parameters), "STT", "TT",
         "SPT", "PT", "HMC: s / draw"},
        28, out);
    for (const std::int64_t rows : line.rows)
      if (rows <= largest) add_rows(line, rows, measured, table);
    for (auto cells :
         {known("beta_m N rows: theory",
                [&](Method method) { return asymptotic_relative_cost(method, line.model); }),
          known("the paper: equations 15-18",
                [&](Method method) { return formula_of_paper(line.model, method); }),
          known("the paper: measured",
                [&](Method method) { return published_cost(line.model, method); })}) {
      cells.emplace_back();
      table.row(cells);
    }
    out << "\n";
  }
  out << "Seconds are of CPU, the median ratio of turns of 10 ms or one draw. Evaluations of a "
         "Gaussian process of n rows count n^3. All "
         "evaluations are those of kernels\nand those for the sake of swaps and changes of rung. "
         "Theory: one update of the posterior between tempered\nproposals, N_m = round(beta_m N) "
         "rows.\n";
  return out.str();
}

}  // namespace photinus::paper::tempering
