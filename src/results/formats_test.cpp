// What the writers make of single values; whole files are in golden_test.cpp.

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

#include "kit/paths.h"
#include "kit/sample_result.h"
#include "results/detail/csv.h"
#include "results/detail/json.h"
#include "results/detail/junit.h"
#include "results/detail/sarif.h"
#include "results/text.h"

namespace scrutineer::results {
namespace {

using testing::HasSubstr;
using testing::Not;

// The small result with one actor's id, one message and one metric.
RunResult with(const std::string& id, const std::string& message, const watch::Value& value) {
  RunResult result = small_result();
  watch::Issue& issue = result.evaluation.issues[0];
  issue.actor.id = id;
  issue.message = message;
  issue.data[0] = value;
  result.evaluation.issues.resize(1);
  return result;
}

TEST(Json, WritesNumbersSoThatTheyReadBackAndNullForNone) {
  struct Case {
    const char* name;
    watch::Value value;
    const char* expected;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const Case cases[] = {
      {"a whole number", 45.0, "45.0"},
      {"a tenth", 0.1, "0.1"},
      {"a third", 1.0 / 3.0, "0.3333333333333333"},
      {"tiny", 5e-324, "5e-324"},
      {"huge", 1.7976931348623157e308, "1.7976931348623157e+308"},
      {"nan", nan, "null"},
      {"infinite", infinity, "null"},
      {"minus infinite", -infinity, "null"},
      {"a text", std::string("front"), "\"front\""},
      {"a truth", true, "true"},
  };
  for (const auto& [name, value, expected] : cases)
    EXPECT_THAT(to_json(with("0", "", value)), HasSubstr("\"value\": " + std::string(expected) + ",\n")) << name;
}

TEST(Json, GivesEveryDeclaredMetricAPlace) {
  RunResult result = small_result();
  result.evaluation.issues[0].data.clear();
  EXPECT_THAT(to_json(result), HasSubstr("\"extreme_value\": {\n          \"value\": null,"));
}

TEST(Formats, SurviveHostileNames) {
  struct Case {
    const char* name;
    std::string id;
    const char *json, *csv, *xml, *text;  // what of it each of them holds
  };
  const Case cases[] = {
      {"markup", "<script>", "\"<script>\"", ",<script>,", "&lt;script&gt;", " <script> SUT"},
      {"a line's end", "a\nb", "\"a\\nb\"", ",\"a\nb\",", "a\nb", " a\\nb SUT"},
      {"quotes", "\"q\"", "\"\\\"q\\\"\"", ",\"\"\"q\"\"\",", "&quot;q&quot;", " \"q\" SUT"},
      {"a comma", "a,b", "\"a,b\"", ",\"a,b\",", "a,b", " a,b SUT"},
      {"no UTF-8", "\xFFx", "\"\xEF\xBF\xBDx\"", ",\xEF\xBF\xBDx,", "\xEF\xBF\xBDx", " \xEF\xBF\xBDx SUT"},
      {"right to left", "\xD7\x90\xD7\x91", "\xD7\x90\xD7\x91", "\xD7\x90\xD7\x91", "\xD7\x90\xD7\x91",
       "\xD7\x90\xD7\x91"},
      {"turned around",
       "\xE2\x80\xAE"
       "ab",
       "\xE2\x80\xAE"
       "ab",
       "\xE2\x80\xAE"
       "ab",
       "&#x202e;ab", " \\u202eab SUT"},
      {"a formula", "=1+1", "\"=1+1\"", ",'=1+1,", "=1+1", " =1+1 SUT"},
      {"no formula, but a number", "-7", "\"-7\"", ",-7,", "-7", " -7 SUT"},
      {"an escape sequence", "\x1b[31m", "\"\\u001b[31m\"", ",\x1b[31m,", "\xEF\xBF\xBD[31m", " \\u001b[31m SUT"},
      {"long", std::string(100, 'a') + "z", "aaaz\"", "aaaz,", "aaaz",
       " aaaaaaaaaaaaaaaa\xE2\x80\xA6"
       "aaaaaaaaaaaaaaz SUT"},
      {"wide", "车辆七", "车辆七\"", ",车辆七,", "车辆七", " 车辆七 SUT"},
      {"long and wide", "车辆车辆车辆车辆车辆车辆车辆车辆七", "辆七\"", "辆七,", "辆七",
       " 车辆车辆车辆车辆…车辆车辆车辆七 SUT"},
  };
  for (const auto& [name, id, json, csv, xml, text] : cases) {
    const RunResult result = with(id, "of " + id, 1.0);
    EXPECT_THAT(to_json(result), HasSubstr(json)) << name;
    EXPECT_THAT(to_sarif(result), HasSubstr(json)) << name;
    EXPECT_THAT(issues_csv(result), HasSubstr(csv)) << name;
    EXPECT_THAT(to_junit(result), HasSubstr(xml)) << name;
    EXPECT_THAT(to_text(result, {}), HasSubstr(text)) << name;
  }
}

TEST(JUnit, FailsExactlyWhereTheExitCodeDoes) {
  struct Case {
    const char* name;
    watch::Severity severity;
    watch::Category category;
    const char *has, *has_not;
    const char* has_of_ego;  // where only the ego's errors count
  };
  using watch::Category;
  using watch::Severity;
  const Case cases[] = {
      {"the ego's error", Severity::error, Category::sut, "<failure ", "<error ", "<failure "},
      {"another's error", Severity::error_continue, Category::other, "<failure ", "<error ", "<skipped "},
      {"the evaluation's error", Severity::error, Category::tool, "<error ", "<failure ", "<skipped "},
      {"a warning", Severity::warning, Category::sut, "<system-out>", "<failure ", "<system-out>"},
      {"an info", Severity::info, Category::other, "<system-out>", "<failure ", "<system-out>"},
  };
  for (const auto& [name, severity, category, has, has_not, has_of_ego] : cases) {
    RunResult result = with("0", "m", 1.0);
    result.evaluation.checks.resize(kSpeedPolicy + 1);
    for (watch::CheckOutcome& outcome : result.evaluation.checks) outcome.state = watch::CheckOutcome::State::completed;
    result.evaluation.issues[0].severity = severity;
    result.evaluation.issues[0].category = category;
    for (const trace::FailOn fail_on : {trace::FailOn::any, trace::FailOn::sut}) {
      result.fail_on = fail_on;
      const std::string xml = to_junit(result);
      EXPECT_THAT(xml, HasSubstr(fail_on == trace::FailOn::any ? has : has_of_ego)) << name;
      EXPECT_THAT(xml, Not(HasSubstr(has_not))) << name;
      const bool fails = xml.find("<failure ") != std::string::npos || xml.find("<error ") != std::string::npos;
      EXPECT_EQ(fails, exit_code(result) != 0) << name;
      const bool has_others = xml.find("<testsuite name=\"others\"") != std::string::npos;
      EXPECT_EQ(has_others, category != Category::sut) << name;
    }
  }
}

TEST(JUnit, KeepsOthersApartAndShortensTheRest) {
  RunResult result = large_result(150);
  for (watch::Issue& issue : result.evaluation.issues) {
    issue.severity = watch::Severity::error;
    issue.category = watch::Category::other;
    issue.message = "another's";
  }
  result.evaluation.issues[120].category = watch::Category::sut;
  result.evaluation.issues[120].message = "the ego's";
  const std::string xml = to_junit(result);
  const std::size_t ego = xml.find("message=\"the ego&apos;s\""), others = xml.find("<testsuite name=\"others\"");
  EXPECT_LT(ego, others);
  EXPECT_THAT(xml.substr(others), HasSubstr("message=\"another&apos;s (and 148 more)\""));
  EXPECT_THAT(xml.substr(others), HasSubstr("... and 49 more, in runtime_data.json\n</failure>"));
  EXPECT_THAT(xml.substr(others), Not(HasSubstr("the ego")));
}

TEST(Sarif, HasARunOfTheEgoAndOneOfOthers) {
  RunResult result = small_result();
  const std::string sarif = to_sarif(result);
  const std::size_t ego = sarif.find("\"id\": \"ego\""), others = sarif.find("\"id\": \"others\"");
  const std::size_t collision = sarif.find("Ego 0 collided"), departure = sarif.find("Truck 7 left the road");
  EXPECT_LT(ego, collision);
  EXPECT_LT(collision, others);
  EXPECT_LT(others, departure);
  EXPECT_THAT(sarif, HasSubstr("\"verdict\": \"fail\""));
  std::erase_if(result.evaluation.issues,
                [](const watch::Issue& issue) { return issue.category != watch::Category::sut; });
  EXPECT_THAT(to_sarif(result), Not(HasSubstr("\"id\": \"others\""))) << "nobody else did anything";
}

TEST(Sarif, NamesTheTraceAsAUri) {
  struct Case {
    const char *name, *file, *uri;
  };
  const Case cases[] = {
      {"plain", "runs/17/run.osi", "runs/17/run.osi"},
      {"blanks", "my run.osi", "my%20run.osi"},
      {"what looks like a scheme", "c:run.osi", "c%3Arun.osi"},
      {"no UTF-8", "\xFF.osi", "%FF.osi"},
  };
  for (const auto& [name, file, uri] : cases) {
    RunResult result = small_result();
    result.trace.file = file;
    EXPECT_THAT(to_sarif(result), HasSubstr("\"uri\": \"" + std::string(uri) + "\"")) << name;
  }
}

// So many issues of as many kinds: each has a line of its own.
RunResult of_many_kinds(std::size_t count) {
  RunResult result = large_result(count);
  for (std::size_t i = 0; i < count; ++i) result.evaluation.issues[i].kind = "kind_" + std::to_string(i);
  return result;
}

TEST(Text, ShortensLongListsAndSaysSo) {
  const std::string text = to_text(of_many_kinds(25), {.most_rows = 3, .all_are_in = "issues.csv"});
  EXPECT_EQ(text,
            "PASS  run.osi: 25 warnings of the ego in 12.25 s (246 frames, 2 actors, ego 0)\n"
            "\n"
            "severity    began  lasted  actor      issue   worst              limit\n"
            "warning   0.000 s          0 SUT car  kind_0  45 m/s (162 km/h)  41.67 m/s (150 km/h)\n"
            "warning   0.010 s          0 SUT car  kind_1  45 m/s (162 km/h)  41.67 m/s (150 km/h)\n"
            "warning   0.020 s          0 SUT car  kind_2  45 m/s (162 km/h)  41.67 m/s (150 km/h)\n"
            "... and 22 more; all are in issues.csv\n"
            "\n"
            "Nearness: 10.2 % of the run\n"
            "\n"
            "Said by the configuration:\n"
            "  0.400 s  vehicle.mine.fast of 0: at 45mps\n"
            "  12.250 s (warning): top.info.mine: null access\n"
            "\n"
            "Judged only in part:\n"
            "  ttc_policy: 7 - truck was not judged from 0s to 2s: its speed is not known\n"
            "\n"
            "Skipped, so not judged:\n"
            "  road_departure: there is no map\n");
}

// A busy run: 475 of one kind in 61 vehicles, 12 of another, and one collision, which is the last of all to be raised.
TEST(Text, SumsUpManyIssuesAndNeverBuriesACollision) {
  RunResult result = large_result(488);
  std::vector<watch::Issue>& issues = result.evaluation.issues;
  for (std::size_t i = 0; i < issues.size(); ++i) {
    issues[i].actor = {"veh" + std::to_string(i % 61), static_cast<int>(i % 61) + 2, trace::Category::car, false};
    issues[i].category = watch::Category::other;
    issues[i].severity = watch::Severity::info;
    issues[i].end = issues[i].start + std::chrono::milliseconds(500);
    if (i >= 475) issues[i].kind = "weaving";
  }
  issues[100].data = {48.866666666666664, 41.666666666666664, 7.2};
  issues[300].data = {20.0, 41.666666666666664, 0.0};  // under the limit, and further from it
  issues[487].kind = "collision";
  issues[487].check = kCollision;
  issues[487].severity = watch::Severity::error;
  issues[487].data = {std::string("front"), 3.5, true};
  issues[487].other = watch::ActorRef{"veh9", 11, trace::Category::truck, false};
  EXPECT_THAT(
      to_text(result, {}),
      testing::StartsWith(
          "SUSPECT  run.osi: no issues of the ego; 1 error, 487 infos of others in 12.25 s (246 frames, 2 actors, "
          "ego 0)\n"
          "\n"
          "By kind:\n"
          "  collision       1: veh60 car, veh9 truck at 4.870 s, 3.5 m/s (12.6 km/h)\n"
          "  speed_policy  475 in 61 actors, worst 21.67 m/s (78 km/h) under\n"
          "  weaving        12 in 12 actors, worst 3.33 m/s (12 km/h) over\n"
          "\n"
          "severity    began   lasted  actor                  issue               worst                                "
          "  limit\n"
          "Of others:\n"
          "error     4.870 s    0.5 s  veh60 car, veh9 truck  collision           3.5 m/s (12.6 km/h)\n"));
}

// A screen of 80 columns and 24 lines, as a terminal wraps it; without colours.
std::vector<std::string> first_screen(const std::string& text) {
  constexpr std::size_t kColumns = 80, kLines = 24;
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033') {
      i = text.find('m', i);
    } else if (text[i] == '\n') {
      lines.emplace_back();
    } else {
      if (lines.back().size() == kColumns) lines.emplace_back();
      lines.back() += text[i];
    }
  }
  lines.resize(std::min(lines.size(), kLines));
  return lines;
}

// The ego has issues of many kinds, and so have others; two others collided.
RunResult with_collision_of_others(std::size_t kinds_of_ego, std::size_t kinds_of_others) {
  RunResult result = of_many_kinds(2 * (kinds_of_ego + kinds_of_others) + 1);
  std::vector<watch::Issue>& issues = result.evaluation.issues;
  for (std::size_t i = 0; i + 1 < issues.size(); ++i) {
    issues[i].kind = (i / 2 % 2 == 0 ? "unplanned_kind_of_" : "kind_") + std::to_string(i / 2);
    if (i / 2 < kinds_of_ego) continue;
    issues[i].actor = {"veh" + std::to_string(i), static_cast<int>(i) + 2, trace::Category::car, false};
    issues[i].category = watch::Category::other;
  }
  watch::Issue& collision = issues.back();
  collision.kind = "collision";
  collision.check = kCollision;
  collision.category = watch::Category::other;
  collision.severity = watch::Severity::error;
  collision.data = {std::string("front"), 3.5, true};
  collision.actor = {"veh60", 62, trace::Category::car, false};
  collision.other = watch::ActorRef{"veh9", 11, trace::Category::truck, false};
  return result;
}

TEST(Text, HasTheOnlyCollisionsRowOnAScreenOf80By24) {
  const std::size_t few_and_many[] = {0, 1, 3, 6, 12, 40};
  for (const std::size_t of_ego : few_and_many)
    for (const std::size_t of_others : few_and_many)
      for (const bool colour : {false, true}) {
        const RunResult result = with_collision_of_others(of_ego, of_others);
        const std::vector<std::string> screen = first_screen(to_text(result, {.colour = colour}));
        const auto is_row = [](const std::string& line) {
          return line.starts_with("error ") && line.find("collision") != std::string::npos &&
                 line.find("veh60 car, veh9 truck") != std::string::npos;
        };
        EXPECT_EQ(std::ranges::count_if(screen, is_row), 1)
            << of_ego << " kinds of the ego, " << of_others << " of others\n"
            << to_text(result, {});
      }
}

TEST(Text, PutsCollisionsOfOthersBeforeTheEgosIssuesOnlyWhereThoseFillTheScreen) {
  EXPECT_THAT(to_text(with_collision_of_others(1, 3), {}), testing::Not(HasSubstr("Collisions of others:")));
  EXPECT_THAT(to_text(with_collision_of_others(12, 3), {}), HasSubstr("\nCollisions of others:\nerror "));
  EXPECT_THAT(to_text(with_collision_of_others(12, 3), {.verbosity = TextOptions::Verbosity::full}),
              testing::Not(HasSubstr("Collisions of others:")));
}

TEST(Text, LeadsWithTheEgoAndKeepsOthersApart) {
  struct Case {
    const char* name;
    std::vector<watch::Category> of;  // whose issues stay
    std::string text;
  };
  using watch::Category;
  const std::string of_ego =
      "error     12.250 s          0 SUT car, 7 truck  collision_in_sut_control  3.5 m/s (12.6 km/h)\n"
      "warning    0.400 s   0.8 s  0 SUT car           speed_policy              45 m/s (162 km/h)    41.67 m/s (150 "
      "km/h)\n";
  const Case cases[] = {
      {"all",
       {Category::sut, Category::other},
       "FAIL  run.osi: 1 error, 1 warning of the ego; 1 error of others in 12.25 s (246 frames, 2 actors, ego 0)\n\n"
       "severity     began  lasted  actor               issue                     worst                limit\n"
       "Of the ego:\n" +
           of_ego +
           "Of others:\n"
           "error      6.000 s   0.5 s  7 truck             road_departure\n"
           "  within 20 m of an anomaly of the map: map.zig_zag, road 12, s 30.1 m\n"},
      {"the ego alone",
       {Category::sut},
       "FAIL  run.osi: 1 error, 1 warning of the ego in 12.25 s (246 frames, 2 actors, ego 0)\n\n"
       "severity     began  lasted  actor               issue                     worst                limit\n" +
           of_ego},
      {"others alone",
       {Category::other},
       "SUSPECT  run.osi: no issues of the ego; 1 error of others in 12.25 s (246 frames, 2 actors, ego 0)\n\n"
       "severity    began  lasted  actor    issue           worst  limit\n"
       "Of others:\n"
       "error     6.000 s   0.5 s  7 truck  road_departure\n"
       "  within 20 m of an anomaly of the map: map.zig_zag, road 12, s 30.1 m\n"},
      {"nobody", {}, "PASS  run.osi: no issues in 12.25 s (246 frames, 2 actors, ego 0)\n"},
  };
  for (const Case& c : cases) {
    RunResult result = small_result();
    std::erase_if(result.evaluation.issues,
                  [&](const watch::Issue& issue) { return std::ranges::find(c.of, issue.category) == c.of.end(); });
    EXPECT_THAT(to_text(result, {}), testing::StartsWith(c.text)) << c.name;
  }
}

TEST(Text, FoldsIssuesOfOneKindAndActor) {
  struct Case {
    const char* name;
    void (*change)(std::vector<watch::Issue>&);
    const char* lines;
  };
  const Case cases[] = {
      {"alike", [](std::vector<watch::Issue>&) {},
       "warning   0.000 s          0 SUT car  speed_policy x 4  45 m/s (162 km/h) at 0.000 s  41.67 m/s (150 km/h)\n"},
      {"the third is the worst", [](std::vector<watch::Issue>& issues) { issues[2].data = {50.0, 41.667, 0.0}; },
       "warning   0.000 s          0 SUT car  speed_policy x 4  50 m/s (180 km/h) at 0.020 s  41.67 m/s (150 km/h)\n"},
      {"far below its limit is worse than a little above",
       [](std::vector<watch::Issue>& issues) { issues[1].data = {-5.0, 0.0, 0.0}; },
       "warning   0.000 s          0 SUT car  speed_policy x 4  -5 m/s (-18 km/h) at 0.010 s  0 m/s (0 km/h)\n"},
      {"one without a value is not the worst", [](std::vector<watch::Issue>& issues) { issues[0].data.clear(); },
       "warning   0.000 s          0 SUT car  speed_policy x 4  45 m/s (162 km/h) at 0.010 s  41.67 m/s (150 km/h)\n"},
      {"how long they lasted in all",
       [](std::vector<watch::Issue>& issues) {
         for (watch::Issue& issue : issues) issue.end = issue.start + std::chrono::milliseconds(750);
       },
       "warning   0.000 s     3 s  0 SUT car  speed_policy x 4  45 m/s (162 km/h) at 0.000 s  41.67 m/s (150 km/h)\n"},
      {"another kind", [](std::vector<watch::Issue>& issues) { issues[1].kind = "else"; },
       "warning   0.010 s          0 SUT car  else              45 m/s (162 km/h)             41.67 m/s (150 km/h)\n"
       "warning   0.000 s          0 SUT car  speed_policy x 3  45 m/s (162 km/h) at 0.000 s  41.67 m/s (150 km/h)\n"},
      {"another actor", [](std::vector<watch::Issue>& issues) { issues[3].actor.id = "7"; },
       "warning   0.030 s          7 SUT car  speed_policy      45 m/s (162 km/h)             41.67 m/s (150 km/h)\n"
       "warning   0.000 s          0 SUT car  speed_policy x 3  45 m/s (162 km/h) at 0.000 s  41.67 m/s (150 km/h)\n"},
      {"many actors",
       [](std::vector<watch::Issue>& issues) {
         for (std::size_t i = 0; i < issues.size(); ++i) issues[i].actor.id = std::to_string(i);
       },
       "warning   0.000 s          4 actors  speed_policy x 4  45 m/s (162 km/h) by 0 at 0.000 s  41.67 m/s (150 "
       "km/h)\n"},
      {"another severity", [](std::vector<watch::Issue>& issues) { issues[3].severity = watch::Severity::info; },
       "warning   0.000 s          0 SUT car  speed_policy x 3  45 m/s (162 km/h) at 0.000 s  41.67 m/s (150 km/h)\n"
       "info      0.030 s          0 SUT car  speed_policy      45 m/s (162 km/h)             41.67 m/s (150 km/h)\n"},
  };
  for (const auto& [name, change, lines] : cases) {
    RunResult result = large_result(4);
    change(result.evaluation.issues);
    EXPECT_THAT(to_text(result, {}), HasSubstr(lines)) << name;
  }
}

// It is as its settings say: nobody needs to be told, unless all is to be told.
TEST(Text, TellsOfChecksThatASettingTurnsOffOnlyInFull) {
  RunResult result = small_result();
  watch::CheckOutcome& outcome = result.evaluation.checks[kTtcPolicy];
  outcome.state = watch::CheckOutcome::State::skipped;
  outcome.reason = "its limit is 0";
  outcome.is_switched_off = true;
  outcome.notes.clear();
  EXPECT_THAT(to_text(result, {}), Not(HasSubstr("its limit is 0")));
  EXPECT_THAT(to_text(result, {.verbosity = TextOptions::Verbosity::full}),
              HasSubstr("  ttc_policy: skipped, 2 instances: its limit is 0\n"));
  EXPECT_THAT(to_json(result), HasSubstr("\"reason\": \"its limit is 0\""));
}

// A check that left somebody out must not look as if all were well.
TEST(Formats, TellWhatACheckLeftOut) {
  using State = watch::CheckOutcome::State;
  const std::string title = "Judged only in part:\n";
  struct Case {
    const char* name;
    State state;
    std::vector<std::string> notes;
    std::string text;  // empty: nothing
  };
  const Case cases[] = {
      {"nothing", State::completed, {}, ""},
      {"one note", State::completed, {"7 was not judged."}, "  ttc_policy: 7 was not judged.\n"},
      {"a line, however many", State::completed, {"7.", "8\n.", "9."}, "  ttc_policy: 7. (and 2 more)\n"},
      {"the ego's first", State::completed, {"7 a.", "00 b.", "0 c."}, "  ttc_policy: 0 c. (and 2 more)\n"},
      {"of the ego first", State::completed, {"7 a.", "Of actor 0 b."}, "  ttc_policy: Of actor 0 b. (and 1 more)\n"},
      {"a line end", State::completed, {"8\n."}, "  ttc_policy: 8\\n.\n"},
      {"the reason says it", State::skipped, {"7 was not judged."}, ""},
  };
  for (const auto& [name, state, notes, text] : cases) {
    RunResult result = small_result();
    result.evaluation.checks[kTtcPolicy].state = state;
    result.evaluation.checks[kTtcPolicy].notes = notes;
    const auto is_told = text.empty() ? testing::Matcher<std::string>(Not(HasSubstr(title))) : HasSubstr(title + text);
    EXPECT_THAT(to_text(result, {}), is_told) << name;
    EXPECT_THAT(to_text(result, {.verbosity = TextOptions::Verbosity::full}), Not(HasSubstr(title))) << name;
    const std::string junit = to_junit(result);
    for (const std::string& note : notes) EXPECT_THAT(junit, HasSubstr(note + "\n")) << name;
  }
}

TEST(JUnit, ShortensNotes) {
  RunResult result = small_result();
  result.evaluation.checks[kTtcPolicy].notes = std::vector<std::string>(150, "7 was not judged.");
  EXPECT_THAT(to_junit(result), HasSubstr("7 was not judged.\n... and 50 more, in runtime_data.json\n</system-out>"));
}

TEST(Text, TellsWhatTheConfigurationSaid) {
  using Verbosity = TextOptions::Verbosity;
  struct Case {
    const char* name;
    TextOptions options;
    std::size_t left_out;
    const char* expected;
  };
  const Case cases[] = {
      {"normal",
       {},
       0,
       "Said by the configuration:\n"
       "  0.400 s  vehicle.mine.fast of 0: at 45mps\n"
       "  12.250 s (warning): top.info.mine: null access\n"},
      {"full",
       {.verbosity = Verbosity::full, .most_rows = 1},
       0,
       "Said by the configuration:\n"
       "  0.400 s  vehicle.mine.fast of 0: at 45mps\n"
       "  1.200 s  vehicle.mine.fast of 0 (debug): over\n"
       "  12.250 s (warning): top.info.mine: null access\n"},
      {"more than are shown",
       {.most_rows = 1, .all_are_in = "out"},
       3,
       "Said by the configuration:\n"
       "  0.400 s  vehicle.mine.fast of 0: at 45mps\n"
       "  ... and 1 more; all are in out\n"
       "  ... and 3 more, which were not kept\n"},
  };
  for (const auto& [name, options, left_out, expected] : cases) {
    watch::Evaluation evaluation = small_result().evaluation;
    evaluation.messages_left_out = left_out;
    EXPECT_EQ(messages_text(evaluation, options), expected) << name;
  }
  EXPECT_EQ(messages_text({}, {}), "");
}

TEST(Formats, TellWhatIsNotListed) {
  RunResult result = small_result();
  const watch::Issue& issue = result.evaluation.issues[0];
  const std::size_t listed = result.evaluation.count(issue.severity);
  result.evaluation.issues_left_out = {{issue.check, issue.kind, issue.category, issue.severity, 1, 41}};
  result.evaluation.checks[issue.check].intervals_left_out = 7;
  result.metrics = run_metrics(result.evaluation);
  EXPECT_EQ(result.evaluation.count(issue.severity), listed + 41);
  const std::string issues = "of 42 issues " + issue.kind, intervals = "7 intervals of ";
  for (const std::string& said : {issues, intervals}) {
    EXPECT_THAT(to_text(result, {}), HasSubstr(said));
    EXPECT_THAT(to_junit(result), HasSubstr(said));
    EXPECT_THAT(to_sarif(result), HasSubstr(said));
  }
  EXPECT_THAT(to_json(result), HasSubstr("\"listed\": 1,\n      \"left_out\": 41\n"));
  EXPECT_THAT(to_json(result), HasSubstr("\"intervals_left_out\": 7,"));
  EXPECT_THAT(to_json(result), HasSubstr("\"issues_left_out\": {\n      \"value\": 41.0,"));
}

TEST(Text, IsAsLongAsAskedFor) {
  using Verbosity = TextOptions::Verbosity;
  EXPECT_EQ(to_text(large_result(25), {.verbosity = Verbosity::quiet}),
            "PASS  run.osi: 25 warnings of the ego in 12.25 s (246 frames, 2 actors, ego 0)\n");
  RunResult result = large_result(25);
  for (watch::Issue& issue : result.evaluation.issues) issue.message = "too\nfast";
  const std::string full = to_text(result, {.verbosity = Verbosity::full, .most_rows = 3});
  EXPECT_THAT(full, HasSubstr("warning   0.240 s          0 SUT car  speed_policy  45 m/s (162 km/h)  41.67 m/s (150 "
                              "km/h)\n  too\\nfast\n"));
  EXPECT_THAT(full, Not(HasSubstr("all are in")));
}

TEST(Text, ShowsTheFirstValueThatThereIs) {
  watch::CheckInfo check;
  check.metrics = {{"off_by", "m", "How far.", watch::MetricRole::value},
                   {"allowed", "m", "How far it may be.", watch::MetricRole::limit},
                   {"lane_usage", "", "Whose lane.", watch::MetricRole::value}};
  struct Case {
    const char* name;
    std::vector<watch::Value> data;
    const char *value, *limit;  // null: none
  };
  const double none = std::numeric_limits<double>::quiet_NaN();
  const Case cases[] = {
      {"a number", {1.0, 0.5, std::string()}, "off_by", "allowed"},
      {"both", {1.0, 0.5, std::string("sidewalk")}, "off_by", "allowed"},
      {"only a text", {none, none, std::string("sidewalk")}, "lane_usage", nullptr},
      {"neither", {none, none, std::string()}, nullptr, nullptr},
  };
  for (const Case& c : cases) {
    const auto name = [&](watch::MetricRole role) {
      const ShownMetric shown = shown_metric(check, c.data, role);
      return shown.info == nullptr ? std::string() : std::string(shown.info->name);
    };
    EXPECT_EQ(name(watch::MetricRole::value), c.value == nullptr ? "" : c.value) << c.name;
    EXPECT_EQ(name(watch::MetricRole::limit), c.limit == nullptr ? "" : c.limit) << c.name;
  }
}

TEST(Text, HasColoursOnlyWhenAsked) {
  struct Case {
    const char* name;
    bool colour;
  };
  const Case cases[] = {{"with", true}, {"without", false}};
  for (const auto& [name, colour] : cases) {
    const std::string text = to_text(small_result(), {.colour = colour});
    EXPECT_EQ(text.find("\033[31mFAIL\033[0m") == 0, colour) << name;
    EXPECT_EQ(text.find('\033') != std::string::npos, colour) << name;
  }
}

TEST(Text, PutsChecksThatLackTheSameIntoOneLine) {
  using State = watch::CheckOutcome::State;
  RunResult result = small_result();
  for (const std::uint32_t check : {kCollision, kTtcPolicy}) {
    result.evaluation.checks[check].state = State::skipped;
    result.evaluation.checks[check].reason = "there is no map";
  }
  EXPECT_THAT(to_text(result, {}), HasSubstr("  collision, road_departure, ttc_policy: there is no map\n"));
}

// Those of a KPI and those that raise issues are told of elsewhere.
TEST(Formats, TextSaysHowOftenAWatcherSawWhatItIsFor) {
  const watch::Check junctions{{.name = "traverse_junction", .summary = "A vehicle is in a junction."}, {}};
  const watch::Check never{{.name = "hard_braking", .summary = "A vehicle brakes hard."}, {}};
  RunResult result = small_result();
  const std::string without = to_text(result, {});
  EXPECT_THAT(without, Not(HasSubstr("Watched:")));
  EXPECT_THAT(without, Not(HasSubstr("Of the run:")));

  watch::Evaluation& evaluation = result.evaluation;
  for (const watch::Check* check : {&junctions, &never}) {
    evaluation.infos.push_back(std::make_shared<const watch::CheckInfo>(check->info));
    evaluation.checks.push_back({.name = std::string(check->info.name), .instances = 1});
  }
  const auto place = static_cast<std::uint32_t>(evaluation.infos.size() - 2);
  evaluation.intervals.push_back({.check = place, .start = at_seconds(1.0), .end = at_seconds(2.5)});
  EXPECT_THAT(to_text(result, {}), HasSubstr("\nWatched:\n  traverse_junction: 1 interval, 1.5 s in all\n"));
  evaluation.intervals.push_back({.check = place, .start = at_seconds(4.0), .end = at_seconds(4.25)});
  evaluation.info = {{"cut_ins.count", 3.0},
                     {"model.dut_name", std::string("XYZ")},
                     {"is_wet", true},
                     {"least_gap", std::numeric_limits<double>::infinity(), "s"},
                     {"unknown", std::numeric_limits<double>::quiet_NaN(), "s"},
                     {"top_speed", 36.0, "kph", "how fast"}};
  EXPECT_THAT(to_text(result, {}), HasSubstr("\nWatched:\n  traverse_junction: 2 intervals, 1.75 s in all\n"
                                             "\nOf the run:\n  cut_ins.count: 3\n  model.dut_name: XYZ\n"
                                             "  is_wet: true\n  least_gap: inf s\n  top_speed: 36 kph  (how fast)\n"));
  EXPECT_THAT(to_text(result, {.verbosity = TextOptions::Verbosity::quiet}), Not(HasSubstr("Watched:")));
}

TEST(Formats, FullTextTellsEveryIntervalOfAWatcher) {
  const watch::Check cut_ins{{.name = "cut_ins", .metrics = {{"gap", "s", "How close."}, {"who", "", "Who."}}}, {}};
  RunResult result = small_result();
  result.evaluation.infos.push_back(std::make_shared<const watch::CheckInfo>(cut_ins.info));
  result.evaluation.checks.push_back({.name = "cut_ins", .instances = 1});
  watch::IntervalRecord interval{.check = static_cast<std::uint32_t>(result.evaluation.infos.size() - 1)};
  interval.actor.id = "a\nb";
  interval.end = at_seconds(1.5);
  result.evaluation.intervals = {interval, interval};
  result.evaluation.intervals[0].data = {0.25, std::string("van")};
  result.evaluation.intervals[1].data = {std::numeric_limits<double>::quiet_NaN(), std::string()};
  EXPECT_THAT(to_text(result, {.verbosity = TextOptions::Verbosity::full}),
              HasSubstr("  cut_ins: 2 intervals, 3 s in all\n"
                        "    0.000 s to 1.500 s  a\\nb other_vehicle: gap 0.25 s, who van\n"
                        "    0.000 s to 1.500 s  a\\nb other_vehicle\n"));
}

// A suite has a million of them, and one of them may be a mess.
TEST(Formats, TakeTenThousandIssues) {
  const RunResult result = large_result(10'000);
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  EXPECT_EQ(lines(issues_csv(result)), 10'001);
  EXPECT_EQ(lines(intervals_csv(result)), 10'001);
  EXPECT_THAT(to_json(result), HasSubstr("\"id\": 10000,"));
  EXPECT_LT(to_junit(result).size(), 100'000U);
  EXPECT_LT(to_text(result, {}).size(), 10'000U);
}

// The page reads the JSON: web/test/browser/report.test.ts looks for the same fields there.
TEST(Formats, SayAllThatIsKnownOfHowACheckFared) {
  using State = watch::CheckOutcome::State;
  const watch::CheckInfo info{.name = "off_lane"};
  struct Case {
    const char* name;
    watch::CheckOutcome outcome;
    std::vector<const char*> json, text;
  };
  const Case cases[] = {
      {"name", {.name = "off_lane"}, {"\"name\": \"off_lane\""}, {"  off_lane: "}},
      {"completed", {.state = State::completed}, {"\"status\": \"completed\""}, {": completed, "}},
      {"skipped, with its reason",
       {.state = State::skipped, .reason = "there are no lanes"},
       {"\"status\": \"skipped\"", "\"reason\": \"there are no lanes\""},
       {": skipped, 0 instances: there are no lanes\n"}},
      {"failed, with its reason",
       {.state = State::failed, .reason = "it divided by 0"},
       {"\"status\": \"failed\"", "\"reason\": \"it divided by 0\""},
       {": failed, 0 instances: it divided by 0\n"}},
      {"instances", {.instances = 17}, {"\"instances\": 17"}, {"17 instances"}},
      {"notes",
       {.notes = {"7 - car was not monitored.", "8\n- car was not judged."}},
       {"\"7 - car was not monitored.\"", "\"8\\n- car was not judged.\""},
       {"    7 - car was not monitored.\n", "    8\\n- car was not judged.\n"}},
  };
  for (const auto& [name, outcome, json, text] : cases) {
    RunResult result = empty_result();
    result.evaluation.infos.push_back(std::make_shared<const watch::CheckInfo>(info));
    result.evaluation.checks.push_back(outcome);
    const std::string written = to_json(result);
    for (const char* part : json) EXPECT_THAT(written, HasSubstr(part)) << name;
    const std::string full = to_text(result, {.verbosity = TextOptions::Verbosity::full});
    for (const char* part : text) EXPECT_THAT(full, HasSubstr(part)) << name;
    EXPECT_THAT(to_text(result, {}), Not(HasSubstr("Checkers:"))) << name;
  }
}

// Each format is written once, however often it is asked for; every format has a name, a file, or both.
TEST(Formats, AreRowsWhoseDocumentsAreWrittenOnce) {
  const RunResult result = small_result();
  Documents documents(result);
  for (const ResultFormat& format : result_formats()) {
    EXPECT_FALSE(format.words.empty()) << format.name << format.file;
    EXPECT_FALSE(format.name.empty() && format.file.empty()) << format.words;
    const std::string& first = documents.in(format);
    EXPECT_EQ(&documents.in(format), &first) << format.name << format.file;
    EXPECT_EQ(first, format.write(result, {})) << format.name << format.file;
  }
  EXPECT_GT(result_formats().size(), named_formats().size()) << "tables are only files";
  // The manual knows each of them.
  std::ostringstream manual;
  manual << std::ifstream(kit::source_dir() / "docs/results.md").rdbuf();
  for (const ResultFormat& format : result_formats()) {
    const std::string file(format.file.substr(format.file.find('/') + 1));
    EXPECT_THAT(manual.str(), HasSubstr(file)) << format.words;
    EXPECT_THAT(manual.str(), HasSubstr("--format " + std::string(format.name))) << format.words;
  }
  EXPECT_EQ(result_files(documents, "{}").back().name, kResultFile) << "a result is there once this is";
}

}  // namespace
}  // namespace scrutineer::results
