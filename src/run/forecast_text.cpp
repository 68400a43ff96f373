#include <fmt/format.h>

#include <algorithm>

#include "photinus/run/forecast.hpp"

// Forecast: as the program prints it.

namespace photinus {

namespace {

std::string in_bytes(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.1f} kB", bytes / 1e3);
  return bytes < 1e9 ? fmt::format("{:.1f} MB", bytes / 1e6)
                     : fmt::format("{:.2f} GB", bytes / 1e9);
}

std::string data_lines(const RunOutline& run) {
  std::string text;
  for (const auto& file : run.files)
    text += fmt::format("data      {}: {} rows x {} columns\n", file.path, file.rows, file.columns);
  return text + fmt::format("          {} rows in {} blocks of {} rows; {} parameters\n",
                            run.header.rows, run.layout.blocks(), run.layout.block_size,
                            run.user_parameters);
}

std::string line_of(const std::string& name, const RankForecast& rank, bool known) {
  const auto megabytes = [](double bytes) { return bytes / 1e6; };
  const std::string sent =
      known ? fmt::format("{:>10.2f} {:>10.2f}", rank.messages, rank.message_bytes / 1e3)
            : fmt::format("{:>10} {:>10}", "-", "-");
  return fmt::format("{:<14} {:>12} {:>9.1f} {:>9.1f} {:>9.1f} {}\n", name, rank.rows,
                     megabytes(rank.reading), megabytes(rank.sampling), megabytes(rank.peak()),
                     sent);
}

// Of many ranks the first, and of the others that with the least and that with the most memory.
std::string rank_lines(const Forecast& forecast) {
  constexpr std::size_t shown_alone = 8;
  const auto& ranks = forecast.ranks;
  const bool known = forecast.questions.known;
  std::string text;
  if (ranks.size() <= shown_alone) {
    for (const auto& rank : ranks) text += line_of(fmt::format("rank {}", rank.rank), rank, known);
    return text;
  }
  const auto [least, most] =
      std::minmax_element(ranks.begin() + 1, ranks.end(),
                          [](const auto& a, const auto& b) { return a.peak() < b.peak(); });
  text += line_of("rank 0", ranks.front(), known);
  text += line_of(fmt::format("least, rank {}", least->rank), *least, known);
  return text + line_of(fmt::format("most, rank {}", most->rank), *most, known);
}

RankForecast total_of(const std::vector<RankForecast>& ranks) {
  RankForecast total;
  for (const auto& rank : ranks) {
    total.rows += rank.rows;
    total.reading += rank.reading;
    total.sampling += rank.sampling;
    total.messages += rank.messages;
    total.message_bytes += rank.message_bytes;
  }
  return total;
}

std::string message_line(const Forecast& forecast) {
  const auto& questions = forecast.questions;
  const auto others = 2 * (forecast.ranks.size() - 1);
  if (questions.known)
    return fmt::format(
        "messages  {:.2f} questions to all ranks in an iteration, {} messages each\n",
        questions.number, others);
  return fmt::format(
      "messages  {} for every sum over rows; how many sums there are, the data decide\n", others);
}

}  // namespace

std::string to_text(const RunOutline& run, const Forecast& forecast) {
  const bool known = forecast.questions.known;
  std::string text = data_lines(run);
  text += fmt::format("ranks     {}\n\n", forecast.ranks.size());
  text += fmt::format("{:<14} {:>12} {:>9} {:>9} {:>9} {:>10} {:>10}\n", "", "", "reading",
                      "sampling", "peak", "messages", "kB sent");
  text += fmt::format("{:<14} {:>12} {:>9} {:>9} {:>9} {:>21}\n", "", "rows", "MB", "MB", "MB",
                      "in an iteration");
  text += rank_lines(forecast) + line_of("all", total_of(forecast.ranks), known) + "\n";
  if (run.with_bounds)
    text += fmt::format("bright    about {:.2g} rows of each of {} replicas, {}\n", forecast.bright,
                        run.replicas(), forecast.at_home ? "at the coordinator" : "at the shards");
  text += message_line(forecast);
  text += fmt::format("disk      draws {}, checkpoints {}\n", in_bytes(forecast.draws_bytes),
                      in_bytes(forecast.checkpoint_bytes));
  return text + "memory    resident, as rank_shares of summary.json has it, program included\n";
}

}  // namespace photinus
