#include "results/run_manifest.h"

#include <filesystem>
#include <map>

#include "results/detail/shape.h"
#include "trace/words.h"

namespace scrutineer::results {

namespace {

using detail::Json;

Json actor_json(const trace::ActorOverride& actor) {
  Json json = Json::object();
  if (actor.driver) json["driver"] = trace::to_word(*actor.driver);
  if (actor.category) json["category"] = trace::to_word(*actor.category);
  if (actor.length) json["length"] = *actor.length;
  if (actor.width) json["width"] = *actor.width;
  if (actor.height) json["height"] = *actor.height;
  if (actor.vru) json["vru"] = *actor.vru;
  if (actor.name) json["name"] = *actor.name;
  if (actor.parent) json["parent"] = *actor.parent;
  return json;
}

// Names files relative to the result's folder, and hashes each.
class Inputs {
 public:
  Inputs(std::string from, const std::map<std::string, std::string>& known, Folders& folders)
      : from_(std::move(from)), known_(known), folders_(folders) {}

  std::optional<Problem> add(Json& place, const std::string& file) {
    if (file.empty()) return std::nullopt;
    const auto name = name_of(file);
    if (!name) return name.problem();
    place = *name;
    const auto known = known_.find(file);
    if (known != known_.end()) {
      hashes_[*name] = known->second;
    } else if (!folders_.is_stream(file)) {
      const auto hash = folders_.sha256(file);
      if (!hash) return hash.problem();
      hashes_[*name] = "sha256:" + *hash;
    }
    return std::nullopt;
  }
  // The same for a folder, which has no hash.
  std::optional<Problem> add_name(Json& place, const std::string& path) {
    const auto name = name_of(path);
    if (!name) return name.problem();
    place = *name;
    return std::nullopt;
  }
  // Adds the hashes of files that the manifest does not name, but whose hashes are known: what configurations import.
  std::optional<Problem> add_others() {
    for (const auto& [file, hash] : known_) {
      const auto name = name_of(file);
      if (!name) return name.problem();
      hashes_[*name] = hash;
    }
    return std::nullopt;
  }
  Json hashes() && { return std::move(hashes_); }

 private:
  Result<std::string> name_of(const std::string& file) {
    const auto path = folders_.canonical(file);
    // /dev/stdin is a link to something without a name, which differs from process to process.
    if (folders_.is_stream(file) && (!path || !folders_.is_stream(*path))) return file;
    if (!path) return path.problem();
    return std::filesystem::path(*path).lexically_relative(from_).generic_string();
  }

  std::string from_;
  const std::map<std::string, std::string>& known_;
  Folders& folders_;
  Json hashes_ = Json::object();
};

void add_conventions(Json& json, const trace::Conventions& conventions) {
  const trace::Conventions usual;
  const auto add = [&](const char* key, auto used, auto otherwise) {
    if (used != otherwise) json[key] = trace::to_word(used);
  };
  add("angle_unit", conventions.angle_unit, usual.angle_unit);
  add("velocity_unit", conventions.velocity_unit, usual.velocity_unit);
  add("motion_frame", conventions.motion_frame, usual.motion_frame);
  const trace::Reference& reference = conventions.reference;
  if (reference.ahead)
    json["reference"] = *reference.ahead;
  else
    add("reference", reference.point, usual.reference.point);
}

}  // namespace

Result<std::string> run_manifest(const trace::Manifest& manifest, const std::string& folder, Folders& folders) {
  const auto from = folders.canonical(folder);
  if (!from) return from.problem();
  Inputs inputs(*from, manifest.hashes, folders);
  Json json = Json::object();
  const auto add = [&](const char* key, const std::string& file) -> std::optional<Problem> {
    return file.empty() ? std::nullopt : inputs.add(json[key], file);
  };
  if (auto problem = add("map", manifest.map)) return *std::move(problem);
  if (auto problem = add("trace", manifest.trace)) return *std::move(problem);
  if (manifest.ego) json["ego"] = *manifest.ego;
  for (const std::string& config : manifest.config)
    if (auto problem = inputs.add(json["config"].emplace_back(), config)) return *std::move(problem);
  for (const std::string& library : manifest.lang_path)
    if (auto problem = inputs.add_name(json["lang_path"].emplace_back(), library)) return *std::move(problem);
  if (auto problem = add("lights", manifest.lights)) return *std::move(problem);
  if (auto problem = add("sumo_net", manifest.sumo_net)) return *std::move(problem);
  if (auto problem = add("vehicle_types", manifest.vehicle_types)) return *std::move(problem);
  for (const auto& [id, actor] : manifest.actors) json["actors"][id] = actor_json(actor);
  if (auto problem = add("planned_path", manifest.planned_path)) return *std::move(problem);
  if (auto problem = add("relocations", manifest.relocations)) return *std::move(problem);
  if (auto problem = add("environment", manifest.environment)) return *std::move(problem);
  for (const trace::EnvironmentValue& value : manifest.environment_values)
    json["environment"][value.concept_name] = value.text;
  if (auto problem = add("odd", manifest.odd)) return *std::move(problem);
  if (auto problem = add("cod", manifest.cod)) return *std::move(problem);
  for (const trace::ConceptValue& value : manifest.cod_values) json["cod"][value.concept_name] = value.text;
  const trace::Placement& placement = manifest.placement;
  if (placement.flip_y) json["flip_y"] = true;
  if (placement.x != 0.0 || placement.y != 0.0) json["offset"] = {placement.x, placement.y};
  if (placement.ignore_height) json["ignore_height"] = true;
  if (manifest.time_unit != trace::TimeUnit::s) json["time_unit"] = trace::to_word(manifest.time_unit);
  add_conventions(json, manifest.conventions);
  if (!manifest.columns.empty()) json["columns"] = manifest.columns;
  if (manifest.trust_input) json["trust_input"] = true;
  if (manifest.derive) json["derive"] = *manifest.derive;
  if (manifest.skip_bad_frames) json["skip_bad_frames"] = true;
  if (manifest.stop_on_error) json["stop_on_error"] = true;
  if (manifest.fail_on != trace::FailOn::any) json["fail_on"] = trace::to_word(manifest.fail_on);
  for (const trace::ManifestSetting& setting : manifest.settings)
    json["settings"].push_back({{std::string(to_word(setting.kind)), setting.text}});
  for (const trace::ManifestArea& area : manifest.areas)
    json["areas"].push_back({{"name", area.name}, {"outline", area.outline}});
  if (!manifest.info.members.empty()) json["info"] = detail::to_json(manifest.info);
  for (const auto& [name, value] : manifest.attributes) json["attributes"][name] = value;
  if (auto problem = inputs.add_others()) return *std::move(problem);
  json["hashes"] = std::move(inputs).hashes();
  return detail::dumped(json, 2) + "\n";
}

}  // namespace scrutineer::results
