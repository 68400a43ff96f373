#include "forecast_memory.hpp"

#include <algorithm>
#include <set>

#include "photinus/data/rows_memory.hpp"
#include "photinus/model/factored_covariance.hpp"
#include "photinus/replica/home_memory.hpp"
#include "photinus/run/home_problem.hpp"
#include "photinus/shard/shard_memory.hpp"
#include "photinus/target/mode_memory.hpp"

namespace photinus {

namespace {

// Resident before any row is read: mostly libraries. As measured; with MPI a part is shared.
constexpr double program_alone = 24e6, program_of_team = 32e6;

double matrix_bytes(int parameters) {
  return 8.0 * static_cast<double>(parameters) * static_cast<double>(parameters);
}

// Of all files together.
double all_stored_bytes(const std::vector<FileHeader>& files) {
  double bytes = 0.0;
  for (const auto& file : files) {
    const Layout layout = make_layout(file.rows);
    bytes += stored_bytes(file, layout, {0, layout.blocks()});
  }
  return bytes;
}

double mean_filled(const FileHeader& header) {
  if (header.format != FileFormat::libsvm || header.places.empty()) return header.columns;
  return static_cast<double>(header.places.back().filled) / static_cast<double>(header.rows);
}

}  // namespace

MemoryForecast::MemoryForecast(const RunOutline& run, const Forecast& forecast, int ranks)
    : run_(run),
      forecast_(forecast),
      ranks_(ranks),
      row_bytes_(all_stored_bytes(run.files) / static_cast<double>(run.header.rows)),
      reading_bytes_(reading_bytes(run.files.front())) {}

// As ModelShare: the rows as they are read, their table, and the list of their numbers.
void MemoryForecast::load_shares(const Share& share, Account& account) const {
  const std::int64_t rows = rows_of(run_.layout, share);
  account.keep(table_bytes(run_.header, rows));
  account.pass(static_cast<double>(rows) * row_bytes_ + reading_bytes_);
  account.keep(4.0 * static_cast<double>(rows));
}

void MemoryForecast::load_shards(int rank, const Share& share, Account& account) const {
  const std::int64_t rows = rows_of(run_.layout, share);
  account.keep(stored_bytes(run_.header, run_.layout, share));
  account.pass(rows > 0 ? reading_bytes_ : 0.0);
  const double summing = summing_bytes(run_.shape), matrix = matrix_bytes(run_.dimension);
  account.pass(summing + (rank == 0 ? mode_search_bytes(run_.dimension) : 0.0));
  if (!run_.with_bounds) return;
  account.keep(facts_bytes(rows, run_.shape));
  const double whitening = 2.0 * matrix;  // as it is received, and kept
  account.pass(summing + whitening + (rank == 0 ? bound_search_bytes(run_.dimension) : 0.0));
}

// All rows as they are read, then the table that the model is made of.
void MemoryForecast::load_homes(Account& account) const {
  const double table = table_bytes(run_.header, run_.header.rows);
  account.pass(table + static_cast<double>(run_.header.rows) * row_bytes_ + reading_bytes_);
  const std::string& family = run_.config.model.family;
  const bool keeps_table = family != "mvn" && family != "gp";
  account.pass(keeps_table ? 0.0 : table + model_bytes());
  account.keep(model_bytes());
}

// What the model keeps of its table.
double MemoryForecast::model_bytes() const {
  const std::string& family = run_.config.model.family;
  const auto rows = static_cast<double>(run_.header.rows);
  const double table = table_bytes(run_.header, run_.header.rows);
  if (family == "mvn") return 8.0 * rows * ((run_.header.columns + 7) / 8 * 8);
  if (family != "gp") return table;
  constexpr double shared = 256U << 20U;  // by the places whose factors are kept
  const auto factors = static_cast<double>(FactoredCovariance::bytes(run_.header.rows));
  return table + std::max(factors, std::min(shared, factors * (run_.replicas() + 2)));
}

double MemoryForecast::orders_bytes() const {
  return row_orders_bytes(run_.plan.kind, subset_sizes(run_.plan.betas, run_.header.rows));
}

int MemoryForecast::chains_at(int rank) const {
  const auto homes = home_ranks(run_.replicas(), ranks_, run_.config.ranks.coordinator_holds_rows);
  std::set<int> chains;
  for (std::size_t id = 0; id < homes.size(); ++id)
    if (homes[id] == rank) chains.insert(static_cast<int>(id) / run_.plan.replicas_per_chain());
  return static_cast<int>(chains.size());
}

double MemoryForecast::sampling_at_shards(std::int64_t rows, std::int64_t blocks) const {
  if (!run_.with_bounds) return 0.0;
  const double share = static_cast<double>(rows) / static_cast<double>(run_.header.rows);
  return axis_bytes(rows) + bright_bits_bytes(rows, blocks, run_.replicas()) +
         run_.replicas() * forecast_.bright * share * evaluated_row_bytes(run_.shape);
}

// Draws are copied to be saved and to be written: archive, its text, the file's bytes.
double MemoryForecast::coordinator_bytes() const {
  constexpr double copies = 6.0, copies_of_orders = 5.0;
  double bytes = copies * kept_draws_bytes(run_);
  if (run_.at_shards) bytes += mode_bytes(run_.dimension, run_.with_bounds);
  if (run_.with_bounds && forecast_.at_home)
    bytes +=
        run_.replicas() * forecast_.bright * home_row_bytes(run_.shape, mean_filled(run_.header));
  if (run_.at_homes && run_.asked == "posterior")
    bytes += copies_of_orders * run_.chains() * 4.0 * static_cast<double>(run_.header.rows);
  return bytes;
}

RankForecast MemoryForecast::of(int rank) const {
  const auto& config = run_.config.ranks;
  const Share share = share_of(rank, ranks_, run_.layout, config.coordinator_holds_rows);
  RankForecast forecast;
  forecast.rank = rank;
  Account account;
  account.keep(ranks_ == 1 ? program_alone : program_of_team);
  if (run_.at_shares) load_shares(share, account);
  if (run_.at_shards) load_shards(rank, share, account);
  const int chains = run_.at_homes ? chains_at(rank) : 0;
  if (chains > 0) load_homes(account);
  // Homes of models without predictors have no share.
  if (run_.at_shards || run_.at_shares) forecast.rows = rows_of(run_.layout, share);
  forecast.reading = account.most;
  forecast.sampling = account.held + chains * orders_bytes() +
                      sampling_at_shards(forecast.rows, share.last - share.first) +
                      (rank == 0 ? coordinator_bytes() : 0.0);
  return forecast;
}

}  // namespace photinus
