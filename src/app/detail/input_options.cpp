#include "app/detail/input_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "trace/columns.h"
#include "trace/words.h"

namespace scrutineer::app {

namespace {

template <typename Enum>
void add_words(Options& options, const char* name, std::optional<Enum>& value, const char* what) {
  std::vector<std::pair<std::string, std::optional<Enum>>> choices;
  for (const std::string_view word : trace::words<Enum>()) choices.emplace_back(word, trace::from_word<Enum>(word));
  options.choice<std::optional<Enum>>(name, value, std::move(choices), what);
}

}  // namespace

void add_input(Options& options, InputOptions& values) {
  add_words(options, "--time-unit", values.time_unit, "The unit of times of the run and its lights (default: s)");
  add_words(options, "--angle-unit", values.angle_unit, "The unit of its yaw, pitch, roll and yaw rate (default: rad)");
  add_words(options, "--velocity-unit", values.velocity_unit, "The unit of its velocities (default: mps)");
  add_words(options, "--motion-frame", values.motion_frame,
            "Whose axes its velocities and accelerations are along (default: map)");
  options.add("--columns", values.columns,
              "What the columns of a CSV of your own mean: x=pos_x,y=pos_y,yaw=heading:deg,time=t:ms ... "
              "(docs/formats.md); COLUMN==VALUE takes only those rows",
              "TEXT");
  options.add(
      "--reference", values.reference,
      "Which point of a vehicle its positions are: centre (default), rear_axle, rear, front, or metres from that "
      "point forward to the centre",
      "POINT");
}

std::optional<Problem> InputOptions::contradiction(const trace::Conventions& conventions,
                                                   std::string_view columns_text) const {
  if (columns_text.empty()) return std::nullopt;
  const auto chosen = trace::parse_columns(columns_text);
  if (!chosen) return chosen.problem();
  // Of a manifest, which looks at its own pairs when it is read, what it says explicitly is not known here.
  trace::SaidUnits said{.time = time_unit, .angle = angle_unit, .velocity = velocity_unit};
  if (!said.angle && conventions.angle_unit != trace::AngleUnit()) said.angle = conventions.angle_unit;
  if (!said.velocity && conventions.velocity_unit != trace::VelocityUnit()) said.velocity = conventions.velocity_unit;
  const auto clash = unit_clash(*chosen, said);
  if (!clash) return std::nullopt;
  const bool is_flag =
      clash->of == "time" || (clash->of == "angle" ? angle_unit.has_value() : velocity_unit.has_value());
  return Problem{
      {},
      fmt::format("--columns says that {} is in {}, and {} says {}: leave one of them away", clash->target, clash->unit,
                  is_flag ? fmt::format("--{}-unit", clash->of) : fmt::format("{}_unit", clash->of), clash->said)};
}

std::optional<Problem> InputOptions::apply(trace::TimeUnit& time, trace::Conventions& conventions,
                                           std::string& columns_text) const {
  time = time_unit.value_or(time);
  conventions.angle_unit = angle_unit.value_or(conventions.angle_unit);
  conventions.velocity_unit = velocity_unit.value_or(conventions.velocity_unit);
  conventions.motion_frame = motion_frame.value_or(conventions.motion_frame);
  if (!columns.empty()) {
    columns_text = columns;
    // Their unit of times wins over another one of the manifest; a result could not name both.
    const auto chosen = trace::parse_columns(columns);
    trace::SaidUnits said;
    if (!time_unit && time != trace::TimeUnit::s) said.time = time;
    const auto clash = chosen ? unit_clash(*chosen, said) : std::nullopt;
    if (clash) time = trace::from_word<trace::TimeUnit>(clash->unit).value_or(time);
  }
  if (auto problem = contradiction(conventions, columns_text)) return problem;
  if (reference.empty()) return std::nullopt;
  const auto point = trace::reference_from(reference);
  if (!point)
    return Problem{{},
                   fmt::format("--reference {}: must be centre, rear_axle, rear, front, or metres from the point "
                               "forward to the centre, such as 1.4",
                               reference)};
  conventions.reference = *point;
  return std::nullopt;
}

void add_placement(Options& options, ReadingOptions& values) {
  options.flag("--flip-y", values.flip_y, "Negate y of the run (CARLA's is left-handed)");
  options.add_numbers("--offset", values.offset, 2, "Add this to the positions of the run, after --flip-y", "X,Y", ',')
      .within(-1e9, 1e9);
  options.flag("--ignore-height", values.ignore_height, "Ignore the run's z: everything is on the road's surface");
}

void add_doubts(Options& options, ReadingOptions& values) {
  options.flag("--trust-input", values.trust_input, "Do not doubt the units and axes of the run's numbers");
  options.add("--derive", values.derive, "How many differences a value may be away from what the run reports", "N")
      .shows_default("1")
      .within(0, 3);
  options.flag("--skip-bad-frames", values.skip_bad_frames, "Drop frames that are not sound, and go on");
}

void ReadingOptions::apply(trace::Manifest& manifest) const {
  manifest.placement.flip_y = manifest.placement.flip_y || flip_y;
  manifest.placement.ignore_height = manifest.placement.ignore_height || ignore_height;
  if (offset.size() == 2) {
    manifest.placement.x = offset[0];
    manifest.placement.y = offset[1];
  }
  manifest.trust_input = manifest.trust_input || trust_input;
  manifest.skip_bad_frames = manifest.skip_bad_frames || skip_bad_frames;
  if (derive) manifest.derive = derive;
}

}  // namespace scrutineer::app
