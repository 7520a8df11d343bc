// Any bytes as OpenDRIVE: reading them ends in a problem or in a network that answers, is checked, drawn and written
// without a crash; what is written is read again.
#include "kit/ask_map.h"
#include "kit/fuzz.h"
#include "map/check.h"
#include "map/check_report.h"
#include "map/draw.h"
#include "map/map_text.h"
#include "map/read.h"
#include "map/write_xodr.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrutineer;
  const std::string bytes = kit::text_of(data, size);
  const map::MapText text(bytes, "fuzz.xodr");
  const auto document = map::read_document(bytes, "fuzz.xodr");
  if (!document) {
    (void)to_xqar(check_map({.text = &text, .map = nullptr}, map::map_rules()), "1");
    return 0;
  }
  const auto network = map::build_network(*document);
  kit::require(kit::first_bad_answer(*network).empty(), "not a finite number", kit::first_bad_answer(*network));
  const map::CheckReport report = check_map({.text = &text, .map = network.get()}, map::map_rules());
  for (const map::RuleOutcome& outcome : report.outcomes)
    kit::require(outcome.status != map::CheckStatus::error, "a rule failed", outcome.reason);
  (void)to_xqar(report, "1");
  (void)draw_svg(*network, {.title = "", .marks = {}});
  const auto again = map::read_document(map::export_xodr(*document).text, "written.xodr");
  if (!again) kit::require(network->lanes().empty(), "what was written cannot be read", to_string(again.problem()));
  return 0;
}
