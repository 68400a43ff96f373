#include "photinus/run/config.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "support/caught.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

const std::string least = "[data]\npath = \"a.h5\"\n[model]\nfamily = \"logistic\"\n";

class Config : public ::testing::Test {
 protected:
  RunConfig read(const std::string& text, const std::vector<std::string>& settings = {}) const {
    return read_config(directory_.write("run.toml", text), settings);
  }
  RunConfig read_set(const std::string& setting) const { return read(least, {setting}); }
  // Refused with every part in the message.
  void expect_usage(const std::string& text, const std::vector<std::string>& settings,
                    const std::vector<std::string>& parts) const {
    const Failure failure = caught([&] { read(text, settings); });
    EXPECT_EQ(failure.code(), ExitCode::usage) << text;
    for (const auto& part : parts) EXPECT_TRUE(mentions(failure, part));
  }
  void expect_round_trip(const RunConfig& config) const {
    const std::string text = to_toml(config);
    EXPECT_EQ(to_toml(read(text)), text);
  }
  TemporaryDirectory directory_;
};

/// "section.key" of every line of a config.
std::set<std::string> keys_of(const std::string& toml) {
  std::set<std::string> keys;
  std::istringstream lines(toml);
  std::string section;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("["))
      section = line.substr(1, line.size() - 2);
    else if (!line.empty())
      keys.insert(section + "." + line.substr(0, line.find(' ')));
  return keys;
}

TEST_F(Config, DefaultsAreTheDocumentedOnes) {
  const RunConfig c = read(least);
  EXPECT_EQ(c.data.path, "a.h5");
  EXPECT_EQ(c.model.prior.family, "normal");
  EXPECT_EQ(c.model.prior.scale, std::vector<double>{1.0});
  EXPECT_FALSE(c.model.intercept_prior.has_value());
  for (const auto* left_open : {&c.sampler.method, &c.sampler.metric, &c.sampler.start})
    EXPECT_EQ(*left_open, "auto");
  EXPECT_EQ(c.sampler.kernel, "hmc");
  EXPECT_EQ(c.sampler.chains, 4);
  EXPECT_EQ(c.sampler.warmup, 1000);
  EXPECT_EQ(c.sampler.draws, 1000);
  EXPECT_EQ(c.sampler.seed, 1U);
  EXPECT_EQ(c.firefly.update, "implicit");
  EXPECT_FALSE(c.firefly.q.has_value());
  EXPECT_TRUE(c.ranks.coordinator_holds_rows);
  EXPECT_EQ(c.output.directory, "results");
  RunConfig untouched;
  untouched.data.path = "a.h5";
  untouched.model.family = "logistic";
  untouched.evidence.method = "firefly";
  EXPECT_EQ(to_toml(settled(c, true)), to_toml(untouched));
}

TEST_F(Config, WhatIsLeftOpenIsSettledByTheModelAndTheLadder) {
  const auto method = [&](const std::string& tempering, bool has_predictors) {
    return settled(read(least, {"tempering.method=" + tempering}), has_predictors).sampler.method;
  };
  EXPECT_EQ(method("none", true), "firefly");
  EXPECT_EQ(method("parallel", true), "firefly");
  EXPECT_EQ(method("transitions", true), "full");
  EXPECT_EQ(method("subsampled_parallel", true), "full");
  EXPECT_EQ(method("none", false), "full");
  const auto model = settled(read(least), false).sampler;
  EXPECT_EQ(model.metric, "adapted");
  EXPECT_EQ(model.start, "prior");
  const auto given = settled(read(least, {"sampler.metric=identity"}), true).sampler;
  EXPECT_EQ(given.metric, "identity");
}

TEST_F(Config, RoundTripOfEveryKindOfValue) {
  expect_round_trip(read(least));
  RunConfig c = read(least, {"firefly.q=0.01", "sampler.trajectory=1e-7", "ranks.deadline=1e9",
                             "sampler.seed=9223372036854775807", "model.prior.scale=[0.1, 2, 3e5]",
                             "ranks.coordinator_holds_rows=false"});
  EXPECT_EQ(c.sampler.seed, 9223372036854775807U);
  EXPECT_EQ(c.model.prior.scale, (std::vector<double>{0.1, 2.0, 3e5}));
  expect_round_trip(c);
  c.model.intercept_prior = RunConfig::Prior{"flat", {2.5}, 3.0};
  c.firefly.q = 0.1 + 0.2;
  expect_round_trip(c);
  EXPECT_EQ(*read(to_toml(c)).firefly.q, 0.1 + 0.2);
  EXPECT_EQ(read(to_toml(c)).model.intercept_prior->family, "flat");
}

TEST_F(Config, RoundTripOfAwkwardText) {
  for (const std::string path : {"a \"b\" c", "back\\slash", "it's", "caf\xc3\xa9", "#1",
                                 "tab\there", "line\nbreak", "\x01"}) {
    RunConfig c = read(least);
    c.data.path = path;
    expect_round_trip(c);
    EXPECT_EQ(read(to_toml(c)).data.path, path);
  }
}

TEST_F(Config, UnknownKeysNameTheirPlaceAndTheNearestKey) {
  expect_usage(least + "[sampler]\nchain = 3\n", {},
               {"run.toml:6:1:", "unknown key sampler.chain;", "did you mean sampler.chains?"});
  expect_usage(least + "intercpt = \"none\"\n", {},
               {"run.toml:5:1:", "model.intercpt", "did you mean model.intercept?"});
  expect_usage("[date]\npath = \"a\"\n", {}, {"unknown key date"});
  expect_usage("chains = 4\n" + least, {}, {"run.toml:1:1:", "unknown key chains"});
  expect_usage(least + "[sampler]\n  warmup = 10\n  seeed = 3\n", {},
               {"run.toml:7:3:", "did you mean sampler.seed?"});
  expect_usage(least, {"firefly.plam=home"}, {"--set", "did you mean firefly.plan?"});
}

TEST_F(Config, TextThatIsNoTomlNamesItsPlace) {
  expect_usage(least + "[sampler]\nchains = = 3\n", {}, {"run.toml:6:"});
  expect_usage(least + "[sampler]\nchains = 3\nchains = 4\n", {}, {"run.toml:7:"});
}

/// For every key: values of the wrong type, and values out of range.
struct Bad {
  std::string key;
  std::vector<std::string> values;
};

const std::vector<Bad>& bad_values() {
  static const std::vector<Bad> list = {
      {"data.path", {"3", "true", "[\"a\"]", "{ a = 1 }", "\"\""}},
      {"data.more", {"3", "true", "[1]", "[\"a\", 2]"}},
      {"model.family", {"3", "false", "\"\""}},
      {"model.nu", {"0", "-1", "inf", "nan", "\"a\"", "true"}},
      {"model.components", {"0", "-1", "2.0", "\"5\"", "true"}},
      {"model.covariance", {"\"wide\"", "true", "[\"a\"]"}},
      {"model.sigma", {"0", "-0.2", "inf", "nan", "\"a\"", "true"}},
      {"model.sigma_prior.family", {"1", "\"normal\"", "\"\""}},
      {"model.sigma_prior.scale", {"0.0", "-2", "inf", "[1, 2]", "[]", "\"a\""}},
      {"model.sigma_prior.nu", {"0", "-1.0", "inf", "nan", "1e7", "\"4\"", "true", "[4]"}},
      {"model.prior.family", {"1", "\"cauchy\"", "\"\""}},
      {"model.prior.scale",
       {"\"wide\"", "true", "0", "-1.0", "inf", "nan", "[]", "[1, 0]", "[[1]]", "[1, \"a\"]"}},
      {"model.prior.nu", {"0", "-1.0", "inf", "nan", "1e7", "\"4\"", "true", "[4]"}},
      {"model.intercept_prior.family", {"1", "\"cauchy\""}},
      {"model.intercept_prior.scale", {"0.0", "-2", "inf", "[1, 2]", "[]", "\"a\""}},
      {"model.intercept_prior.nu", {"0", "-1.0", "inf", "nan", "1e7", "\"4\"", "true", "[4]"}},
      {"model.intercept", {"1", "true", "\"yes\""}},
      {"sampler.method", {"1", "\"gibbs\""}},
      {"sampler.integrator", {"1", "\"verlet\""}},
      {"sampler.kernel", {"1", "\"nut\"", "[\"hmc\"]"}},
      {"sampler.start", {"1", "\"priors\"", "true"}},
      {"sampler.metric", {"1", "\"dense\""}},
      {"sampler.chains", {"0", "-1", "2.0", "\"4\"", "true", "2147483648"}},
      {"sampler.warmup", {"-1", "1.5", "\"1\"", "3000000000"}},
      {"sampler.draws", {"0", "-5", "1e3", "false", "9999999999"}},
      {"sampler.seed", {"-1", "1.0", "\"1\"", "true"}},
      {"sampler.start_dispersion", {"0", "-1", "1000.1", "inf", "nan", "\"1\"", "true"}},
      {"sampler.target_acceptance", {"0", "1", "-0.5", "nan", "\"high\"", "true"}},
      {"sampler.step_size", {"0", "-1", "inf", "nan", "\"small\"", "true"}},
      {"sampler.leapfrogs", {"-1", "1.0", "\"8\"", "2147483648"}},
      {"sampler.trajectory", {"0.0", "-1", "nan", "\"1\"", "true"}},
      {"sampler.energy_correlation", {"-1", "1", "1.5", "inf", "nan", "\"none\"", "true"}},
      {"sampler.slice_updates", {"-1", "1.0", "\"8\"", "2147483648"}},
      {"firefly.bound", {"1"}},
      {"firefly.anchor", {"0", "\"origin\""}},
      {"firefly.update", {"1", "\"gibbs\""}},
      {"firefly.q", {"0", "1", "0.9995", "-0.1", "nan", "\"high\"", "true", "[0.1]"}},
      {"firefly.q_ratio", {"0", "-1", "nan", "\"high\"", "true"}},
      {"firefly.q_dark", {"0", "1.01", "-1", "nan", "\"a\"", "true"}},
      {"firefly.slack", {"-0.1", "inf", "nan", "\"much\"", "true", "[0.5]"}},
      {"firefly.radius", {"0", "-1", "inf", "nan", "\"far\"", "true"}},
      {"firefly.fraction", {"0", "1.01", "-1", "nan", "\"a\"", "true"}},
      {"firefly.plan", {"1", "\"rank\""}},
      {"firefly.home_capacity", {"-1", "1.5", "\"a\"", "true"}},
      {"tempering.method", {"1", "\"serial\"", "true"}},
      {"tempering.rungs", {"0", "-1", "2.0", "\"7\"", "true"}},
      {"tempering.least_beta", {"0", "1.01", "-1", "nan", "\"a\"", "true"}},
      {"tempering.ladder", {"\"steep\"", "true", "[\"a\"]"}},
      {"tempering.power_of", {"1", "\"prior\""}},
      {"tempering.subsets", {"1", "\"random\""}},
      {"tempering.least_subset", {"0", "-1", "2.0", "\"few\"", "true"}},
      {"tempering.schedule", {"1", "\"odd\""}},
      {"tempering.adapt", {"1", "\"yes\"", "1.0"}},
      {"tempering.updates", {"0", "1.5", "\"1\""}},
      {"tempering.row_exchanges", {"-1", "1.5", "\"1\""}},
      {"tempering.posterior_updates", {"-1", "1.5", "\"1\""}},
      {"evidence.method", {"1", "\"magic\"", "true"}},
      {"evidence.chains", {"0", "-1", "2.0", "\"2\"", "true"}},
      {"evidence.warmup", {"-1", "1.5", "\"1\""}},
      {"evidence.draws", {"7", "-5", "1e3", "false"}},
      {"evidence.nodes", {"2", "5.0", "\"5\""}},
      {"evidence.rounds", {"0", "1.5", "\"1\""}},
      {"evidence.constants", {"1", "\"theirs\""}},
      {"evidence.particles", {"1", "-3", "2.0", "\"few\"", "true", "2147483648"}},
      {"evidence.steps", {"0", "1.5", "\"few\"", "true"}},
      {"evidence.step_size", {"0", "-1", "inf", "nan", "\"small\"", "true"}},
      {"evidence.batch", {"0", "1.5", "\"few\"", "true"}},
      {"evidence.chunk", {"0", "1.5", "\"small\"", "true"}},
      {"evidence.anchors", {"1", "\"some\""}},
      {"evidence.walkers", {"0", "1.5", "\"few\"", "true"}},
      {"evidence.prior_draws", {"1", "1.5", "\"few\"", "true"}},
      {"evidence.first_rows", {"0", "1.5", "\"100\""}},
      {"evidence.learning_rate", {"0", "-1", "inf", "nan", "\"a\"", "true"}},
      {"evidence.tolerance", {"0", "0.6", "-1", "nan", "\"a\"", "true"}},
      {"evidence.most_rejections", {"0", "1.5", "\"1\""}},
      {"evidence.effective_share", {"0", "1", "-1", "nan", "\"a\"", "true"}},
      {"evidence.weight_variance", {"0", "-1", "inf", "nan", "\"a\"", "true"}},
      {"evidence.rungs", {"1", "16.0", "\"16\""}},
      {"evidence.rung_power", {"0", "21", "-1", "nan", "\"a\"", "true"}},
      {"ranks.coordinator_holds_rows", {"1", "0", "\"yes\"", "\"true\"", "1.0"}},
      {"ranks.deadline", {"0", "-1", "nan", "\"a\"", "true"}},
      {"checkpoint.interval", {"0", "-1", "nan", "\"a\"", "true"}},
      {"output.directory", {"1", "true", "[\"a\"]"}},
  };
  return list;
}

// Catches: true taken for 1, 1 for true, 2.0 for 2, NaN let through by a comparison, wrap-around.
TEST_F(Config, EveryBadValueIsRefusedWithItsPlace) {
  for (const auto& [key, values] : bad_values())
    for (const auto& value : values) {
      SCOPED_TRACE(key + " = " + value);
      expect_usage(least, {key + "=" + value}, {key});
      // The section is there already, or the key.
      if (key.starts_with("data.") || key == "model.family") continue;
      const bool in_model = key.starts_with("model.");  // the section that `least` ends with
      const std::string line = (in_model ? key.substr(6) : key) + " = " + value + "\n";
      expect_usage(in_model ? least + line : line + least, {},
                   {in_model ? "run.toml:5:" : "run.toml:1:", key});
    }
}

TEST_F(Config, NoKeyIsLeftOutOfThatList) {
  RunConfig all = read(least);
  all.model.intercept_prior = RunConfig::Prior{};
  all.tempering.ladder = {1.0, 0.5};
  all.data.more = {"b.h5"};
  std::set<std::string> listed;
  for (const auto& bad : bad_values()) listed.insert(bad.key);
  EXPECT_EQ(keys_of(to_toml(all)), listed);
}

TEST_F(Config, ValuesAtTheEdgesAreTaken) {
  EXPECT_EQ(*read_set("firefly.q=0.999").firefly.q, 0.999);
  EXPECT_FALSE(read_set("firefly.q=auto").firefly.q.has_value());
  EXPECT_EQ(read_set("firefly.fraction=1").firefly.fraction, 1.0);
  EXPECT_EQ(read_set("model.prior.nu=1e6").model.prior.nu, 1e6);
  EXPECT_EQ(read_set("sampler.chains=1").sampler.chains, 1);
  EXPECT_EQ(read_set("sampler.warmup=0").sampler.warmup, 0);
  EXPECT_EQ(read_set("sampler.draws=2147483647").sampler.draws, 2147483647);
  EXPECT_EQ(read_set("sampler.energy_correlation=0").sampler.energy_correlation, 0.0);
  EXPECT_EQ(read_set("firefly.home_capacity=0").firefly.home_capacity, 0);
  EXPECT_EQ(read_set("sampler.start_dispersion=1000").sampler.start_dispersion, 1000.0);
}

// Catches: settings read before the file, the first of two settings winning.
TEST_F(Config, SettingsOverrideTheFile) {
  const std::string text = least + "[sampler]\nchains = 3\nkernel = \"hmc\"\n";
  const RunConfig c =
      read(text, {"sampler.chains=5", "sampler.kernel=random_walk", "sampler.chains=6",
                  "data.path=/some where/b.h5", "output.directory=\"out\"", "model.prior.scale=2"});
  EXPECT_EQ(c.sampler.chains, 6);
  EXPECT_EQ(c.sampler.kernel, "random_walk");
  EXPECT_EQ(c.data.path, "/some where/b.h5");
  EXPECT_EQ(c.output.directory, "out");
  EXPECT_EQ(c.model.prior.scale, std::vector<double>{2.0});
  expect_usage(least, {"sampler.chains"}, {"--set sampler.chains", "section.key=value"});
}

// What is no TOML is a string, whatever it holds.
TEST_F(Config, SettingsThatAreNoTomlAreStrings) {
  for (const std::string value : {"plain", "/a b/c.h5", "it's.h5", "'", "a'''b", "say \"x\" = y"})
    EXPECT_EQ(read_set("data.path=" + value).data.path, value);
}

TEST_F(Config, PriorsAsInlineTables) {
  const RunConfig c = read(
      least +
      "prior = { family = \"normal\", scale = [1.0, 2.0] }\nintercept_prior = { scale = 10.0 }\n");
  EXPECT_EQ(c.model.prior.scale, (std::vector<double>{1.0, 2.0}));
  ASSERT_TRUE(c.model.intercept_prior.has_value());
  EXPECT_EQ(c.model.intercept_prior->family, "normal");
  EXPECT_EQ(c.model.intercept_prior->scale, std::vector<double>{10.0});
  EXPECT_EQ(read_set("model.prior={ family = \"flat\" }").model.prior.family, "flat");
  expect_usage(least + "prior = { familly = \"flat\" }\n", {},
               {"run.toml:5:", "did you mean model.prior.family?"});
  expect_usage(least + "prior = \"flat\"\n", {}, {"run.toml:5:", "model.prior"});
}

TEST_F(Config, PriorFamiliesAndTheirDegreesOfFreedom) {
  EXPECT_EQ(read(least).model.prior.nu, 4.0);
  for (const std::string family : {"normal", "laplace", "student_t", "flat"})
    EXPECT_EQ(read_set("model.prior.family=" + family).model.prior.family, family);
  const RunConfig c = read(least +
                           "prior = { family = \"laplace\", scale = 0.5 }\nintercept_prior = { "
                           "family = \"student_t\", scale = 10.0, nu = 2.5 }\n");
  EXPECT_EQ(c.model.prior.family, "laplace");
  EXPECT_EQ(c.model.intercept_prior->nu, 2.5);
  EXPECT_EQ(c.model.prior.nu, 4.0);
  expect_round_trip(c);
  expect_usage(least, {"model.prior.nu=0"}, {"model.prior.nu", "must be above 0"});
  expect_usage(least, {"model.prior.family=cauchy"}, {"\"laplace\"", "\"student_t\""});
}

TEST_F(Config, RequiredKeysMayComeFromSettings) {
  expect_usage("[data]\npath = \"a.h5\"\n", {}, {"run.toml", "model.family is missing"});
  expect_usage("[model]\nfamily = \"logistic\"\n", {}, {"data.path is missing"});
  EXPECT_EQ(read("# empty\n", {"data.path=a.h5", "model.family=logistic"}).data.path, "a.h5");
}

TEST_F(Config, AnEmptyFileIsAConfigToo) {
  EXPECT_EQ(read("", {"data.path=a.h5", "model.family=logistic"}).data.path, "a.h5");
  expect_usage("", {}, {"data.path is missing"});
}

TEST_F(Config, FilesThatCannotBeRead) {
  const Failure missing = caught([&] { read_config(directory_.file("none.toml"), {}); });
  EXPECT_EQ(missing.code(), ExitCode::input_output);
  EXPECT_TRUE(mentions(missing, "none.toml"));
  EXPECT_EQ(caught([&] { read_config(directory_.file(""), {}); }).code(), ExitCode::input_output);
}

}  // namespace
}  // namespace photinus
