// Truth: what launchers set, as seen under mpirun 4.1, MPICH's hydra, and SLURM 22.05.
#include "launch_guard.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

namespace photinus {
namespace {

using Variables = std::map<std::string, std::string>;

Environment of(const Variables& variables) {
  return [&variables](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

const Variables nothing;
const Variables batch_script = {
    {"SLURM_JOB_ID", "7"}, {"SLURM_NTASKS", "3"}, {"SLURM_PROCID", "0"}};

Variables with(Variables variables, const Variables& more) {
  for (const auto& [name, value] : more) variables[name] = value;
  return variables;
}

const Variables srun = with(
    batch_script, {{"SLURM_STEP_ID", "0"}, {"SLURM_STEP_NUM_TASKS", "3"}, {"SLURM_PROCID", "2"}});

TEST(LaunchGuard, RefusesCopiesOfSrunAndNamesWhatMends) {
  const auto complaint = unjoined_copies(of(srun));
  ASSERT_TRUE(complaint);
  EXPECT_NE(complaint->find("srun started 3 processes"), std::string::npos) << *complaint;
  EXPECT_NE(complaint->find("srun --mpi=pmix"), std::string::npos) << *complaint;
  EXPECT_NE(complaint->find("Photinus was built with "), std::string::npos) << *complaint;
}

TEST(LaunchGuard, RefusesCopiesOfAnotherMpirun) {
  const Variables open_mpi = {{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "0"}};
  const Variables hydra = {{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}};
  EXPECT_TRUE(unjoined_copies(of(open_mpi)));
  EXPECT_TRUE(unjoined_copies(of(hydra)));
  EXPECT_TRUE(speaks_for_copies(of(open_mpi)));
  EXPECT_FALSE(speaks_for_copies(of(hydra)));
}

TEST(LaunchGuard, OneCopySpeaks) {
  EXPECT_FALSE(speaks_for_copies(of(srun)));
  const Variables first = with(srun, {{"SLURM_PROCID", "0"}});
  EXPECT_TRUE(speaks_for_copies(of(first)));
}

TEST(LaunchGuard, LetsThoseBeWhoAreRightlyAlone) {
  EXPECT_FALSE(unjoined_copies(of(nothing)));
  EXPECT_FALSE(unjoined_copies(of(batch_script)));
  const Variables step_of_one = with(srun, {{"SLURM_STEP_NUM_TASKS", "1"}});
  EXPECT_FALSE(unjoined_copies(of(step_of_one)));
  // mpirun -n 1: SLURM's step is that of mpirun's daemons.
  const Variables mpirun = with(srun, {{"OMPI_COMM_WORLD_SIZE", "1"}});
  EXPECT_FALSE(unjoined_copies(of(mpirun)));
  const Variables meant = with(srun, {{"PHOTINUS_INDEPENDENT", "1"}});
  EXPECT_FALSE(unjoined_copies(of(meant)));
}

TEST(LaunchGuard, WarnsInABatchScriptOfSeveralTasks) {
  const auto warning = idle_tasks(of(batch_script));
  ASSERT_TRUE(warning);
  EXPECT_NE(warning->find("has 3 tasks"), std::string::npos) << *warning;
  EXPECT_FALSE(idle_tasks(of(nothing)));
  const Variables one_task = with(batch_script, {{"SLURM_NTASKS", "1"}});
  EXPECT_FALSE(idle_tasks(of(one_task)));
  const Variables by_mpirun = with(batch_script, {{"OMPI_COMM_WORLD_SIZE", "1"}});
  EXPECT_FALSE(idle_tasks(of(by_mpirun)));
}

Place place(const char* host, std::initializer_list<int> cores) {
  Place place;
  std::strncpy(place.host, host, sizeof place.host - 1);
  for (const int core : cores) CPU_SET(core, &place.cores);
  return place;
}

TEST(CrowdedHosts, CountsEachCoreOnce) {
  EXPECT_FALSE(crowded_hosts({place("a", {0}), place("a", {1}), place("b", {0, 1})}));
  EXPECT_FALSE(crowded_hosts({place("a", {0, 1}), place("a", {0, 1})}));
  const auto warning =
      crowded_hosts({place("b", {0}), place("a", {0, 1}), place("a", {0, 1}), place("a", {1})});
  ASSERT_TRUE(warning);
  EXPECT_NE(warning->find("3 ranks of 1 thread share 2 cores on host a"), std::string::npos)
      << *warning;
  EXPECT_EQ(warning->find("more"), std::string::npos) << *warning;
}

TEST(CrowdedHosts, NamesOneOfSeveral) {
  const auto warning =
      crowded_hosts({place("a", {3}), place("a", {3}), place("b", {0}), place("b", {0})});
  ASSERT_TRUE(warning);
  EXPECT_NE(warning->find("2 ranks of 1 thread share 1 core on host a, and so it is on 1 more"),
            std::string::npos)
      << *warning;
}

}  // namespace
}  // namespace photinus
