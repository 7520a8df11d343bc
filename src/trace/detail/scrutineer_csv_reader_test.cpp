#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "kit/paths.h"
#include "kit/read_run.h"
#include "kit/scratch_folder.h"
#include "trace/categories.h"
#include "trace/detail/limits.h"

namespace scrutineer::trace {
namespace {

using kit::read_run;
using kit::ReadRun;
using namespace std::chrono_literals;
using testing::ElementsAre;

const std::string kHeader = "time,id,type,x,y,z,yaw,length,width,height";

ReadRun read(const std::string& text) { return read_run(text, {.file = "run.csv"}); }

// A file that is gone when the test is over.
class LightsFile {
 public:
  explicit LightsFile(const std::string& content) { std::ofstream(path()) << content; }
  std::string path() const { return folder_.file("lights.csv"); }

 private:
  kit::ScratchFolder folder_;
};

// The n-th block of the manual that is marked as csv.
std::string manual_block(int n) {
  std::ifstream file(kit::source_dir() / "docs" / "traces.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::string all = text.str(), fence = "```csv\n";
  std::size_t at = 0;
  for (int i = 0; i <= n; ++i) at = all.find(fence, at) + fence.size();
  return all.substr(at, all.find("```", at) - at);
}

// As Windows writes it.
std::string utf16(const std::string& text) {
  std::string wide = "\xFF\xFE";
  for (const char c : text) (wide += c) += '\0';
  return wide;
}

TEST(ScrutineerCsv, ReadsTheExampleOfTheManual) {
  const LightsFile lights(manual_block(1));
  const ReadRun run = read_run(manual_block(0), {.file = "run.csv", .lights = lights.path()});
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.trace->format(), "csv");
  EXPECT_THAT(run.tables.notes(), ElementsAre());
  ASSERT_EQ(run.frames.size(), 2U);
  EXPECT_EQ(run.frames[1].time, Time(100ms));
  EXPECT_THAT(run.ids(0), ElementsAre("ego", "truck_7", "truck_7_trailer"));
  EXPECT_EQ(run.tables.host_id(), "ego");
  EXPECT_TRUE(run.info("ego").is_host);
  EXPECT_EQ(run.info("truck_7_trailer").parent, ActorId(1));
  EXPECT_EQ(run.info("truck_7").category, Category::truck);
  EXPECT_EQ(run.state(0, "ego")->indicator, Indicator::left);
  EXPECT_EQ(run.state(0, "ego")->driver, Driver::sut_driver);
  ASSERT_EQ(run.tables.lights().size(), 1U);
  EXPECT_EQ(run.tables.lights()[0].id, "41");
  EXPECT_EQ(run.tables.lights()[0].road, "12");
  ASSERT_EQ(run.frames[1].lights.size(), 1U);
  EXPECT_EQ(run.frames[0].lights[0].colour, LightColour::red);
  EXPECT_EQ(run.frames[1].lights[0].colour, LightColour::green);
}

TEST(ScrutineerCsv, ReadsEveryColumn) {
  const ReadRun run = read(
      "parent,brake_light,indicator,av_state,driver,role,yaw_rate,az,ay,ax,vz,vy,vx,roll,pitch,height,width,length,yaw,"
      "z,y,x,type,"
      "id,time\n"
      ",on,hazard,inactive,hybrid_driver,ego,0.1,1,2,3,4,5,6,0.01,0.02,1.5,1.8,4.5,0.5,7,8,9,van,\"a,\"\"1\"\"\",3."
      "5\n");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.tables.start_seconds(), 3.5);
  const ActorState state = *run.state(0, "a,\"1\"");
  EXPECT_EQ(state.x, 9.0);
  EXPECT_EQ(state.y, 8.0);
  EXPECT_EQ(state.z, 7.0);
  EXPECT_EQ(state.yaw, 0.5);
  EXPECT_EQ(state.pitch, 0.02);
  EXPECT_EQ(state.roll, 0.01);
  EXPECT_EQ(state.vx, 6.0);
  EXPECT_EQ(state.vy, 5.0);
  EXPECT_EQ(state.vz, 4.0);
  EXPECT_EQ(state.ax, 3.0);
  EXPECT_EQ(state.ay, 2.0);
  EXPECT_EQ(state.az, 1.0);
  EXPECT_EQ(state.yaw_rate, 0.1);
  EXPECT_EQ(state.driver, Driver::hybrid_driver);
  EXPECT_EQ(state.av_state, AvState::inactive);
  EXPECT_EQ(state.indicator, Indicator::hazard);
  EXPECT_EQ(state.brake_light, BrakeLight::on);
  EXPECT_THAT(run.tables.notes(), testing::IsEmpty());
  for (const Field field : {Field::velocity, Field::acceleration, Field::yaw_rate, Field::pitch_roll, Field::z,
                            Field::driver, Field::av_state, Field::indicator, Field::brake_light})
    EXPECT_TRUE(state.fields.has(field)) << static_cast<int>(field);
  EXPECT_FALSE(state.fields.has(Field::speed));
  EXPECT_EQ(run.tables.actors()[0].length, 4.5);
}

TEST(ScrutineerCsv, ReportsOnlyWhatIsGiven) {
  const ReadRun run =
      read("\xEF\xBB\xBF" + kHeader + ",vx,vy,pitch,indicator,brake_light\r\n\r\n 0 , 1 ,car,1,2,3,0,,,,,,,,\r\n");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.state(0, "1")->fields.bits, static_cast<std::uint16_t>(Field::z));
  EXPECT_TRUE(run.info("1").size_is_default);
  EXPECT_EQ(run.info("1").length, 5.0);
  EXPECT_THAT(run.tables.notes(),
              ElementsAre("car 1 has no (complete) size: 5 x 1.8 x 1.5 m is taken, and for others of its category"));
}

TEST(ScrutineerCsv, ReadsOtherSeparatorsAndDecimalCommas) {
  const std::string commas =
      kHeader + ",role\n0.5,a,car,1.25,-2.5,3,0.5,4.5,1.8,1.5,ego\n0.6,a,car,1.5,-2.5,,0.5,4.5,,1.5,\n";
  const ReadRun wanted = read(commas);
  ASSERT_EQ(wanted.problem, "");
  struct Case {
    const char* name;
    char separator, point;
  };
  const Case cases[] = {
      {"semicolons", ';', '.'},
      {"semicolons and decimal commas", ';', ','},
      {"tabs", '\t', '.'},
      {"tabs and decimal commas", '\t', ','},
  };
  for (const Case& c : cases) {
    std::string text = commas;
    for (char& letter : text) letter = letter == ',' ? c.separator : letter == '.' ? c.point : letter;
    const ReadRun run = read(text);
    ASSERT_EQ(run.problem, "") << c.name;
    ASSERT_EQ(run.frames.size(), 2U) << c.name;
    EXPECT_EQ(run.tables.start_seconds(), 0.5) << c.name;
    EXPECT_EQ(run.frames[1].time, wanted.frames[1].time) << c.name;
    EXPECT_EQ(run.state(0, "a")->x, 1.25) << c.name;
    EXPECT_EQ(run.state(0, "a")->y, -2.5) << c.name;
    EXPECT_EQ(run.info("a").width, 1.8) << c.name;
    EXPECT_EQ(run.tables.host_id(), "a") << c.name;
    EXPECT_FALSE(run.state(1, "a")->fields.has(Field::z)) << c.name << ": an empty cell";
  }
}

TEST(ScrutineerCsv, NeedsNoHeights) {
  const ReadRun without = read("time,id,type,x,y,yaw,length,width,height\n0,a,car,1,2,0.5,4,2,1\n");
  ASSERT_EQ(without.problem, "");
  EXPECT_FALSE(without.state(0, "a")->fields.has(Field::z));
  EXPECT_EQ(without.state(0, "a")->yaw, 0.5);
  const ReadRun empty = read(kHeader + "\n0,a,car,1,2,,0.5,4,2,1\n0,b,car,1,2,0,0.5,4,2,1\n");
  ASSERT_EQ(empty.problem, "");
  EXPECT_FALSE(empty.state(0, "a")->fields.has(Field::z));
  EXPECT_TRUE(empty.state(0, "b")->fields.has(Field::z)) << "0 is a height";
}

TEST(ScrutineerCsv, WithoutYawFacesWhereItMoves) {
  const ReadRun run = read("time,id,type,x,y,length,width,height,yaw\n0,a,car,0,0,4,2,1,\n1,a,car,0,5,4,2,1,\n");
  ASSERT_EQ(run.problem, "");
  EXPECT_NEAR(run.state(1, "a")->yaw, 1.5708, 1e-4);
  EXPECT_TRUE(run.state(1, "a")->yaw_is_course);
  EXPECT_THAT(run.tables.notes(),
              ElementsAre("actor a and perhaps others have no orientation: their heading is where they move to, held "
                          "while they stand; whether they reverse is not judged"));
}

TEST(ScrutineerCsv, WhoComesBackIsStillWhatTheManifestSays) {
  const ReadRun run =
      read_run(kHeader + "\n0,a,car,1,2,3,0,4.5,1.8,1.5\n1,b,car,1,2,3,0,4.5,1.8,1.5\n2,a,car,1,2,3,0,5,2,1.5\n",
               {.file = "run.csv", .actors = {{"a", {.name = "ego", .category = Category::bus, .length = 12.0}}}});
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.info("ego").category, Category::bus);
  EXPECT_EQ(run.info("ego").length, 12.0);
  EXPECT_EQ(run.info("ego").width, 2.0) << "which the manifest does not speak of";
}

TEST(ScrutineerCsv, TellsWhoHasAVelocityNowAndThen) {
  const auto notes = [](int given, int frames) {
    std::string text = kHeader + ",vx,vy\n";
    for (int i = 0; i < frames; ++i)
      for (const char* id : {"a", "b"})
        text += fmt::format("{},{},car,0,0,0,0,4,2,1,{}\n", i, id, i < given ? "1,0" : ",");
    const ReadRun run = read(text);
    return std::vector<std::string>(run.tables.notes().begin(), run.tables.notes().end());
  };
  EXPECT_THAT(notes(0, 20), testing::IsEmpty()) << "never: that is said elsewhere";
  EXPECT_THAT(notes(20, 20), testing::IsEmpty());
  EXPECT_THAT(notes(18, 20), testing::IsEmpty());
  EXPECT_THAT(
      notes(1, 20),
      ElementsAre("actor a, like 1 other, has a velocity in some frames only (1 of 20): in the others it is taken "
                  "from positions, and there is no acceleration, unless --derive 2 allows it"));
}

TEST(ScrutineerCsv, TakesRowsOfOneTimeAsOneFrame) {
  const ReadRun run = read(kHeader +
                           "\n0.0,a,car,0,0,0,0,4,2,1\n0.00,b,bicycle,1,0,0,0,2,1,1\n"
                           "0.1,b,bicycle,2,0,0,0,2,1,1\n0.2,c,person,0,0,0,0,1,1,2\n0.2,b,bicycle,3,0,0,0,2,1,1");
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.frames.size(), 3U);
  EXPECT_THAT(run.ids(0), ElementsAre("a", "b"));
  EXPECT_THAT(run.ids(1), ElementsAre("b"));
  EXPECT_THAT(run.ids(2), ElementsAre("c", "b"));
  EXPECT_TRUE(run.info("b").is_vru);
}

TEST(ScrutineerCsv, TakesPartsBeforeTheirWhole) {
  const ReadRun run = read(kHeader + ",parent\n0,t,trailer,0,0,0,0,4,2,1,a\n0,a,truck,0,0,0,0,4,2,1,\n" +
                           "0,u,trailer,0,0,0,0,4,2,1,gone\n");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.info("t").parent, ActorId(1));
  EXPECT_FALSE(run.info("u").parent.valid());
  EXPECT_THAT(run.tables.notes(), ElementsAre("actor u is a part of actor gone, which never comes"));
}

TEST(ScrutineerCsv, NotesWhatItPassesOver) {
  const ReadRun run = read(kHeader + ",yawrate\n0,a,car,0,0,0,0,4,2,1,0\n1,a,car,0,0,0,0,5,2,1,0\n");
  ASSERT_EQ(run.problem, "");
  EXPECT_THAT(run.tables.notes(), ElementsAre("column yawrate is unknown and passed over (did you mean yaw_rate?)",
                                              "actor a and perhaps others change their type or size while they live: "
                                              "the first is taken"));
  EXPECT_EQ(run.info("a").length, 4.0);
}

TEST(ScrutineerCsv, TakesSizesFromTheFirstRowThatKnowsThem) {
  struct Case {
    const char* name;
    std::vector<const char*> sizes;  // of each second; empty: the actor is away
    const char* size;                // at the end
    std::vector<std::string> notes;  // beside that of the usual size
  };
  const std::string late =
      "the size of actor a and perhaps others is given only after their first frame: until then the usual one counts";
  const std::string changed =
      "actor a and perhaps others change their type or size while they live: the first is taken";
  const Case cases[] = {
      {"only in the first row", {"7,2,3", ",,", ",,"}, "7 2 3", {}},
      {"only in the second", {",,", "7,2,3", ",,"}, "7 2 3", {late}},
      {"one after the other", {",,3", ",2,", "7,,"}, "7 2 3", {late}},
      {"twice", {",,", "7,2,3", "8,2,3"}, "7 2 3", {late, changed}},
      {"the rest of them, with a change", {"7,,3", "8,2,3"}, "7 2 3", {changed, late}},
      {"left out after an absence", {"7,2,3", "", ",,"}, "7 2 3", {}},
      {"left out partly after an absence", {"7,2,3", "", "9,,"}, "9 2 3", {}},
      {"never", {",,", ",,"}, "5 1.8 1.5", {}},
  };
  for (const auto& [name, sizes, size, notes] : cases) {
    std::string rows = kHeader;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      rows += fmt::format("\n{},b,bus,9,0,0,0,12,3,3", i);
      if (*sizes[i] != '\0') rows += fmt::format("\n{},a,car,1,2,0,0,{}", i, sizes[i]);
    }
    const ReadRun run = read(rows + "\n");
    ASSERT_EQ(run.problem, "") << name;
    const ActorInfo& info = run.info("a");
    EXPECT_EQ(fmt::format("{} {} {}", info.length, info.width, info.height), size) << name;
    std::vector<std::string> found(run.tables.notes().begin(), run.tables.notes().end());
    std::erase_if(found, [](const std::string& note) { return note.starts_with("car a has no"); });
    EXPECT_EQ(found, notes) << name;
  }
  const ReadRun other = read(kHeader + "\n0,a,car,1,2,0,0,7,2,3\n1,b,car,1,2,0,0,7,2,3\n2,a,bus,1,2,0,0,,,\n");
  EXPECT_EQ(other.info("a").length, default_size(Category::bus).length) << "something else under the same id";
}

TEST(ScrutineerCsv, TakesThePartFromTheFirstRowThatKnowsIt) {
  const ReadRun run = read(kHeader + ",parent\n0,a,truck,0,0,0,0,4,2,1,\n0,t,trailer,0,0,0,0,4,2,1,\n" +
                           "1,a,truck,0,0,0,0,4,2,1,\n1,t,trailer,0,0,0,0,4,2,1,a\n" +
                           "2,a,truck,0,0,0,0,4,2,1,\n2,t,trailer,0,0,0,0,4,2,1,b\n");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.info("t").parent, ActorId(0));
  EXPECT_THAT(run.tables.notes(), ElementsAre("actor t changes what it is a part of: the first is taken"));
}

TEST(ScrutineerCsv, ReadsSoManyColumnsAndNoMore) {
  const std::string row = "\n0,a,car,0,0,0,0,4,2,1";
  const std::size_t known = static_cast<std::size_t>(std::ranges::count(kHeader, ',')) + 1;
  const auto table = [&](std::size_t columns) {
    std::string header = kHeader, cells = row;
    for (std::size_t i = known; i < columns; ++i) {
      header += ",c" + std::to_string(i);
      cells += ",1";
    }
    return read(header + cells + "\n");
  };
  const ReadRun most = table(kMostColumns);
  ASSERT_EQ(most.problem, "");
  EXPECT_EQ(most.tables.notes().size(), 21U) << "twenty columns are named, the rest is counted";
  EXPECT_EQ(most.tables.notes().back(),
            std::to_string(kMostColumns - known - 20) + " more columns are unknown and passed over");
  EXPECT_THAT(table(kMostColumns + 1).problem,
              testing::HasSubstr("the table has 10001 columns; at most 10000 are read"));
}

TEST(ScrutineerCsv, NotesAsMuchAsAPersonReads) {
  std::string text = kHeader + ",parent\n";
  for (int i = 0; i < 300; ++i)
    text += "0,a" + std::to_string(i) + ",trailer,0,0,0,0,4,2,1,b" + std::to_string(i) + "\n";
  const ReadRun run = read(text);
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.tables.notes().size(), kMostNotes + 1);
  EXPECT_EQ(run.tables.notes().back(), "there is more to note, which is left out");
}

// As where sizes are measured: a note for each would leave no room for others.
TEST(ScrutineerCsv, NotesOnceThatSizesChange) {
  std::string text = kHeader + "\n";
  for (const int second : {0, 1})
    for (int i = 0; i < 300; ++i) text += fmt::format("{},a{},car,0,0,0,0,{},2,1\n", second, i, 4 + second);
  EXPECT_EQ(read(text).tables.notes().size(), 1U);
}

TEST(ScrutineerCsv, DescribesAnActorThatIsBackAnew) {
  const ReadRun run = read(kHeader + "\n0,a,car,0,0,0,0,4,2,1\n1,b,car,0,0,0,0,4,2,1\n2,a,bus,0,0,0,0,12,2,1\n");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.info("a").category, Category::bus);
}

TEST(ScrutineerCsv, SaysWhereABadFileIsBad) {
  struct Case {
    const char* name;
    std::string text;
    const char* problem;
  };
  const std::string row = "\n0,a,car,1,2,3,0,4,2,1";
  const Case cases[] = {
      {"missing column", "time,id,type,x,z,yaw,length,width,height\n",
       "run.csv:1: column y is missing; needed are time, id, type, x, y, length, width, height"},
      {"misspelt column", "Time,id,type,x,y,z,yaw,length,width,height\n",
       "run.csv:1: column time is missing (there is Time); needed are time, id, type, x, y, length, width, height"},
      {"column twice", kHeader + ",x" + row, "run.csv:1:44: column x comes twice"},
      {"no rows", kHeader + "\n", "run.csv: holds no frames"},
      {"bad number", kHeader + row + "\n0.1,a,car,1,2.5m,3,0,4,2,1",
       "run.csv:3:13: frame 1: y must be a number, found \"2.5m\""},
      {"empty number", kHeader + "\n0,a,car,1,,3,0,4,2,1", "run.csv:2:11: frame 0: y must be a number, found \"\""},
      {"decimal comma between commas", kHeader + "\n0,a,car,\"1,5\",2,3,0,4,2,1",
       "run.csv:2:9: frame 0: x must be a number, found \"1,5\""},
      {"points and commas", "time;id;type;x;y;z;yaw;length;width;height\n0;a;car;1.000,5;2;3;0;4;2;1",
       "run.csv:2:9: frame 0: x must be a number, found \"1.000,5\""},
      {"CR alone", "time,id,type,x,y,length,width,height\r0,a,car,1,2,4,2,1\r",
       "run.csv: has lines that end with CR alone: save it with LF or CR LF (tr '\\r' '\\n')"},
      {"UTF-16", utf16(kHeader + row), "run.csv: is UTF-16 text: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)"},
      {"UTF-16 without a mark", utf16(kHeader + row).substr(2),
       "run.csv: is UTF-16 text: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)"},
      {"bad size", kHeader + "\n0,a,car,1,2,0,0,x,2,1", "run.csv:2:17: frame 0: length must be a number, found \"x\""},
      {"negative size", kHeader + "\n0,a,car,1,2,0,0,-4,2,1",
       "run.csv:2:17: frame 0: actor a: length must be 0 to 1e7 m, found -4"},
      {"bad time", kHeader + "\nnan,a,car,1,2,0,0,4,2,1", "run.csv:2:1: frame 0: time must be seconds, found \"nan\""},
      {"NaN", kHeader + row + "\n1,a,car,nan,2,3,0,4,2,1",
       "run.csv:3: frame 1: actor a: x must be a number within +-1e7, found nan"},
      {"time goes back", kHeader + "\n1,a,car,1,2,3,0,4,2,1" + row,
       "run.csv:3: frame 1: time 0 s is earlier than that of the frame before, which is at 1 s"},
      {"sorted by actor", kHeader + "\n0,a,car,1,2,3,0,4,2,1\n1,a,car,1,2,3,0,4,2,1\n0,b,car,9,2,3,0,4,2,1",
       "run.csv:4: frame 2: time 0 s is earlier than that of the frame before, which is at 1 s, and actor b is new: if "
       "the rows are sorted by actor, read them with --columns time=time"},
      {"actor twice", kHeader + row + row, "run.csv:3: frame 0: actor a comes twice in this frame"},
      {"no id", kHeader + "\n0,,car,1,2,3,0,4,2,1", "run.csv:2:3: frame 0: id is empty"},
      {"short row", kHeader + row + "\n0.1,a,car", "run.csv:3: frame 1: the row has 3 cells, the header has 10"},
      {"open quote", kHeader + "\n0,\"a,car,1,2,3,0,4,2,1", "run.csv:2: frame 0: a quote is not closed"},
      {"unknown type", kHeader + "\n0,a,trcuk,1,2,3,0,4,2,1",
       "run.csv:2:5: frame 0: type \"trcuk\" is unknown (did you mean truck?); known are car, truck, bus, van, "
       "trailer, semitrailer, motorcycle, bicycle, train, tram, wheelchair, scooter, work_machine, other_vehicle, "
       "person, animal, object, bridge, overhead_structure, speed_bump, vegetation, curbstone"},
      {"unknown indicator", kHeader + ",indicator" + row + ",blink",
       "run.csv:2:23: frame 0: indicator \"blink\" is unknown; known are unknown, off, left, right, hazard"},
      {"unknown brake light", kHeader + ",brake_light" + row + ",braking",
       "run.csv:2:23: frame 0: brake_light \"braking\" is unknown; known are unknown, off, on"},
      {"unknown role", kHeader + ",role" + row + ",npc",
       "run.csv:2:23: frame 0: role must be ego or empty, found \"npc\""},
      {"two egos", kHeader + ",role" + row + ",ego\n0,b,car,1,2,3,0,4,2,1,ego",
       "run.csv:3:23: frame 0: actor b has the role ego, but actor a had it before: --ego, or the manifest, names the "
       "one that is meant"},
      {"half a velocity", kHeader + ",vx,vy" + row + ",1,", "run.csv:2:25: frame 0: vy is not given, but vx is"},
      {"own part", kHeader + ",parent" + row + ",a", "run.csv:2:23: frame 0: actor a would be a part of itself"},
  };
  for (const auto& [name, text, problem] : cases) EXPECT_EQ(read(text).problem, problem) << name;
}

// What the message about times that go back advises.
TEST(ScrutineerCsv, IsTheSameRunIfItIsSortedByActorAndReadByColumns) {
  const std::string header = kHeader + ",vx,vy,role,indicator,parent";
  const std::string first[] = {"\n0,a,truck,1,2,3,0.5,4,2,1,5,0,ego,left,", "\n1,a,truck,6,2,3,0.5,4,2,1,5,0,ego,off,"};
  const std::string second[] = {"\n0,b,trailer,9,2,,0,8,2,1,1,0,,,a", "\n1,b,trailer,10,2,,0,8,2,1,1,0,,,a"};
  const ReadRun by_time = read(header + first[0] + second[0] + first[1] + second[1]);
  const ReadRun by_actor =
      read_run(header + first[0] + first[1] + second[0] + second[1], {.file = "run.csv", .columns = "time=time"});
  ASSERT_EQ(by_time.problem, "");
  ASSERT_EQ(by_actor.problem, "");
  EXPECT_TRUE(std::ranges::equal(by_actor.tables.actors(), by_time.tables.actors()));
  EXPECT_EQ(by_actor.tables.host_id(), by_time.tables.host_id());
  ASSERT_EQ(by_actor.frames.size(), by_time.frames.size());
  for (std::size_t i = 0; i < by_time.frames.size(); ++i)
    EXPECT_EQ(by_actor.frames[i].actors, by_time.frames[i].actors);
}

// Then what the run says of it does not count.
TEST(ScrutineerCsv, MayHaveSeveralEgosIfSomebodyNamesOne) {
  const ReadRun run = read_run(kHeader +
                                   ",role\n0,a,car,1,2,3,0,4,2,1,ego\n0,b,car,9,2,3,0,4,2,1,ego\n"
                                   "0,c,car,19,2,3,0,4,2,1,ego\n1,b,car,10,2,3,0,4,2,1,ego\n",
                               {.file = "run.csv", .ego_is_named = true});
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.tables.host_id(), "a");
  EXPECT_FALSE(run.info("b").is_host);
  EXPECT_EQ(run.state(1, "b")->x, 10.0);
  EXPECT_THAT(run.tables.notes(),
              ElementsAre("actors a and b, and perhaps others, have the role ego: the one that is named counts"));
}

TEST(ScrutineerCsv, DropsBadFramesWhole) {
  const ReadRun run = read_run(kHeader +
                                   "\n0,a,car,0,0,0,0,4,2,1\n0.1,a,car,?,0,0,0,4,2,1\n0.1,b,car,0,0,0,0,4,2,1\n0.1,c\n"
                                   "0.2,a,car,0,0,0,0,4,2,1\n0.3,a\n0.3,b,car,0,0,0,0,4,2,1\n0.4,b,car,0,0,0,0,4,2,1\n",
                               {.file = "run.csv", .skip_bad_frames = true});
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.frames.size(), 3U);
  EXPECT_EQ(run.frames[0].time, Time(0s));
  EXPECT_EQ(run.frames[1].time, Time(200ms));
  EXPECT_EQ(run.frames[2].time, Time(400ms));
  EXPECT_EQ(run.tables.counts().bad_frames, 2U);
  EXPECT_EQ(to_string(*run.tables.counts().first_bad), "run.csv:3:11: frame 1: x must be a number, found \"?\"");
}

// Nobody can tell which frame a row without a time is a part of, and a frame that lacks a row lacks an actor.
TEST(ScrutineerCsv, DropsAllFramesThatARowWithoutATimeMayBelongTo) {
  const auto row = [](const std::string& time, const char* id) {
    return "\n" + time + "," + id + ",car,0,0,0,0,4,2,1";
  };
  const auto frame = [&](const std::string& time) { return row(time, "a") + row(time, "b"); };
  const std::tuple<const char*, std::string, std::vector<Time>> cases[] = {
      {"first of the file", row("?", "a") + row("0", "b") + frame("0.1") + frame("0.2"), {Time(0s), Time(100ms)}},
      {"first of a frame",
       frame("0") + frame("0.1") + row("?", "a") + row("0.2", "b") + frame("0.3"),
       {Time(0s), Time(300ms)}},
      {"last of a frame",
       frame("0") + row("0.1", "a") + row("?", "b") + frame("0.2") + frame("0.3"),
       {Time(0s), Time(300ms)}},
      {"between two rows of a frame",
       frame("0") + row("0.1", "a") + row("?", "c") + row("0.1", "b") + frame("0.2") + frame("0.3"),
       {Time(0s), Time(200ms), Time(300ms)}},
      {"last of the file", frame("0") + frame("0.1") + row("?", "a"), {Time(0s)}},
  };
  for (const auto& [name, rows, times] : cases) {
    const ReadRun run = read_run(kHeader + rows + "\n", {.file = "run.csv", .skip_bad_frames = true});
    ASSERT_EQ(run.problem, "") << name;
    std::vector<Time> found;
    for (const Frame& good : run.frames) {
      found.push_back(good.time);
      EXPECT_EQ(good.actors.size(), 2U) << name;
    }
    EXPECT_EQ(found, times) << name;
  }
}

TEST(LightsCsv, GivesEachLightsLastStateUpToTheFrame) {
  const LightsFile lights(
      "time,road,signal,colour,mode\n-1,5,1,red,regular\n0,5,2,off,flashing_yellow\n0.02,6,1,green,\n0.05,5,1,yellow,\n"
      "0.06,5,1,green,\n9,5,1,red,\n");
  const ReadRun run = read_run(kHeader + "\n0,a,car,0,0,0,0,4,2,1\n0.1,a,car,0,0,0,0,4,2,1\n",
                               {.file = "run.csv", .lights = lights.path()});
  ASSERT_EQ(run.problem, "");
  const auto text = [&](std::size_t frame) {
    std::string all;
    for (const LightState& state : run.frames[frame].lights) {
      const LightInfo& info = run.tables.lights()[state.light.index()];
      all += info.road + "/" + info.id + ":" + std::to_string(static_cast<int>(state.colour)) + " ";
    }
    return all;
  };
  EXPECT_EQ(text(0), "5/1:4 5/2:1 ");
  EXPECT_EQ(run.frames[0].lights[1].mode, LightMode::flashing_yellow);
  EXPECT_EQ(text(1), "6/1:2 5/1:2 ");
}

TEST(LightsCsv, ABadRowCountsFromItsTimeOn) {
  for (const char* row : {"0.2,5,1,green\n", "0.2,5,1,gren,\n", "0.2,5,\"1,green,\n", "0.2,5,,green,\n"}) {
    const LightsFile lights("time,road,signal,colour,mode\n0,5,1,red,\n" + std::string(row) + "0.3,5,1,green,\n");
    const ReadRun run =
        read_run(kHeader + "\n0,a,car,0,0,0,0,4,2,1\n0.1,a,car,0,0,0,0,4,2,1\n0.2,a,car,0,0,0,0,4,2,1\n",
                 {.file = "run.csv", .lights = lights.path()});
    EXPECT_EQ(run.frames.size(), 2U) << row;
    EXPECT_THAT(run.problem, testing::HasSubstr("lights.csv:3")) << row;
  }
}

TEST(LightsCsv, SaysWhereABadFileIsBad) {
  struct Case {
    const char* name;
    const char* text;
    const char* problem;  // behind the file's name
  };
  const Case cases[] = {
      {"missing column", "time,road,signal,color,mode\n",
       ":1: column colour is missing (there is color); needed are time, road, signal, colour, mode"},
      {"unknown colour", "time,road,signal,colour,mode\n0,1,2,gren,regular\n",
       ":2:7: frame 0: colour \"gren\" is unknown (did you mean green?); known are unknown, off, green, yellow, red, "
       "red_yellow"},
      {"unknown mode", "time,road,signal,colour,mode\n0,1,2,green,always\n",
       ":2:13: frame 0: mode \"always\" is unknown; known are regular, flashing_red, flashing_yellow, off, "
       "malfunctioning, unknown"},
      {"time goes back", "time,road,signal,colour,mode\n0,1,2,green,\n-1,1,2,green,\n",
       ":3:1: frame 0: time is earlier than in the row before"},
      {"no signal", "time,road,signal,colour,mode\n0,1,,green,\n", ":2:5: frame 0: signal is empty"},
  };
  for (const auto& [name, text, problem] : cases) {
    const LightsFile lights(text);
    EXPECT_EQ(read_run(kHeader + "\n0,a,car,0,0,0,0,4,2,1\n", {.file = "run.csv", .lights = lights.path()}).problem,
              lights.path() + problem)
        << name;
  }
}

}  // namespace
}  // namespace scrutineer::trace
