// Truth: the rows that the test itself wrote as text. All comparisons are exact: values are written
// with the shortest digits that read back as the same float32.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "photinus/data/sparse_rows.hpp"
#include "support/caught.hpp"
#include "support/data_file.hpp"
#include "support/sparse_text.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

class Libsvm : public ::testing::Test {
 protected:
  std::string write(const std::string& text) const { return directory_.write("data.svm", text); }
  std::string write(const std::vector<TextRow>& rows) const { return write(text_of(rows)); }

  TemporaryDirectory directory_;
};

// Catches: the last row's largest index taken for the file's, comments counted as rows.
TEST_F(Libsvm, HeaderSaysShapeAndFormat) {
  const FileHeader header = read_header(write("# a:1 99:1\n1 2:3 70:1\n\n-1 1:1 # 80:1\n"));
  EXPECT_EQ(header.format, FileFormat::libsvm);
  EXPECT_EQ(header.rows, 2);
  EXPECT_EQ(header.columns, 70);
  EXPECT_EQ(header.scalar, ScalarType::float32);
  EXPECT_FALSE(header.weights);
  EXPECT_EQ(header.offsets, 0);
  EXPECT_TRUE(header.column_names.empty());
}

TEST_F(Libsvm, SharesTogetherAreTheFile) {
  const auto rows = some_text_rows(777, 30);
  const std::string path = write(rows);
  for (int ranks = 1; ranks <= 9; ++ranks) EXPECT_EQ(read_text_rows(path, ranks), rows) << ranks;
}

TEST_F(Libsvm, MoreRanksThanBlocks) {
  const auto rows = some_text_rows(5, 4);
  EXPECT_EQ(read_text_rows(write(rows), 9), rows);
}

TEST_F(Libsvm, FirstAndLastRowOfAShare) {
  const FileHeader header = read_header(write(some_text_rows(777, 3)));
  std::int64_t next = 0;
  for (int rank = 0; rank < 4; ++rank) {
    const auto data = read_sparse(header, rank, 4);
    EXPECT_EQ(data.first_row(), next);
    for (const auto& block : data.blocks) {
      EXPECT_EQ(block.first_row, next);
      next += block.rows;
    }
    EXPECT_EQ(data.last_row(), next);
  }
  EXPECT_EQ(next, 777);
}

// Blocks of 8,192 rows; their starts are kept at strides 1, 2, 4 and 8 by turns, and long comments
// stand where they begin. Catches: starts dropped or doubled when the stride grows.
TEST_F(Libsvm, ManyRows) {
  const int rows = 600'000;
  std::string text;
  for (int n = 0; n < rows; ++n) {
    if (n % 8'192 == 0) text += "# " + std::to_string(n) + "\n\n";
    text += std::to_string(n) + " " + std::to_string(n % 7 + 1) + ":1\n";
  }
  const FileHeader header = read_header(write(text));
  ASSERT_EQ(header.rows, rows);
  std::int64_t next = 0, wrong = 0;
  for (int rank = 0; rank < 5; ++rank)
    for (const auto& block : read_sparse(header, rank, 5).blocks)
      for (std::int64_t i = 0; i < block.rows; ++i, ++next)
        wrong += block.response[static_cast<std::size_t>(i)] != static_cast<double>(next) ||
                 block.row(i).filled != 1 || block.row(i).columns[0] != next % 7;
  EXPECT_EQ(next, rows);
  EXPECT_EQ(wrong, 0);
}

// Catches: \r read as part of a value, a last line without \n dropped or read twice, blank lines
// counted as rows, a + refused.
TEST_F(Libsvm, SameRowsHoweverTheyAreWritten) {
  const auto rows = some_text_rows(200, 6);
  const std::string plain = text_of(rows);
  EXPECT_EQ(read_text_rows(write(text_of(rows, "\r\n")), 3), rows);
  EXPECT_EQ(read_text_rows(write(plain.substr(0, plain.size() - 1)), 3), rows);
  EXPECT_EQ(read_text_rows(write("\n# rows\n \t\n" + plain + "\n\r\n#end"), 3), rows);
  EXPECT_EQ(read_text_rows(write(text_of(rows, " \t# note 9:x\n \n")), 3), rows);
  std::string tabs = plain;
  std::replace(tabs.begin(), tabs.end(), ' ', '\t');
  EXPECT_EQ(read_text_rows(write(tabs), 3), rows);
  std::string indented = "  ";
  for (const char c : plain) indented += c == '\n' ? std::string("\n  +") : std::string(1, c);
  EXPECT_EQ(read_text_rows(write(indented.substr(0, indented.size() - 1)), 3), rows);
}

TEST_F(Libsvm, RowsWithoutEntries) {
  std::vector<TextRow> rows(150, TextRow{1.0, {}});
  rows[77].entries = {{3, 0.5F}};
  const std::string path = write(rows);
  for (const int ranks : {1, 2, 7}) EXPECT_EQ(read_text_rows(path, ranks), rows);
}

TEST_F(Libsvm, NumbersInEveryForm) {
  const std::string path = write(
      "+1 1:+2 2:-.5 3:1e-3 4:1E+2 5:3.\n-1.25e2 1:0 2:1e-60 3:-1e-600 4:1e-40\n"
      "1e-400 001:3.4028235e38 2:16777217\n123456789.125 1:0.1\n");
  const float subnormal = 1e-40F, largest = std::numeric_limits<float>::max();
  const std::vector<TextRow> truth = {
      {1.0, {{1, 2.0F}, {2, -0.5F}, {3, 1e-3F}, {4, 100.0F}, {5, 3.0F}}},
      {-125.0, {{1, 0.0F}, {2, 0.0F}, {3, 0.0F}, {4, subnormal}}},
      {0.0, {{1, largest}, {2, 16777216.0F}}},
      {123456789.125, {{1, 0.1F}}}};
  EXPECT_EQ(read_text_rows(path), truth);
}

// A line of 3 MB among short ones. Catches: lines cut at the end of a buffer.
TEST_F(Libsvm, LinesLongerThanTheBuffer) {
  auto rows = some_text_rows(100, 5);
  for (int j = 1; j <= 200'000; ++j)
    rows[60].entries.emplace_back(5 + j, 0.125F * static_cast<float>(j));
  const std::string path = write(rows);
  EXPECT_EQ(read_text_rows(path, 1), rows);
  EXPECT_EQ(read_text_rows(path, 4), rows);
}

TEST_F(Libsvm, FormatIsKnownByContentAndName) {
  const std::string text = "\n# from elsewhere\n-1 1:2\n+1 2:1\n";
  for (const char* name : {"a.svm", "a.svmlight", "a.libsvm", "a.txt", "a9a", "news20.binary"})
    EXPECT_EQ(read_header(directory_.write(name, text)).format, FileFormat::libsvm) << name;
  const std::string labels = "1\n0\n1 1:2\n";  // the first row has no entry: the name decides
  EXPECT_EQ(read_header(directory_.write("b.svm", labels)).format, FileFormat::libsvm);
  for (const char* other : {"1 2 3\n", "x1,x2,y\n1,2,0\n", "1,2:3\n", "label 1:2\n", "\n\n"}) {
    const std::string path = directory_.write("c.txt", other);
    EXPECT_TRUE(mentions(caught([&] { read_header(path); }), "not a readable HDF5 file"));
  }
  const std::string hdf5 = directory_.file("d.svm");
  plain_file(20, 2).write(hdf5);
  EXPECT_EQ(read_header(hdf5).format, FileFormat::hdf5);
}

// Catches: columns' ranges of filled entries alone, zeros counted for full columns.
TEST_F(Libsvm, ColumnRangesCountAbsentEntriesAsZero) {
  std::string text;
  for (int n = 0; n < 200; ++n)
    text += "1 1:7 2:" + std::to_string(-2 - n) +
            (n == 150  ? " 3:4\n"
             : n == 20 ? " 4:-1\n"
                       : "\n");
  const FileHeader header = read_header(write(text));
  for (const int ranks : {1, 3, 9}) {
    ColumnRange range;
    for (int rank = 0; rank < ranks; ++rank) range.merge(read_sparse(header, rank, ranks).range);
    EXPECT_EQ(range.minimum, (std::vector<double>{7, -201, 0, -1}));
    EXPECT_EQ(range.maximum, (std::vector<double>{7, -2, 4, 0}));
  }
}

TEST_F(Libsvm, BlocksAreCheckedAndBeatenInOrder) {
  const FileHeader header = read_header(write(some_text_rows(640, 3)));
  const Layout layout = make_layout(header.rows);
  std::vector<std::int64_t> beats, checks, filled;
  const auto data = read_sparse_rows(
      header, layout, {3, 7}, [&](const char*, std::int64_t block) { beats.push_back(block); },
      [&](const SparseBlock& block) {
        checks.push_back(layout.block_of(block.first_row));
        filled.push_back(block.filled());
      });
  EXPECT_EQ(beats, (std::vector<std::int64_t>{3, 4, 5, 6}));
  EXPECT_EQ(checks, beats);
  for (std::size_t b = 0; b < data.blocks.size(); ++b) {
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < data.blocks[b].rows; ++i) sum += data.blocks[b].row(i).filled;
    EXPECT_EQ(sum, filled[b]);
    EXPECT_TRUE(data.blocks[b].weight.empty() && data.blocks[b].offset.empty());
  }
}

TEST_F(Libsvm, MemoryIsThatOfTheFilledEntries) {
  const auto rows = some_text_rows(300, 20);
  const auto data = read_sparse(read_header(write(rows)));
  std::size_t filled = 0;
  for (const auto& row : rows) filled += row.entries.size();
  EXPECT_EQ(data.columns.size(), filled);
  EXPECT_EQ(data.values.size(), filled);
  EXPECT_EQ(data.starts.size(), rows.size() + 1);
}

// Planted: a last digit, a label, an index of one row of 777. The comparisons above see each.
TEST_F(Libsvm, ComparisonSeesOneWrongNumber) {
  const auto rows = some_text_rows(777, 30);
  const std::string path = write(rows);
  auto wrong = rows;
  wrong[388].entries.back().second = std::nextafter(wrong[388].entries.back().second, 9.0F);
  EXPECT_NE(read_text_rows(path, 3), wrong);
  wrong = rows;
  wrong[776].label = 1.0 - wrong[776].label;
  EXPECT_NE(read_text_rows(path, 3), wrong);
  wrong = rows;
  wrong[388].entries.back().first -= 1;
  EXPECT_NE(read_text_rows(path, 3), wrong);
}

// Planted: a header whose second share (blocks 20 to 39) begins a row late, or within a row.
TEST_F(Libsvm, MisplacedSharesAreNoticed) {
  const auto rows = some_text_rows(640, 10);
  FileHeader header = read_header(write(rows));
  const RowPlace good = header.places[20];
  EXPECT_NO_THROW(read_sparse(header, 1, 4));
  header.places[20].byte += static_cast<std::int64_t>(text_of(rows[160]).size()) + 1;
  EXPECT_THROW(read_sparse(header, 0, 4), Failure);
  EXPECT_THROW(read_sparse(header, 1, 4), Failure);
  header.places[20] = good;
  header.places[20].byte += 1;
  EXPECT_THROW(read_sparse(header, 1, 4), Failure);
}

}  // namespace
}  // namespace photinus
