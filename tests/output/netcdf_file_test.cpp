// Files are read back through netCDF-C itself.
#include "photinus/output/netcdf_file.hpp"

#include <gtest/gtest.h>
#include <malloc.h>
#include <netcdf.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

#include "photinus/base/errors.hpp"
#include "photinus/output/text_file.hpp"

namespace photinus {
namespace {

namespace fs = std::filesystem;

class NetcdfFileTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  fs::path path(const std::string& name) const { return directory_ / name; }

  const fs::path directory_ = fs::temp_directory_path() /
                              fs::path("photinus_netcdf_test_").concat(std::to_string(::getpid()));
};

NetcdfFile example() {
  auto posterior = draws_group("posterior", 2, 3);
  posterior.attributes = {{"sampler", "firefly"}};
  posterior.variables.push_back(
      {"x/y", {"chain", "draw"}, std::vector{1.0, 2.0, 3.0, 4.0, 5.0, 6.5}, {{"unit", "m"}}});
  posterior.variables.push_back({"draw", {"chain", "draw"}, std::vector<double>(6, 1.0), {}});
  auto sample_stats = draws_group("sample_stats", 2, 3);
  sample_stats.variables.push_back(
      {"bright", {"chain", "draw"}, std::vector<std::int64_t>{1, 2, 3, 4, 5, 1LL << 40}, {}});
  NetcdfFile file;
  for (int i = 0; i < 10; ++i)
    file.attributes.emplace_back(std::string("a") + std::to_string(i), "text");
  file.groups = {posterior, sample_stats, draws_group("warmup_posterior", 2, 0)};
  return file;
}

std::string failure_of(const fs::path& path, ExitCode code = ExitCode::input_output,
                       const NetcdfFile& file = example()) {
  try {
    write_netcdf(path, file);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), code);
    return failure.what();
  }
  return "no failure";
}

TEST_F(NetcdfFileTest, IsReadBack) {
  write_netcdf(path("draws.nc"), example());
  int file = 0, group = 0, variable = 0;
  ASSERT_EQ(nc_open(path("draws.nc").c_str(), NC_NOWRITE, &file), NC_NOERR);
  ASSERT_EQ(nc_inq_ncid(file, "posterior", &group), NC_NOERR);
  ASSERT_EQ(nc_inq_varid(group, "x_y", &variable), NC_NOERR);
  std::vector<double> values(6);
  ASSERT_EQ(nc_get_var_double(group, variable, values.data()), NC_NOERR);
  EXPECT_EQ(values, (std::vector{1.0, 2.0, 3.0, 4.0, 5.0, 6.5}));
  std::string own_name(3, ' ');
  ASSERT_EQ(nc_get_att_text(group, variable, "long_name", own_name.data()), NC_NOERR);
  EXPECT_EQ(own_name, "x/y");
  ASSERT_EQ(nc_inq_varid(group, "draw", &variable), NC_NOERR);
  std::vector<long long> draws(3);
  ASSERT_EQ(nc_get_var_longlong(group, variable, draws.data()), NC_NOERR);
  EXPECT_EQ(draws, (std::vector<long long>{0, 1, 2}));
  EXPECT_EQ(nc_inq_varid(group, "draw_2", &variable), NC_NOERR);
  ASSERT_EQ(nc_inq_ncid(file, "sample_stats", &group), NC_NOERR);
  ASSERT_EQ(nc_inq_varid(group, "bright", &variable), NC_NOERR);
  std::vector<long long> counts(6);
  ASSERT_EQ(nc_get_var_longlong(group, variable, counts.data()), NC_NOERR);
  EXPECT_EQ(counts.back(), 1LL << 40);
  EXPECT_NE(nc_inq_ncid(file, "warmup_posterior", &group), NC_NOERR);
  nc_close(file);
}

TEST_F(NetcdfFileTest, EqualContentsAreEqualBytes) {
  mallopt(M_PERTURB, 0x55);  // fresh memory holds other bytes each time
  write_netcdf(path("a.nc"), example());
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // HDF5 keeps whole seconds
  mallopt(M_PERTURB, 0xAA);
  write_netcdf(path("b.nc"), example());
  mallopt(M_PERTURB, 0);
  const auto bytes = read_text_file(path("a.nc"));
  EXPECT_TRUE(bytes == read_text_file(path("b.nc")));
  EXPECT_EQ(bytes.find("netcdf="), std::string::npos);  // _NCProperties
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), {}), 2);
}

TEST_F(NetcdfFileTest, KeepsTheOrderOfGroupsAndVariables) {
  NetcdfFile file;
  for (const char* name : {"zeta", "alpha", "mu"}) file.groups.push_back(draws_group(name, 1, 1));
  write_netcdf(path("order.nc"), file);
  int id = 0, count = 0, groups[3];
  ASSERT_EQ(nc_open(path("order.nc").c_str(), NC_NOWRITE, &id), NC_NOERR);
  ASSERT_EQ(nc_inq_grps(id, &count, groups), NC_NOERR);
  char name[NC_MAX_NAME + 1];
  ASSERT_EQ(nc_inq_grpname(groups[0], name), NC_NOERR);
  EXPECT_STREQ(name, "zeta");
  nc_close(id);
}

TEST_F(NetcdfFileTest, HoldsManyDraws) {
  auto group = draws_group("posterior", 4, 20'000);
  for (int p = 0; p < 30; ++p)
    group.variables.push_back({std::string("p") + std::to_string(p),
                               {"chain", "draw"},
                               std::vector<double>(80'000, p),
                               {}});
  write_netcdf(path("many.nc"), {{}, {group}});
  int id = 0;
  ASSERT_EQ(nc_open(path("many.nc").c_str(), NC_NOWRITE, &id), NC_NOERR);
  nc_close(id);
  EXPECT_LT(fs::file_size(path("many.nc")), 30 * 80'000 * 8 + 500'000);
}

TEST_F(NetcdfFileTest, FailuresNameThePath) {
  write_text_file(path("plain"), "text");
  EXPECT_EQ(failure_of(path("plain") / "draws.nc"),
            "cannot write " + path("plain/draws.nc").string() + ": Not a directory");
  EXPECT_EQ(failure_of(path("missing") / "draws.nc"),
            "cannot write " + path("missing/draws.nc").string() + ": No such file or directory");
}

TEST_F(NetcdfFileTest, AFullDiskLeavesTheOldFile) {
  write_text_file(path("draws.nc"), "old");
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const auto message = failure_of(path("draws.nc"));
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(message, "cannot write " + path("draws.nc").string() + ": File too large");
  EXPECT_EQ(read_text_file(path("draws.nc")), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), {}), 1);
}

TEST_F(NetcdfFileTest, ContradictionsAreFailures) {
  NetcdfFile file{{}, {draws_group("posterior", 2, 2)}};
  file.groups[0].variables.push_back({"x", {"chain"}, std::vector{1.0}, {}});
  EXPECT_NE(failure_of(path("x.nc"), ExitCode::internal, file).find("variable 'x'"),
            std::string::npos);
  file.groups[0].variables.back().dimensions = {"nowhere"};
  EXPECT_NE(failure_of(path("x.nc"), ExitCode::internal, file).find("'nowhere'"),
            std::string::npos);
  EXPECT_FALSE(fs::exists(path("x.nc")));
}

TEST(NetcdfName, IsLegalAndKeepsUtf8) {
  EXPECT_EQ(netcdf_name("beta[1,2]"), "beta[1,2]");
  EXPECT_EQ(netcdf_name("größe/θ"), "größe_θ");
  EXPECT_EQ(netcdf_name("|theta|"), "_|theta|");
  EXPECT_EQ(netcdf_name(" a\tb "), "_a_b_");
  EXPECT_EQ(netcdf_name(""), "_");
  EXPECT_EQ(netcdf_name("\xff\xc3x\xed\xa0\x80"), "__x___");
  EXPECT_EQ(netcdf_name(std::string(500, 'x')).size(), 240);
}

TEST(NetcdfName, IsUnique) {
  EXPECT_EQ(netcdf_names({"a/b", "a_b", "a_b_2", "a\tb", "chain", "a_b"}, {"chain"}),
            (std::vector<std::string>{"a_b_3", "a_b", "a_b_2", "a_b_4", "chain_2", "a_b_5"}));
}

TEST_F(NetcdfFileTest, AcceptsItsOwnNames) {
  auto group = draws_group("posterior", 1, 1);
  for (int c = 1; c < 256; ++c)
    for (const char* around : {"", "x"})
      group.variables.push_back({around + std::string(1, static_cast<char>(c)) + around,
                                 {"chain", "draw"},
                                 std::vector{1.0},
                                 {}});
  EXPECT_NO_THROW(write_netcdf(path("names.nc"), {{}, {group}}));
}

TEST_F(NetcdfFileTest, TextFilesComeBack) {
  const std::string text("line\n\0more", 10);
  write_text_file(path("t"), text);
  EXPECT_EQ(read_text_file(path("t")), text);
  EXPECT_THROW(read_text_file(path("none")), Failure);
  EXPECT_THROW(read_text_file(directory_), Failure);
  EXPECT_THROW(write_text_file(directory_, text), Failure);
  EXPECT_FALSE(fs::exists(directory_.string() + ".partial"));
}

}  // namespace
}  // namespace photinus
