// The frame of checkpoints. What is decoded is encoded to the same bytes.
#include "photinus/output/checkpoint.hpp"

#include <boost/crc.hpp>

#include "fuzz/verdict.hpp"

namespace {

// No fuzzer guesses a checksum.
std::string with_checksum(std::string bytes) {
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693ULL, ~0ULL, ~0ULL, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  for (std::size_t i = 0; i < 8; ++i) bytes += static_cast<char>(crc.checksum() >> (8 * i) & 0xffU);
  return bytes;
}

void decode_and_encode(const std::string& bytes) {
  using namespace photinus;
  const auto decoded = decode(bytes);
  if (!decoded) return;
  ++inputs_taken;
  require(encode(decoded->checkpoint, decoded->generation) == bytes,
          "a checkpoint is taken that is not as it would be written");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  decode_and_encode(bytes);
  decode_and_encode(with_checksum(bytes));
  return 0;
}
