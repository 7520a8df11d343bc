// Reading OpenDRIVE.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "map/road_network.h"

namespace scrutineer::map {

class MapText;  // map/map_text.h

// From a text in memory; `file_name` is what problems name. gzip is recognised by its first bytes.
Result<std::unique_ptr<const RoadNetwork>> read_xodr(std::string text, const std::string& file_name);
Result<std::unique_ptr<const RoadNetwork>> read_xodr_file(const std::string& path);

// From one that is looked at otherwise, too: it need not be parsed again.
Result<std::unique_ptr<const RoadNetwork>> read_xodr(const MapText& text);

// The two halves of it: what the file says, checked as far as one element at a time can be ...
Result<Document> read_document(std::string text, const std::string& file_name);
Result<Document> read_document(const MapText& text);
// ... and the network made from it. Whatever does not fit together is named in RoadNetwork::warnings().
std::unique_ptr<const RoadNetwork> build_network(Document document);

}  // namespace scrutineer::map
