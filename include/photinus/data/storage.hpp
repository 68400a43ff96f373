#pragma once

#include "photinus/base/lanes.hpp"
#include "photinus/data/dataset.hpp"
#include "photinus/data/sparse_rows.hpp"

namespace photinus {

/// How a shard's rows stand in memory: what its loops are compiled for.
template <class Number>
struct DenseStorage {
  using Scalar = Number;
  using Data = Dataset<Number>;
  using Block = BlockRows<Number>;
  using Row = const Number*;  ///< as many numbers as the file has columns
  static constexpr bool dense = true;

  /// Row i of those that are held.
  static Row row(const Data& data, std::size_t i) {
    return data.features.data() + i * static_cast<std::size_t>(data.header.columns);
  }
  static Data read(const FileHeader& header, const Layout& layout, const Share& share,
                   const Heartbeat& heartbeat, const BlockCheck<Number>& check) {
    return read_rows<Number>(header, layout, share, heartbeat, check);
  }
};

/// Rows of which only what is filled is kept, and looked at.
struct SparseStorage {
  using Scalar = float;
  using Data = SparseDataset;
  using Block = SparseBlock;
  using Row = SparseRow;
  static constexpr bool dense = false;

  static Row row(const Data& data, std::size_t i) {
    const std::int64_t start = data.starts[i];
    return {data.columns.data() + start, data.values.data() + start,
            static_cast<int>(data.starts[i + 1] - start)};
  }
  static Data read(const FileHeader& header, const Layout& layout, const Share& share,
                   const Heartbeat& heartbeat, const SparseBlockCheck& check) {
    return read_sparse_rows(header, layout, share, heartbeat, check);
  }
};

/// Sum of x[j] y[j] over the filled entries, in their order.
inline double dot(const SparseRow& x, const double* y, int /*size*/) {
  double sum = 0.0;
  for (int i = 0; i < x.filled; ++i)
    sum = std::fma(static_cast<double>(x.values[i]), y[x.columns[i]], sum);
  return sum;
}

/// sum += weight x.
inline void add_scaled(double* sum, double weight, const SparseRow& x, int /*size*/) {
  for (int i = 0; i < x.filled; ++i) {
    double& entry = sum[x.columns[i]];
    entry = std::fma(weight, static_cast<double>(x.values[i]), entry);
  }
}

}  // namespace photinus
