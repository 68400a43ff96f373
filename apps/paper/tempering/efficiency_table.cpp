#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "published.hpp"
#include "report/markdown_table.hpp"
#include "tables.hpp"

namespace photinus::paper::tempering {

namespace {

using report::MarkdownTable;
using report::shown_figure;

struct Entry {
  Case c;
  const Measurement* measured;  // or none

  double rate(double ess) const { return ess / measured->seconds; }
};

std::vector<Entry> entries_of(const Line& line, const Measurements& measured) {
  std::vector<Entry> entries;
  for (const Method method : all_methods()) {
    const Case c{line.model, line.rows.front(), line.parameters, line.kernel, method};
    entries.push_back({c, measured.find(c)});
  }
  return entries;
}

std::vector<Line> lines_of(const std::string& name, const std::string& kernel,
                           std::int64_t largest) {
  std::vector<Line> lines;
  for (const auto& line : name == "table1" ? table1_lines() : table2_lines())
    if (line.kernel == kernel && line.rows.front() <= largest) lines.push_back(line);
  return lines;
}

std::string by_paper(const Entry& entry) {
  if (entry.measured == nullptr) return "-";
  return shown_figure(entry.rate(entry.measured->ess)) + (entry.measured->converged() ? "" : "*");
}

std::string by_bulk(const Entry& entry) {
  return entry.measured == nullptr ? "-" : shown_figure(entry.rate(entry.measured->worst_ess));
}

std::string published(const Line& line, Method method) {
  const auto printed = published_efficiency(line, method);
  return printed ? fmt::format("{:.4f}{}", printed->value, printed->converged ? "" : "*") : "-";
}

std::vector<std::string> heading(const std::string& kernel) {
  std::vector<std::string> names = {kernel == "hmc" ? "HMC inside" : "MH inside"};
  for (const Method method : all_methods())
    if (kernel == "hmc" || !is_ours(method)) names.push_back(label_of(method, kernel));
  return names;
}

// One line of the table for each way to look at a line of the paper's.
void add_line(const Line& line, const std::vector<Entry>& entries, const MarkdownTable& table) {
  std::vector<std::string> paper = {fmt::format("{}, measured", line.parameters)};
  std::vector<std::string> printed = {"- published"}, bulk = {"- worst bulk"};
  for (const auto& entry : entries) {
    if (line.kernel != "hmc" && is_ours(entry.c.method)) continue;
    paper.push_back(by_paper(entry));
    printed.push_back(published(line, entry.c.method));
    bulk.push_back(by_bulk(entry));
  }
  table.row(paper);
  table.row(printed);
  table.row(bulk);
}

// "STT" where it has the largest number above 0; "-" where none has.
template <class Number>
std::string winner(const std::vector<Entry>& entries, bool ours, Number number) {
  std::string best = "-";
  double largest = 0.0;
  for (const auto& entry : entries) {
    if (!ours && is_ours(entry.c.method)) continue;
    const double value = number(entry);
    if (!(value > largest)) continue;
    largest = value;
    best = entry.c.label();
  }
  return best;
}

double converged_rate(const Entry& entry) {
  return entry.measured != nullptr && entry.measured->converged() ? entry.rate(entry.measured->ess)
                                                                  : 0.0;
}

double bulk_rate(const Entry& entry) {
  return entry.measured != nullptr ? entry.rate(entry.measured->worst_ess) : 0.0;
}

void add_winners(const std::string& name, const Measurements& measured, std::int64_t largest,
                 std::ostream& out) {
  const MarkdownTable table(
      {"who wins", "published", "the paper's ESS", "worst bulk ESS", "that, ours among them"}, 14,
      out);
  for (const char* kernel : {"hmc", "mh"})
    for (const auto& line : lines_of(name, kernel, largest)) {
      const auto entries = entries_of(line, measured);
      const auto printed = [&](const Entry& entry) {
        const auto value = published_efficiency(line, entry.c.method);
        return value && value->converged ? value->value : 0.0;
      };
      table.row({fmt::format("{}, {} inside", line.parameters, line.kernel == "hmc" ? "HMC" : "MH"),
                 winner(entries, false, printed), winner(entries, false, converged_rate),
                 winner(entries, false, bulk_rate),
                 line.kernel == "hmc" ? winner(entries, true, bulk_rate) : ""});
    }
}

void add_lengths(const std::string& name, const Measurements& measured, std::int64_t largest,
                 std::ostream& out) {
  const MarkdownTable table({"", "warm-up", "draws", "CPU s", "s / draw", "acceptance", "swaps",
                             "transitions", "median R-hat", "worst R-hat"},
                            24, out);
  for (const char* kernel : {"hmc", "mh"})
    for (const auto& line : lines_of(name, kernel, largest))
      for (const auto& entry : entries_of(line, measured)) {
        if (entry.measured == nullptr) continue;
        const Measurement& m = *entry.measured;
        table.row({fmt::format("{} {}", entry.c.parameters,
                               kernel == std::string("hmc") || entry.c.method == Method::plain
                                   ? entry.c.label()
                                   : entry.c.label() + " (MH)"),
                   std::to_string(m.warmup), std::to_string(m.draws), shown_figure(m.seconds),
                   shown_figure(m.seconds_per_draw()), shown_figure(m.acceptance),
                   shown_figure(m.swap_acceptance), shown_figure(m.transition_acceptance),
                   shown_figure(m.r_hat), shown_figure(m.worst_r_hat)});
      }
}

double cpu_minutes(const std::string& name, const Measurements& measured, std::int64_t largest) {
  double seconds = 0.0;
  for (const char* kernel : {"hmc", "mh"})
    for (const auto& line : lines_of(name, kernel, largest))
      for (const auto& entry : entries_of(line, measured))
        if (entry.measured != nullptr) seconds += entry.measured->seconds * entry.measured->chains;
  return seconds / 60.0;
}

std::string title_of(const std::string& name) {
  return name == "table1" ? "Table 1: hyperparameters of a Gaussian process, N = 512"
                          : "Table 2: mean of a normal, N = 1,024 (HMC inside), 256 (MH inside)";
}

}  // namespace

std::string efficiency_table(const std::string& name, const Measurements& measured,
                             std::int64_t largest) {
  std::ostringstream out;
  out << "# " << title_of(name) << "\n\nvan de Meent, Paige & Wood, \"Tempering by Subsampling\": "
      << fmt::format(
             "effective samples per second, for each |theta|. {:.3g} minutes of CPU in all.\n\n",
             cpu_minutes(name, measured, largest));
  for (const char* kernel : {"hmc", "mh"}) {
    const auto lines = lines_of(name, kernel, largest);
    if (lines.empty()) continue;
    const MarkdownTable table(heading(kernel), 14, out);
    for (const auto& line : lines) add_line(line, entries_of(line, measured), table);
    out << "\n";
  }
  out << "Measured and published: the paper's ESS (equation 8), median over the parameters, of "
         "three chains, over the\nCPU seconds of a chain, all iterations. `*`: the median R-hat "
         "(equation 7) is 1.1 or more. The estimate cannot\nbe less than the number of chains: "
         "beside a star it says how long was run, nothing else.\nWorst bulk: the rank-normalised "
         "bulk ESS of the parameter that has fewest, over the same seconds; `-` where its\nR-hat "
         "is "
         "above 1.2: there is none to speak of.\n\n";
  add_winners(name, measured, largest, out);
  out << "\nAmong those that have converged by the measure of their column.\n\n";
  add_lengths(name, measured, largest, out);
  return out.str();
}

}  // namespace photinus::paper::tempering
