#include "suite/plan.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <utility>

#include "base/text.h"
#include "results/write_folder.h"
#include "run/load.h"
#include "run/named_map.h"
#include "store/record.h"

namespace scrutineer::suite {

namespace {

namespace fs = std::filesystem;
using Found = results::Folders::Found;

constexpr std::string_view kManifestName = "run.json";

struct Pair {
  std::string glob, map;
};

std::vector<std::string> pieces_of(std::string_view path) {
  std::vector<std::string> pieces;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    if (slash != 0) pieces.emplace_back(path.substr(0, slash));
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  }
  return pieces;
}

bool pieces_match(std::span<const std::string> globs, std::span<const std::string> names) {
  if (globs.empty()) return names.empty();
  if (globs[0] == "**") {
    for (std::size_t skipped = 0; skipped <= names.size(); ++skipped)
      if (pieces_match(globs.subspan(1), names.subspan(skipped))) return true;
    return false;
  }
  return !names.empty() && ::fnmatch(globs[0].c_str(), names[0].c_str(), FNM_PERIOD) == 0 &&
         pieces_match(globs.subspan(1), names.subspan(1));
}

std::string joined(const std::string& folder, const std::string& name) {
  return folder.empty() || folder == "." ? name : folder.back() == '/' ? folder + name : folder + "/" + name;
}

// Looks for runs; what is found is in order, folder by folder.
class Search {
 public:
  struct Hit {
    std::string manifest, trace, map;
    const std::string& path() const { return manifest.empty() ? trace : manifest; }
  };

  Search(std::vector<Pair> pairs, run::Outside& outside) : pairs_(std::move(pairs)), outside_(outside) {}

  std::optional<Problem> add(const std::string& path) {
    const auto found = outside_.folders.look(path);
    if (!found) return found.problem();
    if (*found == Found::nothing) return Problem{{.file = path}, "there is no such file or folder"};
    if (*found == Found::folder) return search(path, "");
    if (const Pair* const pair = pair_of(path)) {
      hits.push_back({.manifest = {}, .trace = path, .map = pair->map});
      return std::nullopt;
    }
    if (path.ends_with(".json")) {
      hits.push_back({.manifest = path, .trace = {}, .map = {}});
      return std::nullopt;
    }
    return add_list(path);
  }

  std::vector<Hit> hits;
  std::size_t results_passed = 0;

 private:
  // One path to a line, relative to the list; # begins a comment.
  std::optional<Problem> add_list(const std::string& file) {
    const auto content = outside_.files.read(file);
    if (!content) return content.problem();
    if (content->find('\0') != std::string::npos)
      return Problem{{.file = file}, "is neither a manifest (.json), a folder nor a list of paths, one to a line"};
    std::string_view rest = *content;
    for (std::uint32_t line = 1; !rest.empty(); ++line) {
      const std::size_t end = rest.find('\n');
      const std::string_view text = trim(rest.substr(0, end));
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
      if (text.empty() || text.starts_with('#')) continue;
      const std::string path = (fs::path(file).parent_path() / text).lexically_normal().string();
      const auto found = outside_.folders.look(path);
      if (!found) return found.problem();
      if (*found == Found::nothing)
        return Problem{{.file = file, .line = line}, fmt::format("there is no file or folder {}", path)};
      if (*found == Found::file && !path.ends_with(".json") && pair_of(path) == nullptr)
        return Problem{{.file = file, .line = line},
                       fmt::format("{} is no manifest (.json); name bare traces with --pair 'GLOB=MAP'", path)};
      if (auto problem = add(path)) return problem;
    }
    return std::nullopt;
  }

  // `below` is the path from where the search began.
  std::optional<Problem> search(const std::string& folder, const std::string& below) {
    const auto canonical = outside_.folders.canonical(folder);
    if (!canonical) return canonical.problem();
    if (!seen_.insert(*canonical).second) return std::nullopt;  // links can go round in circles
    const auto names = outside_.folders.names(folder);
    if (!names) return names.problem();
    if (std::ranges::binary_search(*names, std::string(kManifestName))) {
      const auto result = outside_.folders.look(joined(folder, std::string(results::kResultFile)));
      if (result && *result != Found::nothing) {
        ++results_passed;
        return std::nullopt;
      }
      hits.push_back({.manifest = joined(folder, std::string(kManifestName)), .trace = {}, .map = {}});
    }
    const bool is_run = !hits.empty() && hits.back().manifest == joined(folder, std::string(kManifestName));
    for (const std::string& name : *names) {
      if (name.starts_with('.')) continue;
      const std::string path = joined(folder, name), path_below = joined(below, name);
      const auto found = outside_.folders.look(path);
      if (!found) return found.problem();
      if (*found == Found::folder) {
        if (auto problem = search(path, path_below)) return problem;
      } else if (const Pair* const pair = is_run ? nullptr : pair_of(path_below)) {
        hits.push_back({.manifest = {}, .trace = path, .map = pair->map});
      }
    }
    return std::nullopt;
  }

  const Pair* pair_of(const std::string& path) const {
    const auto pair = std::ranges::find_if(pairs_, [&](const Pair& each) { return matches_glob(each.glob, path); });
    return pair == pairs_.end() ? nullptr : &*pair;
  }

  std::vector<Pair> pairs_;
  run::Outside& outside_;
  std::set<std::string> seen_;
};

Result<std::vector<Pair>> read_pairs(const std::vector<std::string>& texts) {
  std::vector<Pair> pairs;
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      return Problem{{}, fmt::format("--pair {}: expected GLOB=MAP, such as '*.osi=town.xodr'", text)};
    pairs.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return pairs;
}

// The folder in which all of them are.
std::string common_folder(const std::vector<Search::Hit>& hits) {
  std::vector<std::string> common;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    std::vector<std::string> pieces = pieces_of(fs::path(hits[i].path()).lexically_normal().string());
    pieces.pop_back();
    if (i == 0) {
      common = std::move(pieces);
    } else {
      const auto [end, other] = std::ranges::mismatch(common, pieces);
      common.erase(end, common.end());
    }
  }
  std::string folder = !hits.empty() && hits.front().path().starts_with('/') ? "/" : "";
  for (const std::string& piece : common) folder += piece + "/";
  return folder.empty() ? "." : folder.size() > 1 ? folder.substr(0, folder.size() - 1) : folder;
}

std::string path_below(const std::string& path, const std::string& root) {
  fs::path from = root, to = path;
  if (from.is_absolute() != to.is_absolute()) {
    from = fs::absolute(from);
    to = fs::absolute(to);
  }
  const std::string below = to.lexically_normal().lexically_relative(from.lexically_normal()).string();
  return below.empty() ? path : below;
}

// The values of these attributes; a problem names the first that is missing.
Result<std::string> matched_key(const trace::Manifest& manifest, const std::vector<std::string>& match_by) {
  std::string key;
  for (const std::string& name : match_by) {
    const auto value = attribute_of(manifest, name);
    if (!value || value->empty())
      return Problem{{.file = manifest.file}, fmt::format("has no {}, which --match-by asks for", name)};
    key += (key.empty() ? "" : "/") + *value;
  }
  return key;
}

PlannedRun planned(const Search::Hit& hit, const PlanOptions& options, Plan& plan, run::Outside& outside) {
  PlannedRun run{.key = store::stored_text(path_below(hit.path(), plan.root)),
                 .manifest = hit.manifest,
                 .trace = hit.trace,
                 .map = hit.map};
  if (hit.manifest.empty()) plan.configurations.emplace();
  if (hit.manifest.empty() && options.match_by.empty()) return run;
  const auto manifest = manifest_of(run, outside);
  if (!manifest) {
    run.unreadable = to_string(manifest.problem());
    return run;
  }
  run.trace = manifest->trace;
  run.map = manifest->map;
  plan.configurations.insert({.config = manifest->config, .lang_path = manifest->lang_path});
  if (options.match_by.empty()) return run;
  auto key = matched_key(*manifest, options.match_by);
  if (key)
    run.key = store::stored_text(*std::move(key));
  else
    run.unreadable = to_string(key.problem());
  return run;
}

// Names the runs that cannot be told apart.
std::optional<Problem> find_duplicates(const std::vector<PlannedRun>& runs, bool by_path) {
  std::string named;
  std::size_t keys = 0;
  for (std::size_t i = 0; i < runs.size();) {
    std::size_t end = i + 1;
    while (end < runs.size() && runs[end].key == runs[i].key) ++end;
    if (end > i + 1 && ++keys <= 5) {
      named += fmt::format("{}{} (", keys == 1 ? "" : ", ", runs[i].key);
      for (std::size_t k = i; k < std::min(end, i + 3); ++k)
        named += (k == i ? "" : ", ") + (runs[k].manifest.empty() ? runs[k].trace : runs[k].manifest);
      named += end > i + 3 ? fmt::format(" and {} more)", end - i - 3) : ")";
    }
    i = end;
  }
  if (keys == 0) return std::nullopt;
  if (keys > 5) named += fmt::format(" and {} more keys", keys - 5);
  return Problem{
      {},
      fmt::format("{} {} more than one run; {}: {}", keys, keys == 1 ? "key has" : "keys have",
                  by_path ? "name each run once" : "--match-by needs another attribute that tells them apart", named)};
}

}  // namespace

bool matches_glob(std::string_view glob, std::string_view path) {
  std::vector<std::string> names = pieces_of(path);
  const std::vector<std::string> globs = pieces_of(glob);
  if (globs.size() == 1 && globs[0] != "**" && !names.empty()) names.erase(names.begin(), names.end() - 1);
  return pieces_match(globs, names);
}

std::optional<std::string> attribute_of(const trace::Manifest& manifest, std::string_view name) {
  constexpr std::string_view kInfo = "info.", kAttributes = "attributes.";
  std::string_view own = name;
  if (own.starts_with(kAttributes)) own.remove_prefix(kAttributes.size());
  if (const auto found = manifest.attributes.find(std::string(own)); found != manifest.attributes.end())
    return found->second;
  if (name.starts_with(kInfo)) name.remove_prefix(kInfo.size());
  const JsonValue* value = &manifest.info;
  while (!name.empty()) {
    const std::size_t dot = name.find('.');
    const JsonMember* const member = value->find(name.substr(0, dot));
    if (member == nullptr) return std::nullopt;
    value = &member->value;
    name.remove_prefix(dot == std::string_view::npos ? name.size() : dot + 1);
  }
  switch (value->kind) {
    case JsonValue::Kind::text:
      return value->text;
    case JsonValue::Kind::integer:
      return fmt::format("{}", value->integer);
    case JsonValue::Kind::number:
      return shortest(value->number);
    default:
      return std::nullopt;
  }
}

Result<trace::Manifest> manifest_of(const PlannedRun& run, run::Outside& outside) {
  if (!run.manifest.empty()) {
    auto manifest = run::load_manifest(run.manifest, outside);
    if (!manifest) return manifest;
    if (auto problem = run::find_named_map(*manifest, outside)) return *std::move(problem);
    return manifest;
  }
  trace::Manifest manifest;
  manifest.trace = run.trace;
  manifest.map = run.map;
  manifest.info.kind = JsonValue::Kind::object;
  return manifest;
}

Result<Plan> make_plan(const PlanOptions& options, run::Outside& outside) {
  auto pairs = read_pairs(options.pairs);
  if (!pairs) return pairs.problem();
  Search search(*std::move(pairs), outside);
  std::vector<std::string> paths = options.paths;
  for (std::string& path : paths) {
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    if (auto problem = search.add(path)) return *std::move(problem);
  }
  if (search.hits.empty())
    return Problem{{.file = options.paths.empty() ? "" : options.paths.front()},
                   options.pairs.empty() ? "no run.json was found; name bare traces with --pair '*.osi=MAP'"
                                         : "no run was found: neither a run.json nor a trace that --pair names"};
  Plan plan;
  plan.results_passed = search.results_passed;
  plan.root = options.root;
  if (plan.root.empty() && paths.size() == 1)
    if (const auto found = outside.folders.look(paths[0]); found && *found == Found::folder) plan.root = paths[0];
  if (plan.root.empty()) plan.root = common_folder(search.hits);
  for (const Search::Hit& hit : search.hits) plan.runs.push_back(planned(hit, options, plan, outside));
  std::ranges::stable_sort(plan.runs, {}, &PlannedRun::key);
  if (auto problem = find_duplicates(plan.runs, options.match_by.empty())) return *std::move(problem);
  return plan;
}

}  // namespace scrutineer::suite
