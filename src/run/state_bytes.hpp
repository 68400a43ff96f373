#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "photinus/base/errors.hpp"
#include "photinus/base/linear_algebra.hpp"

/// States as bytes, by the `serialize` of their types. Boost's binary archive believes every size
/// that it reads: a few changed bytes ask for terabytes. Here none is believed before as many bytes
/// are seen to be there.
namespace photinus {

template <class T>
concept PlainValue = (std::is_arithmetic_v<T> && !std::same_as<T, bool>) || (std::is_enum_v<T>);

/// Numbers as they are in memory; before a list its size, as 64 bits.
class StateWriter {
 public:
  template <class T>
  StateWriter& operator&(T& value) {
    put(value);
    return *this;
  }
  std::vector<char> bytes() && { return std::move(bytes_); }

 private:
  template <class T>
  void put_all(const T* values, std::uint64_t count) {
    const auto* first = reinterpret_cast<const char*>(values);
    bytes_.insert(bytes_.end(), first, first + count * sizeof(T));
  }
  void put_size(std::uint64_t size) { put_all(&size, 1); }

  template <PlainValue T>
  void put(T& value) {
    put_all(&value, 1);
  }
  void put(bool& value) { bytes_.push_back(value ? 1 : 0); }
  void put(std::string& text) {
    put_size(text.size());
    put_all(text.data(), text.size());
  }
  void put(Vector& vector) {
    put_size(static_cast<std::uint64_t>(vector.size()));
    put_all(vector.data(), static_cast<std::uint64_t>(vector.size()));
  }
  void put(Matrix& matrix) {
    put_size(static_cast<std::uint64_t>(matrix.rows()));
    put_size(static_cast<std::uint64_t>(matrix.cols()));
    put_all(matrix.data(), static_cast<std::uint64_t>(matrix.size()));
  }
  template <class T>
  void put(std::vector<T>& values) {
    put_size(values.size());
    if constexpr (PlainValue<T>)
      put_all(values.data(), values.size());
    else
      for (auto& value : values) put(value);
  }
  template <class T>
  requires std::is_class_v<T>
  void put(T& value) { value.serialize(*this, 0U); }

  std::vector<char> bytes_;
};

/// Throws Failure bad_data where the bytes are not those of a StateWriter.
class StateReader {
 public:
  explicit StateReader(const std::vector<char>& bytes) : next_(bytes.data()), left_(bytes.size()) {}

  template <class T>
  StateReader& operator&(T& value) {
    get(value);
    return *this;
  }
  void expect_end() const {
    if (left_ != 0) refuse(std::to_string(left_) + " bytes are left over");
  }

 private:
  [[noreturn]] static void refuse(const std::string& why) {
    throw Failure(ExitCode::bad_data,
                  "the saved state was damaged, or written by another version of photinus (" + why +
                      "): nothing can go on from it; start afresh with --force");
  }

  template <class T>
  void get_all(T* values, std::uint64_t count) {
    if (count > left_ / sizeof(T)) refuse("it ends early");
    const std::size_t size = count * sizeof(T);
    if (size > 0) std::memcpy(values, next_, size);
    next_ += size;
    left_ -= size;
  }
  /// Of things of which each takes at least so many bytes.
  std::uint64_t get_size(std::size_t bytes_each) {
    std::uint64_t size = 0;
    get_all(&size, 1);
    if (size > left_ / bytes_each) refuse("a list is longer than what is there");
    return size;
  }

  template <PlainValue T>
  void get(T& value) {
    get_all(&value, 1);
  }
  void get(bool& value) {
    unsigned char byte = 0;
    get_all(&byte, 1);
    if (byte > 1) refuse("what is true or false is " + std::to_string(byte));
    value = byte == 1;
  }
  void get(std::string& text) {
    text.resize(get_size(1));
    get_all(text.data(), text.size());
  }
  void get(Vector& vector) {
    const std::uint64_t size = get_size(sizeof(double));
    vector.resize(static_cast<Eigen::Index>(size));
    get_all(vector.data(), size);
  }
  void get(Matrix& matrix) {
    std::uint64_t rows = 0, columns = 0;
    get_all(&rows, 1);
    get_all(&columns, 1);
    const std::uint64_t most = left_ / sizeof(double);
    if (rows > most || columns > most || (columns > 0 && rows > most / columns))
      refuse("a matrix is larger than what is there");
    matrix.resize(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
    get_all(matrix.data(), rows * columns);
  }
  template <class T>
  void get(std::vector<T>& values) {
    values.clear();
    if constexpr (PlainValue<T>) {
      values.resize(get_size(sizeof(T)));
      get_all(values.data(), values.size());
    } else {
      // One by one: memory grows with what was read, not with what was announced.
      for (std::uint64_t size = get_size(1); size > 0; --size) get(values.emplace_back());
    }
  }
  template <class T>
  requires std::is_class_v<T>
  void get(T& value) { value.serialize(*this, 0U); }

  const char* next_;
  std::size_t left_;
};

/// A state of plain values as bytes, and back. Throws Failure bad_data for bytes of something else.
template <class State>
std::vector<char> bytes_of(const State& state) {
  StateWriter writer;
  writer& const_cast<State&>(state);  // one `serialize` reads and writes
  return std::move(writer).bytes();
}

template <class State>
State state_of(const std::vector<char>& bytes) {
  StateReader reader(bytes);
  State state;
  reader& state;
  reader.expect_end();
  return state;
}

}  // namespace photinus
