// The formats that a result is written in, one row each: --format, help, errors and the result's folder come from them.
//
//   Documents documents(result, {.verbosity = ...});
//   std::cout << documents.in(*find_format("json"));
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "results/run_result.h"
#include "results/text.h"

namespace scrutineer::results {

struct ResultFormat {
  std::string_view name;  // --format NAME; empty: it is only a file in the result's folder
  std::string_view words;
  std::string_view file = {};  // in the result's folder; empty: it is not there
  bool has_messages = false;   // a place for what a configuration's code says
  std::string (*write)(const RunResult&, const TextOptions&) = nullptr;
};

// In the order in which files are written: the result itself comes last.
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

 private:
  const RunResult& result_;
  TextOptions text_;
  std::map<const ResultFormat*, std::string> written_;
};

}  // namespace scrutineer::results
