// Sanitizers make the frames of functions several times as large, so what recurses to a limit that fits into the usual stack
// needs a larger one with them; without them it must do with the usual one.
//
//   kit::with_stack_for_sanitizers([] { EXPECT_EQ(outcome_of(deeply_nested()), ""); });
#pragma once

#include <pthread.h>

#include <functional>
#include <stdexcept>

namespace scrutineer::kit {

inline void with_stack_for_sanitizers(const std::function<void()>& work) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr bool kHasLargeFrames = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  constexpr bool kHasLargeFrames = true;
#else
  constexpr bool kHasLargeFrames = false;
#endif
#else
  constexpr bool kHasLargeFrames = false;
#endif
  if (!kHasLargeFrames) return work();
  constexpr std::size_t kStack = std::size_t{256} << 20U;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  pthread_t thread{};
  const auto run = [](void* of) -> void* {
    (*static_cast<const std::function<void()>*>(of))();
    return nullptr;
  };
  const int problem =
      pthread_create(&thread, &attributes, run, const_cast<void*>(static_cast<const void*>(&work)));  // only read
  pthread_attr_destroy(&attributes);
  if (problem != 0) throw std::runtime_error("no thread with a large stack");
  pthread_join(thread, nullptr);
}

}  // namespace scrutineer::kit
