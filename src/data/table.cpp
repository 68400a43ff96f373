#include "photinus/data/table.hpp"

#include "photinus/data/sparse_rows.hpp"

namespace photinus {

namespace {

std::vector<double> values_of(const HugeArray<double>& array) {
  return {array.data(), array.data() + array.size()};
}

// The numbers that stand beside the features, whichever way these are kept.
template <class Data>
void take_terms(const Data& data, DataTable& table) {
  if (data.header.response) table.y = values_of(data.response);
  table.weight = values_of(data.weight);
  table.offset = values_of(data.offset);
}

template <class Scalar>
void take_dense(const Dataset<Scalar>& data, DataTable& table) {
  const Scalar* source = data.features.data();
  double* x = table.x.data();
  for (Eigen::Index i = 0; i < table.x.size(); ++i) x[i] = static_cast<double>(source[i]);
  take_terms(data, table);
}

void take_sparse(const SparseDataset& data, DataTable& table) {
  table.x.setZero();
  for (const SparseBlock& block : data.blocks)
    for (std::int64_t i = 0; i < block.rows; ++i) {
      const SparseRow row = block.row(i);
      for (int e = 0; e < row.filled; ++e)
        table.x(block.first_row + i, row.columns[e]) = static_cast<double>(row.values[e]);
    }
  take_terms(data, table);
}

}  // namespace

DataTable read_table(const FileHeader& header, const Heartbeat& heartbeat) {
  const Layout layout = make_layout(header.rows);
  const Share all{0, layout.blocks()};
  DataTable table;
  table.header = header;
  table.x.resize(header.rows, header.columns);
  if (header.format == FileFormat::libsvm)
    take_sparse(read_sparse_rows(header, layout, all, heartbeat), table);
  else if (header.scalar == ScalarType::float32)
    take_dense(read_rows<float>(header, layout, all, heartbeat), table);
  else
    take_dense(read_rows<double>(header, layout, all, heartbeat), table);
  return table;
}

}  // namespace photinus
