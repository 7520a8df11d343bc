#include "suite/content.h"

#include <fmt/format.h>

#include "base/sha256.h"
#include "base/text.h"
#include "base/version.h"
#include "trace/files_beside.h"
#include "trace/words.h"

namespace scrutineer::suite {

namespace {

// Names and values that cannot be mistaken for others, whatever they contain.
class Fingerprint {
 public:
  void add(std::string_view name, std::string_view value) {
    text_ += fmt::format("{}:{}:{};", name, value.size(), value);
  }
  void add(std::string_view name, double value) { add(name, shortest(value)); }
  void add(std::string_view name, const JsonValue& value) {
    using Kind = JsonValue::Kind;
    text_ += fmt::format("{}={}(", name, static_cast<int>(value.kind));
    if (value.kind == Kind::text) add("", value.text);
    if (value.kind == Kind::boolean) add("", value.boolean ? "true" : "false");
    if (value.kind == Kind::integer) add("", fmt::format("{}", value.integer));
    if (value.kind == Kind::number) add("", value.number);
    for (const JsonValue& item : value.items) add("", item);
    for (const JsonMember& member : value.members) {
      add("key", member.key);
      add("", member.value);
    }
    text_ += ')';
  }
  std::string hex() const { return sha256_hex(text_); }

 private:
  std::string text_;
};

void add_actor(const std::string& id, const trace::ActorOverride& actor, Fingerprint& print) {
  print.add("actor", id);
  if (actor.name) print.add("name", *actor.name);
  if (actor.driver) print.add("driver", trace::to_word(*actor.driver));
  if (actor.category) print.add("category", trace::to_word(*actor.category));
  if (actor.length) print.add("length", *actor.length);
  if (actor.width) print.add("width", *actor.width);
  if (actor.height) print.add("height", *actor.height);
  if (actor.mass) print.add("mass", *actor.mass);
  if (actor.vru) print.add("vru", *actor.vru ? "true" : "false");
  if (actor.parent) print.add("parent", *actor.parent);
}

// How the numbers of the run are meant.
void add_meaning(const trace::Manifest& manifest, Fingerprint& print) {
  print.add("columns", manifest.columns);
  print.add("time_unit", trace::to_word(manifest.time_unit));
  print.add("angle_unit", trace::to_word(manifest.conventions.angle_unit));
  print.add("velocity_unit", trace::to_word(manifest.conventions.velocity_unit));
  print.add("motion_frame", trace::to_word(manifest.conventions.motion_frame));
  print.add("reference", trace::to_text(manifest.conventions.reference));
  print.add("trust_input", manifest.trust_input ? 1.0 : 0.0);
}

void add_area(const trace::ManifestArea& area, Fingerprint& print) {
  print.add("area", area.name);
  for (const auto& [x, y] : area.outline) {
    print.add("x", x);
    print.add("y", y);
  }
}

}  // namespace

void apply(const Judging& judging, trace::Manifest& manifest) {
  manifest.config.insert(manifest.config.end(), judging.config.begin(), judging.config.end());
  manifest.lang_path.insert(manifest.lang_path.end(), judging.lang_path.begin(), judging.lang_path.end());
  manifest.settings.insert(manifest.settings.end(), judging.settings.begin(), judging.settings.end());
  if (judging.fail_on) manifest.fail_on = *judging.fail_on;
  if (!judging.odd.empty()) manifest.odd = judging.odd;
}

std::vector<std::string> input_files(const trace::Manifest& manifest) {
  return {manifest.map,          manifest.trace,       manifest.lights,      manifest.sumo_net, manifest.vehicle_types,
          manifest.planned_path, manifest.relocations, manifest.environment, manifest.odd,      manifest.cod};
}

std::string content_of(const trace::Manifest& manifest, const std::string& configuration,
                       const std::function<std::string(const std::string&)>& hash_of) {
  Fingerprint print;
  print.add("engine", version());
  for (const std::string& file : input_files(manifest)) print.add("file", file.empty() ? "" : hash_of(file));
  for (const trace::FileBeside& beside : trace::files_beside(manifest.trace))
    print.add(beside.what, hash_of(beside.file));
  print.add("configuration", configuration);
  if (manifest.ego) print.add("ego", *manifest.ego);
  for (const trace::EnvironmentValue& value : manifest.environment_values)
    print.add("environment", value.concept_name + '=' + value.text);
  for (const trace::ConceptValue& value : manifest.cod_values) print.add("cod", value.concept_name + '=' + value.text);
  for (const auto& [id, actor] : manifest.actors) add_actor(id, actor, print);
  print.add("flip_y", manifest.placement.flip_y ? 1.0 : 0.0);
  print.add("x", manifest.placement.x);
  print.add("y", manifest.placement.y);
  print.add("ignore_height", manifest.placement.ignore_height ? 1.0 : 0.0);
  add_meaning(manifest, print);
  if (manifest.derive) print.add("derive", *manifest.derive);
  print.add("skip_bad_frames", manifest.skip_bad_frames ? 1.0 : 0.0);
  print.add("stop_on_error", manifest.stop_on_error ? 1.0 : 0.0);
  print.add("fail_on", trace::to_word(manifest.fail_on));
  for (const trace::ManifestSetting& setting : manifest.settings) print.add(to_word(setting.kind), setting.text);
  print.add("info", manifest.info);
  for (const auto& [name, value] : manifest.attributes) {
    print.add("attribute", name);
    print.add("value", value);
  }
  for (const trace::ManifestArea& area : manifest.areas) add_area(area, print);
  return print.hex();
}

}  // namespace scrutineer::suite
