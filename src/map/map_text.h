// The XML of a map file with line numbers, whether or not a road network can be made of it.
//
//   const MapText text(bytes, "town.xodr");
//   if (text.problem()) ...                      // not XML
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace scrutineer::map {

namespace rules {
class Source;
}

class MapText {
 public:
  // As read_xodr() takes it: gzip is recognised by its first bytes.
  MapText(std::string bytes, std::string file_name);
  ~MapText();
  MapText(const MapText&) = delete;
  MapText& operator=(const MapText&) = delete;

  const std::string& file() const { return file_; }
  const std::string& text() const { return text_; }                       // as UTF-8
  const std::vector<std::string>& warnings() const { return warnings_; }  // about its encoding
  const std::optional<Problem>& problem() const { return problem_; }      // why it is no XML
  const rules::Source& source() const { return *source_; }                // for the rules

 private:
  std::string file_, text_;
  std::vector<std::string> warnings_;
  std::optional<Problem> problem_;
  std::unique_ptr<rules::Source> source_;
};

}  // namespace scrutineer::map
