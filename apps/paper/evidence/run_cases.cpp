#include "run_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "measure.hpp"
#include "report/stopwatch.hpp"

namespace photinus::paper::evidence {

namespace {

void say(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

// From the largest case with fewer rows, of any seed: in proportion to the rows, and half as much
// again, as nested sampling takes more steps where there is more to learn.
double expected_seconds(const Case& c, const std::vector<Case>& cases, const Measurements& done) {
  double seconds = 0.0;
  std::int64_t rows = 0;
  for (const Case& other : cases) {
    if (other.problem != c.problem || other.method != c.method || other.rows > c.rows) continue;
    const Measurement* m = done.find(other);
    if (m == nullptr || other.rows < rows) continue;
    const double growth = static_cast<double>(c.rows) / static_cast<double>(other.rows);
    rows = other.rows;
    seconds = m->seconds * (growth > 1.0 ? 1.5 * growth : 1.0);
  }
  return seconds;
}

bool may_run(const Case& c, const EvidenceArguments& arguments) {
  const auto& named = arguments.methods;
  return named.empty() || std::find(named.begin(), named.end(), name_of(c.method)) != named.end();
}

std::string summary_of(const Case& c, const Measurement& m) {
  if (!m.failure.empty()) return fmt::format("{}: {}", c.name(), m.failure);
  if (c.of_variance) return fmt::format("{}: {:.3f}", c.name(), m.variance);
  return fmt::format("{}: log Z {:.2f}, {:.3g} s", c.name(), m.log_z, m.seconds);
}

void run_within(const std::vector<Case>& waiting, const std::vector<Case>& all,
                const EvidenceArguments& arguments, const MeasurementFiles& files,
                Measurements& done) {
  const report::Stopwatch watch;
  for (const Case& c : waiting) {
    const double left = 60.0 * arguments.budget - watch.elapsed().wall;
    const double expected = expected_seconds(c, all, done);
    if (left <= expected) {
      say(fmt::format("{}: left out, {:.2g} minutes of {:.2g}", c.name(), expected / 60.0,
                      std::max(0.0, left) / 60.0));
      continue;
    }
    Measurement m = measure(c, arguments.seed);
    files.save(c, m);
    say(summary_of(c, m));
    done.add(c, std::move(m));
  }
}

}  // namespace

void Measurements::add(const Case& c, Measurement measurement) {
  all_[c.name()] = std::move(measurement);
}

const Measurement* Measurements::find(const Case& c) const {
  const auto found = all_.find(c.name());
  return found == all_.end() ? nullptr : &found->second;
}

std::vector<const Measurement*> Measurements::find_seeds(Case c) const {
  std::vector<const Measurement*> found;
  for (c.seed = 1; const Measurement* m = find(c); ++c.seed) found.push_back(m);
  return found;
}

Measurements run_cases(const std::vector<Case>& cases, const EvidenceArguments& arguments) {
  const MeasurementFiles files(arguments.output);
  Measurements done;
  std::vector<Case> waiting;
  int kept_count = 0;
  for (const Case& c : cases) {
    if (auto kept = files.find(c, settings_of(c, arguments.seed))) {
      done.add(c, std::move(*kept));
      ++kept_count;
    } else if (may_run(c, arguments)) {
      waiting.push_back(c);
    }
  }
  say(fmt::format("{} cells kept", kept_count));
  run_within(waiting, cases, arguments, files, done);
  return done;
}

}  // namespace photinus::paper::evidence
