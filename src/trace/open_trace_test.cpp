#include <gmock/gmock.h>

#include "kit/read_run.h"
#include "kit/run_writers.h"
#include "kit/wire_message.h"

namespace scrutineer::trace {
namespace {

using kit::read_run;
using kit::WireMessage;
using testing::HasSubstr;

TEST(OpenTrace, KnowsAFormatByItsContent) {
  const WireMessage base = WireMessage().triple(2, 1.0, 2.0, 3.0);
  const WireMessage car = WireMessage().inner(1, {}).inner(2, base);
  const WireMessage truth = WireMessage().inner(2, WireMessage().varint(1, 0)).inner(5, car);
  EXPECT_EQ(read_run(kit::framed({truth}), {.file = "run"}).problem, "");
  EXPECT_EQ(read_run(kit::framed({truth}), {.file = "run.xml"}).problem, "");
}

TEST(OpenTrace, GoesByTheNameOnlyWhereTheContentTellsNothing) {
  const std::string csv = "time,id,type,x,y,yaw,length,width,height\n0,a,car,0,0,0,4,2,1\n";
  for (const char* file : {"run.osi", "run.osi.csv", "of.osi.runs/run.csv", "run.osi.gz"})
    EXPECT_EQ(read_run(csv, {.file = file}).problem, "") << file;
  for (const char* file : {"of.osi.runs/run.bin", "run.osi.bin"})
    EXPECT_THAT(read_run("\x01\x02\x03\x04\x05\x06\x07", {.file = file}).problem, HasSubstr("is of no known format"))
        << file;
}

TEST(OpenTrace, SaysWhatItLookedFor) {
  struct Case {
    const char* name;
    std::string content;
    const char* file;
    const char* problem;
  };
  const Case cases[] = {
      {"empty", "", "run.osi", "run.osi: is empty. Looked for: MCAP; CARLA recording"},
      {"noise", "\x01\x02\x03\x04\x05\x06\x07", "run.bin",
       "run.bin: is of no known format. Looked for: MCAP; CARLA recording"},
      {"zeros", std::string(1000, '\0'), "run.bin", "run.bin: is of no known format"},
      {"XML as UTF-16", std::string("\xFE\xFF\0<\0?\0x\0m\0l\0 \0v\0e\0r\0s\0i\0o\0n", 26), "run.xml",
       "run.xml: is UTF-16 text: save it as UTF-8"},
      {"OSI by its name only", std::string("\xff\xff\x00\x00gone", 8), "run.osi",
       "run.osi: frame 0, byte 0: the message should have 65535 bytes"},
      {"packed OSI by its name only", "hello world", "run.osi.zst",
       "run.osi.zst: frame 0, byte 0: the length in front of the message"},
  };
  for (const auto& [name, content, file, problem] : cases)
    EXPECT_THAT(read_run(content, {.file = file}).problem, HasSubstr(problem)) << name;
}

// Files beside a run that are something else would go unnoticed: nothing would be in them.
TEST(OpenTrace, SaysWhatAFileBesideItIsInstead) {
  const kit::TemporaryFolder folder;
  const std::string map = folder.file("town.xodr"), fcd = folder.file("fcd.xml"), routes = folder.file("routes.xml");
  kit::write_file(map, "<?xml version=\"1.0\"?>\n<OpenDRIVE/>");
  kit::write_file(fcd, "<fcd-export>\n</fcd-export>");
  kit::write_file(routes, "<routes>\n<vType id=\"a\"/></routes>");
  struct Case {
    const char* name;
    TraceSource source;
    std::string problem;  // its beginning; empty: there is none
  };
  const Case cases[] = {
      {"a map for lights",
       {.file = fcd, .lights = map},
       map + ": is an OpenDRIVE map, and tells nothing of lights: --lights takes"},
      {"a run for lights", {.file = fcd, .lights = fcd}, fcd + ": is a run, and tells nothing of lights"},
      {"a map for types",
       {.file = fcd, .vehicle_types = map},
       map + ": is an OpenDRIVE map, and defines no vehicle types"},
      {"types", {.file = fcd, .vehicle_types = routes}, ""},
  };
  for (const auto& [name, source, problem] : cases) {
    const auto trace = open_trace(source);
    EXPECT_EQ((trace ? std::string() : to_string(trace.problem())).substr(0, problem.size()), problem) << name;
    EXPECT_EQ(static_cast<bool>(trace), problem.empty()) << name;
  }
}

// Where every actor has a line of its own.
TEST(OpenTrace, PlacesAFaultAtTheLineOfItsActor) {
  const std::string csv = "time,id,type,x,y,z,yaw,length,width,height\n0,a,car,0,0,0,0,4,2,1\n0,b,car,5,0,0,0,4,2,1\n";
  const std::string table = "t,who,px,py\n0,a,0,0\n1,a,1,0\n0,b,0,5\n";
  const std::string fcd =
      "<fcd-export>\n<timestep time=\"0\">\n<vehicle id=\"a\" x=\"0\" y=\"0\" angle=\"0\"/>\n"
      "<vehicle id=\"b\" x=\"9\" y=\"0\" angle=\"0\"/>\n";
  struct Case {
    const char* name;
    std::string content, columns;
    const char* problem;
  };
  const Case cases[] = {
      {"no number in CSV", csv + "0,c,car,nan,0,0,0,4,2,1\n", "",
       "run:4: frame 0: actor c: x must be a number within +-1e7, found nan"},
      {"an actor twice in CSV", csv + "0,a,car,0,0,0,0,4,2,1\n", "",
       "run:4: frame 0: actor a comes twice in this frame"},
      {"no number in a table", table + "1,b,nan,5\n", "time=t,id=who,x=px,y=py",
       "run:5: frame 1: actor b: x must be a number within +-1e7, found nan"},
      {"an actor twice in a table", table + "0,b,0,5\n", "time=t,id=who,x=px,y=py",
       "run:5: frame 0: actor b comes twice in this frame"},
      {"no number in FCD", fcd + "<vehicle id=\"c\" x=\"nan\" y=\"0\" angle=\"0\"/>\n</timestep>\n</fcd-export>", "",
       "run:5: frame 0: actor c: x must be a number within +-1e7, found nan"},
  };
  for (const auto& [name, content, columns, problem] : cases)
    EXPECT_EQ(read_run(content, {.file = "run", .columns = columns}).problem, problem) << name;
}

TEST(OpenTrace, SaysThatThereIsNoFile) {
  const auto trace = open_trace({.file = "no such folder/run.osi"});
  ASSERT_FALSE(trace);
  EXPECT_EQ(to_string(trace.problem()), "no such folder/run.osi: cannot be opened: No such file or directory");
}

}  // namespace
}  // namespace scrutineer::trace
