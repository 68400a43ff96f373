// The reader of HDF5 headers. The library of HDF5 itself is known to crash on hostile files; see
// cluster/fuzz.sh for what is made of that.
#include "fuzz/input_file.hpp"
#include "fuzz/verdict.hpp"
#include "photinus/data/dataset.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace photinus;
  const InputFile file(data, size);
  FileHeader header;
  if (!is_taken([&] { header = read_hdf5_header(file.path()); })) return 0;
  require(header.rows > 0 && header.columns > 0, "a header is taken without rows or columns");
  const std::size_t names = header.column_names.size();
  require(names == 0 || names == static_cast<std::size_t>(header.columns),
          "some columns have a name and others none");
  require(header.offsets >= 0, "a row has fewer offsets than none");
  return 0;
}
