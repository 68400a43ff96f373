// Truth: every file here has one fault, which the Failure must name; and thousands of files with
// faults by chance, which must be read or refused.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/caught.hpp"
#include "support/sparse_text.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

class LibsvmErrors : public ::testing::Test {
 protected:
  // Anew: some file systems write a file that is cut and filled again to the disk at once.
  void write(const std::string& text) const {
    std::filesystem::remove(path_);
    directory_.write("data.svm", text);
  }
  // 300 rows; `row` is line 204, as two lines before are no rows.
  void write_with(const std::string& row) const {
    std::string text = "# a note\n";
    for (int n = 0; n < 300; ++n) {
      if (n == 100) text += "\n";
      text += n == 201 ? row + "\n" : "1 1:2 3:4\n";
    }
    write(text);
  }
  Failure read(int rank = 0, int ranks = 1) const {
    return caught([&] { read_sparse(read_header(path_), rank, ranks); });
  }
  void expect_refused(const std::string& row, const std::string& part) const {
    write_with(row);
    const Failure failure = read();
    EXPECT_EQ(failure.code(), ExitCode::bad_data) << row;
    EXPECT_EQ(failure.row(), 201) << row;
    for (const auto& words : {path_, std::string("line 204 (row 201): "), part})
      EXPECT_TRUE(mentions(failure, words));
    EXPECT_STREQ(read(2, 3).what(), failure.what());
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.file("data.svm");
};

TEST_F(LibsvmErrors, Indices) {
  expect_refused("1 3:1 2:1", "index '2' stands after index 3");
  expect_refused("1 2:1 2:1", "index '2' stands twice");
  expect_refused("1 0:1 2:1", "index '0' is below 1");
  expect_refused("1 -4:1", "index '-4' is below 1");
  expect_refused("1 2147483647:1 2147483648:1", "index '2147483647' is beyond 2147483646");
  expect_refused("1 99999999999999999999:1", "is beyond 2147483646");
  expect_refused("1 a:1", "index 'a' is not a whole number");
  expect_refused("1 1.5:1", "index '1.5' is not a whole number");
  expect_refused("1 :1", "index '' is not a whole number");
  expect_refused("1 +1:1", "index '+1' is not a whole number");
}

TEST_F(LibsvmErrors, Values) {
  expect_refused("1 2:", "value '' of index 2 is not a number");
  expect_refused("1 2: 4", "value '' of index 2 is not a number");
  expect_refused("1 2:x", "value 'x' of index 2 is not a number");
  expect_refused("1 2:1.5y", "value '1.5y' of index 2 is not a number");
  expect_refused("1 2:1,5 3:1", "value '1,5' of index 2 is not a number");
  expect_refused("1 2:+-1", "value '+-1' of index 2 is not a number");
  expect_refused("1 2:3:4", "value '3:4' of index 2 is not a number");
  expect_refused("1 2:0x1p3", "value '0x1p3' of index 2 is not a number");
  expect_refused("1 2:nan", "value 'nan' of index 2 is not finite");
  expect_refused("1 2:-inf", "value '-inf' of index 2 is not finite");
  expect_refused("1 2:1e39", "value '1e39' of index 2 is beyond the range of float32");
  expect_refused("1 2:-3.5e38", "value '-3.5e38' of index 2 is beyond the range of float32");
  expect_refused("1 2:1e999", "value '1e999' of index 2 is beyond the range of float32");
}

TEST_F(LibsvmErrors, Labels) {
  expect_refused("2:1 3:1", "the label is missing before '2:1'");
  expect_refused("yes 2:1", "the label 'yes' is not a number");
  expect_refused("1,2 2:1", "the label '1,2' is not a number");
  expect_refused("nan 2:1", "the label 'nan' is not finite");
  expect_refused("-Infinity 2:1", "the label '-Infinity' is not finite");
  expect_refused("1e309 2:1", "the label '1e309' is beyond the range of float64");
}

TEST_F(LibsvmErrors, OtherText) {
  expect_refused("1 qid:3 2:1", "'qid:3': ranking by queries (qid) is not supported");
  expect_refused("1 2:1 3", "'3' is not index:value");
  expect_refused("1 2:1\r0 2:1", "'0' is not index:value");
  expect_refused(std::string("1 2:1 \0\x01", 8), "'\\x00\\x01' is not index:value");
  expect_refused("1 " + std::string(100, 'z'), "'" + std::string(40, 'z') + "...' is not");
}

// Catches: the last bad row reported, rows and lines counted from the start of a share.
TEST_F(LibsvmErrors, FirstBadRowOfTheShareIsReported) {
  auto rows = some_text_rows(640, 4);
  std::string text;
  for (std::size_t n = 0; n < rows.size(); ++n)
    text += n == 100 || n == 500 || n == 600 ? "1 1:x\n" : text_of(rows[n]) + "\n";
  write(text);
  EXPECT_EQ(read().row(), 100);
  EXPECT_EQ(read(1, 2).row(), 500);
  EXPECT_TRUE(mentions(read(1, 2), "line 501 (row 500)"));
  const FileHeader header = read_header(path_);
  EXPECT_NO_THROW(read_sparse(header, 1, 4));  // rows 160 to 319
}

TEST_F(LibsvmErrors, FilesWithoutRowsOrEntries) {
  const auto expect = [this](const std::string& text, const char* part) {
    write(text);
    const Failure failure = caught([&] { read_header(path_); });
    EXPECT_EQ(failure.code(), ExitCode::bad_data);
    EXPECT_TRUE(mentions(failure, path_));
    EXPECT_TRUE(mentions(failure, part));
  };
  expect("", "0 bytes");
  expect("# nothing\n\n", "there is no row");
  expect("1\n0\n", "no row has an entry");
  expect("#\nx1,x2,y\n1,2,0\n", "line 2 (row 0): the label 'x1,x2,y' is not a number");
  expect("1 qid:1\n", "qid");
}

TEST_F(LibsvmErrors, FilesThatCannotBeRead) {
  EXPECT_EQ(read().code(), ExitCode::input_output);
  EXPECT_TRUE(mentions(read(), "No such file"));
  std::filesystem::create_directory(path_);
  EXPECT_EQ(read().code(), ExitCode::input_output);
  EXPECT_TRUE(mentions(read(), path_));
}

// Catches: a value that ran into an index taken for thousands of millions of columns.
TEST_F(LibsvmErrors, DigitsBeforeAColonThatAreNoIndex) {
  write_with("1 1:0.5 2:0.12000000003:1");
  EXPECT_EQ(read_header(path_).columns, 3);
  expect_refused("1 1:0.5 2:0.12000000003:1", "value '0.12000000003:1' of index 2 is not a number");
}

// Planted in turn: a file cut, grown, with rows joined or split, entries moved between blocks, and
// a column more, all after the header was read. Catches: rows of a header that is not theirs.
TEST_F(LibsvmErrors, FileChangedAfterItsHeaderWasRead) {
  const std::string text = text_of(some_text_rows(640, 10));
  write(text);
  const FileHeader header = read_header(path_);
  const auto expect_noticed = [&](const std::string& changed) {
    write(changed);
    const Failure failure = caught([&] {
      for (int rank = 0; rank < 3; ++rank) read_sparse(header, rank, 3);
    });
    EXPECT_EQ(failure.code(), ExitCode::input_output);
    EXPECT_TRUE(mentions(failure, path_));
    EXPECT_TRUE(mentions(failure, "changed"));
  };
  const auto with = [&text](std::size_t from, const std::string& wanted, const std::string& other) {
    std::string changed = text;
    return changed.replace(changed.find(wanted, from), wanted.size(), other);
  };
  expect_noticed(text.substr(0, text.size() - 9));
  expect_noticed(text + "1 1:1\n");
  expect_noticed(with(0, "\n1\n", "\n 1\n").substr(0, text.size()));
  expect_noticed(with(text.size() / 2, "\n1\n", "\n#\n"));
  expect_noticed(with(text.size() / 2, " 10:", " 11:"));
  const std::size_t entry = text.find(" 3:", text.size() / 2);
  const std::size_t length = text.find_first_of(" \n", entry + 1) - entry;
  std::string split = text;
  expect_noticed(split.replace(entry, length, "\n1" + std::string(length - 2, ' ')));
  std::filesystem::remove(path_);
  EXPECT_EQ(caught([&] { read_sparse(header); }).code(), ExitCode::input_output);
}

std::string mutated(std::string text, Stream& stream) {
  static const std::string pieces[] = {
      "\n",   "\r\n", "#",  ":", " ", "-",   "0",    "1e99",
      "qid:", "nan",  "\t", "",  "+", "1:1", "\xff", std::string(1, '\0')};
  for (auto count = 1 + stream.below(4); count > 0; --count) {
    const auto at = stream.below(text.size()), length = stream.below(4);
    if (stream.below(20) == 0)
      text.resize(at + 1);
    else
      text.replace(at, length, pieces[stream.below(std::size(pieces))]);
    if (text.empty()) text = "1";
  }
  return text;
}

// Every mutation is read, and its rows then are those that any number of ranks find, or is refused
// with its path; with the header of the unharmed file as well. Some of each kind must occur.
TEST_F(LibsvmErrors, MutationsAreReadOrRefused) {
  const std::string text = text_of(some_text_rows(70, 12));
  write(text);
  const FileHeader unharmed = read_header(path_);
  Stream stream({.seed = 11, .purpose = Purpose::test, .index = 4});
  int read_well = 0, refused = 0, refused_as_changed = 0;
  const auto attempt = [&](const auto& action, int& refusals) {
    try {
      action();
    } catch (const Failure& failure) {
      ++refusals;
      EXPECT_TRUE(mentions(failure, path_));
      EXPECT_TRUE(failure.code() == ExitCode::bad_data || failure.code() == ExitCode::input_output);
    }
  };
  for (int trial = 0; trial < 4'000; ++trial) {
    write(mutated(text, stream));
    attempt([&] { read_sparse(unharmed, trial % 3, 3); }, refused_as_changed);
    attempt(
        [&] {
          if (read_header(path_).columns > 10'000) return;  // time for no more
          const auto rows = read_text_rows(path_, 1);
          EXPECT_EQ(rows, read_text_rows(path_, 4));
          ++read_well;
        },
        refused);
  }
  EXPECT_GE(read_well + refused, 3'900);
  for (const int count : {read_well, refused, refused_as_changed}) EXPECT_GT(count, 200);
}

}  // namespace
}  // namespace photinus
