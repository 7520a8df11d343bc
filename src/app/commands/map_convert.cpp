// scrutineer map convert: any map as OpenDRIVE.

#include <fmt/format.h>

#include <ostream>

#include "app/detail/command.h"
#include "app/detail/shared_options.h"
#include "app/detail/words.h"
#include "base/counted.h"
#include "base/printable.h"
#include "map/lane_map.h"
#include "map/read.h"
#include "map/write_xodr.h"
#include "run/load.h"
#include "run/overwritten.h"

namespace scrutineer::app {

namespace {

struct MapConvertOptions {
  std::string file, output;
};

Result<map::Document> read_records(const std::string& file, Outside& outside) {
  auto content = run::read_map_content(file, outside);
  if (!content) return content.problem();
  if (content->lanes) return map::document_of(*std::move(content->lanes));
  auto document = map::read_document(content->xodr, content->file);
  if (document) return document;
  // What is no map at all is named, with what to do about it.
  auto network = run::build_map(*std::move(content), outside);
  return network ? document.problem() : network.problem();
}

int map_convert(const MapConvertOptions& options, Outside& outside) {
  if (const auto problem = run::overwritten({options.output}, {options.file}, outside))
    return refuse(outside, *problem);
  if (!options.output.ends_with(".xodr"))
    return refuse(outside, Problem{{.file = options.output}, "is written as OpenDRIVE, so its name must end in .xodr"});
  outside.progress.begin("reading " + options.file);
  auto document = read_records(options.file, outside);
  if (!document) return refuse(outside, document.problem());
  if (document->roads.empty())
    return refuse(outside, Problem{{.file = options.file}, "has no road that could be written"});
  const std::vector<std::string> notes = document->notes;
  const std::size_t contradictions = document->contradictions.size();
  const map::XodrExport out = map::export_xodr(*std::move(document));
  // Any reader gets the same map: what we write, we must be able to read.
  const auto written = map::read_xodr(out.text, options.output);
  if (!written) return refuse(outside, written.problem());
  if (auto problem = outside.files.write(options.output, out.text)) return refuse(outside, *problem);
  outside.progress.end();

  outside.screen.out << fmt::format(
      "{}: OpenDRIVE 1.7, {}, {}, {}, {}\n", printable(options.output), counted((*written)->roads().size(), "road"),
      counted((*written)->lanes().size(), "lane"), counted((*written)->junctions().size(), "junction"),
      counted((*written)->signals().size(), "signal"));
  for (const std::string& note : notes) outside.screen.out << "  note: " << printable(note) << '\n';
  if (contradictions > 0)
    outside.screen.out << fmt::format("  note: {} statements of lanes do not fit; scrutineer map check {} lists them\n",
                                      contradictions, printable(options.file));
  for (const std::string& what : out.left_out) outside.screen.out << "  left out: " << printable(what) << '\n';
  return kFine;
}

void add_options(Options& options, MapConvertOptions& values) {
  add_map_file(options, values.file);
  options.add("OUT", values.output, "The OpenDRIVE file to write, .xodr").required();
}

}  // namespace

Command map_convert_command() {
  return {.name = "map convert",
          .turn = 50,
          .summary = "Write a map, such as the OSI lanes of a run, as OpenDRIVE 1.7",
          .example = "scrutineer map convert examples/maps/town.xodr town17.xodr",
          .declare = declare<MapConvertOptions, add_options, map_convert>};
}

}  // namespace scrutineer::app
