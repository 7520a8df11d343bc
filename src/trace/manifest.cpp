#include "trace/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <string_view>

#include "base/text.h"
#include "trace/columns.h"
#include "trace/detail/byte_source.h"
#include "trace/detail/csv_table.h"
#include "trace/detail/limits.h"
#include "trace/pushed_trace.h"
#include "trace/words.h"

namespace scrutineer::trace {

namespace {

using Kind = JsonValue::Kind;

// Somebody gave a trace instead: it need not be read to its end to say so.
constexpr std::size_t kLargestManifest = 64 * 1024 * 1024;

struct PathKey {
  std::string_view key;
  std::string Manifest::* path;
};
constexpr PathKey kPaths[] = {
    {"map", &Manifest::map},
    {"map_dir", &Manifest::map_dir},
    {"trace", &Manifest::trace},
    {"lights", &Manifest::lights},
    {"sumo_net", &Manifest::sumo_net},
    {"vehicle_types", &Manifest::vehicle_types},
    {"planned_path", &Manifest::planned_path},
    {"relocations", &Manifest::relocations},
    {"odd", &Manifest::odd},
};
struct FlagKey {
  std::string_view key;
  bool Manifest::* flag;
};
constexpr FlagKey kFlags[] = {{"skip_bad_frames", &Manifest::skip_bad_frames},
                              {"stop_on_error", &Manifest::stop_on_error},
                              {"trust_input", &Manifest::trust_input}};
constexpr std::string_view kTopKeys[] = {"map",           "trace",         "ego",          "config",
                                         "lang_path",     "lights",        "sumo_net",     "vehicle_types",
                                         "actors",        "planned_path",  "relocations",  "flip_y",
                                         "offset",        "ignore_height", "derive",       "skip_bad_frames",
                                         "stop_on_error", "fail_on",       "settings",     "areas",
                                         "info",          "attributes",    "hashes",       "time_unit",
                                         "angle_unit",    "velocity_unit", "motion_frame", "reference",
                                         "trust_input",   "profile",       "environment",  "map_dir",
                                         "columns",       "odd",           "cod"};

// As in ManifestSetting::Kind.
constexpr std::string_view kSettingKinds[] = {"set", "enable", "disable", "severity", "profile"};
constexpr std::string_view kFailOn[] = {"any", "sut"};  // as in FailOn
constexpr std::int64_t kMostDifferences = 3;

struct SizeKey {
  std::string_view key;
  std::optional<double> ActorOverride::* size;
  std::string_view wanted = "a number of metres above 0";
};
constexpr SizeKey kSizes[] = {{"length", &ActorOverride::length},
                              {"width", &ActorOverride::width},
                              {"height", &ActorOverride::height},
                              {"mass", &ActorOverride::mass, "a number of kilograms above 0"}};
constexpr std::string_view kAreaKeys[] = {"name", "outline"};
constexpr std::string_view kActorKeys[] = {"name",   "driver", "category", "length", "width",
                                           "height", "mass",   "vru",      "parent"};

// The keys of `info` and what each may hold.
enum class InfoType : std::uint8_t { text, whole_number, moment, debug_mode, texts, group };
struct InfoKey {
  std::string_view path;
  InfoType type;
};
constexpr InfoKey kInfoKeys[] = {
    {"run", InfoType::group},
    {"run.run_folder", InfoType::text},
    {"run.debug_mode", InfoType::debug_mode},
    {"run.replay_folder", InfoType::text},
    {"run.seed", InfoType::whole_number},
    {"run.test_name", InfoType::text},
    {"run.start_time", InfoType::moment},
    {"run.build_folder", InfoType::text},
    {"run.images", InfoType::group},
    {"run.images.foretify_image", InfoType::text},
    {"run.images.simulator_image", InfoType::text},
    {"run.images.sut_images", InfoType::texts},
    {"run.packages", InfoType::texts},
    {"sim", InfoType::group},
    {"sim.connection_string", InfoType::text},
    {"sim.simulator_name", InfoType::text},
    {"sim.simulator_version", InfoType::text},
    {"model", InfoType::group},
    {"model.dut_name", InfoType::text},
    {"model.dut_version", InfoType::text},
    {"model.foretify_version", InfoType::text},
};
constexpr std::string_view kDebugModes[] = {"none", "debug_record", "debug_replay"};

bool is_text(const JsonValue& value) { return value.kind == Kind::text; }

// What `value` should be instead; nothing if it fits.
std::optional<std::string_view> misfit(InfoType type, const JsonValue& value) {
  switch (type) {
    case InfoType::text:
      return is_text(value) ? std::nullopt : std::optional<std::string_view>("a text");
    case InfoType::whole_number:
      return value.kind == Kind::integer ? std::nullopt : std::optional<std::string_view>("a whole number");
    case InfoType::moment:
      return is_text(value) || value.is_number() ? std::nullopt
                                                 : std::optional<std::string_view>("a text or a number of seconds");
    case InfoType::debug_mode:
      return is_text(value) && std::ranges::find(kDebugModes, value.text) != std::end(kDebugModes)
                 ? std::nullopt
                 : std::optional<std::string_view>("none, debug_record or debug_replay");
    case InfoType::texts:
      return is_text(value) || (value.kind == Kind::list && std::ranges::all_of(value.items, is_text))
                 ? std::nullopt
                 : std::optional<std::string_view>("a text or a list of texts");
    case InfoType::group:
      return value.kind == Kind::object ? std::nullopt : std::optional<std::string_view>("an object");
  }
  return std::nullopt;
}

bool is_hash(std::string_view text) {
  constexpr std::string_view kStart = "sha256:";
  return text.starts_with(kStart) && text.size() == kStart.size() + 64 &&
         text.find_first_not_of("0123456789abcdef", kStart.size()) == std::string_view::npos;
}

// The keys right below a path ("" for the top), in order.
std::vector<std::string_view> keys_below(std::string_view path) {
  std::vector<std::string_view> keys;
  for (const InfoKey& key : kInfoKeys) {
    std::string_view rest = key.path;
    if (!path.empty()) {
      if (!rest.starts_with(path) || rest.size() <= path.size() || rest[path.size()] != '.') continue;
      rest.remove_prefix(path.size() + 1);
    }
    if (rest.find('.') == std::string_view::npos) keys.push_back(rest);
  }
  return keys;
}

class ManifestReader {
 public:
  explicit ManifestReader(const std::string& file, bool is_live = false)
      : file_(file), folder_(std::filesystem::path(file).parent_path()), is_live_(is_live) {
    manifest_.file = file;
    manifest_.info.kind = Kind::object;
  }

  Result<Manifest> read(const JsonValue& top) && {
    if (auto problem = read_top(top)) return *std::move(problem);
    return std::move(manifest_);
  }

 private:
  std::optional<Problem> read_top(const JsonValue& top) {
    if (top.kind != Kind::object) return wrong(top, "the manifest", "an object");
    for (const JsonMember& member : top.members)
      if (auto problem = read_member(member)) return problem;
    if (auto problem = find_unit_clash(top)) return problem;
    if (manifest_.trace.empty() && !is_live_)
      return Problem{top.place(file_), "key \"trace\" is missing: it names the recorded run"};
    return std::nullopt;
  }

  // What a column is in cannot be said again for the whole run.
  std::optional<Problem> find_unit_clash(const JsonValue& top) const {
    if (manifest_.columns.empty()) return std::nullopt;
    SaidUnits said;
    const JsonValue* columns = nullptr;
    for (const JsonMember& member : top.members) {
      if (member.key == "time_unit") said.time = manifest_.time_unit;
      if (member.key == "angle_unit") said.angle = manifest_.conventions.angle_unit;
      if (member.key == "velocity_unit") said.velocity = manifest_.conventions.velocity_unit;
      if (member.key == "columns") columns = &member.value;
    }
    const auto chosen = parse_columns(manifest_.columns);
    const auto clash = chosen ? unit_clash(*chosen, said) : std::nullopt;
    if (!clash || columns == nullptr) return std::nullopt;
    return Problem{columns->place(file_),
                   fmt::format("columns says that {} is in {}, and {}_unit says {}: leave one of them "
                               "away",
                               clash->target, clash->unit, clash->of, clash->said)};
  }

  std::optional<Problem> read_member(const JsonMember& member) {
    for (const PathKey& key : kPaths)
      if (member.key == key.key) return read_path(member.value, member.key, manifest_.*key.path);
    if (member.key == "ego") {
      if (!is_text(member.value) || member.value.text.empty())
        return wrong(member.value, "ego", "an actor's id, a text that is not empty");
      manifest_.ego = member.value.text;
      return std::nullopt;
    }
    for (const FlagKey& key : kFlags)
      if (member.key == key.key) return read_flag(member, manifest_.*key.flag);
    if (member.key == "flip_y") return read_flag(member, manifest_.placement.flip_y);
    if (member.key == "offset") return read_offset(member.value);
    if (member.key == "ignore_height") return read_flag(member, manifest_.placement.ignore_height);
    if (member.key == "time_unit") return read_word(member, manifest_.time_unit);
    if (member.key == "angle_unit") return read_word(member, manifest_.conventions.angle_unit);
    if (member.key == "velocity_unit") return read_word(member, manifest_.conventions.velocity_unit);
    if (member.key == "motion_frame") return read_word(member, manifest_.conventions.motion_frame);
    if (member.key == "reference") return read_reference(member.value);
    if (member.key == "columns") return read_columns(member.value);
    if (member.key == "derive") return read_derive(member.value);
    if (member.key == "fail_on") return read_fail_on(member.value);
    if (member.key == "settings") return read_settings(member.value);
    if (member.key == "profile") return read_profile(member.value);
    if (member.key == "environment") return read_weather(member.value);
    if (member.key == "cod") return read_cod(member.value);
    if (member.key == "areas") return read_areas(member.value);
    if (member.key == "config") return read_paths(member, manifest_.config);
    if (member.key == "lang_path") return read_paths(member, manifest_.lang_path);
    if (member.key == "actors") return read_actors(member.value);
    if (member.key == "info") return read_info_group(member.value, "", manifest_.info);
    if (member.key == "attributes") return read_attributes(member.value, "");
    if (member.key == "hashes") return read_hashes(member.value);
    return unknown(member, kTopKeys);
  }

  std::optional<Problem> read_path(const JsonValue& value, std::string_view key, std::string& path) const {
    if (!is_text(value) || value.text.empty()) return wrong(value, key, "a path, a text that is not empty");
    path = (folder_ / value.text).lexically_normal().string();
    return std::nullopt;
  }

  std::optional<Problem> read_paths(const JsonMember& member, std::vector<std::string>& paths) const {
    if (member.value.kind != Kind::list) return wrong(member.value, member.key, "a list of paths");
    for (const JsonValue& item : member.value.items)
      if (auto problem = read_path(item, member.key, paths.emplace_back())) return problem;
    return std::nullopt;
  }

  std::optional<Problem> read_flag(const JsonMember& member, bool& flag) const {
    if (member.value.kind != Kind::boolean) return wrong(member.value, member.key, "true or false");
    flag = member.value.boolean;
    return std::nullopt;
  }

  static bool is_pair_of_metres(const JsonValue& value) {
    const auto fits = [](const JsonValue& item) { return item.is_number() && std::abs(item.number) <= kLargestValue; };
    return value.kind == Kind::list && value.items.size() == 2 && std::ranges::all_of(value.items, fits);
  }

  std::optional<Problem> read_offset(const JsonValue& value) {
    if (!is_pair_of_metres(value)) return wrong(value, "offset", "a list of two numbers of metres, x and y");
    manifest_.placement.x = value.items[0].number;
    manifest_.placement.y = value.items[1].number;
    return std::nullopt;
  }

  template <typename Enum>
  std::optional<Problem> read_word(const JsonMember& member, Enum& value) const {
    const auto word = is_text(member.value) ? from_word<Enum>(member.value.text) : std::nullopt;
    if (!word) return wrong(member.value, member.key, "one of " + joined(words<Enum>()));
    value = *word;
    return std::nullopt;
  }

  // As after the flag, or an object: {"x": "pos_x", "yaw": "heading:deg"}.
  std::optional<Problem> read_columns(const JsonValue& value) {
    constexpr std::string_view kWanted = "a text such as \"x=pos_x,yaw=heading:deg\", or an object of such texts";
    if (value.kind == Kind::object) {
      for (const JsonMember& member : value.members) {
        if (!is_text(member.value)) return wrong(member.value, member.key, "a column, a text");
        if (!manifest_.columns.empty()) manifest_.columns += ',';
        manifest_.columns += fmt::format("{}=\"{}\"", member.key, member.value.text);
      }
    } else if (is_text(value)) {
      manifest_.columns = value.text;
    } else {
      return wrong(value, "columns", kWanted);
    }
    if (const auto columns = parse_columns(manifest_.columns); !columns)
      return Problem{value.place(file_), columns.problem().message};
    return std::nullopt;
  }

  // A word, or metres as a number.
  std::optional<Problem> read_reference(const JsonValue& value) {
    const auto reference = is_text(value)      ? reference_from(value.text)
                           : value.is_number() ? reference_from(shortest(value.number))
                                               : std::nullopt;
    if (!reference)
      return wrong(value, "reference",
                   "one of " + joined(words<ReferencePoint>()) + ", or metres from the point forward to the centre");
    manifest_.conventions.reference = *reference;
    return std::nullopt;
  }

  std::optional<Problem> read_derive(const JsonValue& value) {
    if (value.kind != Kind::integer || value.integer < 0 || value.integer > kMostDifferences)
      return wrong(value, "derive", fmt::format("a whole number from 0 to {}", kMostDifferences));
    manifest_.derive = static_cast<int>(value.integer);
    return std::nullopt;
  }

  std::optional<Problem> read_fail_on(const JsonValue& value) {
    const auto word = std::ranges::find(kFailOn, value.text);
    if (!is_text(value) || word == std::end(kFailOn)) return wrong(value, "fail_on", "one of " + joined(kFailOn));
    manifest_.fail_on = static_cast<FailOn>(word - std::begin(kFailOn));
    return std::nullopt;
  }

  // A list, because their order matters: [{"set": "policy.max_speed=130kph"}, {"disable": "speed_limit"}].
  std::optional<Problem> read_settings(const JsonValue& value) {
    if (value.kind != Kind::list) return wrong(value, "settings", "a list of objects with one key each");
    for (const JsonValue& item : value.items) {
      if (item.kind != Kind::object || item.members.size() != 1)
        return wrong(item, "a setting", fmt::format("an object with one key, one of {}", joined(kSettingKinds)));
      const JsonMember& member = item.members.front();
      const auto kind = std::ranges::find(kSettingKinds, member.key);
      if (kind == std::end(kSettingKinds)) return unknown(member, kSettingKinds);
      if (!is_text(member.value)) return wrong(member.value, member.key, "a text, as behind the flag of that name");
      manifest_.settings.push_back({static_cast<ManifestSetting::Kind>(kind - std::begin(kSettingKinds)),
                                    member.value.text, member.value.place(file_)});
    }
    return std::nullopt;
  }

  // A setting like others, but before them: what it may be is for the settings to say.
  std::optional<Problem> read_profile(const JsonValue& value) {
    if (!is_text(value)) return wrong(value, "profile", "the name of a profile: classic, modern or all");
    manifest_.settings.insert(manifest_.settings.begin(),
                              {ManifestSetting::Kind::profile, value.text, value.place(file_)});
    return std::nullopt;
  }

  // A table beside the manifest, or concepts that hold throughout: {"rainfall_rate": 3, "natural_illuminance": "day"}.
  std::optional<Problem> read_weather(const JsonValue& value) {
    if (is_text(value)) return read_path(value, "environment", manifest_.environment);
    if (value.kind != Kind::object)
      return wrong(value, "environment", "an object with concepts as keys, or the path of a table time,concept,value");
    Environment tried;
    for (const JsonMember& member : value.members) {
      if (!is_text(member.value) && !member.value.is_number())
        return wrong(member.value, "environment: " + member.key, "a text or a number");
      EnvironmentValue said{{}, member.key, is_text(member.value) ? member.value.text : shortest(member.value.number)};
      if (auto problem = apply(said, tried)) return Problem{member.value.place(file_), problem->message};
      manifest_.environment_values.push_back(std::move(said));
    }
    return std::nullopt;
  }

  // A COD file beside the manifest, or concepts that hold throughout: {"connected": true, "zone": ["a", "b"]}. Whether
  // the ODD has such concepts, and what they may be, is seen where it is read.
  std::optional<Problem> read_cod(const JsonValue& value) {
    if (is_text(value)) return read_path(value, "cod", manifest_.cod);
    if (value.kind != Kind::object)
      return wrong(value, "cod", "an object with concepts as keys, or the path of a COD file");
    for (const JsonMember& member : value.members) {
      ConceptValue said{member.key, "", member.value.place(file_)};
      const auto add = [&](const JsonValue& one) {
        const bool is_one = is_text(one) || one.is_number() || one.kind == Kind::boolean;
        said.text += said.text.empty() ? "" : ", ";
        said.text += is_text(one) ? one.text : one.is_number() ? shortest(one.number) : one.boolean ? "true" : "false";
        return is_one;
      };
      const bool is_list = member.value.kind == Kind::list;
      if (is_list ? !std::ranges::all_of(member.value.items, add) : !add(member.value))
        return wrong(member.value, "cod: " + member.key, "a text, a number, true, false, or a list of texts");
      manifest_.cod_values.push_back(std::move(said));
    }
    return std::nullopt;
  }

  std::optional<Problem> read_areas(const JsonValue& value) {
    if (value.kind != Kind::list) return wrong(value, "areas", "a list of objects with name and outline");
    for (const JsonValue& item : value.items) {
      if (item.kind != Kind::object) return wrong(item, "an area", "an object with name and outline");
      ManifestArea& area = manifest_.areas.emplace_back();
      for (const JsonMember& member : item.members)
        if (auto problem = read_area_member(member, area)) return problem;
      if (area.outline.empty()) return Problem{item.place(file_), "an area needs an \"outline\""};
    }
    return std::nullopt;
  }

  std::optional<Problem> read_area_member(const JsonMember& member, ManifestArea& area) const {
    if (member.key == "name") {
      if (!is_text(member.value)) return wrong(member.value, "an area's name", "a text");
      area.name = member.value.text;
      return std::nullopt;
    }
    if (member.key != "outline") return unknown(member, kAreaKeys);
    const auto& corners = member.value.items;
    if (member.value.kind != Kind::list || corners.size() < 3 || !std::ranges::all_of(corners, is_pair_of_metres))
      return wrong(member.value, "an area's outline", "a list of three corners or more, each [x, y] in metres");
    for (const JsonValue& corner : corners) area.outline.push_back({corner.items[0].number, corner.items[1].number});
    return std::nullopt;
  }

  // Texts, numbers and truths, below any number of objects; null is as if it were not there.
  std::optional<Problem> read_attributes(const JsonValue& value, const std::string& path) {
    if (value.kind == Kind::object) {
      for (const JsonMember& member : value.members)
        if (auto problem = read_attributes(member.value, path.empty() ? member.key : path + "." + member.key))
          return problem;
      return std::nullopt;
    }
    if (path.empty()) return wrong(value, "attributes", "an object with names as keys");
    std::string text;
    if (value.kind == Kind::null) return std::nullopt;
    if (is_text(value))
      text = value.text;
    else if (value.kind == Kind::integer)
      text = fmt::format("{}", value.integer);
    else if (value.kind == Kind::number)
      text = shortest(value.number);
    else if (value.kind == Kind::boolean)
      text = value.boolean ? "true" : "false";
    else
      return wrong(value, "attributes." + path, "a text, a number, true or false, or an object of those");
    if (!manifest_.attributes.emplace(path, std::move(text)).second)
      return Problem{value.place(file_), fmt::format("attributes.{} is there twice", path)};
    return std::nullopt;
  }

  std::optional<Problem> read_hashes(const JsonValue& value) {
    if (value.kind != Kind::object) return wrong(value, "hashes", "an object with paths as keys");
    for (const JsonMember& member : value.members) {
      if (!is_text(member.value) || !is_hash(member.value.text))
        return wrong(member.value, "hashes: " + member.key, "\"sha256:\" and 64 hexadecimal digits");
      manifest_.hashes[(folder_ / member.key).lexically_normal().string()] = member.value.text;
    }
    return std::nullopt;
  }

  std::optional<Problem> read_actors(const JsonValue& value) {
    if (value.kind != Kind::object) return wrong(value, "actors", "an object with actors' ids as keys");
    std::set<std::string> names;
    for (const JsonMember& actor : value.members) {
      ActorOverride& wanted = manifest_.actors[actor.key];
      if (auto problem = read_actor(actor, wanted)) return problem;
      if (wanted.name && !names.insert(*wanted.name).second)
        return Problem{actor.place(file_),
                       fmt::format("actor {}: another one is called {}, too", actor.key, *wanted.name)};
    }
    for (const JsonMember& actor : value.members)
      if (is_part_of_itself(actor.key))
        return Problem{actor.place(file_), fmt::format("actor {} would be a part of itself", actor.key)};
    return std::nullopt;
  }

  // Follows the parents from one to the next; there cannot be more of them than actors.
  bool is_part_of_itself(const std::string& actor) const {
    auto at = manifest_.actors.find(actor);
    for (std::size_t i = 0; i < manifest_.actors.size(); ++i) {
      if (at == manifest_.actors.end() || !at->second.parent) return false;
      if (*at->second.parent == actor) return true;
      at = manifest_.actors.find(*at->second.parent);
    }
    return false;
  }

  std::optional<Problem> read_actor(const JsonMember& actor, ActorOverride& override) const {
    const std::string name = fmt::format("actor {}", actor.key);
    if (actor.value.kind != Kind::object) return wrong(actor.value, name, "an object");
    for (const JsonMember& member : actor.value.members)
      if (auto problem = read_actor_member(name, member, override)) return problem;
    return std::nullopt;
  }

  std::optional<Problem> read_actor_member(const std::string& name, const JsonMember& member,
                                           ActorOverride& override) const {
    if (member.key == "name" || member.key == "parent") {
      if (!is_text(member.value) || member.value.text.empty())
        return wrong(member.value, fmt::format("{}: {}", name, member.key), "a text that is not empty");
      (member.key == "name" ? override.name : override.parent) = member.value.text;
      return std::nullopt;
    }
    if (member.key == "driver") return read_word(name, member, override.driver);
    if (member.key == "category") return read_word(name, member, override.category);
    if (member.key == "vru") {
      if (member.value.kind != Kind::boolean) return wrong(member.value, name + ": vru", "true or false");
      override.vru = member.value.boolean;
      return std::nullopt;
    }
    for (const SizeKey& key : kSizes) {
      if (member.key != key.key) continue;
      const double size = member.value.number;
      if (!member.value.is_number() || !(size > 0.0) || size > kLargestValue)
        return wrong(member.value, fmt::format("{}: {}", name, member.key), key.wanted);
      override.*key.size = size;
      return std::nullopt;
    }
    return unknown(member, kActorKeys);
  }

  template <typename Enum>
  std::optional<Problem> read_word(const std::string& name, const JsonMember& member,
                                   std::optional<Enum>& value) const {
    const std::string what = fmt::format("{}: {}", name, member.key);
    if (!is_text(member.value)) return wrong(member.value, what, "one of " + joined(words<Enum>()));
    value = from_word<Enum>(member.value.text);
    if (value) return std::nullopt;
    return Problem{member.value.place(file_),
                   fmt::format("{} \"{}\" is unknown{}; known are {}", what, member.value.text,
                               suggestion(member.value.text, words<Enum>()), joined(words<Enum>()))};
  }

  // Everything below one path of `info`, into the order of the table.
  std::optional<Problem> read_info_group(const JsonValue& value, const std::string& path, JsonValue& group) const {
    const std::string name = path.empty() ? "info" : "info." + path;
    if (value.kind != Kind::object) return wrong(value, name, "an object");
    const std::vector<std::string_view> keys = keys_below(path);
    for (const JsonMember& member : value.members)
      if (std::ranges::find(keys, member.key) == keys.end()) return unknown(member, keys);
    for (const std::string_view key : keys) {
      const JsonMember* const member = value.find(key);
      if (member == nullptr || member->value.kind == Kind::null) continue;  // null: not known, as results print it
      const std::string own_path = path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
      const InfoType type = std::ranges::find(kInfoKeys, own_path, &InfoKey::path)->type;
      if (const auto wanted = misfit(type, member->value)) return wrong(member->value, "info." + own_path, *wanted);
      JsonMember& kept = group.members.emplace_back(*member);
      if (type != InfoType::group) continue;
      kept.value.members.clear();
      if (auto problem = read_info_group(member->value, own_path, kept.value)) return problem;
    }
    return std::nullopt;
  }

  Problem wrong(const JsonValue& value, std::string_view what, std::string_view wanted) const {
    return {value.place(file_), fmt::format("{} must be {}, found {}", what, wanted, describe(value))};
  }

  Problem unknown(const JsonMember& member, std::span<const std::string_view> known) const {
    return {member.place(file_), fmt::format("key \"{}\" is unknown{}; known are {}", member.key,
                                             suggestion(member.key, known), joined(known))};
  }

  const std::string& file_;
  std::filesystem::path folder_;
  bool is_live_;
  Manifest manifest_;
};

}  // namespace

std::string_view to_word(FailOn fail_on) { return kFailOn[static_cast<std::size_t>(fail_on)]; }

std::string_view to_word(ManifestSetting::Kind kind) { return kSettingKinds[static_cast<std::size_t>(kind)]; }

std::vector<std::string> info_keys() {
  std::vector<std::string> keys;
  for (const InfoKey& key : kInfoKeys)
    if (key.type != InfoType::group) keys.emplace_back(key.path);
  return keys;
}

Result<Manifest> read_manifest(std::string_view content, const std::string& file) {
  const auto top = parse_json(content, file);
  if (!top) return top.problem();
  return ManifestReader(file).read(*top);
}

Result<Manifest> read_live_manifest(std::string_view content, const std::string& file) {
  const auto top = parse_json(content, file);
  if (!top) return top.problem();
  auto manifest = ManifestReader(file, true).read(*top);
  if (!manifest) return manifest;
  // What only files can be.
  for (const auto& [key, value] : {std::pair{"lights", &manifest->lights},
                                   {"vehicle_types", &manifest->vehicle_types},
                                   {"columns", &manifest->columns},
                                   {"map_dir", &manifest->map_dir}})
    if (!value->empty())
      return Problem{{.file = file}, fmt::format("{} is for recorded runs: a live one tells it with its frames", key)};
  return manifest;
}

Result<Manifest> read_manifest(const std::string& file) {
  auto bytes = ByteSource::open(file);
  if (!bytes) return bytes.problem();
  const auto is_larger = bytes->fill(kLargestManifest);
  if (!is_larger) return is_larger.problem();
  if (*is_larger) return Problem{{.file = file}, "is larger than 64 MB: a manifest was expected, run.json"};
  return read_manifest(bytes->window(), file);
}

TraceSource trace_source(const Manifest& manifest) {
  return {.file = manifest.trace,
          .lights = manifest.lights,
          .vehicle_types = manifest.vehicle_types,
          .actors = manifest.actors,
          .skip_bad_frames = manifest.skip_bad_frames,
          .ego_is_named = manifest.ego.has_value(),
          .time_unit = manifest.time_unit,
          .columns = manifest.columns};
}

std::unique_ptr<Trace> as_meant(std::unique_ptr<Trace> trace, const Manifest& manifest) {
  return placed(as_meant(std::move(trace), manifest.conventions), manifest.placement);
}

}  // namespace scrutineer::trace
