#include "photinus/output/table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "photinus/output/text_layout.hpp"

namespace photinus {
namespace {

constexpr std::size_t numbers = 9;  // columns besides the name
using Cells = std::array<std::string, numbers>;
using Widths = std::array<std::size_t, numbers>;

const Cells headings = {"mean", "sd", "mcse", "q5", "q50", "q95", "bulk", "tail", "r_hat"};

/// To three decimals; with ESS rounded down, nothing that missed its limit is shown as meeting it.
/// The slack keeps decimals that are whole but for their rounding.
double round_up(double r_hat) { return std::ceil(r_hat * 1000.0 - 1e-6) / 1000.0; }

/// `widest` is the most that a mean or quantile may take.
Cells cells_of(const ParameterSummary& p, std::size_t widest) {
  const int plain = decimals_for(std::abs(p.mean), 4, 1);  // where the draws have no spread
  const int by_sd = decimals_for(p.sd, 2, plain);
  const int by_mcse = decimals_for(p.mcse, 2, by_sd);
  return {fit_number(p.mean, by_mcse, widest),
          fit_number(p.sd, decimals_for(p.sd, 3, 0), 7),
          fit_number(p.mcse, decimals_for(p.mcse, 2, 0), 7),
          fit_number(p.q5, by_sd, widest),
          fit_number(p.q50, by_sd, widest),
          fit_number(p.q95, by_sd, widest),
          fit_number(std::floor(p.ess_bulk), 0, 6),
          fit_number(std::floor(p.ess_tail), 0, 6),
          fit_number(round_up(p.r_hat), 3, 7)};
}

/// What to show: indices into the parameters, and the rule before the worst of the others.
struct Selection {
  std::vector<std::size_t> rows;
  std::size_t before_worst = 0;  // rows that stand above the rule; all of them if there is none
};

bool is_extra(const ParameterSummary& p) { return p.name == "lp" || p.name == "|theta|"; }

/// Moves the `count` rows that `worse` puts first from `rest` to `rows`; ties keep their order.
template <class Worse>
void move_worst(std::vector<std::size_t>& rest, std::size_t count, Worse worse,
                std::vector<std::size_t>& rows) {
  std::ranges::stable_sort(rest, worse);
  const auto end = rest.begin() + static_cast<std::ptrdiff_t>(std::min(count, rest.size()));
  rows.insert(rows.end(), rest.begin(), end);
  rest.erase(rest.begin(), end);
}

/// Not available counts as worst of all.
double or_worst(double value, double worst) { return std::isnan(value) ? worst : value; }

void add_worst(const std::vector<ParameterSummary>& parameters, std::vector<std::size_t> rest,
               std::vector<std::size_t>& rows) {
  const auto less_ess = [&](std::size_t a, std::size_t b) {
    return or_worst(parameters[a].ess_bulk, -1.0) < or_worst(parameters[b].ess_bulk, -1.0);
  };
  const auto more_r_hat = [&](std::size_t a, std::size_t b) {
    return or_worst(parameters[a].r_hat, HUGE_VAL) > or_worst(parameters[b].r_hat, HUGE_VAL);
  };
  move_worst(rest, 5, less_ess, rows);
  move_worst(rest, 3, more_r_hat, rows);
}

Selection select(const std::vector<ParameterSummary>& parameters) {
  constexpr std::size_t all_up_to = 30;
  constexpr std::size_t first = 18;
  std::vector<std::size_t> extra;
  std::vector<std::size_t> proper;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    (is_extra(parameters[i]) ? extra : proper).push_back(i);
  auto rows = extra;
  const auto shown = proper.size() + extra.size() <= all_up_to ? proper.size() : first;
  const auto cut = proper.begin() + static_cast<std::ptrdiff_t>(std::min(shown, proper.size()));
  rows.insert(rows.end(), proper.begin(), cut);
  Selection selection{rows, rows.size()};
  add_worst(parameters, {cut, proper.end()}, selection.rows);
  return selection;
}

/// The chosen rows as text, columns as narrow as their contents.
struct Layout {
  std::vector<Cells> rows;
  Widths widths{};
  std::size_t name_width = 0;
};

Layout lay_out(const std::vector<ParameterSummary>& parameters, const Selection& selection,
               std::size_t width, std::size_t widest) {
  Layout layout;
  for (std::size_t k = 0; k < numbers; ++k) layout.widths[k] = headings[k].size();
  std::size_t longest = 4;  // "name"
  for (const auto i : selection.rows) {
    const auto& cells = layout.rows.emplace_back(cells_of(parameters[i], widest));
    for (std::size_t k = 0; k < numbers; ++k)
      layout.widths[k] = std::max(layout.widths[k], cells[k].size());
    longest = std::max(longest, code_points(parameters[i].name));
  }
  std::size_t taken = 0;
  for (const auto w : layout.widths) taken += w + 1;
  layout.name_width = width > taken ? std::min(longest, width - taken) : 0;
  return layout;
}

/// Means and quantiles give way to names, from 10 characters to 8, until a name has 12 or is whole.
Layout lay_out(const std::vector<ParameterSummary>& parameters, const Selection& selection,
               std::size_t width) {
  std::size_t wanted = 4;
  for (const auto i : selection.rows)
    wanted = std::max(wanted, std::min<std::size_t>(code_points(parameters[i].name), 12));
  Layout layout;
  for (std::size_t widest = 10; widest >= 8; --widest) {
    layout = lay_out(parameters, selection, width, widest);
    if (layout.name_width >= wanted) break;
  }
  return layout;
}

std::string line(const std::string& name, const Cells& cells, const Layout& layout) {
  auto text = shorten(name, layout.name_width);
  text.append(layout.name_width - code_points(text), ' ');
  for (std::size_t k = 0; k < numbers; ++k)
    text += std::string(1 + layout.widths[k] - cells[k].size(), ' ') + cells[k];
  return text + "\n";
}

std::size_t line_width(const Layout& layout) {
  std::size_t total = layout.name_width;
  for (const auto w : layout.widths) total += w + 1;
  return total;
}

std::string rule(const std::string& label, std::size_t width) {
  auto text = label.empty() ? std::string() : "-- " + label + " ";
  if (text.size() < width) text.append(width - text.size(), '-');
  return text + "\n";
}

/// Why something is not available, parameters with one reason together.
std::string footnotes(const std::vector<ParameterSummary>& parameters, std::size_t width) {
  constexpr std::size_t named = 4;
  std::map<std::string, std::vector<std::string>> names;
  for (const auto& p : parameters)
    if (!p.reason.empty()) names[p.reason].push_back(shorten(p.name, 24));
  std::string text;
  for (const auto& [reason, who] : names) {
    std::string list;
    for (std::size_t i = 0; i < std::min(who.size(), named); ++i)
      list += (i == 0 ? "" : ", ") + who[i];
    if (who.size() > named) list += " and " + std::to_string(who.size() - named) + " more";
    text += fold("NA  ", list + ": " + reason, width);
  }
  return text;
}

}  // namespace

std::string posterior_table(const std::vector<ParameterSummary>& parameters, int width) {
  const auto columns = static_cast<std::size_t>(std::max(width, 80));
  const auto selection = select(parameters);
  const auto layout = lay_out(parameters, selection, columns);
  auto text = line("name", headings, layout) + rule("", line_width(layout));
  for (std::size_t i = 0; i < selection.rows.size(); ++i) {
    if (i == selection.before_worst)
      text += rule("worst of the others, by bulk and by r_hat", line_width(layout));
    text += line(parameters[selection.rows[i]].name, layout.rows[i], layout);
  }
  if (const auto hidden = parameters.size() - selection.rows.size(); hidden > 0)
    text += std::string("... ") + with_commas(static_cast<std::int64_t>(hidden)) +
            " more: photinus summary DIR --json\n";
  return text + footnotes(parameters, columns);
}

}  // namespace photinus
