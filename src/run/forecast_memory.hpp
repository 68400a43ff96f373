#pragma once

#include "photinus/run/forecast.hpp"

namespace photinus {

/// Memory of the ranks. What is added up are the arrays that grow with rows, parameters or draws.
class MemoryForecast {
 public:
  /// `forecast` has the bright rows already.
  MemoryForecast(const RunOutline& run, const Forecast& forecast, int ranks);

  /// Rows and memory of a rank.
  RankForecast of(int rank) const;

 private:
  /// What is held from one step of the set-up to the next, and the most that was.
  struct Account {
    double held = 0.0;
    double most = 0.0;
    void keep(double bytes) { pass(bytes), held += bytes; }
    void pass(double bytes) { most = held + bytes > most ? held + bytes : most; }
  };

  void load_shares(const Share& share, Account& account) const;
  void load_shards(int rank, const Share& share, Account& account) const;
  void load_homes(Account& account) const;
  double sampling_at_shards(std::int64_t rows, std::int64_t blocks) const;
  double coordinator_bytes() const;
  double model_bytes() const;
  double orders_bytes() const;
  int chains_at(int rank) const;

  const RunOutline& run_;
  const Forecast& forecast_;
  int ranks_;
  double row_bytes_;      // of a row as it is in the files, on average
  double reading_bytes_;  // beside the rows, while they are read
};

}  // namespace photinus
