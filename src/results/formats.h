// The formats that a result is written in, one row each: --format, help, errors and the result's folder come from them.
//
// One more is a source in detail/ that writes it and gives its row (`ResultFormat junit_result_format() {`), and a test.
//
//   Documents documents(result, {.verbosity = ...});
//   std::cout << documents.in(*find_format("json"));
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/run_result.h"
#include "results/text.h"

namespace scrutineer::results {

struct ResultFormat {
  static constexpr int kLast = 1'000;

  std::string_view name = {};  // --format NAME; empty: it is only a file in the result's folder
  std::string_view words;
  std::string_view file = {};  // in the result's folder; empty: it is not there
  bool has_messages = false;   // a place for what a configuration's code says
  std::string (*write)(const RunResult&, const TextOptions&) = nullptr;
  int turn = 100;  // the order in which files are written: kLast is the result itself
};

// For `write` of those that have no options.
template <std::string (*write)(const RunResult&)>
std::string plainly(const RunResult& result, const TextOptions&) {
  return write(result);
}

// As they are found in the sources (cmake/ScrutineerRegistry.cmake).
std::vector<ResultFormat> all_result_formats();

// By their turns.
std::span<const ResultFormat> result_formats();
// Those with a name, by name.
std::span<const ResultFormat* const> named_formats();
const ResultFormat& text_format();
const ResultFormat& json_format();

// One result in all formats, each written once, when it is first asked for. The result must outlive it.
class Documents {
 public:
  explicit Documents(const RunResult& result, TextOptions text = {}) : result_(result), text_(std::move(text)) {}

  const std::string& in(const ResultFormat& format);
  const RunResult& result() const { return result_; }

 private:
  const RunResult& result_;
  TextOptions text_;
  std::map<const ResultFormat*, std::string> written_;
};

}  // namespace scrutineer::results
