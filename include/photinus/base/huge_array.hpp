#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace photinus {

/// A large array without initial values, on huge pages where the system has them.
///
/// Rows are visited at random: with pages of 4 kB nearly every visit misses the processor's table
/// of pages, at a cost that grows with the data.
template <class T>
class HugeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  HugeArray() = default;
  explicit HugeArray(std::size_t size) : size_(size) {
    if (size == 0) return;
    constexpr std::size_t page = std::size_t{1} << 21U;
    const std::size_t wanted = size * sizeof(T);
    const std::size_t alignment = wanted >= page ? page : alignof(std::max_align_t);
    const std::size_t bytes = (wanted + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    if (wanted >= page) madvise(memory, bytes, MADV_HUGEPAGE);
    values_.reset(static_cast<T*>(memory));
  }

  std::size_t size() const { return size_; }
  T* data() { return values_.get(); }
  const T* data() const { return values_.get(); }
  T& operator[](std::size_t i) { return values_.get()[i]; }
  const T& operator[](std::size_t i) const { return values_.get()[i]; }

 private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };

  std::size_t size_ = 0;
  std::unique_ptr<T, Free> values_;
};

}  // namespace photinus
