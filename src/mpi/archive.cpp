#include "archive.hpp"

#include <boost/mpi/packed_iarchive.hpp>
#include <boost/mpi/packed_oarchive.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>

#include "home_serialization.hpp"
#include "photinus/base/serialization.hpp"

namespace boost::serialization {

using namespace photinus;

template <class A>
void serialize(A& a, RowPlace& x, unsigned) {
  a& x.byte& x.lines& x.filled;
}
template <class A>
void serialize(A& a, FileHeader& x, unsigned) {
  a& x.path& x.rows& x.columns& x.scalar& x.column_names& x.weights& x.offsets;
  a& x.response& x.format& x.places;
}
template <class A>
void serialize(A& a, Layout& x, unsigned) {
  a& x.rows& x.block_size;
}
template <class A>
void serialize(A& a, ColumnRange& x, unsigned) {
  a& x.minimum& x.maximum;
}
template <class A>
void serialize(A& a, ResponseSummary& x, unsigned) {
  a& x.first_zero& x.first_minus_one& x.first_one& x.first_of_class;
}
template <class A>
void serialize(A& a, RankShare& x, unsigned) {
  a& x.rank& x.host& x.first_row& x.rows& x.evaluations& x.peak_memory_bytes;
}
template <class A>
void serialize(A& a, ModelNumbers& x, unsigned) {
  a& x.nu& x.sigma& x.classes& x.components& x.covariance;
}
template <class A>
void serialize(A& a, Load& x, unsigned) {
  a& x.header& x.layout& x.family& x.numbers& x.coordinator_holds_rows;
}
template <class A>
void serialize(A& a, Load::Reply& x, unsigned) {
  a& x.range& x.responses;
}
template <class A>
void serialize(A& a, Prepare& x, unsigned) {
  a& x.replicas& x.seed& x.inputs& x.numbers& x.sampled_scale;
}
template <class A>
void serialize(A&, Prepare::Reply&, unsigned) {}
template <class A>
void serialize(A& a, BuildStatistics& x, unsigned) {
  a& x.anchor& x.reference& x.whitening& x.reach& x.bound& x.spread& x.slack& x.gaps;
}
template <class A>
void serialize(A& a, BuildStatistics::Reply& x, unsigned) {
  a& x.sums& x.expected_gap& x.evaluations;
}
template <class A>
void serialize(A& a, CollapseBounds& x, unsigned) {
  a& x.reference& x.reach& x.bound;
}
template <class A>
void serialize(A& a, CollapseBounds::Reply& x, unsigned) {
  a& x.sums;
}
template <class A>
void serialize(A& a, ChooseProposals& x, unsigned) {
  a& x.by_row& x.q& x.multiple& x.least_gap;
}
template <class A>
void serialize(A& a, ChooseProposals::Reply& x, unsigned) {
  a& x.lengths;
}
template <class A>
void serialize(A& a, PlaceAxis& x, unsigned) {
  a& x.starts;
}
template <class A>
void serialize(A&, PlaceAxis::Reply&, unsigned) {}
template <class A>
void serialize(A& a, Evaluate& x, unsigned) {
  a& x.bright_of& x.theta& x.derivatives& x.reach& x.beta& x.share;
}
template <class A>
void serialize(A& a, Evaluate::Reply& x, unsigned) {
  a& x.sums& x.evaluations;
}
template <class A>
void serialize(A& a, FeatureRecords& x, unsigned) {
  a& x.values& x.columns& x.filled;
}
template <class A>
void serialize(A& a, BrightRecords& x, unsigned) {
  a& x.rows& x.features& x.y& x.weight& x.offset& x.centre& x.scale& x.curvature& x.slack& x.q;
  a& x.eta& x.value& x.slope;
}
template <class A>
void serialize(A& a, DrawBrightness& x, unsigned) {
  a& x.thinned& x.purpose& x.iteration& x.replicas& x.thetas& x.reaches& x.betas;
}
template <class A>
void serialize(A& a, DrawBrightness::Reply& x, unsigned) {
  a& x.bright& x.evaluations;
}
template <class A>
void serialize(A& a, ReplicaUpdate& x, unsigned) {
  a& x.replica& x.theta& x.reach& x.beta& x.at_home& x.darkened;
}
template <class A>
void serialize(A& a, UpdateBrightness& x, unsigned) {
  a& x.update& x.q_dark& x.fraction& x.iteration& x.replicas;
}
template <class A>
void serialize(A& a, UpdateBrightness::Change& x, unsigned) {
  a& x.bright& x.evaluations& x.darkened& x.brightened;
}
template <class A>
void serialize(A& a, UpdateBrightness::Reply& x, unsigned) {
  a& x.changes;
}
template <class A>
void serialize(A& a, ProposeBrightness& x, unsigned) {
  a& x.iteration& x.replica& x.theta& x.reach;
}
template <class A>
void serialize(A& a, ProposeBrightness::Reply& x, unsigned) {
  a& x.log_weight& x.bright& x.evaluations;
}
template <class A>
void serialize(A& a, SampleRemainders& x, unsigned) {
  a& x.reference& x.thetas& x.replicas& x.iteration& x.rounds;
}
template <class A>
void serialize(A& a, SampleRemainders::Reply& x, unsigned) {
  a& x.sums& x.evaluations;
}
template <class A>
void serialize(A& a, SettleBrightness& x, unsigned) {
  a& x.replica;
}
template <class A>
void serialize(A&, SettleBrightness::Reply&, unsigned) {}
template <class A>
void serialize(A& a, FetchRows& x, unsigned) {
  a& x.replica& x.theta;
}
template <class A>
void serialize(A& a, FetchRows::Reply& x, unsigned) {
  a& x.records& x.evaluations;
}
template <class A>
void serialize(A&, Save&, unsigned) {}
template <class A>
void serialize(A& a, Save::Reply& x, unsigned) {
  a& x.bright;
}
template <class A>
void serialize(A& a, Restore& x, unsigned) {
  a& x.bright& x.thetas;
}
template <class A>
void serialize(A&, Restore::Reply&, unsigned) {}
template <class A>
void serialize(A&, Account&, unsigned) {}
template <class A>
void serialize(A& a, Account::Reply& x, unsigned) {
  a& x.shares;
}
template <class A>
void serialize(A& a, RankUse& x, unsigned) {
  a& x.rank& x.memory& x.peak_memory& x.messages& x.message_bytes;
}
template <class A>
void serialize(A&, Measure&, unsigned) {}
template <class A>
void serialize(A& a, Measure::Reply& x, unsigned) {
  a& x.ranks;
}

}  // namespace boost::serialization

namespace photinus {

namespace {

using Writer = boost::mpi::packed_oarchive;
using Reader = boost::mpi::packed_iarchive;

Bytes bytes_of(Writer& writer) {
  const auto* first = static_cast<const char*>(writer.address());
  return {first, first + writer.size()};
}

class ByteReader {
 public:
  explicit ByteReader(const Bytes& bytes)
      : buffer_(bytes.begin(), bytes.end()), reader_(MPI_COMM_WORLD, buffer_) {}
  Reader& operator*() { return reader_; }

 private:
  Reader::buffer_type buffer_;
  Reader reader_;
};

// Boost.Serialization 1.74 knows no std::variant: the index as a tag, then the alternative.
template <class Variant>
void write_variant(Writer& writer, const Variant& variant) {
  int tag = static_cast<int>(variant.index());
  writer << tag;
  std::visit([&writer](const auto& alternative) { writer << alternative; }, variant);
}

template <class Variant, std::size_t Index = 0>
Variant read_variant(Reader& reader, int tag) {
  if constexpr (Index < std::variant_size_v<Variant>) {
    if (tag != static_cast<int>(Index)) return read_variant<Variant, Index + 1>(reader, tag);
    std::variant_alternative_t<Index, Variant> alternative;
    reader >> alternative;
    return Variant(std::in_place_index<Index>, std::move(alternative));
  }
  throw Failure(ExitCode::internal,
                "a message between ranks has the unknown tag " + std::to_string(tag));
}

constexpr int no_tag = -1;

}  // namespace

Bytes to_bytes(const Order& order) {
  Writer writer(MPI_COMM_WORLD);
  writer << order.deadline;
  if (order.command)
    write_variant(writer, *order.command);
  else
    writer << no_tag;
  return bytes_of(writer);
}

Order order_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  Order order;
  int tag = no_tag;
  *reader >> order.deadline >> tag;
  if (tag != no_tag) order.command = read_variant<Command>(*reader, tag);
  return order;
}

Bytes to_bytes(const Outcome& outcome) {
  Writer writer(MPI_COMM_WORLD);
  const bool failed = outcome.failure.has_value();
  writer << failed;
  if (failed) {
    const int code = static_cast<int>(outcome.failure->code());
    const std::int64_t row = outcome.failure->row();
    const std::string message = outcome.failure->what();
    writer << code << row << message;
  } else {
    write_variant(writer, *outcome.reply);
  }
  return bytes_of(writer);
}

Outcome outcome_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  bool failed = false;
  *reader >> failed;
  if (failed) {
    int code = 0;
    std::int64_t row = 0;
    std::string message;
    *reader >> code >> row >> message;
    return {{}, Failure(static_cast<ExitCode>(code), message, row)};
  }
  int tag = no_tag;
  *reader >> tag;
  return {read_variant<Reply>(*reader, tag), {}};
}

}  // namespace photinus
