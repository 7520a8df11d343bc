// What can be wrong with a run in any format: the program ends with 2 and says where, whatever the format.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "kit/carla_log.h"
#include "kit/fake_world.h"
#include "kit/maps.h"
#include "kit/osi_runs.h"
#include "kit/osi_sender.h"
#include "kit/xodr_writer.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// Two cars on a straight road of 1 km along x, ten times a second. All but time and place is the format's own affair.
struct Row {
  int tenths = 0;  // of a second
  int car = 1;
  double x = 0.0, y = 0.0;
};

std::vector<Row> drive(double x = 20.0, double y = -1.75) {
  std::vector<Row> rows;
  for (const int car : {1, 2})
    for (int i = 0; i <= 60; ++i) rows.push_back({i, car, x + 30.0 * car + i, y});
  return rows;
}

// Rows that are sorted by track become frames.
std::map<int, std::vector<Row>> by_frame(const std::vector<Row>& rows) {
  std::map<int, std::vector<Row>> frames;
  for (const Row& row : rows) frames[row.tenths].push_back(row);
  return frames;
}

std::string table(const char* header, const std::vector<Row>& rows,
                  const std::function<std::string(const Row&)>& line) {
  std::string text = std::string(header) + "\n";
  for (const Row& row : rows) text += line(row) + "\n";
  return text;
}

std::string highd(const std::vector<Row>& rows) {  // y points down, and x, y are a corner
  return table("frame,id,x,y,width,height,xVelocity,yVelocity,xAcceleration,yAcceleration,laneId", rows,
               [](const Row& row) {
                 return fmt::format("{},{},{},{},4.5,2,25,0,0,0,1", row.tenths, row.car, row.x - 2.25, -row.y - 1.0);
               });
}
std::string ind(const std::vector<Row>& rows) {
  return table(
      "recordingId,trackId,frame,xCenter,yCenter,heading,width,length,xVelocity,yVelocity", rows,
      [](const Row& row) { return fmt::format("0,{},{},{},{},0,2,4.5,25,0", row.car, row.tenths, row.x, row.y); });
}
std::string exid(const std::vector<Row>& rows) {
  return table("recordingId,trackId,frame,xCenter,yCenter,heading,width,length,laneletId", rows, [](const Row& row) {
    return fmt::format("0,{},{},{},{},0,2,4.5,1", row.car, row.tenths, row.x, row.y);
  });
}
std::string interaction(const std::vector<Row>& rows) {
  return table("track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width", rows, [](const Row& row) {
    return fmt::format("{},{},{},car,{},{},10,0,0,4.5,2", row.car, row.tenths, 100 * row.tenths, row.x, row.y);
  });
}
std::string sind(const std::vector<Row>& rows) {
  return table("track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,yaw_rad,heading_rad,length,width,ax,ay", rows,
               [](const Row& row) {
                 return fmt::format("{},{},{},car,{},{},10,0,0,0,4.5,2,0,0", row.car, row.tenths, 100 * row.tenths,
                                    row.x, row.y);
               });
}
std::string named_columns(const std::vector<Row>& rows) {
  return table("t,car,px,py,h", rows,
               [](const Row& row) { return fmt::format("{},{},{},{},0", 0.1 * row.tenths, row.car, row.x, row.y); });
}

std::string carla(const std::vector<Row>& rows) {
  kit::CarlaLog log("Town42");
  log.frame(0.0).add({.id = 1, .role = "hero"}).add({.id = 2}).box(1).box(2).end();
  const auto add = [&](double time, const std::vector<Row>& frame) {
    log.frame(time);
    for (const Row& row : frame) log.pose(static_cast<std::uint32_t>(row.car), {100.0 * row.x, -100.0 * row.y, 0.0});
    log.end();
  };
  for (const auto& [tenths, frame] : by_frame(rows)) add(0.1 * (tenths + 1), frame);
  return log.bytes();
}

std::string osi(const std::vector<Row>& rows) {
  std::vector<std::string> messages;
  for (const auto& [tenths, frame] : by_frame(rows)) {
    std::string message;
    for (const Row& row : frame)
      message +=
          kit::osi_car(100 * static_cast<std::uint64_t>(tenths), row.x, row.y, static_cast<std::uint64_t>(row.car))
              .bytes();
    messages.push_back(message);
  }
  return kit::osi_file(messages);
}

std::string omega_prime(const std::vector<Row>& rows) {
  std::string records = kit::mcap::schema(1, "osi3.GroundTruth") + kit::mcap::channel(1, 1, "/ground_truth");
  std::uint64_t time = 0;
  for (const std::string& message : kit::osi_messages(osi(rows))) records += kit::mcap::message(1, time++, message);
  return kit::mcap::file(kit::mcap::chunk("zstd", records));
}

struct Format {
  const char* name;
  const char* file;
  std::string (*write)(const std::vector<Row>&);
  const char* options = "";
  bool is_table = true;
};
const Format kFormats[] = {
    {"highD", "run_tracks.csv", highd},
    {"inD", "run_tracks.csv", ind},
    {"exiD", "run_tracks.csv", exid},
    {"INTERACTION", "run.csv", interaction},
    {"SinD", "run.csv", sind},
    {"named columns", "run.csv", named_columns, " --columns time=t,id=car,x=px,y=py,yaw=h"},
    {"CARLA", "run.log", carla, "", false},
    {"OSI", "run.osi", osi, "", false},
    {"omega-prime", "run.mcap", omega_prime, "", false},
};

Ran check(const Format& format, const std::string& content) {
  FakeWorld world;
  world.files.content["map.xodr"] = kit::to_xodr(kit::straight_road(1000.0));
  world.files.content[format.file] = content;
  return world.run(words(fmt::format("check {} --map map.xodr{}", format.file, format.options)));
}

TEST(CheckBadRuns, EveryFormatHasAGoodOne) {
  for (const Format& format : kFormats) {
    const Ran ran = check(format, format.write(drive()));
    EXPECT_NE(ran.code, kNotEvaluated) << format.name << ": " << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(format.file)) << format.name;
  }
}

TEST(CheckBadRuns, AreToldTheSameInEveryFormat) {
  struct Fault {
    const char* name;
    std::function<std::vector<Row>(std::vector<Row>)> make;
    const char* message;
  };
  const Fault faults[] = {
      {"a place that is no number",
       [](std::vector<Row> rows) {
         rows[50].x = kNoNumber;
         return rows;
       },
       "x must be a number"},
      {"a place beyond the earth",
       [](std::vector<Row> rows) {
         rows[50].x = 1e9;
         return rows;
       },
       "x must be a number within +-1e7"},
      {"an actor twice in a frame",
       [](std::vector<Row> rows) {
         rows.push_back(rows.back());
         return rows;
       },
       "actor 2 comes twice in this frame"},
  };
  for (const Fault& fault : faults) {
    for (const Format& format : kFormats) {
      const Ran ran = check(format, format.write(fault.make(drive())));
      EXPECT_EQ(ran.code, kNotEvaluated) << format.name << ", " << fault.name << ": " << ran.out << ran.err;
      EXPECT_THAT(ran.err, HasSubstr(fault.message)) << format.name << ", " << fault.name;
      EXPECT_THAT(ran.err, HasSubstr(format.file)) << format.name << ", " << fault.name;
    }
  }
}

TEST(CheckBadRuns, TimeThatGoesBackIsTold) {
  for (const Format& format : kFormats) {
    std::string content;
    if (format.is_table) {
      std::vector<Row> rows = drive();
      rows.push_back({30, 2, 90.0, -1.75});  // of a track that was further already
      content = format.write(rows);
    } else {
      const std::string whole = format.write(drive());
      if (std::string_view(format.name) == "CARLA") {
        kit::CarlaLog log("Town42");
        content = whole + log.frame(1.0).pose(1, {}).end().bytes().substr(kit::CarlaLog("Town42").bytes().size());
      } else if (std::string_view(format.name) == "OSI") {
        content = whole + kit::osi_file({kit::osi_messages(whole)[30]});
      } else {
        continue;  // a chunk's messages are sorted; the reader's own tests have the rest
      }
    }
    const Ran ran = check(format, content);
    EXPECT_EQ(ran.code, kNotEvaluated) << format.name << ": " << ran.out << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("is earlier than")) << format.name;
  }
}

TEST(CheckBadRuns, WhatIsCutOffIsJudgedAsFarAsItGoes) {
  for (const Format& format : kFormats) {
    const std::string whole = format.write(drive());
    // What follows an MCAP file's messages is not needed to read them, and they are one chunk here.
    const bool is_one_chunk = std::string_view(format.name) == "omega-prime";
    const Ran ran = check(format, whole.substr(0, is_one_chunk ? whole.size() / 2 : whole.size() - 7));
    EXPECT_EQ(ran.code, kNotEvaluated) << format.name << ": " << ran.err;
    if (is_one_chunk) continue;
    EXPECT_THAT(ran.out, HasSubstr(format.file)) << format.name << " has a result of what came before";
  }
}

TEST(CheckBadRuns, AMapOfAnotherPlaceIsToldWithBothExtents) {
  for (const Format& format : kFormats) {
    const Ran ran = check(format, format.write(drive(90'000.0, -80'000.0)));
    EXPECT_EQ(ran.code, kNotEvaluated) << format.name;
    EXPECT_THAT(ran.err, HasSubstr("map and trace do not belong together")) << format.name;
    EXPECT_THAT(ran.err, HasSubstr("map.xodr extends over x 0")) << format.name;
    EXPECT_THAT(ran.err, HasSubstr("x 90030")) << format.name << ": " << ran.err;
  }
}

}  // namespace
}  // namespace scrutineer::app
