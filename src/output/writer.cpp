#include "photinus/output/writer.hpp"

#include <fmt/chrono.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace photinus {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::string system_id() {
  std::string boot, space;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  std::error_code ignored;
  space = std::filesystem::read_symlink("/proc/self/ns/pid", ignored).string();
  return boot.empty() || space.empty() ? "" : boot + " " + space;
}

struct ProcessState {
  char letter = '?';
  std::string started;
};

// Fields 3 and 22 of proc(5); the name before them may hold blanks and brackets.
std::optional<ProcessState> state_of(std::int64_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(text.substr(name_end + 1));
  ProcessState state;
  fields >> state.letter;
  for (int field = 4; field <= 22; ++field) fields >> state.started;
  if (!fields) return {};
  return state;
}

// Where /proc hides the processes of others, kill(2) knows that they are there.
bool lives(const Writer& writer) {
  if (kill(static_cast<pid_t>(writer.process), 0) != 0 && errno == ESRCH) return false;
  const auto state = state_of(writer.process);
  if (!state) return true;
  return state->started == writer.started && state->letter != 'Z' && state->letter != 'X';
}

template <class Number>
bool read_number(const std::string& text, Number& number) {
  const char* last = text.data() + text.size();
  const auto result = std::from_chars(text.data(), last, number);
  return result.ec == std::errc{} && result.ptr == last;
}

}  // namespace

Writer this_process() {
  Writer me;
  me.host = host_name();
  me.system = system_id();
  me.process = getpid();
  if (const auto state = state_of(me.process)) me.started = state->started;
  me.job = environment("SLURM_JOB_ID");
  read_number(environment("SLURM_RESTART_COUNT"), me.restarts);
  me.since = fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr)));
  return me;
}

std::string to_text(const Writer& writer) {
  return fmt::format(
      "host = {}\nsystem = {}\nprocess = {}\nstarted = {}\njob = {}\nrestarts = {}\nsince = {}\n",
      writer.host, writer.system, writer.process, writer.started, writer.job, writer.restarts,
      writer.since);
}

std::optional<Writer> writer_from(const std::string& text) {
  std::map<std::string, std::string> values;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const auto equals = line.find(" = ");
    if (equals != std::string::npos) values[line.substr(0, equals)] = line.substr(equals + 3);
  }
  Writer writer;
  if (!read_number(values["process"], writer.process) || writer.process <= 0) return {};
  if (!read_number(values["restarts"], writer.restarts)) return {};
  if (!values.contains("since")) return {};  // the last one: the text is whole
  writer.host = values["host"];
  writer.system = values["system"];
  writer.started = values["started"];
  writer.job = values["job"];
  writer.since = values["since"];
  return writer;
}

bool may_live(const Writer& writer, const Writer& me, double age) {
  if (!me.job.empty() && writer.job == me.job && writer.restarts < me.restarts) return false;
  if (!me.system.empty() && writer.system == me.system) return lives(writer);
  return age <= mark_lasts;
}

std::string describe(const Writer& writer) {
  const std::string job = writer.job.empty() ? "" : ", SLURM job " + writer.job;
  return fmt::format("process {} on host {}{}, since {}", writer.process, writer.host, job,
                     writer.since);
}

}  // namespace photinus
