// A model whose rows live on ranks: its sums are those of the same model in one process, to 1e-12
// relative to the sum of all rows, and their bits depend neither on the ranks nor on rows that
// come after those that are asked for.
#include "photinus/target/team_model.hpp"

#include <gtest/gtest.h>

#include <ostream>

#include "photinus/base/errors.hpp"
#include "photinus/evidence/local_model.hpp"
#include "photinus/families/built_in.hpp"
#include "photinus/run/evidence_problem.hpp"
#include "photinus/run/home_problem.hpp"
#include "support/caught.hpp"
#include "support/data_file.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

constexpr int rows = 331, columns = 3;

const std::vector<FamilyEntry>& families() {
  static const std::vector<FamilyEntry> all = built_in_families();
  return all;
}

struct Model {
  std::string family;
  bool sampled_scale = false;
};

void PrintTo(const Model& model, std::ostream* out) { *out << model.family; }

// Every row has a weight and offsets where the family takes them.
DataFile file_of(const std::string& family, int first, int last) {
  const bool plain = family == "mixture" || family == "mvn" || family == "gp";
  const std::uint64_t count = static_cast<std::uint64_t>(last - first);
  const int classes = family == "softmax" ? 3 : 1;
  DataFile file;
  file.x_shape = {count, columns};
  file.y_shape = {count};
  file.y_type = DataFile::Type::float64;
  if (!plain) {
    file.weights_shape = {count};
    file.offset_shape = {count, static_cast<std::uint64_t>(classes)};
  }
  for (int n = first; n < last; ++n) {
    Stream stream({.seed = 5, .purpose = Purpose::test, .index = static_cast<std::uint64_t>(n)});
    for (int j = 0; j < columns; ++j) file.x.push_back(stream.normal());
    const bool real = family == "linear" || family == "student_t" || plain;
    file.y.push_back(real ? stream.normal() : n % (family == "softmax" ? 3 : 2));
    if (plain) continue;
    file.weights.push_back(static_cast<double>(stream.below(4)));
    for (int k = 0; k < classes; ++k) file.offset.push_back(0.5 * stream.normal());
  }
  return file;
}

class TeamModelTest : public testing::TestWithParam<Model> {
 protected:
  RunConfig config_of(int first, int last) {
    const std::string path = directory_.file(std::to_string(first) + "-" + std::to_string(last));
    file_of(GetParam().family, first, last).write(path);
    RunConfig config;
    config.data.path = path;
    config.model.family = GetParam().family;
    config.model.components = 2;
    if (!GetParam().sampled_scale) config.model.sigma = 0.7;
    return config;
  }

  TemporaryDirectory directory_;
};

Vector theta_of(const EvidenceModel& model, int i) {
  Stream stream({.seed = 6, .purpose = Purpose::test, .index = static_cast<std::uint64_t>(i)});
  return model.draw_prior(stream);
}

const std::vector<std::int64_t> some_list = {7, 300, 7, 0, 128, 330, 129, 7, 64};
constexpr RowRange some_ranges[] = {{0, rows}, {0, 1}, {17, 18}, {100, 259}, {rows - 1, rows}};

// All that a model says of some questions.
std::vector<double> answers(EvidenceModel& model) {
  std::vector<double> all;
  Vector gradient;
  const auto take = [&](double value) {
    all.push_back(value);
    all.insert(all.end(), gradient.begin(), gradient.end());
  };
  std::vector<Vector> thetas;
  for (int i = 0; i < 3; ++i) thetas.push_back(theta_of(model, i));
  for (const RowRange range : some_ranges) {
    for (const double value : model.log_likelihoods(thetas, range)) all.push_back(value);
    take(model.log_likelihood(thetas.front(), range, gradient));
  }
  take(model.log_likelihood(thetas[1], some_list, gradient));
  return all;
}

// Of those answers.
std::int64_t expected_evaluations() {
  std::int64_t count = static_cast<std::int64_t>(some_list.size());
  for (const RowRange range : some_ranges) count += 4 * range.size();
  return count;
}

TEST_P(TeamModelTest, SumsAreThoseOfOneProcessAndTheSameBitsOnAnyRanks) {
  const RunConfig config = config_of(0, rows);
  std::vector<double> first;
  for (const int ranks : {1, 2, 3, 5}) {
    LocalTeam team(ranks, families());
    const EvidenceProblem problem = open_rows(team, families(), config);
    const std::vector<double> now = answers(*problem.model);
    EXPECT_EQ(problem.model->evaluations(), expected_evaluations());
    std::int64_t done = 0, held = 0;
    for (const auto& share : team.ask(Account{}).shares) {
      done += share.evaluations;
      held += share.rows;
    }
    EXPECT_EQ(done, expected_evaluations());
    EXPECT_EQ(held, rows);
    if (ranks == 1) first = now;
    EXPECT_EQ(now, first) << ranks << " ranks";
  }
  LocalTeam team(1, families());
  Problem problem;
  problem.header = read_header(config.data.path);
  const FamilyEntry& family = find_family(families(), config.model.family);
  if (family.has_predictors()) problem = load(team, families(), config);
  const auto model =
      family.make_model(read_table(problem.header, silent), model_settings(config, problem));
  LocalModel local(dynamic_cast<RowWiseModel&>(*model));
  const std::vector<double> expected = answers(local);
  ASSERT_EQ(first.size(), expected.size());
  double scale = 1.0;
  for (const double value : expected) scale = std::max(scale, std::abs(value));
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(first[i], expected[i], 1e-12 * scale) << i;
}

TEST_P(TeamModelTest, RowsThatFollowInAnotherFileChangeNoBit) {
  const RunConfig all = config_of(0, rows);
  RunConfig two = config_of(0, 200);
  two.data.more = {config_of(200, rows).data.path};
  LocalTeam team(3, families()), other(2, families()), third(1, families());
  const auto whole = open_rows(team, families(), all), parts = open_rows(other, families(), two);
  EXPECT_EQ(answers(*whole.model), answers(*parts.model));
  two.data.more.clear();
  const auto beginning = open_rows(third, families(), two);
  const Vector theta = theta_of(*whole.model, 0);
  Vector of_all, of_part;
  EXPECT_EQ(whole.model->log_likelihood(theta, RowRange{3, 190}, of_all),
            beginning.model->log_likelihood(theta, RowRange{3, 190}, of_part));
  EXPECT_EQ(of_all, of_part);
}

INSTANTIATE_TEST_SUITE_P(Families, TeamModelTest,
                         testing::Values(Model{"logistic"}, Model{"probit"}, Model{"poisson"},
                                         Model{"softmax"}, Model{"linear"}, Model{"linear", true},
                                         Model{"student_t"}, Model{"student_t", true},
                                         Model{"mixture"}, Model{"mvn"}));

TEST(TeamModel, ACoordinatorMayHoldNoRows) {
  TemporaryDirectory directory;
  RunConfig config;
  config.data.path = directory.file("data");
  config.model.family = "softmax";
  file_of("softmax", 0, rows).write(config.data.path);
  LocalTeam all(3, families()), spared(3, families());
  const auto a = open_rows(all, families(), config);
  config.ranks.coordinator_holds_rows = false;
  const auto b = open_rows(spared, families(), config);
  EXPECT_EQ(spared.ask(Account{}).shares.front().rows, 0);
  EXPECT_EQ(answers(*a.model), answers(*b.model));
}

TEST(TeamModel, ModelsWhoseRowsDependAndFlatPriorsAreRefused) {
  TemporaryDirectory directory;
  RunConfig config;
  config.data.path = directory.file("data");
  config.model.family = "gp";
  file_of("gp", 0, 50).write(config.data.path);
  LocalTeam team(2, families());
  const auto dependent = caught([&] { open_rows(team, families(), config); });
  EXPECT_EQ(dependent.code(), ExitCode::usage);
  EXPECT_NE(std::string(dependent.what()).find("not independent"), std::string::npos);
  config.model.family = "linear";
  config.model.prior.family = "flat";
  const auto flat = caught([&] { open_rows(team, families(), config); });
  EXPECT_EQ(flat.code(), ExitCode::usage);
  EXPECT_NE(std::string(flat.what()).find("no evidence exists"), std::string::npos);
}

TEST(TeamModel, FilesThatDoNotFitEachOtherAreRefusedByWhatDiffersFirst) {
  TemporaryDirectory directory;
  RunConfig config;
  config.data.path = directory.file("data");
  config.model.family = "logistic";
  file_of("logistic", 0, 50).write(config.data.path);
  DataFile other = file_of("logistic", 50, 90);
  config.data.more = {directory.file("more")};
  LocalTeam team(2, families());
  const auto message = [&] {
    other.write(config.data.more.front());
    const auto failure = caught([&] { open_rows(team, families(), config); });
    EXPECT_EQ(failure.code(), ExitCode::bad_data);
    return std::string(failure.what());
  };
  other.y[3] = 7.0;
  EXPECT_NE(message().find("more: row 3 "), std::string::npos);
  other = file_of("logistic", 50, 90);
  other.x_shape = {other.x_shape[0], columns - 1};
  other.x.resize(other.x_shape[0] * other.x_shape[1]);
  EXPECT_NE(message().find("number of columns: 2"), std::string::npos);
  other = file_of("logistic", 50, 90);
  other.weights_shape.clear();
  EXPECT_NE(message().find("/weights: not there"), std::string::npos);
}

}  // namespace
}  // namespace photinus
