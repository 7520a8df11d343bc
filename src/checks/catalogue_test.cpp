// What holds for every check there is, so that no author has to remember it.
#include "checks/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "checks/detail/shared_parameters.h"
#include "kit/check_tester.h"
#include "kit/maps.h"
#include "kit/paths.h"
#include "map/read.h"
#include "scene/facts.h"
#include "watch/kpi.h"
#include "watch/person_words.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::RunData;
using kit::Scenario;
using watch::AnyParameter;
using watch::Check;
using watch::CheckInfo;
using watch::MetricRole;
using watch::ValueType;

bool is_sentence(std::string_view text) {
  const bool ends = text.ends_with(".") || text.ends_with(".)");
  return text.size() > 2 && std::isupper(static_cast<unsigned char>(text.front())) && ends;
}

// A name that is written in settings and results: lower case and underscores; parameters keep the seeds'
// (too_close_TTC).
bool is_name(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

// One line: docs and tables wrap it themselves.
bool is_one_line(std::string_view text) { return text.find('\n') == std::string_view::npos; }

TEST(Catalogue, HasOneCheckForEveryFile) {
  std::vector<std::string> files, names;
  for (const auto& file : std::filesystem::recursive_directory_iterator(kit::source_dir() / "src" / "checks")) {
    const std::string stem = file.path().stem().string();
    const std::filesystem::path folder = file.path().parent_path();
    const bool is_folder_of_checks = folder != kit::source_dir() / "src" / "checks" && folder.filename() != "detail";
    if (file.path().extension() == ".cpp" && is_folder_of_checks && !stem.ends_with("_test") &&
        !stem.ends_with("_bench"))
      files.push_back(stem);
  }
  std::ranges::sort(files);
  std::set<std::string> kpis;
  std::vector<std::string_view> all;
  for (const Check& check : catalogue()) {
    all.push_back(check.info.name);
    if (check.info.kpi && check.info.kinds.empty())
      kpis.insert(std::string(check.info.kpi->info.name) + "_kpi");
    else if (!check.info.family.empty())
      kpis.insert(std::string(check.info.family) + "_family");
    else
      names.emplace_back(check.info.name);
  }
  names.insert(names.end(), kpis.begin(), kpis.end());
  std::ranges::sort(names);
  EXPECT_EQ(names, files);  // each is called like its file, watchers of a KPI like they will
  EXPECT_TRUE(std::ranges::is_sorted(all));
}

// Where values hover around a limit, violations that are close are one; what cannot be joined has no such parameter.
TEST(Catalogue, JoinsViolationsByDefaultWhereValuesHover) {
  const std::vector<Check> all = catalogue();
  const watch::Settings settings(all);
  std::set<std::string_view> hover;
  for (const Check& check : all) {
    const std::string_view name = check.info.name;
    const Duration gap = settings.merge_gap(check.info, {}, true);
    EXPECT_EQ(gap, check.info.merge_gap.value_or(Duration{})) << name;
    EXPECT_TRUE(gap == 0ms || gap == kHoveringMergeGap || name == "conflict") << name;
    if (gap == kHoveringMergeGap) hover.insert(name);
    const std::string path = std::string(name) + ".merge_gap";
    const bool is_listed = std::ranges::any_of(
        settings.all(), [&](const watch::SettingInfo& setting) { return setting.parameter->path == path; });
    EXPECT_EQ(is_listed, check.info.merge_gap.has_value()) << name;
  }
  for (const std::string_view name : {"speed_limit", "speed_physical", "acceleration_policy", "off_lane"})
    EXPECT_TRUE(hover.contains(name)) << name;
  EXPECT_LT(hover.size(), all.size() / 2) << "not for all of them";
}

TEST(Catalogue, SaysWhatEachCheckIs) {
  for (const Check& check : catalogue()) {
    const CheckInfo& info = check.info;
    EXPECT_TRUE(is_name(info.name)) << info.name;
    EXPECT_TRUE(is_sentence(info.summary) && is_one_line(info.summary)) << info.name << ": " << info.summary;
    EXPECT_EQ(std::ranges::count(info.summary, '.'), 1) << info.name << ": " << info.summary;
    EXPECT_TRUE(is_sentence(info.doc)) << info.name;
    EXPECT_TRUE(is_sentence(info.remedy)) << info.name;
    EXPECT_TRUE(info.for_sut || info.for_npc) << info.name << " is for nobody";
    EXPECT_FALSE(info.since.empty()) << info.name;
    EXPECT_TRUE(static_cast<bool>(check.make)) << info.name;
  }
}

TEST(Catalogue, SaysWhatKindsMean) {
  std::map<std::string_view, std::string_view> owners;
  for (const Check& check : catalogue()) {
    for (const watch::KindInfo& kind : check.info.kinds) {
      EXPECT_TRUE(is_name(kind.name)) << kind.name;
      EXPECT_TRUE(is_sentence(kind.when) && is_one_line(kind.when)) << kind.name << ": " << kind.when;
      const auto [place, is_new] = owners.emplace(kind.name, check.info.name);
      // A check may have one kind at several severities (road_departure), a family has kinds in common; else two checks
      // share none.
      EXPECT_TRUE(is_new || place->second == check.info.name || !check.info.family.empty())
          << kind.name << " is of " << place->second << " and of " << check.info.name;
      if (kind.severity != nullptr) {
        EXPECT_TRUE(std::ranges::find(check.info.parameters, kind.severity) != check.info.parameters.end())
            << kind.name << "'s severity is no parameter of " << check.info.name;
      }
    }
  }
}

TEST(Catalogue, SaysWhatMetricsMean) {
  for (const Check& check : catalogue()) {
    std::set<std::string_view> names;
    std::set<std::string_view> limits;  // the units of those that were seen
    for (const watch::MetricInfo& metric : check.info.metrics) {
      const std::string where = std::string(check.info.name) + "." + std::string(metric.name);
      EXPECT_TRUE(is_name(metric.name)) << where;
      EXPECT_TRUE(names.insert(metric.name).second) << where << " twice";
      EXPECT_TRUE(is_sentence(metric.meaning) && is_one_line(metric.meaning)) << where << ": " << metric.meaning;
      const std::set<std::string_view> units{"",      "m",   "m/s", "m/s^2", "m/s^3", "s", "s^2", "rad",
                                             "rad/s", "1/s", "%",   "1/m",   "mm/h",  "K", "lux"};
      EXPECT_TRUE(units.contains(metric.unit)) << where << ": " << metric.unit;
      if (metric.role == MetricRole::limit) {
        EXPECT_TRUE(limits.insert(metric.unit).second) << where << ": a second limit in this unit";
      }
    }
    EXPECT_FALSE(check.info.kinds.empty() && check.info.metrics.empty()) << check.info.name << " finds nothing";
  }
}

TEST(Catalogue, SaysWhatKpisMean) {
  for (const Check& check : catalogue()) {
    if (!check.info.kpi) continue;
    const watch::KpiInfo& kpi = check.info.kpi->info;
    EXPECT_TRUE(is_name(kpi.name)) << kpi.name;
    EXPECT_TRUE(is_sentence(kpi.summary) && is_one_line(kpi.summary)) << kpi.name;
    EXPECT_TRUE(is_sentence(kpi.doc)) << kpi.name;
    EXPECT_TRUE(std::filesystem::exists(kit::source_dir() / "docs" / kpi.guide)) << kpi.name << ": " << kpi.guide;
    EXPECT_FALSE(kpi.totals.empty()) << kpi.name;
    for (const watch::KpiTotal& total : kpi.totals)
      for (const std::string_view part :
           {total.key.substr(0, total.key.find('.')), total.key.substr(total.key.find('.') + 1)})
        EXPECT_TRUE(is_name(part) && is_sentence(total.meaning)) << kpi.name << ": " << total.key;
    for (const auto& metrics : {kpi.of_actors, kpi.of_totals}) {
      std::set<std::string_view> names;
      for (const watch::MetricInfo& metric : metrics)
        EXPECT_TRUE(is_name(metric.name) && is_sentence(metric.meaning) && names.insert(metric.name).second)
            << kpi.name << ": " << metric.name;
    }
  }
}

TEST(Catalogue, SaysWhatParametersMean) {
  for (const Check& check : catalogue()) {
    std::set<std::string_view> paths;
    for (const AnyParameter* parameter : check.info.parameters) {
      const std::string where = std::string(check.info.name) + ": " + std::string(parameter->path);
      EXPECT_TRUE(paths.insert(parameter->path).second) << where << " twice";
      EXPECT_NE(parameter->path.find('.'), std::string_view::npos) << where;
      EXPECT_TRUE(is_sentence(parameter->meaning) && is_one_line(parameter->meaning)) << where;
      EXPECT_LE(parameter->range.least, parameter->range.most) << where;
      EXPECT_EQ(parameter->type == ValueType::word, !parameter->words.empty()) << where;
      EXPECT_EQ(parameter->fallback_for == nullptr, parameter->fallback_text.empty()) << where;
    }
  }
}

TEST(Catalogue, HasDefaultsThatMayBeSet) {
  trace::ActorInfo car;
  car.length = 4.5;
  car.width = 1.8;
  car.height = 1.5;
  for (const Check& check : catalogue()) {
    for (const AnyParameter* parameter : check.info.parameters) {
      const std::string where = std::string(check.info.name) + ": " + std::string(parameter->path);
      const double value = parameter->fallback_for != nullptr ? parameter->fallback_for(car) : parameter->fallback;
      EXPECT_TRUE(std::isfinite(value)) << where;
      EXPECT_GE(value, parameter->range.least) << where;
      EXPECT_LE(value, parameter->range.most) << where;
      EXPECT_TRUE(!parameter->range.above || value > parameter->range.least) << where;
      EXPECT_TRUE(parameter->type != ValueType::word || value < static_cast<double>(parameter->words.size())) << where;
      EXPECT_TRUE(parameter->type != ValueType::truth || value == 0.0 || value == 1.0) << where;
    }
  }
}

TEST(Catalogue, DeclaresASharedParameterOnce) {
  std::map<std::string_view, const AnyParameter*> known;
  for (const Check& check : catalogue()) {
    for (const AnyParameter* parameter : check.info.parameters) {
      const AnyParameter& a = *known.emplace(parameter->path, parameter).first->second;
      const AnyParameter& b = *parameter;
      const std::string where = std::string(check.info.name) + ": " + std::string(b.path);
      EXPECT_EQ(a.meaning, b.meaning) << where;
      EXPECT_EQ(a.type, b.type) << where;
      EXPECT_EQ(a.fallback, b.fallback) << where;
      EXPECT_EQ(a.fallback_for, b.fallback_for) << where;
      EXPECT_EQ(a.fallback_text, b.fallback_text) << where;
      EXPECT_EQ(a.range.least, b.range.least) << where;
      EXPECT_EQ(a.range.most, b.range.most) << where;
      EXPECT_EQ(a.range.above, b.range.above) << where;
      EXPECT_TRUE(std::ranges::equal(a.words, b.words)) << where;
    }
  }
}

TEST(Catalogue, NeedsFactsInEachTest) {
  for (const Check& check : catalogue())
    for (const auto& test : check.info.needs) EXPECT_FALSE(test.empty()) << check.info.name;
}

TEST(Catalogue, DrawsPicturesOfWhatThereIs) {
  const watch::Settings settings(catalogue());
  const std::set<std::string_view> units{"", "m", "m/s", "m/s^2", "m/s^3", "s", "rad", "rad/s", "1/s", "1/m", "%"};
  for (const Check& check : catalogue()) {
    std::size_t sampled = 0;
    for (const watch::PlotInfo& plot : check.info.plots) {
      EXPECT_FALSE(plot.title.empty() || plot.lines.empty()) << check.info.name;
      EXPECT_TRUE(std::ranges::any_of(plot.lines,
                                      [](const watch::PlotLine& line) { return line.role == watch::LineRole::value; }))
          << check.info.name << ": " << plot.title << " shows nothing that is measured";
      for (const watch::PlotLine& line : plot.lines) {
        const std::string where = std::string(check.info.name) + ": " + std::string(line.name);
        EXPECT_FALSE(line.name.empty()) << where;
        EXPECT_TRUE(units.contains(line.unit)) << where << ": " << line.unit;
        EXPECT_TRUE(line.fact == nullptr || line.metric.empty()) << where << " comes from two places";
        if (line.fact == nullptr && line.metric.empty()) ++sampled;
        if (line.fact != nullptr) {
          EXPECT_TRUE(line.fact->value != nullptr && line.fact->unit == line.unit) << where;
        }
        if (!line.metric.empty()) {
          const auto metric = std::ranges::find(check.info.metrics, line.metric, &watch::MetricInfo::name);
          EXPECT_TRUE(metric != check.info.metrics.end() && metric->unit == line.unit) << where;
        }
      }
    }
    EXPECT_EQ(check.make(check.info, settings)->sampled_lines(), sampled) << check.info.name;
  }
}

TEST(Catalogue, NamesWhatReplacesTheDeprecated) {
  const std::vector<Check> all = catalogue();
  for (const Check& check : all) {
    const std::string_view next = check.info.replaced_by;
    if (check.info.status == watch::Status::deprecated) {
      EXPECT_FALSE(next.empty()) << check.info.name;
    }
    if (next.empty()) continue;
    EXPECT_NE(next, check.info.name);
    EXPECT_TRUE(std::ranges::any_of(
        all, [&](const Check& other) { return other.info.name == next || other.info.family == next; }))
        << check.info.name << ": there is no " << next;
    // What is replaced is not done beside what replaces it.
    EXPECT_TRUE(is_in(check.info, watch::Profile::classic) && !is_in(check.info, watch::Profile::modern));
    for (const Check& other : all) {
      if (other.info.name != next && other.info.family != next) continue;
      EXPECT_TRUE(is_in(other.info, watch::Profile::modern)) << other.info.name;
    }
  }
}

// The successors watch the ego, and what others do is told as info.
TEST(Catalogue, HasSuccessorsThatWatchTheEgo) {
  int count = 0;
  for (const Check& check : catalogue()) {
    if (check.info.profiles != watch::InProfiles::modern) continue;
    ++count;
    EXPECT_TRUE(check.info.for_sut && !check.info.for_npc) << check.info.name;
    for (const watch::KindInfo& kind : check.info.kinds) EXPECT_EQ(kind.other, watch::Severity::info) << kind.name;
  }
  EXPECT_GE(count, 12 + 8 + 9);  // the kinematic family, other checkers, watchers
}

// ---- every check on runs that lack something ------------------------------------------------------------------------

// The ego, a car behind a truck with a trailer, a pedestrian and a static object.
Scenario traffic(const map::RoadNetwork* map, Duration duration, std::initializer_list<trace::Field> reports) {
  Scenario scenario({.map = map, .duration = duration});
  scenario.add({.id = "0", .is_ego = true}).start_free({10.0, -1.75, 0.0}).speed(10.0).reports(reports);
  scenario.add({.id = "7"}).start_free({40.0, -1.75, 0.0}).speed(0.0).reports(reports).appears(1s).vanishes(2500ms);
  scenario.add({.id = "8", .category = trace::Category::truck})
      .start_free({80.0, 1.75, 3.14})
      .speed(5.0)
      .reports(reports);
  scenario.add({.id = "9", .category = trace::Category::trailer, .parent = "8"}).behind("8", 9.0).reports(reports);
  scenario.add({.id = "10", .category = trace::Category::person})
      .start_free({30.0, -5.0, 1.57})
      .speed(1.0)
      .reports(reports);
  scenario.add({.id = "11", .category = trace::Category::object, .is_static = true})
      .poses({kit::PoseAt{.x = 60.0, .y = -6.0}})
      .reports({});
  return scenario;
}

TEST(Catalogue, SurvivesRunsThatLackSomething) {
  using trace::Field;
  const auto map = map::build_network(kit::straight_road(200.0));
  const RunData empty;
  RunData no_actors;
  no_actors.frames.resize(3);
  for (std::size_t i = 0; i < 3; ++i) no_actors.frames[i].time = Time(static_cast<int>(i) * Duration(100ms));
  const auto all = {Field::velocity, Field::acceleration, Field::yaw_rate, Field::pitch_roll, Field::z};
  map::Document with_light = kit::straight_road(200.0);
  kit::find_road(with_light, "1").signals.push_back(kit::light("S", 50.0, -5.0, map::Orientation::with_s));
  const auto lit_map = map::build_network(with_light);
  Scenario lit = traffic(lit_map.get(), 3s, all);
  lit.light("1", "S", {{0s, trace::LightColour::red}});
  struct Case {
    const char* name;
    RunData run;
    const map::RoadNetwork* map;
    std::string plan;
  };
  const Case cases[] = {
      {"no frames", empty, map.get(), {}},
      {"no frames and no map", empty, nullptr, {}},
      {"no actors", no_actors, map.get(), {}},
      {"one frame", traffic(map.get(), 0s, all).run(), map.get(), {}},
      {"no map", traffic(nullptr, 3s, all).run(), nullptr, {}},
      {"no lights, no plan", traffic(map.get(), 3s, all).run(), map.get(), {}},
      {"lights", lit.run(), lit_map.get(), {}},
      {"lights that the map does not have", lit.run(), map.get(), {}},
      {"only positions", traffic(map.get(), 3s, {}).run(), map.get(), {}},
      {"only positions and no map", traffic(nullptr, 3s, {}).run(), nullptr, {}},
      {"a plan for nobody", traffic(map.get(), 3s, all).run(), map.get(), "time,id,x,y,speed\n0,99,0,0,1\n"},
      {"a plan that ends where it begins", traffic(map.get(), 3s, all).run(), map.get(),
       "time,id,x,y,speed\n0,0,10,0,1\n0,0,10,0,1\n"},
      {"a plan and no map", traffic(nullptr, 3s, all).run(), nullptr, "time,id,x,y,speed\n0,0,0,0,9\n0,0,99,0,9\n"},
  };
  for (const Check& check : catalogue()) {
    for (const Case& c : cases) {
      CheckTester tester = CheckTester(check.info.name).enabled_for("all");
      if (c.map != nullptr) tester = tester.on(*c.map);
      if (!c.plan.empty()) tester = tester.planning(c.plan);
      const std::string status = tester.run(c.run).status();
      EXPECT_TRUE(status == "completed" || (status.starts_with("skipped: ") && status.size() > 12))
          << check.info.name << ", " << c.name << ": " << status;
    }
  }
}

TEST(Catalogue, RecordsTheMetricsThatEachCheckDeclares) {
  const auto map = map::build_network(kit::straight_road(200.0));
  const RunData run = traffic(map.get(), 3s, {trace::Field::velocity}).run();
  for (const Check& check : catalogue()) {
    const auto found = CheckTester(check.info.name).on(*map).enabled_for("all").run(run);
    for (const watch::IntervalRecord& record : found.evaluation.intervals)
      EXPECT_EQ(record.data.size(), check.info.metrics.size()) << check.info.name;
    for (const watch::Issue& issue : found.evaluation.issues) {
      EXPECT_EQ(issue.data.size(), check.info.metrics.size()) << check.info.name;
      EXPECT_TRUE(std::ranges::any_of(check.info.kinds, [&](const auto& kind) { return kind.name == issue.kind; }))
          << check.info.name << " raises " << issue.kind;
      EXPECT_TRUE(issue.message.starts_with(watch::capitalised(watch::name_of(issue.actor))) &&
                  is_one_line(issue.message))
          << issue.message;
      EXPECT_TRUE(issue.details.starts_with("[") && is_one_line(issue.details)) << issue.details;
      EXPECT_NE(issue.details.find(issue.actor.id + " - "), std::string::npos) << issue.details;
    }
  }
}

}  // namespace
}  // namespace scrutineer::checks
