#include "results/formats.h"

#include <algorithm>
#include <vector>

namespace scrutineer::results {

namespace {

const std::vector<ResultFormat>& rows() {
  static const std::vector<ResultFormat> kRows = [] {
    std::vector<ResultFormat> all = all_result_formats();
    std::ranges::stable_sort(all, {}, &ResultFormat::turn);
    return all;
  }();
  return kRows;
}

const ResultFormat& named(std::string_view name) { return *std::ranges::find(rows(), name, &ResultFormat::name); }

}  // namespace

std::span<const ResultFormat> result_formats() { return rows(); }

std::span<const ResultFormat* const> named_formats() {
  static const std::vector<const ResultFormat*> all = [] {
    std::vector<const ResultFormat*> found;
    for (const ResultFormat& format : rows())
      if (!format.name.empty()) found.push_back(&format);
    std::ranges::sort(found, {}, &ResultFormat::name);
    return found;
  }();
  return all;
}

const ResultFormat& text_format() { return named("text"); }
const ResultFormat& json_format() { return named("json"); }

const std::string& Documents::in(const ResultFormat& format) {
  const auto known = written_.find(&format);
  if (known != written_.end()) return known->second;
  return written_.emplace(&format, format.write(result_, text_)).first->second;
}

}  // namespace scrutineer::results
