// HDF5 files cut off anywhere, or with bits flipped: each is read by a child process, which must
// end by itself, with a Failure or with rows. With PHOTINUS_LONG=1 ten times as many.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

#include "photinus/base/errors.hpp"
#include "photinus/base/random.hpp"
#include "photinus/data/dataset.hpp"
#include "support/data_file.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

constexpr int good = 0, bad_data = 3, input_output = 5, other = 10;
constexpr int hangs = -SIGALRM;

int read_all(const std::string& path) {
  try {
    const FileHeader header = read_header(path);
    const Layout layout = make_layout(header.rows);
    const Share share{0, layout.blocks()};
    if (header.scalar == ScalarType::float32)
      read_rows<float>(header, layout, share, silent);
    else
      read_rows<double>(header, layout, share, silent);
    return good;
  } catch (const Failure& failure) {
    return static_cast<int>(failure.code());
  } catch (const std::exception&) {
    return other;  // out of memory is one
  }
}

class DamagedHdf5 : public testing::Test {
 protected:
  // Exit status, or minus the signal. What the child prints is its last word on a crash of HDF5.
  int read_in_child() {
    const pid_t child = fork();
    if (child == 0) {
      const int words = open(words_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
      dup2(words, STDERR_FILENO);
      alarm(60);
      _exit(read_all(path_));
    }
    int status = 0;
    waitpid(child, &status, 0);
    crashes_ += std::filesystem::file_size(words_) > 0;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  }

  void expect_verdict(const std::string& bytes, const std::string& what) {
    std::ofstream(path_, std::ios::binary) << bytes;
    const int verdict = read_in_child();
    ++verdicts_[verdict];
    EXPECT_TRUE(verdict == good || verdict == bad_data || verdict == input_output)
        << what << ": " << verdict << (verdict == hangs ? ", hangs" : "");
  }

  void report(const char* name) {
    std::string text = std::string(name) + ":";
    for (const auto& [verdict, count] : verdicts_)
      text += " " + std::to_string(count) + " x " + std::to_string(verdict);
    std::cout << text << ", HDF5 crashed in " << crashes_ << "\n";
  }

  std::string write(const DataFile& file) {
    file.write(path_);
    EXPECT_EQ(read_in_child(), good);
    std::ifstream stream(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  std::size_t pick(std::size_t below) {
    return static_cast<std::size_t>(stream_.uniform() * static_cast<double>(below));
  }

  void flip_bits(const DataFile& file, const char* name) {
    constexpr std::size_t heading = 8192;
    const std::string whole = write(file);
    const int trials = std::getenv("PHOTINUS_LONG") != nullptr ? 20'000 : 2'000;
    for (int trial = 0; trial < trials; ++trial) {
      std::string bytes = whole;
      // Most where the structure is, some among the values.
      const std::size_t range = trial % 4 == 3 ? whole.size() : std::min(heading, whole.size());
      const std::size_t place = pick(range), bit = pick(8);
      bytes[place] = static_cast<char>(bytes[place] ^ (1 << bit));
      expect_verdict(bytes, "byte " + std::to_string(place) + " bit " + std::to_string(bit));
    }
    report(name);
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.file("data.h5"), words_ = directory_.file("words");
  Stream stream_{{.seed = 7}};
  std::map<int, int> verdicts_;
  int crashes_ = 0;
};

DataFile plain() {
  DataFile file = plain_file(640, 3);
  file.names = {"a", "b", "c"};
  file.names_as = DataFile::Names::variable;
  return file;
}

DataFile chunked() {
  DataFile file = plain_file(640, 3);
  file.x_chunk = {64, 3};
  file.y_chunk = {64};
  file.names = {"a", "b", "c"};
  file.names_as = DataFile::Names::fixed;
  return file;
}

TEST_F(DamagedHdf5, CutOffAnywhere) {
  for (const DataFile& file : {plain(), chunked()}) {
    const std::string whole = write(file);
    for (std::size_t part = 0; part < 64; ++part) {
      const std::string bytes = whole.substr(0, whole.size() * part / 64);
      expect_verdict(bytes, std::to_string(bytes.size()) + " bytes");
      EXPECT_EQ(verdicts_[good], 0) << bytes.size();
    }
  }
  report("cut off");
}

TEST_F(DamagedHdf5, BitsOfAPlainFile) { flip_bits(plain(), "plain"); }

TEST_F(DamagedHdf5, BitsOfAChunkedFile) { flip_bits(chunked(), "chunked"); }

}  // namespace
}  // namespace photinus
