// Truth: the numbers that the test itself wrote with HDF5's C functions. All comparisons are exact:
// the features are representable in float32.
#include <gtest/gtest.h>

#include <cmath>

#include "photinus/base/errors.hpp"
#include "photinus/data/dataset.hpp"
#include "support/data_file.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

template <class Scalar>
Dataset<Scalar> read(const std::string& path, int rank = 0, int ranks = 1) {
  const FileHeader header = read_header(path);
  const Layout layout = make_layout(header.rows);
  return read_rows<Scalar>(header, layout, share_of(rank, ranks, layout, true), silent);
}

// All rows of a share in order: features and response.
template <class Scalar>
void append_rows(const Dataset<Scalar>& data, std::vector<double>& x, std::vector<double>& y) {
  for (const auto& block : data.blocks) {
    x.insert(x.end(), block.row(0), block.row(0) + block.rows * block.columns);
    y.insert(y.end(), block.response.begin(), block.response.end());
  }
}

template <class Scalar>
void expect_rows(const std::string& path, const DataFile& written, int ranks) {
  std::vector<double> x, y;
  for (int rank = 0; rank < ranks; ++rank) {
    const auto data = read<Scalar>(path, rank, ranks);
    EXPECT_EQ(data.first_row(), static_cast<std::int64_t>(y.size()));
    append_rows(data, x, y);
    EXPECT_EQ(data.last_row(), static_cast<std::int64_t>(y.size()));
  }
  EXPECT_EQ(x, written.x) << ranks << " ranks";
  EXPECT_EQ(y, written.y) << ranks << " ranks";
}

class Hdf5 : public ::testing::Test {
 protected:
  std::string write(const DataFile& file) const {
    file.write(path_);
    return path_;
  }
  TemporaryDirectory directory_;
  std::string path_ = directory_.file("data.h5");
};

// Weights and offsets that say which row they belong to.
DataFile weighted_file(std::uint64_t rows, std::uint64_t offsets) {
  DataFile file = plain_file(rows, 3);
  file.weights_shape = {rows};
  file.offset_shape = {rows, offsets};
  for (std::uint64_t i = 0; i < rows; ++i) file.weights.push_back(0.25 * static_cast<double>(i));
  for (std::uint64_t i = 0; i < rows * offsets; ++i)
    file.offset.push_back(100.5 - static_cast<double>(i));
  return file;
}

// Catches: a second dimension ignored, absence not told from one number per row.
TEST_F(Hdf5, HeaderSaysWeightsAndOffsets) {
  FileHeader header = read_header(write(plain_file(20, 2)));
  EXPECT_FALSE(header.weights);
  EXPECT_EQ(header.offsets, 0);
  DataFile file = weighted_file(20, 4);
  header = read_header(write(file));
  EXPECT_TRUE(header.weights);
  EXPECT_EQ(header.offsets, 4);
  file.weights_shape.clear();
  file.offset_shape = {20};
  file.offset.resize(20);
  header = read_header(write(file));
  EXPECT_FALSE(header.weights);
  EXPECT_EQ(header.offsets, 1);
}

// Catches: rows of a share read from the start of the file, views into another block.
TEST_F(Hdf5, WeightsAndOffsetsComeBackOnEveryShare) {
  for (const std::uint64_t offsets : {1U, 3U}) {
    const DataFile file = weighted_file(777, offsets);
    write(file);
    for (const int ranks : {1, 3, 9}) {
      std::vector<double> weight, offset;
      for (int rank = 0; rank < ranks; ++rank) {
        const auto data = read<double>(path_, rank, ranks);
        for (const auto& block : data.blocks) {
          EXPECT_EQ(block.weight.size(), static_cast<std::size_t>(block.rows));
          weight.insert(weight.end(), block.weight.begin(), block.weight.end());
          offset.insert(offset.end(), block.offset.begin(), block.offset.end());
        }
      }
      EXPECT_EQ(weight, file.weights) << ranks << " ranks";
      EXPECT_EQ(offset, file.offset) << ranks << " ranks";
    }
  }
}

TEST_F(Hdf5, WeightsMayBeIntegersAndAbsentOnesAreEmpty) {
  DataFile file = weighted_file(100, 1);
  file.weights_type = DataFile::Type::int32;
  for (double& weight : file.weights) weight *= 4.0;
  write(file);
  const auto data = read<double>(path_);
  EXPECT_EQ(data.blocks.back().weight.back(), 99.0);
  const auto plain = read<double>(write(plain_file(100, 3)));
  EXPECT_EQ(plain.weight.size() + plain.offset.size(), 0U);
  for (const auto& block : plain.blocks) EXPECT_TRUE(block.weight.empty() && block.offset.empty());
}

// Catches: a file that was replaced after its header was read, written past the end of the rows.
TEST_F(Hdf5, FileReplacedByAWiderOne) {
  const FileHeader header = read_header(write(weighted_file(100, 2)));
  const Layout layout = make_layout(header.rows);
  write(weighted_file(100, 3));
  EXPECT_THROW(read_rows<double>(header, layout, {0, layout.blocks()}, silent), Failure);
}

// Catches: swapped dimensions, features widened or narrowed in memory.
TEST_F(Hdf5, HeaderSaysShapeAndType) {
  DataFile file = plain_file(300, 7);
  FileHeader header = read_header(write(file));
  EXPECT_EQ(header.path, path_);
  EXPECT_EQ(header.rows, 300);
  EXPECT_EQ(header.columns, 7);
  EXPECT_EQ(header.scalar, ScalarType::float64);
  EXPECT_TRUE(header.column_names.empty());
  file.x_type = DataFile::Type::float32;
  EXPECT_EQ(read_header(write(file)).scalar, ScalarType::float32);
}

// Catches: padding or terminators kept in names, names read from one of the two places only.
TEST_F(Hdf5, ColumnNamesInEveryForm) {
  const std::vector<std::string> names = {"age", "a longer name", "x"};
  for (const auto as : {DataFile::Names::variable, DataFile::Names::fixed})
    for (const bool on_x : {false, true}) {
      DataFile file = plain_file(10, 3);
      file.names = names;
      file.names_as = as;
      file.names_on_x = on_x;
      EXPECT_EQ(read_header(write(file)).column_names, names) << on_x;
    }
}

// Catches: rows read at a wrong offset, float64 read as float32 and the reverse.
TEST_F(Hdf5, RowsComeBackInBothTypes) {
  DataFile file = plain_file(1'000, 5);
  expect_rows<double>(write(file), file, 1);
  file.x_type = DataFile::Type::float32;
  expect_rows<float>(write(file), file, 1);
}

TEST_F(Hdf5, Float64KeepsAllDigits) {
  DataFile file = plain_file(100, 2);
  for (double& x : file.x) x = std::nextafter(x, 9.0);
  expect_rows<double>(write(file), file, 3);
}

TEST_F(Hdf5, LabelsMayBeIntegers) {
  DataFile file = plain_file(200, 2);
  file.y_type = DataFile::Type::int32;
  for (double& y : file.y) y = 2.0 * y - 1.0;
  expect_rows<double>(write(file), file, 1);
}

// 1,000 rows: blocks of 8; chunks of 37 rows and 2 of 3 columns straddle them. Catches: chunks cut
// at block edges, a share that reads rows of its neighbours.
TEST_F(Hdf5, CompressedChunksThatStraddleBlocks) {
  DataFile file = plain_file(1'000, 3);
  file.x_type = DataFile::Type::float32;
  file.x_chunk = {37, 2};
  file.y_chunk = {101};
  write(file);
  for (const int ranks : {1, 2, 3, 8}) expect_rows<float>(path_, file, ranks);
}

TEST_F(Hdf5, SharesTogetherAreTheFile) {
  const DataFile file = plain_file(777, 4);
  write(file);
  for (int ranks = 1; ranks <= 9; ++ranks) expect_rows<double>(path_, file, ranks);
}

// Five rows are five blocks: some of nine shares are empty.
// No rank reads another's rows: a NaN in the last share stops the rank that holds it and no other.
TEST_F(Hdf5, ARankNeverSeesTheRowsOfAnother) {
  DataFile file = plain_file(640, 3);
  file.x.back() = std::nan("");
  write(file);
  for (int rank = 0; rank < 3; ++rank) EXPECT_NO_THROW(read<double>(path_, rank, 4)) << rank;
  EXPECT_THROW(read<double>(path_, 3, 4), Failure);
}

TEST_F(Hdf5, MoreRanksThanBlocks) {
  const DataFile file = plain_file(5, 2);
  write(file);
  expect_rows<double>(path_, file, 9);
  EXPECT_TRUE(read<double>(path_, 0, 9).blocks.empty());
}

// Catches: a range of the last share alone, zeros as the start of a maximum.
TEST_F(Hdf5, ColumnRangesMergeToTheFilesOwn) {
  DataFile file = plain_file(400, 3);
  for (std::size_t i = 0; i < file.x.size(); i += 3) file.x[i] = -2.0 - std::abs(file.x[i]);
  for (std::size_t i = 2; i < file.x.size(); i += 3) file.x[i] = 5.0;
  write(file);
  std::vector<double> low(3, 1e300), high(3, -1e300);
  for (std::size_t i = 0; i < file.x.size(); ++i) {
    low[i % 3] = std::min(low[i % 3], file.x[i]);
    high[i % 3] = std::max(high[i % 3], file.x[i]);
  }
  for (const int ranks : {1, 3, 9}) {
    ColumnRange range;
    for (int rank = 0; rank < ranks; ++rank) range.merge(read<double>(path_, rank, ranks).range);
    EXPECT_EQ(range.minimum, low);
    EXPECT_EQ(range.maximum, high);
  }
}

// Catches: a reader that is silent for longer than a block.
TEST_F(Hdf5, BeatsOncePerBlock) {
  write(plain_file(640, 2));
  const FileHeader header = read_header(path_);
  const Layout layout = make_layout(header.rows);
  std::vector<std::int64_t> beats;
  read_rows<double>(header, layout, {3, 7},
                    [&](const char*, std::int64_t block) { beats.push_back(block); });
  EXPECT_EQ(beats, (std::vector<std::int64_t>{3, 4, 5, 6}));
}

}  // namespace
}  // namespace photinus
