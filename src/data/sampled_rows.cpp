#include "photinus/data/sampled_rows.hpp"

#include <algorithm>

#include "photinus/data/sparse_rows.hpp"

namespace photinus {

namespace {

// Small ones where rows can be found without reading those before.
Layout sampling_layout(const FileHeader& header) {
  constexpr std::int64_t rows_together = 64;
  return header.format == FileFormat::libsvm ? make_layout(header.rows)
                                             : Layout{header.rows, rows_together};
}

template <class Data>
void take(const Data& data, SampledRows& sampled) {
  sampled.range.merge(data.range);
  for (std::int64_t row = data.first_row(); row < data.last_row(); ++row) {
    sampled.rows.push_back(row);
    if (data.header.response)
      sampled.responses.push_back(data.response[static_cast<std::size_t>(row - data.first_row())]);
  }
}

}  // namespace

SampledRows sample_rows(const FileHeader& header) {
  const bool text = header.format == FileFormat::libsvm;
  const Layout layout = sampling_layout(header);
  const std::int64_t places = std::min<std::int64_t>(text ? 3 : 16, layout.blocks());
  SampledRows sampled;
  for (std::int64_t i = 0; i < places; ++i) {
    const std::int64_t block = layout.blocks() * i / places;
    const Share share{block, block + 1};
    if (text)
      take(read_sparse_rows(header, layout, share, silent), sampled);
    else if (header.scalar == ScalarType::float32)
      take(read_rows<float>(header, layout, share, silent), sampled);
    else
      take(read_rows<double>(header, layout, share, silent), sampled);
  }
  return sampled;
}

}  // namespace photinus
