// Checkpoints: what is damaged is never taken, and the older generation is. Tolerance: none.
#include "photinus/output/checkpoint.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "photinus/base/errors.hpp"
#include "photinus/base/random.hpp"
#include "photinus/output/text_file.hpp"
#include "support/caught.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

Checkpoint some(char letter, std::size_t size = 500) {
  return {std::string("sampler.seed = ") + letter, std::vector<char>(size, letter)};
}

class Checkpoints : public testing::Test {
 protected:
  std::string file(int which) const {
    return directory_.file("checkpoint-" + std::to_string(which) + ".bin");
  }
  void overwrite(int which, const std::string& bytes) const {
    std::ofstream(file(which), std::ios::binary) << bytes;
  }

  TemporaryDirectory directory_;
  CheckpointFiles files_{directory_.file("")};
};

TEST_F(Checkpoints, TheNewestIsFound) {
  EXPECT_FALSE(files_.newest());
  for (const char letter : {'a', 'b', 'c', 'd', 'e'}) {
    files_.write(some(letter));
    EXPECT_EQ(files_.newest()->checkpoint.state, some(letter).state);
    EXPECT_EQ(files_.newest()->checkpoint.identity, some(letter).identity);
  }
  // Another object, as after a restart, goes on where the last one ended.
  CheckpointFiles again(directory_.file(""));
  again.write(some('f'));
  EXPECT_EQ(files_.newest()->checkpoint.state, some('f').state);
  EXPECT_EQ(
      decode(read_text_file(file(0)))->generation + decode(read_text_file(file(1)))->generation,
      11U);
}

// 1,000 truncated, lengthened or with flipped bits. Catches: bytes that no checksum covers, sizes
// that are believed before they are checked.
TEST_F(Checkpoints, DamagedOnesAreNeverTaken) {
  files_.write(some('a'));
  files_.write(some('b'));
  const std::string whole = read_text_file(file(1));
  ASSERT_TRUE(decode(whole));
  Stream stream({.seed = 4});
  const auto pick = [&](std::size_t below) {
    return static_cast<std::size_t>(stream.uniform() * static_cast<double>(below));
  };
  for (int trial = 0; trial < 1'000; ++trial) {
    std::string bytes = whole;
    if (trial % 3 == 0) bytes.resize(pick(whole.size()));
    if (trial % 3 == 1)
      for (std::size_t i = 0; i <= pick(3); ++i)
        bytes[pick(bytes.size())] ^= static_cast<char>(1U << pick(8));
    if (trial % 3 == 2) bytes.insert(pick(bytes.size()), 1 + pick(9), 'x');
    if (bytes == whole) continue;
    EXPECT_FALSE(decode(bytes)) << trial;
    overwrite(1, bytes);
    const auto found = files_.newest();
    EXPECT_EQ(found->checkpoint.state, some('a').state) << trial;
    EXPECT_EQ(found->damaged, std::vector<std::string>{file(1)}) << trial;
  }
}

TEST_F(Checkpoints, ADamagedOneIsReplacedFirst) {
  files_.write(some('a'));
  files_.write(some('b'));
  overwrite(1, "nothing");
  CheckpointFiles(directory_.file("")).write(some('c'));
  EXPECT_EQ(decode(read_text_file(file(0)))->checkpoint.state, some('a').state);
  EXPECT_EQ(decode(read_text_file(file(1)))->checkpoint.state, some('c').state);
}

TEST_F(Checkpoints, WithoutAWholeOneThereIsAMessage) {
  overwrite(0, "nothing");
  const Failure failure = caught([&] { files_.newest(); });
  EXPECT_EQ(failure.code(), ExitCode::bad_data);
  EXPECT_NE(std::string(failure.what()).find(file(0)), std::string::npos);
}

TEST_F(Checkpoints, WhatCannotBeWrittenLeavesTheOther) {
  files_.write(some('a'));
  // A directory in the place of the next file cannot be replaced.
  std::filesystem::create_directories(file(1) + "/x");
  const Failure failure = caught([&] { files_.write(some('b')); });
  EXPECT_EQ(failure.code(), ExitCode::input_output);
  EXPECT_NE(std::string(failure.what()).find(file(1)), std::string::npos);
  EXPECT_EQ(decode(read_text_file(file(0)))->checkpoint.state, some('a').state);
}

// The format does not follow the compiler's: bytes that were written once.
TEST(CheckpointFormat, Stays) {
  const std::string bytes = encode({"a = 1\n", {'x', 'y'}}, 7);
  EXPECT_EQ(bytes.size(), 24U + 24U + 6U + 2U + 8U);
  EXPECT_EQ(bytes.substr(0, 22), "photinus checkpoint 1\n");
  EXPECT_EQ(bytes[24], 7);
  EXPECT_EQ(bytes.substr(48, 8), "a = 1\nxy");
}

}  // namespace
}  // namespace photinus
