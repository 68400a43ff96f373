// Marks of made-up writers, dead and alive. Tolerance: none.
#include "photinus/output/directory_mark.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>
#include <vector>

#include "photinus/base/errors.hpp"
#include "photinus/output/text_file.hpp"
#include "photinus/output/writer.hpp"
#include "support/caught.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

// A process of this system that has ended, and been waited for.
std::int64_t dead_process() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

Writer elsewhere() {
  Writer writer = this_process();
  writer.host = "far";
  writer.system = "another boot";
  return writer;
}

TEST(Writers, KnowThemselves) {
  const Writer me = this_process();
  EXPECT_EQ(me.process, getpid());
  EXPECT_FALSE(me.host.empty());
  EXPECT_FALSE(me.started.empty());
  const auto back = writer_from(to_text(me));
  ASSERT_TRUE(back);
  EXPECT_EQ(to_text(*back), to_text(me));
  EXPECT_TRUE(may_live(*back, me, 1e9));
}

// Catches: half a mark believed.
TEST(Writers, NoPartOfAMarkIsOne) {
  const std::string whole = to_text(this_process());
  const std::size_t last_line = whole.rfind("since = ");
  for (std::size_t size = 0; size < last_line + 8; ++size)
    EXPECT_FALSE(writer_from(whole.substr(0, size))) << size;
}

TEST(Writers, OfThisSystemAreLookedFor) {
  const Writer me = this_process();
  Writer other = me;
  other.process = dead_process();
  EXPECT_FALSE(may_live(other, me, 0.0));
  // Its number was given to another process since.
  other = me;
  other.started = "1";
  EXPECT_FALSE(may_live(other, me, 0.0));
  other.process = getppid();
  EXPECT_FALSE(may_live(other, me, 0.0));
}

// Killed, and not yet waited for by its launcher.
TEST(Writers, ZombiesAreDead) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = to_text(this_process());
    const auto count = write(ready[1], text.data(), text.size());
    pause();
    _exit(count > 0 ? 0 : 1);
  }
  char text[4096];
  const auto count = read(ready[0], text, sizeof text);
  const auto writer = writer_from({text, static_cast<std::size_t>(count)});
  ASSERT_TRUE(writer);
  EXPECT_TRUE(may_live(*writer, this_process(), 1e9));
  kill(child, SIGKILL);
  siginfo_t ignored;
  waitid(P_PID, static_cast<id_t>(child), &ignored, WEXITED | WNOWAIT);
  EXPECT_FALSE(may_live(*writer, this_process(), 0.0));
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(may_live(*writer, this_process(), 0.0));
}

TEST(Writers, ElsewhereLiveAsLongAsTheirMark) {
  const Writer me = this_process();
  EXPECT_TRUE(may_live(elsewhere(), me, 0.0));
  EXPECT_TRUE(may_live(elsewhere(), me, mark_lasts - 1));
  EXPECT_FALSE(may_live(elsewhere(), me, mark_lasts + 1));
  EXPECT_TRUE(may_live(elsewhere(), me, -100.0));  // clocks differ
}

TEST(Writers, AJobThatWasPutBackHasEndedItsEarlierRun) {
  Writer me = this_process(), other = elsewhere();
  me.job = other.job = "17";
  EXPECT_TRUE(may_live(other, me, 0.0));  // two steps of one job
  me.restarts = 1;
  EXPECT_FALSE(may_live(other, me, 0.0));
  me.restarts = 2;
  other.restarts = 1;
  EXPECT_FALSE(may_live(other, me, 0.0));
  other.job = "18";
  EXPECT_TRUE(may_live(other, me, 0.0));
  me.job = other.job = "";
  EXPECT_TRUE(may_live(other, me, 0.0));
}

class Marks : public testing::Test {
 protected:
  void put(const Writer& writer, double age = 0.0) const { put(to_text(writer), age); }
  void put(const std::string& text, double age = 0.0) const {
    std::ofstream(file_, std::ios::binary) << text;
    timespec times[2];
    clock_gettime(CLOCK_REALTIME, &times[0]);
    times[0].tv_sec -= static_cast<time_t>(age);
    times[1] = times[0];
    utimensat(AT_FDCWD, file_.c_str(), times, 0);
  }

  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_.file("");
  std::string file_ = directory_.file("running");
};

TEST_F(Marks, StandWhileTheirRunDoes) {
  EXPECT_FALSE(DirectoryMark::stands_in(path_));
  {
    const DirectoryMark mark(path_);
    EXPECT_TRUE(DirectoryMark::stands_in(path_));
    EXPECT_EQ(writer_from(read_text_file(file_))->process, getpid());
    mark.require_ours();
  }
  EXPECT_FALSE(DirectoryMark::stands_in(path_));
}

TEST_F(Marks, TheSecondRunIsToldOfTheFirst) {
  Writer other = elsewhere();
  other.job = "17";
  other.since = "2026-11-22 04:10:13 UTC";
  put(other, 60.0);
  const Failure failure = caught([&] { const DirectoryMark mark(path_); });
  EXPECT_EQ(failure.code(), ExitCode::usage);
  for (const char* part :
       {"process ", "host far", "SLURM job 17", "2026-11-22 04:10:13 UTC", "remove", "/running"})
    EXPECT_TRUE(mentions(failure, part));
  EXPECT_EQ(read_text_file(file_), to_text(other));
}

TEST_F(Marks, OfTheDeadAreTakenOver) {
  Writer dead = this_process();
  dead.process = dead_process();
  for (int kind = 0; kind < 4; ++kind) {
    if (kind == 0) put(dead);
    if (kind == 1) put(elsewhere(), mark_lasts + 10);
    if (kind == 2) put("");  // killed before it wrote
    if (kind == 3) put("of another version", mark_lasts + 10);
    const DirectoryMark mark(path_);
    EXPECT_EQ(writer_from(read_text_file(file_))->process, getpid()) << kind;
  }
  EXPECT_TRUE(std::filesystem::is_empty(path_));
}

TEST_F(Marks, AnUnknownOneIsHeeded) {
  put("of another version");
  EXPECT_TRUE(mentions(caught([&] { const DirectoryMark mark(path_); }), "an unknown process"));
}

// A run that slept so long that another took its place finds out before it writes its results.
TEST_F(Marks, OfAnotherIsNotRemoved) {
  {
    const DirectoryMark mark(path_);
    put(elsewhere());
    EXPECT_EQ(caught([&] { mark.require_ours(); }).code(), ExitCode::usage);
  }
  EXPECT_EQ(read_text_file(file_), to_text(elsewhere()));
}

TEST_F(Marks, WithoutADirectoryThereIsAMessage) {
  const std::filesystem::path nowhere = path_ / "nowhere";
  const Failure failure = caught([&] { const DirectoryMark mark(nowhere); });
  EXPECT_EQ(failure.code(), ExitCode::input_output);
  EXPECT_TRUE(mentions(failure, (nowhere / "running").string()));
  EXPECT_TRUE(mentions(failure, "No such file or directory"));
}

// Many processes that find one stale mark at the same time: one of them gets the directory.
// Catches: a new mark moved away with what was known of the stale one.
TEST_F(Marks, OneOfManyTakesOver) {
  constexpr int contenders = 8;
  for (int round = 0; round < 20; ++round) {
    put(elsewhere(), mark_lasts + 10);
    int start[2], done[2];
    ASSERT_EQ(pipe(start) + pipe(done), 0);
    std::vector<pid_t> children;
    for (int i = 0; i < contenders; ++i) {
      children.push_back(fork());
      if (children.back() != 0) continue;
      close(start[1]);
      close(done[1]);
      char end;
      int status = 0;
      if (read(start[0], &end, 1) < 0) status = 2;
      try {
        const DirectoryMark mark(path_);
        status = 1;
        // Until all have tried.
        if (read(done[0], &end, 1) < 0) status = 2;
      } catch (const Failure&) {
        status = 0;
      }
      _exit(status);
    }
    close(start[1]);
    int winners = 0;
    for (int refused = 0; refused < contenders - 1; ++refused) {
      int status = 0;
      waitpid(-1, &status, 0);
      winners += WEXITSTATUS(status);
    }
    close(done[1]);
    int status = 0;
    waitpid(-1, &status, 0);
    winners += WEXITSTATUS(status);
    EXPECT_EQ(winners, 1) << round;
    close(start[0]);
    close(done[0]);
  }
}

}  // namespace
}  // namespace photinus
