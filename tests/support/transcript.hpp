#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "photinus/team/team.hpp"
#include "support/small_problem.hpp"

namespace photinus {

/// Replies as bits, by the question asked: two teams agree where their transcripts are equal.
class Transcript {
 public:
  using Bits = std::vector<std::uint64_t>;

  const std::map<std::string, Bits>& answers() const { return answers_; }

  void add(const std::string& question, double value) {
    answers_[question].push_back(std::bit_cast<std::uint64_t>(value));
  }
  void add(const std::string& question, std::int64_t value) {
    answers_[question].push_back(static_cast<std::uint64_t>(value));
  }
  template <class T>
  void add(const std::string& question, const std::vector<T>& values) {
    add(question, static_cast<std::int64_t>(values.size()));
    for (const T& value : values) add(question, value);
  }
  void add(const std::string& question, const BrightRecords& records) {
    add(question, records.rows);
    for (const auto* numbers :
         {&records.features.values, &records.y, &records.centre, &records.scale, &records.curvature,
          &records.slack, &records.q, &records.eta, &records.value, &records.slope})
      add(question, *numbers);
  }

 private:
  std::map<std::string, Bits> answers_;
};

/// Puts every command to a team that has loaded the problem and writes the replies down.
class Interview {
 public:
  static constexpr int replicas = 2;

  Interview(Team& team, const SmallProblem& problem, const std::string& family,
            bool coordinator_holds_rows, bool sampled_scale = false)
      : team_(team) {
    const auto reply = team.ask(problem.load(family, coordinator_holds_rows));
    transcript_.add("load", reply.range.minimum);
    transcript_.add("load", reply.range.maximum);
    transcript_.add("load", reply.responses.first_zero);
    transcript_.add("load", reply.responses.first_minus_one);
    transcript_.add("load", reply.responses.first_one);
    const auto space =
        make_parameters(problem.header(), reply.range, InterceptRule::automatic, sampled_scale);
    dimension_ = space.dimension();
    team.ask(Prepare{replicas, 17, space.coefficients(), {}, sampled_scale});
  }

  Transcript run() {
    for (std::uint64_t i = 0; i < 5; ++i) evaluate("all rows", Evaluate::all_rows, theta(i));
    for (const Anchor anchor : {Anchor::untuned, Anchor::mode})
      build("statistics", global_bounds(anchor, theta(0)));
    brightness();
    build("ellipsoid", ellipsoid_bounds(theta(0), 50.0, 0.5));
    transcript_.add("outer shell", team_.ask(CollapseBounds{theta(0), 100.0}).sums.values());
    propose_by_row(team_, 3.0, 1e-4);
    reach_ = 100.0;
    brightness();
    return transcript_;
  }

 private:
  void build(const std::string& question, const BuildStatistics& command) {
    const auto reply = team_.ask(command);
    transcript_.add(question, reply.sums.values());
    transcript_.add(question, reply.expected_gap.values());
    transcript_.add(question, reply.evaluations);
  }

  void brightness() {
    const auto drawn = team_.ask(draw_at({theta(1), theta(2)}, reach_));
    transcript_.add("first brightness", drawn.bright);
    transcript_.add("first brightness", drawn.evaluations);
    for (int r = 0; r < replicas; ++r) evaluate("bright rows", r, theta(3));
    for (const auto update :
         {BrightnessUpdate::implicit, BrightnessUpdate::explicit_with_replacement,
          BrightnessUpdate::explicit_without_replacement, BrightnessUpdate::sweep})
      for (const bool at_home : {false, true}) this->update(update, at_home);
    fetch();
    restore();
  }

  Vector theta(std::uint64_t index) const { return some_theta(dimension_, index); }

  void evaluate(const std::string& question, int rows, const Vector& at) {
    for (const auto derivatives :
         {Derivatives::none, Derivatives::gradient, Derivatives::hessian, Derivatives::majorizer})
      for (const double share : {1.0, 0.3}) {
        if (rows != Evaluate::all_rows && (derivatives >= Derivatives::hessian || share < 1.0))
          continue;
        const auto reply = team_.ask(Evaluate{rows, at, derivatives, reach_, share});
        transcript_.add(question, reply.sums.values());
        transcript_.add(question, reply.evaluations);
      }
  }

  void save(const std::string& question) {
    bright_ = team_.ask(Save{}).bright;
    transcript_.add(question, bright_);
  }

  void update(BrightnessUpdate update, bool at_home) {
    const std::string question =
        "update " + std::to_string(static_cast<int>(update)) + (at_home ? " at home" : "");
    save(question);
    UpdateBrightness command{update, 0.9, 0.1, ++iteration_, {}};
    for (int r = 0; r < replicas; ++r) {
      command.replicas.push_back(
          {r, theta(3 + static_cast<std::uint64_t>(r)), reach_, at_home, {}});
      if (!at_home || update != BrightnessUpdate::implicit) continue;
      const auto& rows = bright_[static_cast<std::size_t>(r)];
      for (std::size_t i = 0; i < rows.size(); i += 3)
        command.replicas.back().darkened.push_back(rows[i]);
    }
    for (const auto& change : team_.ask(command).changes) {
      transcript_.add(question, change.bright);
      transcript_.add(question, change.evaluations);
      transcript_.add(question, change.darkened);
      transcript_.add(question, change.brightened);
    }
    save(question);
  }

  void fetch() {
    for (int r = 0; r < replicas; ++r) {
      const auto reply = team_.ask(FetchRows{r, theta(6)});
      transcript_.add("fetch", reply.records);
      transcript_.add("fetch", reply.evaluations);
    }
  }

  void restore() {
    save("before restoring");
    for (auto& rows : bright_)
      if (!rows.empty()) rows.pop_back();
    team_.ask(Restore{bright_, {theta(1), theta(2)}});
    evaluate("restored", 0, theta(1));
    save("restored");
    std::int64_t rows = 0, evaluations = 0;
    for (const auto& share : team_.ask(Account{}).shares) {
      rows += share.rows;
      evaluations += share.evaluations;
    }
    transcript_.add("account", rows);
    transcript_.add("account", evaluations);
  }

  Team& team_;
  Transcript transcript_;
  int dimension_ = 0;
  std::int64_t iteration_ = 0;
  double reach_ = everywhere;
  std::vector<std::vector<std::int64_t>> bright_;
};

}  // namespace photinus
