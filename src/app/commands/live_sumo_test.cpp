// The program beside a real SUMO: what it writes, and that a recording evaluates to the same again.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "kit/data.h"
#include "kit/hostile_peer.h"
#include "kit/paths.h"
#include "kit/run_writers.h"
#include "kit/sumo.h"

namespace scrutineer::app {
namespace {

namespace fs = std::filesystem;

fs::path program() { return fs::read_symlink("/proc/self/exe").parent_path() / "scrutineer"; }

// The program in a folder; what it says goes to the files out and err there. Returns its exit code.
int run_in(const fs::path& folder, const std::string& arguments) {
  const std::string command =
      fmt::format("cd '{}' && '{}' {} > out 2> err", folder.string(), program().string(), arguments);
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string example(const char* path) { return (kit::source_dir() / "examples" / path).string(); }

std::size_t rows(const std::string& csv) { return static_cast<std::size_t>(std::ranges::count(csv, '\n')); }

TEST(LiveSumo, RecordsWhatEvaluatesToTheSameAgain) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const kit::TemporaryFolder folder;
  const int live = run_in(
      folder.path(), fmt::format("live sumo --map '{}' --teleporter '{}' --episodes 3 --vehicles 12 --record run.osi "
                                 "--out live --enable traverse_junction@all",
                                 example("maps/town.xodr"), example("teleporter/loop.json")));
  ASSERT_LE(live, 1) << kit::read_text(folder.file("err"));
  const std::string out = kit::read_text(folder.file("out"));
  EXPECT_NE(out.find("3 teleports"), std::string::npos);
  // The verdict comes first, and no line per issue.
  EXPECT_TRUE(out.starts_with("PASS  ") || out.starts_with("FAIL  ") || out.starts_with("SUSPECT  ")) << out;
  EXPECT_EQ(rows(kit::read_text(folder.file("live.teleports.csv"))), 4U) << "a header and three rows";
  EXPECT_EQ(rows(kit::read_text(folder.file("run.relocations.csv"))), 4U);
  EXPECT_EQ(rows(kit::read_text(folder.file("live/arrival.csv"))), 4U);
  EXPECT_EQ(rows(kit::read_text(folder.file("live/episodes.csv"))), 5U) << "a header and four episodes";
  EXPECT_NE(kit::read_text(folder.file("live/arrival.svg")).find("</svg>"), std::string::npos);
  EXPECT_NE(kit::read_text(folder.file("live/events.jsonl")).find("\"event\":\"teleport\""), std::string::npos);

  const int again = run_in(folder.path(), "check run.json --out again --enable traverse_junction@all");
  EXPECT_EQ(again, live) << kit::read_text(folder.file("err"));
  EXPECT_GT(rows(kit::read_text(folder.file("live/intervals.csv"))), 10U);
  EXPECT_EQ(kit::read_text(folder.file("again/issues.csv")), kit::read_text(folder.file("live/issues.csv")));
  EXPECT_EQ(kit::read_text(folder.file("again/intervals.csv")), kit::read_text(folder.file("live/intervals.csv")));

  // Another recording in the same folder changes nothing of this one.
  const int other = run_in(folder.path(), fmt::format("live sumo --map '{}' --duration 5 --seed 9 --vehicles 5 "
                                                      "--record other.osi --keep-going",
                                                      example("maps/town.xodr")));
  ASSERT_LE(other, 1) << kit::read_text(folder.file("err"));
  EXPECT_EQ(run_in(folder.path(), "check run.json --out once_more --enable traverse_junction@all"), live);
  EXPECT_EQ(kit::read_text(folder.file("once_more/issues.csv")), kit::read_text(folder.file("live/issues.csv")));
}

TEST(LiveSumo, ReportsWithEpisodesAndRecordsWhatThatNeeds) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const kit::TemporaryFolder folder;
  const int live = run_in(folder.path(), fmt::format("live sumo --map '{}' --teleporter '{}' --episodes 2 --vehicles 8 "
                                                     "--out live --report",
                                                     example("maps/town.xodr"), example("teleporter/loop.json")));
  ASSERT_LE(live, 1) << kit::read_text(folder.file("err"));
  EXPECT_EQ(kit::read_text(folder.file("err")), "");
  EXPECT_NE(kit::read_text(folder.file("out")).find("live/report.html: "), std::string::npos);
  EXPECT_NE(kit::read_text(folder.file("live/report.html")).find("data-part=\"poses\""), std::string::npos);
  EXPECT_TRUE(fs::exists(folder.file("live.recording/run.json")));
  EXPECT_EQ(run_in(folder.path(), "report live"), 0) << kit::read_text(folder.file("err"));
  EXPECT_EQ(kit::read_text(folder.file("err")), "");
}

TEST(LiveSumo, RefusesWhatCannotWork) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const kit::TemporaryFolder folder;
  const auto teleporter = [&](const char* name, const std::string& content) {
    kit::write_file(folder.file(name), content);
    return fmt::format("live sumo --map '{}' --teleporter {}", example("maps/town.xodr"), name);
  };
  kit::write_file(folder.file("town.net.xml"), "<net/>");
  kit::write_file(folder.file("town.lights.xml"), "<additional/>");
  kit::write_file(folder.file("town.rou.xml"), "<routes/>");
  kit::write_file(folder.file("town.sumocfg"), R"(<configuration><input><net-file value="town.net.xml"/>
    <route-files value="town.rou.xml"/><additional-files value="town.lights.xml"/></input></configuration>)");
  const std::string rest = R"("midpointSegment": "market_1/0/-1")";
  const std::string box = R"("triggerBox": {"x": 1.75, "y": 90, "length": 4, "width": 3})";
  struct Case {
    const char* name;
    std::string arguments, message;
  };
  const Case cases[] = {
      {"no simulation", "live sumo", "a simulation is missing"},
      {"a log without a Teleporter", "live sumo --attach 1 --teleport-log t.csv",
       "--teleport-log is about a Teleporter: name one with --teleporter FILE"},
      {"a recording over the routes", "live sumo --cfg town.sumocfg --record town.rou.xml",
       "town.rou.xml is read from, so it cannot be written to"},
      {"lights of a recording over a file of SUMO's", "live sumo --cfg town.sumocfg --record town.osi",
       "town.lights.xml is read from, so it cannot be written to"},
      {"no map for the Teleporter", "live sumo --cfg nothing.sumocfg --teleporter t.json", "nothing.sumocfg"},
      {"a lane that does not exist",
       teleporter("lane.json", "{" + box + R"(, "laneSpawnSources": ["park_lain/0/1"], )" + rest + "}"),
       "the map has no road park_lain (did you mean park_lane?)"},
      {"a box off the road",
       teleporter("box.json", R"({"triggerBox": {"x": 5000, "y": 0, "length": 4, "width": 3}, )"
                              R"("laneSpawnSources": ["park_lane/0/1"], )" +
                                  rest + "}"),
       "triggerBox is off the road"},
      {"an empty window",
       teleporter(
           "window.json",
           "{" + box + R"(, "laneSpawnSources": ["park_lane/0/1"], "targetArrivalWindow": [9, 1], )" + rest + "}"),
       "targetArrivalWindow is empty"},
  };
  for (const auto& [name, arguments, message] : cases) {
    EXPECT_EQ(run_in(folder.path(), arguments), 2) << name;
    EXPECT_NE(kit::read_text(folder.file("err")).find(message), std::string::npos)
        << name << ": " << kit::read_text(folder.file("err"));
  }
}

TEST(LiveSumo, KeepsWhatItHasWhenSumoIsKilled) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const kit::TemporaryFolder folder;
  // The shell kills the SUMO that the program started, as soon as there is one that runs.
  const std::string command = fmt::format(
      "cd '{}'\n"
      "'{}' live sumo --map '{}' --teleporter '{}' --duration 100000 --out result > out 2> err & program=$!\n"
      "for i in $(seq 200); do sleep 0.05; [ -s out ] && break; done\n"
      "pkill -9 -P $program sumo\n"
      "wait $program\n",
      folder.path().string(), program().string(), example("maps/town.xodr"), example("teleporter/loop.json"));
  kit::write_file(folder.file("run.sh"), command);
  const int status = std::system(fmt::format("timeout 60 bash '{}'", folder.file("run.sh")).c_str());
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 2);
  EXPECT_NE(kit::read_text(folder.file("err")).find("SUMO was killed by signal 9"), std::string::npos)
      << kit::read_text(folder.file("err"));
  const std::string result = kit::read_text(folder.file("result/coverage/runtime_data.json"));
  EXPECT_NE(result.find("was killed by signal 9"), std::string::npos) << result.substr(0, 300);
}

TEST(LiveSumo, EndsWhenAskedToAndKeepsWhatItHas) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  struct Case {
    const char* name;
    const char* timeout;
    const char* event;  // in the shell, once the run is under way
    bool is_complete;
    const char* message;
  };
  // A stopped SUMO neither answers nor ends. Small steps, so that the ego is there for seconds: on a busy machine the
  // event comes late.
  const Case cases[] = {
      {"Ctrl-C", "600", "kill -INT $program", true, "note: stopped on request after "},
      {"SIGTERM", "600", "kill -TERM $program", true, "note: stopped on request after "},
      {"SUMO is silent", "1.5", "pkill -STOP -P $program sumo", false, "it did not answer within 1.5 s (--timeout)"},
      {"SUMO is silent, Ctrl-C twice", "600",
       "pkill -STOP -P $program sumo; sleep 0.2; kill -INT $program; sleep 0.2; kill -INT $program", false,
       "it did not answer before the run was stopped"},
      {"SUMO is silent, one SIGTERM", "600", "pkill -STOP -P $program sumo; sleep 0.2; kill -TERM $program", false,
       "it did not answer before the run was stopped"},
  };
  for (const auto& [name, timeout, event, is_complete, message] : cases) {
    const kit::TemporaryFolder folder;
    kit::write_file(
        folder.file("run.sh"),
        fmt::format("cd '{}'\n"
                    "'{}' live sumo --map '{}' --step-length 0.02 --duration 100000 --out result --json --keep-going "
                    "--timeout {} --enable traverse_junction@all > out 2> err & program=$!\n"
                    "for i in $(seq 200); do sleep 0.05; [ -s out ] && break; done\n"
                    "{}\n"
                    "wait $program\n",
                    folder.path().string(), program().string(), example("maps/town.xodr"), timeout, event));
    const int status = std::system(fmt::format("timeout -s KILL 40 bash '{}'", folder.file("run.sh")).c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    EXPECT_TRUE(is_complete ? code == 0 || code == 1 : code == 2) << name << ": " << code;
    const std::string err = kit::read_text(folder.file("err"));
    EXPECT_NE(err.find(message), std::string::npos) << name << ": " << err;
    const std::string result = kit::read_text(folder.file("result/coverage/runtime_data.json"));
    EXPECT_EQ(result.find("did not answer") == std::string::npos, is_complete) << name << ": " << result.substr(0, 300);
  }
}

TEST(LiveSumo, EndsWithAHostilePeer) {
  SCRUTINEER_NEEDS_PLUGIN("scrutineer_sumo", "live");
  const kit::TemporaryFolder folder;
  for (const kit::Hostility& hostility : kit::hostilities()) {
    const kit::HostilePeer peer(hostility);
    EXPECT_EQ(run_in(folder.path(), fmt::format("live sumo --attach {} --timeout 0.3", peer.port())), 2)
        << hostility.name;
    const std::string err = kit::read_text(folder.file("err"));
    EXPECT_NE(err.find("SUMO could not connect: it " + hostility.blame), std::string::npos)
        << hostility.name << ": " << err;
  }
}

TEST(LiveSumo, JoinsASumoThatRunsAlready) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const kit::TemporaryFolder folder;
  kit::write_file(folder.file("first.py"),
                  "import sys, time\n"
                  "sys.path.append('/usr/share/sumo/tools')\n"
                  "import traci\n"
                  "traci.init(int(sys.argv[1]), numRetries=50)\n"
                  "traci.setOrder(1)\n"
                  "for _ in range(120): traci.simulationStep()\n"
                  "traci.close()\n");
  const std::string script = fmt::format(
      "cd '{0}' && export SUMO_HOME=${{SUMO_HOME:-/usr/share/sumo}} && "
      "netconvert --opendrive-files '{1}' -o net.xml --offset.disable-normalization --output.original-names "
      "> netconvert.log 2>&1 && "
      "echo '<routes><flow id=\"f\" begin=\"0\" end=\"60\" period=\"2\" from=\"park_lane\" "
      "to=\"church_street#1\"/></routes>' "
      "> run.rou.xml && port=$(python3 -c 'import socket; s = socket.socket(); s.bind((\"\", 0)); "
      "print(s.getsockname()[1])') && "
      "(sumo -n net.xml -r run.rou.xml --num-clients 2 --remote-port $port --step-length 0.1 --start --no-step-log "
      "> sumo.log 2>&1 & "
      "python3 first.py $port > first.log 2>&1 & sleep 0.5; "
      "'{2}' live sumo --attach $port --map '{1}' --duration 8 --ego f.0 > out 2> err; echo $? > code; wait)",
      folder.path().string(), example("maps/town.xodr"), program().string());
  kit::write_file(folder.file("run.sh"), script);
  std::system(fmt::format("timeout 60 bash '{}'", folder.file("run.sh")).c_str());
  EXPECT_LE(std::stoi(kit::read_text(folder.file("code"))), 1)
      << kit::read_text(folder.file("err")) << kit::read_text(folder.file("first.log"));
  EXPECT_NE(kit::read_text(folder.file("out")).find("ego f.0"), std::string::npos)
      << kit::read_text(folder.file("out"));
}

TEST(TeleporterSchema, IsInTheRepository) {
  const kit::TemporaryFolder folder;
  EXPECT_EQ(run_in(folder.path(), fmt::format("teleporter schema --check '{}'",
                                              (kit::source_dir() / "schema/teleporter.schema.json").string())),
            0)
      << kit::read_text(folder.file("out"));
}

TEST(TeleporterPlan, ShowsCandidatesAndDrawsThem) {
  const kit::TemporaryFolder folder;
  ASSERT_EQ(run_in(folder.path(), fmt::format("teleporter plan '{}' --map '{}' --draws 100 -o plan.svg",
                                              example("teleporter/loop.json"), example("maps/town.xodr"))),
            0)
      << kit::read_text(folder.file("err"));
  const std::string out = kit::read_text(folder.file("out"));
  EXPECT_NE(out.find("candidates reach the midpoint"), std::string::npos) << out;
  EXPECT_NE(out.find("100 draws of a target from 5 to 30 s"), std::string::npos) << out;
  EXPECT_NE(kit::read_text(folder.file("plan.svg")).find("trigger box"), std::string::npos);

  kit::write_file(
      folder.file("unreachable.json"),
      R"({"triggerBox": {"x": 1.75, "y": 90, "length": 4, "width": 3}, "laneSpawnSources": ["mill_end/0/-1"],
                      "midpointSegment": "market_1/0/-1"})");
  EXPECT_EQ(
      run_in(folder.path(), fmt::format("teleporter plan unreachable.json --map '{}'", example("maps/town.xodr"))), 2);
  EXPECT_NE(kit::read_text(folder.file("err")).find("reaches midpointSegment market_1/0/-1"), std::string::npos)
      << kit::read_text(folder.file("err"));
}

}  // namespace
}  // namespace scrutineer::app
