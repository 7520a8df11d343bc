#include "suite/kinds.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "suite/planned_runs.h"

namespace scrutineer::suite {
namespace {

using KindsJson = nlohmann::ordered_json;

constexpr const char* kKinds = "kinds";
constexpr const char* kKindsAreAll = "kinds_are_all";
constexpr const char* kRescored = "configuration";  // what the suite was evaluated with that this one was rescored from

bool is_in_catalogue(const run::Configuration& configuration, std::string_view kind) {
  return std::ranges::any_of(configuration.catalogue, [&](const watch::Check& check) {
    return std::ranges::find(check.info.kinds, kind, &watch::KindInfo::name) != check.info.kinds.end();
  });
}

OwnKinds kinds_in(const KindsJson& json) {
  if (!json.is_object()) return {.are_all = false};
  const auto kinds = json.find(kKinds);
  if (kinds == json.end() || !kinds->is_array()) {
    const auto rescored = json.find(kRescored);
    return rescored == json.end() ? OwnKinds{.are_all = false} : kinds_in(*rescored);
  }
  OwnKinds found;
  const auto are_all = json.find(kKindsAreAll);
  found.are_all = are_all != json.end() && are_all->is_boolean() && are_all->get<bool>();
  for (const KindsJson& kind : *kinds)
    if (kind.is_string()) found.names.insert(kind.get<std::string>());
  return found;
}

}  // namespace

OwnKinds own_kinds(const run::Configuration& configuration) {
  OwnKinds kinds;
  if (!configuration.program) return kinds;
  kinds.are_all = configuration.program->checks().empty();
  for (const watch::Check& check : configuration.program->checks())
    for (const watch::KindInfo& kind : check.info.kinds)
      if (!is_in_catalogue(configuration, kind.name)) kinds.names.insert(std::string(kind.name));
  return kinds;
}

void add(OwnKinds& kinds, const OwnKinds& more) {
  kinds.names.insert(more.names.begin(), more.names.end());
  kinds.are_all = kinds.are_all && more.are_all;
}

OwnKinds own_kinds_of(const std::string& configuration) {
  return kinds_in(KindsJson::parse(configuration, nullptr, false));
}

std::string with_own_kinds(const std::string& configuration, const OwnKinds& kinds) {
  KindsJson json = KindsJson::parse(configuration, nullptr, false);
  if (!json.is_object()) json = KindsJson::object();
  json[kKinds] = kinds.names;
  json[kKindsAreAll] = kinds.are_all;
  return json.dump(-1, ' ', false, KindsJson::error_handler_t::replace);
}

std::optional<Problem> keep_configuration(store::Store& store, const store::SuiteRow& suite,
                                          const store::SuiteRow& wanted) {
  OwnKinds kinds = own_kinds_of(suite.configuration);
  add(kinds, own_kinds_of(wanted.configuration));
  std::string text = with_own_kinds(wanted.configuration, kinds);
  // What was complete was not stopped: from now on it is to have the runs that are named now.
  if (const std::size_t before = planned_runs_of(suite.configuration);
      suite.state != store::SuiteState::complete && before > planned_runs_of(text))
    text = with_planned_runs(text, before);
  if (text == suite.configuration && wanted.engine_version == suite.engine_version) return std::nullopt;
  return store.transaction([&](store::Database& database) {
    return database.run("UPDATE suites SET configuration = ?, engine_version = ? WHERE id = ?",
                        {std::string_view(text), std::string_view(wanted.engine_version), suite.id});
  });
}

}  // namespace scrutineer::suite
