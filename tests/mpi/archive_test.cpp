// Truth: what was packed. A member that the archive forgets comes back as its default.
#include "archive.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

namespace photinus {
namespace {

class Library : public ::testing::Environment {
 public:
  void SetUp() override { ASSERT_EQ(MPI_Init(nullptr, nullptr), MPI_SUCCESS); }
  void TearDown() override { MPI_Finalize(); }
};

const auto* const library = ::testing::AddGlobalTestEnvironment(new Library);

FileHeader sent(const FileHeader& header) {
  const Order order{1.0, Load{header, make_layout(header.rows), "logistic", {}, true}};
  return std::get<Load>(*order_from(to_bytes(order)).command).header;
}

TEST(Archive, HeaderArrivesWhole) {
  FileHeader header;
  header.path = "some.h5";
  header.rows = std::int64_t{1} << 33;
  header.columns = 17;
  header.scalar = ScalarType::float64;
  header.response = false;
  header.column_names = {"age", "income"};
  header.weights = true;
  header.offsets = 5;
  header.format = FileFormat::libsvm;
  header.places = {{0, 3, 0}, {std::int64_t{1} << 34, 4, 5}};
  const FileHeader arrived = sent(header);
  EXPECT_EQ(arrived.path, header.path);
  EXPECT_EQ(arrived.rows, header.rows);
  EXPECT_EQ(arrived.columns, header.columns);
  EXPECT_EQ(arrived.scalar, header.scalar);
  EXPECT_EQ(arrived.response, header.response);
  EXPECT_EQ(arrived.column_names, header.column_names);
  EXPECT_EQ(arrived.weights, header.weights);
  EXPECT_EQ(arrived.offsets, header.offsets);
  EXPECT_EQ(arrived.format, header.format);
  ASSERT_EQ(arrived.places.size(), header.places.size());
  for (std::size_t b = 0; b < header.places.size(); ++b) {
    EXPECT_EQ(arrived.places[b].byte, header.places[b].byte);
    EXPECT_EQ(arrived.places[b].lines, header.places[b].lines);
    EXPECT_EQ(arrived.places[b].filled, header.places[b].filled);
  }
}

}  // namespace
}  // namespace photinus
