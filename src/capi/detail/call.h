// What every call of the C face does: errors become values, and nothing is thrown across it.
//
//   int32_t scr_something(scr_thing* thing, scr_error** error) {
//     return call(error, [&]() -> Failed {
//       if (thing == nullptr) return is_null("thing");
//       ...
//       return std::nullopt;
//     });
//   }
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "capi/scrutineer.h"

struct scr_error {
  std::int32_t code = SCR_ERROR_INTERNAL;
  std::string message, file;
  std::int64_t line = 0;
};

namespace scrutineer::capi {

struct Failure {
  std::int32_t code = SCR_ERROR_INPUT;
  Problem problem;
};
using Failed = std::optional<Failure>;  // nothing: it worked

inline Failure wrong_argument(std::string message) { return {SCR_ERROR_ARGUMENT, {{}, std::move(message)}}; }
inline Failure is_null(std::string_view name) { return wrong_argument(std::string(name) + " is NULL"); }
inline Failure bad_input(Problem problem) { return {SCR_ERROR_INPUT, std::move(problem)}; }
inline Failure wrong_state(std::string message) { return {SCR_ERROR_STATE, {{}, std::move(message)}}; }

// Gives the failure to the caller as an error, and returns its code. Never throws.
std::int32_t report(scr_error** error, Failure failure) noexcept;
std::int32_t report_out_of_memory(scr_error** error) noexcept;

template <typename Body>
std::int32_t call(scr_error** error, Body&& body) noexcept {
  if (error != nullptr) *error = nullptr;
  try {
    Failed failed = body();
    return failed ? report(error, *std::move(failed)) : SCR_OK;
  } catch (const std::bad_alloc&) {
    return report_out_of_memory(error);
  } catch (const std::exception& thrown) {
    return report(error, {SCR_ERROR_INTERNAL, {{}, thrown.what()}});
  } catch (...) {
    return report(error, {SCR_ERROR_INTERNAL, {{}, "something was thrown that is no exception"}});
  }
}

// Lets one thread in at a time: a Turn taken while another thread has one is false.
class Turn {
 public:
  explicit Turn(std::atomic<bool>& is_busy) : is_busy_(is_busy), is_ours_(!is_busy.exchange(true)) {}
  ~Turn() {
    if (is_ours_) is_busy_.store(false);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  explicit operator bool() const { return is_ours_; }

 private:
  std::atomic<bool>& is_busy_;
  bool is_ours_;
};
Failure is_busy(std::string_view what);

// Reads a text that must not be NULL and must be UTF-8.
Failed read_text(const char* given, std::string_view name, std::string_view& text);
// The same, but NULL is allowed and reads as an empty text.
Failed read_optional_text(const char* given, std::string_view name, std::string_view& text);

// A frame's time. One that is further than 73 years from 0 is a mistake, and differences of such times would overflow.
Failed check_time(std::int64_t time_ns);

// Counts and pointers of arrays.
Failed check_array(const void* array, std::int64_t count, std::string_view name);
// Structs say how large they are.
Failure wrong_size(std::string_view what, std::uint32_t found, std::size_t wanted);
template <typename Struct>
Failed check_struct(const Struct* given, std::string_view name, std::string_view type) {
  if (given == nullptr) return is_null(name);
  if (given->size != sizeof(Struct)) return wrong_size(type, given->size, sizeof(Struct));
  return std::nullopt;
}

// A copy that the caller frees with scr_free(); throws std::bad_alloc.
char* as_c_text(std::string_view text);

}  // namespace scrutineer::capi
