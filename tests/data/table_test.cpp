// Truth: the numbers that the test wrote. All comparisons are exact.
#include "photinus/data/table.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/caught.hpp"
#include "support/data_file.hpp"
#include "support/sparse_text.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

constexpr std::uint64_t rows = 777, columns = 3;  // blocks of 8 rows, the last of one

class Table : public ::testing::Test {
 protected:
  DataTable read(const DataFile& file) const {
    file.write(path_);
    return read_table(read_header(path_), silent);
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.file("data.h5");
};

std::vector<double> row_by_row(const DataTable& table) {
  return {table.x.data(), table.x.data() + table.x.size()};
}

// Catches: rows and columns exchanged, a block left out or put in another's place.
TEST_F(Table, HoldsAllRowsOfBothTypes) {
  for (const auto type : {DataFile::Type::float32, DataFile::Type::float64}) {
    DataFile file = plain_file(rows, columns);
    file.x_type = type;
    const DataTable table = read(file);
    EXPECT_EQ(table.rows(), 777);
    EXPECT_EQ(table.columns(), 3);
    EXPECT_EQ(row_by_row(table), file.x);
    EXPECT_EQ(table.y, file.y);
    EXPECT_TRUE(table.weight.empty());
    EXPECT_TRUE(table.offset.empty());
    EXPECT_EQ(table.header.path, path_);
  }
}

TEST_F(Table, HoldsWeightsAndOffsets) {
  DataFile file = plain_file(rows, columns);
  file.weights_shape = {rows};
  file.offset_shape = {rows, 2};
  for (std::uint64_t i = 0; i < 2 * rows; ++i) {
    if (i < rows) file.weights.push_back(static_cast<double>(i));
    file.offset.push_back(0.5 * static_cast<double>(i));
  }
  const DataTable table = read(file);
  EXPECT_EQ(table.weight, file.weights);
  EXPECT_EQ(table.offset, file.offset);
}

// Catches: zeros in the place of responses that nobody gave.
TEST_F(Table, FeaturesAloneHaveNoResponse) {
  DataFile file = plain_file(rows, columns);
  file.y_shape.clear();
  const DataTable table = read(file);
  EXPECT_FALSE(table.header.response);
  EXPECT_EQ(row_by_row(table), file.x);
  EXPECT_TRUE(table.y.empty());
  file.y_shape = {rows};
  EXPECT_TRUE(read(file).header.response);
}

// Catches: entries of a text file counted from 1, and those that it leaves out.
TEST_F(Table, TextIsMadeDense) {
  const std::vector<TextRow> text = some_text_rows(rows, columns);
  const DataTable table =
      read_table(read_header(directory_.write("data.svm", text_of(text))), silent);
  ASSERT_EQ(table.rows(), 777);
  ASSERT_EQ(table.columns(), 3);
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> dense(columns, 0.0);
    for (const auto& [index, value] : text[i].entries)
      dense[static_cast<std::size_t>(index) - 1] = static_cast<double>(value);
    const double* x = table.x.data() + i * columns;
    ASSERT_EQ(std::vector<double>(x, x + columns), dense) << i;
    ASSERT_EQ(table.y[i], text[i].label) << i;
  }
}

TEST_F(Table, ValuesAreChecked) {
  DataFile file = plain_file(rows, columns);
  file.y_shape.clear();
  file.x[3 * 500 + 1] = std::numeric_limits<double>::quiet_NaN();
  const Failure failure = caught([&] { read(file); });
  EXPECT_EQ(failure.code(), ExitCode::bad_data);
  EXPECT_EQ(failure.row(), 500);
}

}  // namespace
}  // namespace photinus
