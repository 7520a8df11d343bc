#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <limits>

#include "base/utf8.h"
#include "base/version.h"
#include "capi/detail/call.h"

namespace scrutineer::capi {

namespace {

// There may be no memory for a new one.
scr_error& out_of_memory() {
  static scr_error error{SCR_ERROR_MEMORY, "out of memory", "", 0};
  return error;
}

}  // namespace

std::int32_t report_out_of_memory(scr_error** error) noexcept {
  if (error != nullptr) *error = &out_of_memory();
  return SCR_ERROR_MEMORY;
}

std::int32_t report(scr_error** error, Failure failure) noexcept {
  if (error == nullptr) return failure.code;
  try {
    Problem& problem = failure.problem;
    // What a place has beyond file and line belongs to the words.
    std::string message = std::move(problem.message);
    if (problem.place.frame) message = fmt::format("frame {}: {}", *problem.place.frame, message);
    *error = new scr_error{failure.code, valid_utf8(message), valid_utf8(problem.place.file),
                           static_cast<std::int64_t>(problem.place.line)};
  } catch (...) {
    return report_out_of_memory(error);
  }
  return failure.code;
}

Failure is_busy(std::string_view what) {
  return {SCR_ERROR_BUSY,
          {{}, fmt::format("another thread is in a call with this {}: use it from one at a time", what)}};
}

Failed read_text(const char* given, std::string_view name, std::string_view& text) {
  if (given == nullptr) return is_null(name);
  return read_optional_text(given, name, text);
}

Failed read_optional_text(const char* given, std::string_view name, std::string_view& text) {
  text = given == nullptr ? std::string_view() : std::string_view(given);
  if (!is_utf8(text)) return wrong_argument(fmt::format("{} is no UTF-8: {}", name, valid_utf8(text)));
  return std::nullopt;
}

Failed check_time(std::int64_t time_ns) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;  // 73 years
  if (time_ns >= -kMost && time_ns <= kMost) return std::nullopt;
  return wrong_argument(fmt::format("time {} ns is absurd: at most 73 years before or after 0 can be told", time_ns));
}

Failed check_array(const void* array, std::int64_t count, std::string_view name) {
  // So that no size in bytes overflows.
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4096;
  if (count < 0 || count > kMost) return wrong_argument(fmt::format("the count of {} cannot be {}", name, count));
  if (array == nullptr && count > 0) return is_null(name);
  return std::nullopt;
}

Failure wrong_size(std::string_view what, std::uint32_t found, std::size_t wanted) {
  return wrong_argument(
      fmt::format("size of {0} is {1}, but this library's {0} has {2} bytes: set it to sizeof({0}), and use a header "
                  "with SCR_ABI_VERSION {3}",
                  what, found, wanted, SCR_ABI_VERSION));
}

char* as_c_text(std::string_view text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

}  // namespace scrutineer::capi

extern "C" {

const char* scr_version(void) {
  static const std::string text(scrutineer::version());
  return text.c_str();
}

int32_t scr_abi_version(void) { return SCR_ABI_VERSION; }

int32_t scr_error_code(const scr_error* error) { return error == nullptr ? SCR_OK : error->code; }
const char* scr_error_message(const scr_error* error) { return error == nullptr ? "" : error->message.c_str(); }
const char* scr_error_file(const scr_error* error) { return error == nullptr ? "" : error->file.c_str(); }
int64_t scr_error_line(const scr_error* error) { return error == nullptr ? 0 : error->line; }

void scr_error_free(scr_error* error) {
  if (error != &scrutineer::capi::out_of_memory()) delete error;
}

void scr_free(char* text) { std::free(text); }

}  // extern "C"
