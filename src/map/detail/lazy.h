// A value that is made when it is first asked for, by whichever thread asks first.
//
//   Lazy<Table> table;
//   const Table& t = table.get([&] { return std::make_unique<const Table>(make_table(map)); });
//
// Once made, asking costs one load: lookups that take tens of nanoseconds ask every time.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace scrutineer::map::detail {

template <typename T>
class Lazy {
 public:
  // `make` returns a std::unique_ptr<const T>, never null. If it throws, the next one to ask tries again.
  template <typename Make>
  const T& get(Make make) const {
    if (const T* known = made()) return *known;
    std::call_once(once_, [&] {
      owner_ = make();
      made_.store(owner_.get(), std::memory_order_release);
    });
    return *owner_;
  }

  // Null if nobody has asked yet.
  const T* made() const { return made_.load(std::memory_order_acquire); }

 private:
  mutable std::once_flag once_;
  mutable std::unique_ptr<const T> owner_;
  mutable std::atomic<const T*> made_ = nullptr;
};

}  // namespace scrutineer::map::detail
