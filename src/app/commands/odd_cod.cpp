// scrutineer odd cod: what a drive was like, in the words of an ODD's taxonomy.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "app/detail/check_inputs.h"
#include "app/detail/command.h"
#include "app/detail/table.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "base/text.h"
#include "run/run.h"

namespace scrutineer::app {

namespace {

enum class CodFormat : std::uint8_t { text, yaml, csv };

struct OddCodOptions {
  std::string run, map, ego, odd;
  CodFormat format = CodFormat::text;
};

Result<trace::Manifest> manifest_of(const OddCodOptions& options, Outside& outside) {
  const auto named = sort_inputs({options.run}, outside);
  if (!named) return named.problem();
  if (named->runs.empty()) return Problem{{.file = options.run}, "is no run: scrutineer odd cod RUN --map MAP.xodr"};
  trace::Manifest manifest;
  if (named->runs.front().is_manifest) {
    auto read = run::load_manifest(options.run, outside);
    if (!read) return read;
    manifest = *std::move(read);
  } else {
    manifest.trace = options.run;
  }
  if (!options.map.empty()) manifest.map = options.map;
  if (!options.odd.empty()) manifest.odd = options.odd;
  return manifest;
}

// How long each value held, and from where to where numbers went.
struct Told {
  double seconds = 0.0, low = odd::kUnbounded, high = -odd::kUnbounded;
  std::map<std::string, double> words;
};

void print_summary(const odd::Monitor& monitor, double end, Outside& outside) {
  const odd::Taxonomy& taxonomy = monitor.domain().taxonomy;
  std::map<std::size_t, Told> told;
  const std::vector<odd::CodRow>& rows = monitor.rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double from = to_seconds(rows[i].time.time_since_epoch());
    const double to = i + 1 < rows.size() ? to_seconds(rows[i + 1].time.time_since_epoch()) : end;
    for (const odd::CodRow::Entry& entry : rows[i].values) {
      Told& one = told[entry.about.index()];
      one.seconds += to - from;
      if (entry.value.kind == odd::Value::Kind::number) {
        one.low = std::min(one.low, entry.value.low);
        one.high = std::max(one.high, entry.value.high);
      } else {
        one.words[odd::in_words(taxonomy.at(entry.about), entry.value, nullptr)] += to - from;
      }
    }
  }
  Table table({Align::left, Align::left, Align::right});
  const double first = rows.empty() ? 0.0 : to_seconds(rows.front().time.time_since_epoch());
  const double all = end - first;
  const auto share = [&](double seconds) {
    return all > 0.0 ? fmt::format("{:.0f} % of the time", 100.0 * seconds / all) : std::string();
  };
  for (const auto& [index, one] : told) {
    const odd::Concept& about = taxonomy.at(odd::ConceptId(index));
    if (about.kind == odd::Concept::Kind::number) {
      const odd::Value range =
          one.low == odd::kUnbounded ? odd::Value::number(one.low) : odd::Value::between(one.low, one.high);
      table.row({about.name, odd::in_words(about, range, odd::customary_unit(about.unit_type)), share(one.seconds)});
    }
    std::string name = about.name;
    for (const auto& [words, seconds] : one.words) {
      table.row({name, words, share(seconds)});
      name.clear();
    }
  }
  outside.screen.out << table.text("  ");
}

int cod(const OddCodOptions& options, Outside& outside) {
  auto manifest = manifest_of(options, outside);
  if (!manifest) return refuse(outside, manifest.problem());
  auto odd = std::make_shared<const odd::Odd>();
  if (!manifest->odd.empty()) {
    auto loaded = run::load_odd(manifest->odd, outside);
    if (!loaded) return refuse(outside, loaded.problem());
    odd = std::move(loaded->odd);
    manifest->odd.clear();  // it is not judged
  }
  auto run = run::open(*std::move(manifest), outside,
                       {.ego = options.ego.empty() ? std::nullopt : std::optional(options.ego), .checks_map = false});
  if (!run) return refuse(outside, run.problem());
  auto made = run::odd_monitor(odd, run->manifest, run->environment, true, outside);
  if (!made) return refuse(outside, made.problem());
  odd::Monitor& monitor = *made->monitor;
  run->checks.clear();
  const std::string what = "looking at " + run->manifest.trace;
  outside.progress.begin(what);
  const run::Outcome outcome = run::evaluate(
      *run, {.progress = run::progress_of(outside, what),
             .look = [&](scene::Scene& scene, const scene::LightHeads*) { monitor.step(scene, scene.actors.ego()); }});
  outside.progress.end();
  if (monitor.frames() == 0)
    return refuse(outside, outcome.fault ? *outcome.fault : Problem{{.file = options.run}, "the run has no frames"});
  switch (options.format) {
    case CodFormat::yaml:
      outside.screen.out << odd::cod_yaml(odd->taxonomy, monitor.rows());
      break;
    case CodFormat::csv:
      outside.screen.out << odd::cod_csv(odd->taxonomy, monitor.rows());
      break;
    case CodFormat::text: {
      const double end = outcome.result ? to_seconds(outcome.result->evaluation.end.time_since_epoch()) : 0.0;
      outside.screen.out << printable(options.run) << '\n';
      print_summary(monitor, end, outside);
      break;
    }
  }
  return kFine;
}

void add_options(Options& options, OddCodOptions& values) {
  options.add("RUN", values.run, "A run, or run.json, which names it with all the rest").required();
  options.add("--map", values.map, "The OpenDRIVE map; without one, little is known", "FILE");
  options.add("--ego", values.ego, "The vehicle that it is about, by its id in the run", "ID");
  options.add("--odd", values.odd, "Use the concepts of this ODD as well", "FILE");
  options.choice<CodFormat>(
      "--format", values.format, {{"text", CodFormat::text}, {"yaml", CodFormat::yaml}, {"csv", CodFormat::csv}},
      "text: how long what was so (default); yaml: OpenODD's COD where it changes; csv: the same as "
      "a table");
}

}  // namespace

Command odd_cod_command() {
  return {.name = "odd cod",
          .turn = 96,
          .summary = "Say what a drive was like, without judging it",
          .example = "scrutineer odd cod examples/odd/motorway_inside/run.json",
          .declare = declare<OddCodOptions, add_options, cod>};
}

}  // namespace scrutineer::app
