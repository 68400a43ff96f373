// The reader of LIBSVM text: what files are taken for it, the header, and the rows, which are the
// same whether one rank reads them or each block has its own.
#include <algorithm>
#include <span>

#include "fuzz/input_file.hpp"
#include "fuzz/verdict.hpp"
#include "photinus/data/sparse_rows.hpp"

namespace photinus {
namespace {

// Three numbers are kept for every column: what is sparse here are rows.
constexpr int most_columns = 1 << 16;

void require_same(const SparseBlock& a, const SparseBlock& b) {
  require(a.first_row == b.first_row && a.rows == b.rows && a.filled() == b.filled(),
          "a block read alone has another shape");
  require(std::ranges::equal(a.response, b.response), "a block read alone has other responses");
  for (std::int64_t i = 0; i < a.rows; ++i) {
    const SparseRow x = a.row(i), y = b.row(i);
    require(std::equal(x.columns, x.columns + x.filled, y.columns, y.columns + y.filled) &&
                std::equal(x.values, x.values + x.filled, y.values, y.values + y.filled),
            "a row of a block read alone has other entries");
  }
}

void read_both_ways(const FileHeader& header) {
  const Layout layout = make_layout(header.rows);
  SparseDataset all;
  if (!is_taken([&] { all = read_sparse_rows(header, layout, {0, layout.blocks()}, silent); }))
    return;
  for (std::int64_t b = 0; b < layout.blocks(); ++b)
    require_same(all.blocks[static_cast<std::size_t>(b)],
                 read_sparse_rows(header, layout, {b, b + 1}, silent).blocks.front());
}

}  // namespace
}  // namespace photinus

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace photinus;
  const InputFile file(data, size);
  // What no text begins like goes through all that HDF5 knows: dear, and seldom of use.
  if (size % 64 == 0) is_taken([&] { read_header(file.path()); });
  FileHeader header;
  if (!is_taken([&] { header = read_libsvm_header(file.path()); })) return 0;
  require(header.rows > 0 && header.columns > 0, "a header is taken without rows or columns");
  if (header.columns <= most_columns) read_both_ways(header);
  return 0;
}
