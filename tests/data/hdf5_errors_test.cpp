// Truth: every file here has one fault, which the Failure must name.
#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

#include "photinus/data/dataset.hpp"
#include "support/caught.hpp"
#include "support/data_file.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

class Hdf5Errors : public ::testing::Test {
 protected:
  Failure read_all(int rank = 0, int ranks = 1) const {
    return caught([&] {
      const FileHeader header = read_header(path_);
      const Layout layout = make_layout(header.rows);
      const Share share = share_of(rank, ranks, layout, true);
      if (header.scalar == ScalarType::float32)
        read_rows<float>(header, layout, share, silent);
      else
        read_rows<double>(header, layout, share, silent);
    });
  }
  // The header alone must refuse: no rank reads rows of a file of the wrong shape.
  void expect_refused(const DataFile& file, const std::string& part) const {
    file.write(path_);
    const Failure failure = caught([&] { read_header(path_); });
    EXPECT_EQ(failure.code(), ExitCode::bad_data);
    EXPECT_TRUE(mentions(failure, path_));
    EXPECT_TRUE(mentions(failure, part));
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.file("data.h5");
};

// Catches: NaN let through by a comparison, infinities cancelled in a sum, wrong row or column.
TEST_F(Hdf5Errors, FeatureThatIsNotFinite) {
  const std::pair<double, const char*> cases[] = {
      {not_a_number, "NaN"}, {infinity, "value infinity"}, {-infinity, "-infinity"}};
  for (const auto& [value, shown] : cases)
    for (const auto type : {DataFile::Type::float32, DataFile::Type::float64}) {
      DataFile file = plain_file(300, 4);
      file.x_type = type;
      file.x[217 * 4 + 2] = value;
      file.write(path_);
      const Failure failure = read_all();
      EXPECT_EQ(failure.code(), ExitCode::bad_data);
      EXPECT_EQ(failure.row(), 217);
      for (const char* part : {path_.c_str(), "row 217,", "column 2 of /X", shown})
        EXPECT_TRUE(mentions(failure, part));
    }
}

TEST_F(Hdf5Errors, OppositeInfinitiesInOneRowDoNotCancel) {
  DataFile file = plain_file(100, 4);
  file.x[50 * 4 + 1] = infinity;
  file.x[50 * 4 + 3] = -infinity;
  file.write(path_);
  EXPECT_EQ(read_all().row(), 50);
  EXPECT_TRUE(mentions(read_all(), "column 1 of /X: value infinity"));
}

TEST_F(Hdf5Errors, ColumnIsNamedWhereItHasAName) {
  DataFile file = plain_file(100, 2);
  file.names = {"age", "income"};
  file.names_as = DataFile::Names::variable;
  file.x[1] = not_a_number;
  file.write(path_);
  EXPECT_TRUE(mentions(read_all(), "row 0, column 1 (income) of /X"));
}

TEST_F(Hdf5Errors, ResponseThatIsNotFinite) {
  for (const double value : {not_a_number, infinity, -infinity}) {
    DataFile file = plain_file(300, 2);
    file.y[299] = value;
    file.write(path_);
    const Failure failure = read_all();
    EXPECT_EQ(failure.code(), ExitCode::bad_data);
    EXPECT_EQ(failure.row(), 299);
    for (const char* part : {path_.c_str(), "row 299", "/y"}) EXPECT_TRUE(mentions(failure, part));
  }
}

// Catches: the last bad row reported, rows counted from the start of a share.
TEST_F(Hdf5Errors, FirstBadRowOfTheShareIsReported) {
  DataFile file = plain_file(640, 2);
  for (const std::size_t row : {100U, 500U, 600U}) file.x[2 * row] = not_a_number;
  file.write(path_);
  EXPECT_EQ(read_all().row(), 100);
  EXPECT_EQ(read_all(1, 2).row(), 500);
}

// Catches: huge finite values taken for infinities.
TEST_F(Hdf5Errors, LargestFiniteValuesAreRead) {
  DataFile file = plain_file(100, 2);
  file.x[7] = std::numeric_limits<double>::max();
  file.x[8] = -std::numeric_limits<double>::max();
  file.write(path_);
  const FileHeader header = read_header(path_);
  const Layout layout = make_layout(header.rows);
  EXPECT_NO_THROW(read_rows<double>(header, layout, {0, layout.blocks()}, silent));
}

TEST_F(Hdf5Errors, MissingDatasets) {
  DataFile file = plain_file(10, 2);
  file.x_shape.clear();
  expect_refused(file, "/X");
  file.x_shape = {10, 2};
  file.y_shape.clear();
  file.write(path_);
  const FileHeader header = read_header(path_);  // models of the features alone want no /y
  const Failure failure = caught([&] { require_response(header); });
  EXPECT_EQ(failure.code(), ExitCode::bad_data);
  for (const char* part : {path_.c_str(), "there is no dataset /y"})
    EXPECT_TRUE(mentions(failure, part));
}

TEST_F(Hdf5Errors, WrongShapesAndTypes) {
  DataFile file = plain_file(12, 2);
  file.x_shape = {24};
  expect_refused(file, "its shape is 24");
  file.x_shape = {12, 2, 1};
  expect_refused(file, "12 x 2 x 1");
  file = plain_file(12, 2);
  file.y_shape = {6, 2};
  expect_refused(file, "/y has shape 6 x 2, but /X has 12 rows");
  file.y_shape = {12, 2};
  file.y.resize(24);
  expect_refused(file, "/y has shape 12 x 2; needed is 12");
  file = plain_file(12, 2);
  file.y_shape = {11};
  file.y.pop_back();
  expect_refused(file, "/y has shape 11, but /X has 12 rows");
  file = plain_file(12, 2);
  file.x_type = DataFile::Type::int32;
  expect_refused(file, "/X must be float32 or float64");
}

TEST_F(Hdf5Errors, NoRowsOrNoColumns) {
  DataFile file;
  file.x_shape = {0, 3};
  file.y_shape = {0};
  expect_refused(file, "empty");
  file = plain_file(5, 1);
  file.x_shape = {5, 0};
  file.x.clear();
  expect_refused(file, "empty");
}

DataFile with_weights_and_offset(std::uint64_t rows, std::uint64_t offsets) {
  DataFile file = plain_file(rows, 2);
  file.weights_shape = {rows};
  file.weights.assign(rows, 1.5);
  file.offset_shape = {rows, offsets};
  file.offset.assign(rows * offsets, -2.0);
  return file;
}

// Catches: a negative weight let through, a weight that is not finite, rows counted from the block.
TEST_F(Hdf5Errors, WeightThatIsNegativeOrNotFinite) {
  const std::pair<double, const char*> cases[] = {{-0.5, "value -0.5 is negative"},
                                                  {not_a_number, "value NaN is not finite"},
                                                  {infinity, "value infinity is not finite"},
                                                  {-infinity, "value -infinity is not finite"}};
  for (const auto& [value, shown] : cases) {
    DataFile file = with_weights_and_offset(300, 1);
    file.weights[217] = file.weights[290] = value;
    file.weights[100] = 0.0;
    file.write(path_);
    const Failure failure = read_all();
    EXPECT_EQ(failure.code(), ExitCode::bad_data);
    EXPECT_EQ(failure.row(), 217);
    for (const char* part : {path_.c_str(), "row 217,", "/weights", shown})
      EXPECT_TRUE(mentions(failure, part));
  }
}

TEST_F(Hdf5Errors, OffsetThatIsNotFinite) {
  DataFile file = with_weights_and_offset(300, 3);
  file.offset[3 * 299 + 1] = -infinity;
  file.write(path_);
  EXPECT_EQ(read_all(1, 2).row(), 299);
  EXPECT_TRUE(mentions(read_all(1, 2), "row 299, column 1 of /offset: value -infinity"));
  file = with_weights_and_offset(300, 1);
  file.offset[5] = not_a_number;
  file.write(path_);
  EXPECT_TRUE(mentions(read_all(), "row 5, /offset: value NaN"));
}

// Catches: trouble reported dataset by dataset and not row by row.
TEST_F(Hdf5Errors, FirstBadRowOfAllDatasetsIsReported) {
  DataFile file = with_weights_and_offset(300, 2);
  file.x[2 * 203] = not_a_number;
  file.weights[202] = -1.0;
  file.offset[2 * 201 + 1] = infinity;
  file.write(path_);
  EXPECT_EQ(read_all().row(), 201);
  EXPECT_EQ(read_all(2, 3).row(), 201);
}

TEST_F(Hdf5Errors, WeightsAndOffsetsOfWrongShapes) {
  DataFile file = with_weights_and_offset(12, 2);
  file.weights_shape = {11};
  file.weights.pop_back();
  expect_refused(file, "/weights has shape 11, but /X has 12 rows");
  file = with_weights_and_offset(12, 2);
  file.weights_shape = {6, 2};
  expect_refused(file, "/weights has shape 6 x 2, but /X has 12 rows");
  file.weights_shape = {12, 1};
  expect_refused(file, "/weights has shape 12 x 1; needed is 12");
  file = with_weights_and_offset(12, 2);
  file.offset_shape = {24};
  expect_refused(file, "/offset has shape 24, but /X has 12 rows");
  file.offset_shape = {12, 2, 1};
  expect_refused(file, "/offset has shape 12 x 2 x 1; needed is 12, or 12 x numbers per row");
  file.offset_shape = {12, 0};
  file.offset.clear();
  expect_refused(file, "/offset has shape 12 x 0");
}

TEST_F(Hdf5Errors, ColumnNamesThatDoNotFit) {
  for (const bool on_x : {false, true}) {
    DataFile file = plain_file(10, 3);
    file.names = {"a", "b"};
    file.names_as = DataFile::Names::variable;
    file.names_on_x = on_x;
    expect_refused(file, "column_names must hold 3 strings");
    file.names = {"a", "b", "c", "d"};
    file.names_as = DataFile::Names::fixed;
    expect_refused(file, "it holds 4");
    file.names_as = DataFile::Names::not_strings;
    file.names = {"a", "b", "c"};
    expect_refused(file, "column_names must hold 3 strings");
  }
}

TEST_F(Hdf5Errors, FilesThatAreNoHdf5) {
  directory_.write("data.h5", "");
  EXPECT_EQ(read_all().code(), ExitCode::bad_data);
  EXPECT_TRUE(mentions(read_all(), "0 bytes"));
  directory_.write("data.h5", "x1,x2,y\n1,2,0\n");
  EXPECT_EQ(read_all().code(), ExitCode::bad_data);
  EXPECT_TRUE(mentions(read_all(), "not a readable HDF5 file"));
  std::filesystem::remove(path_);
  EXPECT_EQ(read_all().code(), ExitCode::input_output);
  EXPECT_TRUE(mentions(read_all(), path_));
}

// Catches: the missing half read as zeros.
TEST_F(Hdf5Errors, TruncatedFile) {
  plain_file(5'000, 4).write(path_);
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) / 2);
  const Failure failure = read_all();
  EXPECT_TRUE(failure.code() == ExitCode::bad_data || failure.code() == ExitCode::input_output);
  EXPECT_TRUE(mentions(failure, path_));
}

// Chunks of 64 rows, blocks of 8: the first block of the damaged chunk is named.
TEST_F(Hdf5Errors, DamagedChunk) {
  DataFile file = plain_file(640, 3);
  file.x_chunk = {64, 3};
  file.write(path_);
  damage_chunk(path_, 256);
  const Failure failure = read_all();
  EXPECT_EQ(failure.code(), ExitCode::input_output);
  EXPECT_EQ(failure.row(), 256);
  EXPECT_TRUE(mentions(failure, path_));
  EXPECT_TRUE(mentions(failure, "rows 256 to"));
}

}  // namespace
}  // namespace photinus
