#include "photinus/output/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <system_error>

#include "photinus/base/errors.hpp"
#include "photinus/base/file_writing.hpp"
#include "photinus/output/text_file.hpp"

namespace photinus {

namespace {

constexpr std::size_t word = 8, magic_size = 24;
constexpr std::size_t heading_size = magic_size + 3 * word, least_size = heading_size + word;

std::string magic() {
  std::string text = "photinus checkpoint 1\n";
  text.resize(magic_size, '\0');
  return text;
}

std::uint64_t checksum(std::string_view bytes) {
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693ULL, ~0ULL, ~0ULL, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

void append_word(std::string& bytes, std::uint64_t value) {
  for (std::size_t i = 0; i < word; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xffU);
}

std::uint64_t word_at(std::string_view bytes, std::size_t place) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < word; ++i)
    value |= std::uint64_t{static_cast<unsigned char>(bytes[place + i])} << (8 * i);
  return value;
}

}  // namespace

std::string encode(const Checkpoint& checkpoint, std::uint64_t generation) {
  std::string bytes = magic();
  for (const std::uint64_t number : {generation, std::uint64_t{checkpoint.identity.size()},
                                     std::uint64_t{checkpoint.state.size()}})
    append_word(bytes, number);
  bytes += checkpoint.identity;
  bytes.append(checkpoint.state.data(), checkpoint.state.size());
  append_word(bytes, checksum(bytes));
  return bytes;
}

std::optional<DecodedCheckpoint> decode(std::string_view bytes) {
  if (bytes.size() < least_size || !bytes.starts_with(magic())) return {};
  const std::uint64_t room = bytes.size() - least_size;
  const std::uint64_t identity = word_at(bytes, magic_size + word);
  const std::uint64_t state = word_at(bytes, magic_size + 2 * word);
  if (identity > room || state != room - identity) return {};
  const std::string_view all_before = bytes.substr(0, bytes.size() - word);
  if (checksum(all_before) != word_at(bytes, all_before.size())) return {};
  const std::string_view content = bytes.substr(heading_size);
  DecodedCheckpoint decoded;
  decoded.generation = word_at(bytes, magic_size);
  decoded.checkpoint.identity = content.substr(0, identity);
  decoded.checkpoint.state.assign(content.data() + identity, content.data() + identity + state);
  return decoded;
}

std::filesystem::path CheckpointFiles::path(int file) const {
  return directory_ / ("checkpoint-" + std::to_string(file) + ".bin");
}

std::optional<DecodedCheckpoint> CheckpointFiles::read(int file) const {
  std::error_code error;
  if (!std::filesystem::exists(path(file), error) && !error) return {};
  return decode(read_text_file(path(file)));
}

// In the place of the older one, or of what is none.
void CheckpointFiles::find_place() {
  std::uint64_t oldest = ~std::uint64_t{0}, newest = 0;
  for (int file = files - 1; file >= 0; --file) {
    const auto decoded = read(file);
    const std::uint64_t generation = decoded ? decoded->generation : 0;
    newest = std::max(newest, generation);
    if (generation > oldest) continue;
    oldest = generation;
    file_ = file;
  }
  generation_ = newest + 1;
}

void CheckpointFiles::write(const Checkpoint& checkpoint) {
  if (generation_ == 0) find_place();
  write_file(path(file_), encode(checkpoint, generation_));
  ++generation_;
  file_ = (file_ + 1) % files;
}

std::optional<CheckpointFiles::Found> CheckpointFiles::newest() const {
  std::optional<DecodedCheckpoint> newest;
  std::vector<std::string> damaged;
  for (int file = 0; file < files; ++file) {
    auto decoded = read(file);
    std::error_code ignored;
    if (!decoded && std::filesystem::exists(path(file), ignored))
      damaged.push_back(path(file).string());
    if (!decoded) continue;
    if (!newest || decoded->generation > newest->generation) newest = std::move(decoded);
  }
  if (newest) return Found{std::move(newest->checkpoint), std::move(damaged)};
  if (damaged.empty()) return {};
  throw Failure(ExitCode::bad_data, damaged.front() +
                                        (damaged.size() > 1 ? " and the older one are" : " is") +
                                        " damaged: nothing is left to resume from; start afresh "
                                        "with --force");
}

void CheckpointFiles::remove() const {
  for (int file = 0; file < files; ++file) remove_file(path(file));
}

}  // namespace photinus
