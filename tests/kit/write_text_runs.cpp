// The formats that are text: CSV, XML, and esmini's log.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "base/text.h"
#include "kit/run_writers.h"
#include "trace/words.h"

namespace scrutineer::kit {

using trace::ActorInfo;
using trace::ActorState;
using trace::Category;
using trace::Field;
using trace::Frame;

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

// Exactly: nine decimals.
std::string seconds(Time time) {
  const auto ns = time.time_since_epoch().count();
  return fmt::format("{}.{:09}", ns / 1'000'000'000, ns % 1'000'000'000);
}

struct CsvColumn {
  const char* name;
  Field field;
  double ActorState::* number;  // null: a word
};
constexpr CsvColumn kOptional[] = {
    {"pitch", Field::pitch_roll, &ActorState::pitch},
    {"roll", Field::pitch_roll, &ActorState::roll},
    {"vx", Field::velocity, &ActorState::vx},
    {"vy", Field::velocity, &ActorState::vy},
    {"vz", Field::velocity, &ActorState::vz},
    {"ax", Field::acceleration, &ActorState::ax},
    {"ay", Field::acceleration, &ActorState::ay},
    {"az", Field::acceleration, &ActorState::az},
    {"yaw_rate", Field::yaw_rate, &ActorState::yaw_rate},
    {"driver", Field::driver, nullptr},
    {"av_state", Field::av_state, nullptr},
    {"indicator", Field::indicator, nullptr},
};

std::string cell(const CsvColumn& column, const ActorState& state) {
  if (!state.fields.has(column.field)) return "";
  if (column.number != nullptr) return shortest(state.*column.number);
  if (column.field == Field::driver) return std::string(to_word(state.driver));
  if (column.field == Field::av_state) return std::string(to_word(state.av_state));
  return std::string(to_word(state.indicator));
}

// The speed along the heading, from whichever the run reports.
double signed_speed(const ActorState& state) {
  if (state.fields.has(Field::speed)) return state.speed;
  const double forward = state.vx * std::cos(state.yaw) + state.vy * std::sin(state.yaw);
  return std::copysign(std::hypot(state.vx, state.vy), forward);
}

double compass_degrees(double yaw) {
  const double degrees = 90.0 - yaw / kDegree;
  return degrees < 0.0 ? degrees + 360.0 : degrees;
}

const char* vehicle_class(Category category) {
  switch (category) {
    case Category::truck:
      return "truck";
    case Category::bus:
      return "bus";
    case Category::van:
      return "delivery";
    case Category::motorcycle:
      return "motorcycle";
    case Category::bicycle:
      return "bicycle";
    case Category::train:
      return "rail";
    case Category::tram:
      return "tram";
    case Category::wheelchair:
      return "wheelchair";
    case Category::scooter:
      return "scooter";
    case Category::person:
      return "pedestrian";
    case Category::other_vehicle:
      return "ship";
    case Category::object:
      return "container";
    default:
      return "passenger";
  }
}

const char* fcd_element(const ActorInfo& info) {
  if (info.type == trace::ActorType::person) return "person";
  return info.type == trace::ActorType::plain_object ? "container" : "vehicle";
}

std::string fcd_line(const ActorInfo& info, const ActorState& state, int digits) {
  const bool is_vehicle = std::string_view(fcd_element(info)) == "vehicle";
  const double front = is_vehicle ? info.length / 2.0 : 0.0;
  std::string line =
      fmt::format(R"(        <{} id="{}" x="{:.{}f}" y="{:.{}f}")", fcd_element(info), info.id,
                  state.x + front * std::cos(state.yaw), digits, state.y + front * std::sin(state.yaw), digits);
  if (state.fields.has(Field::z))
    line += fmt::format(R"( z="{:.{}f}")", state.z - front * std::sin(state.pitch), digits);
  line += fmt::format(R"( angle="{:.{}f}" type="type_{}")", compass_degrees(state.yaw), digits, info.id);
  if (state.fields.has(Field::velocity) || state.fields.has(Field::speed))
    line += fmt::format(R"( speed="{:.{}f}")", signed_speed(state), digits);
  line += fmt::format(R"( pos="{:.{}f}" lane="made_0")", 0.0, digits);  // as if all drove on one lane
  if (state.fields.has(Field::pitch_roll)) line += fmt::format(R"( slope="{:.{}f}")", -state.pitch / kDegree, digits);
  if (state.fields.has(Field::indicator) || state.fields.has(Field::brake_light)) {
    const bool is_hazard = state.indicator == trace::Indicator::hazard;
    const int signals = (is_hazard || state.indicator == trace::Indicator::right ? 1 : 0) +
                        (is_hazard || state.indicator == trace::Indicator::left ? 2 : 0) +
                        (state.brake_light == trace::BrakeLight::on ? 8 : 0);
    line += fmt::format(R"( signals="{}")", signals);
  }
  if (state.fields.has(Field::acceleration)) {
    line += fmt::format(R"( acceleration="{:.{}f}")", state.ax * std::cos(state.yaw) + state.ay * std::sin(state.yaw),
                        digits);
  }
  return line + "/>\n";
}

char tls_letter(const trace::LightState& state) {
  if (state.mode == trace::LightMode::off) return 'O';
  if (state.mode == trace::LightMode::flashing_yellow) return 'o';
  switch (state.colour) {
    case trace::LightColour::green:
      return 'G';
    case trace::LightColour::yellow:
      return 'y';
    case trace::LightColour::red:
      return 'r';
    case trace::LightColour::red_yellow:
      return 'u';
    default:
      return 'O';
  }
}

}  // namespace

std::string to_csv(const RunData& run) {
  trace::Fields used;
  bool has_parents = false;
  for (const Frame& frame : run.frames)
    for (const ActorState& state : frame.actors) used.bits = static_cast<std::uint16_t>(used.bits | state.fields.bits);
  for (const ActorInfo& info : run.actors) has_parents = has_parents || info.parent.valid();

  std::string file = "time,id,type,x,y,z,yaw,length,width,height,role";
  for (const CsvColumn& column : kOptional)
    if (used.has(column.field)) file += fmt::format(",{}", column.name);
  file += has_parents ? ",parent\n" : "\n";
  for (const Frame& frame : run.frames) {
    for (const ActorState& state : frame.actors) {
      const ActorInfo& info = run.actors[state.actor.index()];
      file += fmt::format("{},{},{},{},{},{},{},{},{},{},{}", seconds(frame.time), info.id, to_word(info.category),
                          shortest(state.x), shortest(state.y), state.fields.has(Field::z) ? shortest(state.z) : "",
                          state.yaw_is_course ? "" : shortest(state.yaw), shortest(info.length), shortest(info.width),
                          shortest(info.height), info.is_host ? "ego" : "");
      for (const CsvColumn& column : kOptional)
        if (used.has(column.field)) file += "," + cell(column, state);
      if (has_parents) file += "," + (info.parent.valid() ? run.actors[info.parent.index()].id : "");
      file += "\n";
    }
  }
  return file;
}

std::string to_lights_csv(const RunData& run) {
  std::string file = "time,road,signal,colour,mode\n";
  for (const Frame& frame : run.frames) {
    for (const trace::LightState& state : frame.lights) {
      const trace::LightInfo& info = run.lights[state.light.index()];
      file += fmt::format("{},{},{},{},{}\n", seconds(frame.time), info.road,
                          info.references.empty() ? info.id : info.references.front(), to_word(state.colour),
                          to_word(state.mode));
    }
  }
  return file;
}

std::string to_fcd(const RunData& run, const FcdOptions& options) {
  std::string file =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n"
      "<!-- generated by the test kit, as Eclipse SUMO sumo Version 1.15.0 would -->\n\n"
      "<fcd-export xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
      "xsi:noNamespaceSchemaLocation=\"http://sumo.dlr.de/xsd/fcd_file.xsd\">\n";
  for (const Frame& frame : run.frames) {
    file += fmt::format("    <timestep time=\"{}\">\n", seconds(frame.time));
    for (const ActorState& state : frame.actors)
      file += fcd_line(run.actors[state.actor.index()], state, options.digits);
    file += "    </timestep>\n";
  }
  return file + "</fcd-export>\n";
}

std::string to_vehicle_types(const RunData& run) {
  std::string file = "<additional>\n";
  for (const ActorInfo& info : run.actors) {
    file +=
        fmt::format("    <vType id=\"type_{}\" vClass=\"{}\" length=\"{}\" width=\"{}\" height=\"{}\"/>\n", info.id,
                    vehicle_class(info.category), shortest(info.length), shortest(info.width), shortest(info.height));
  }
  return file + "</additional>\n";
}

std::string to_tls_states(const RunData& run) {
  std::string file = "<tlsStates>\n";
  for (const Frame& frame : run.frames) {
    std::string letters;
    for (const trace::LightState& state : frame.lights) letters += tls_letter(state);
    file += fmt::format("    <tlsState time=\"{}\" id=\"kit\" programID=\"0\" phase=\"0\" state=\"{}\"/>\n",
                        seconds(frame.time), letters);
  }
  return file + "</tlsStates>\n";
}

std::string to_esmini_csv(const RunData& run) {
  constexpr double kRearAxle = 1.4;  // behind the box's centre
  constexpr std::array kColumns = {"Entity_Name [-]",
                                   "Entity_ID [-]",
                                   "Current_Speed [m/s]",
                                   "bb_x [m]",
                                   "bb_y [m]",
                                   "bb_z [m]",
                                   "bb_length [m]",
                                   "bb_width [m]",
                                   "bb_height [m]",
                                   "World_Position_X [m]",
                                   "World_Position_Y [m]",
                                   "World_Position_Z [m]",
                                   "Vel_X [m/s]",
                                   "Vel_Y [m/s]",
                                   "Vel_Z [m/s]",
                                   "Acc_X [m/s2]",
                                   "Acc_Y [m/s2]",
                                   "Acc_Z [m/s2]",
                                   "World_Heading_Angle [rad]",
                                   "Heading_Angle_Rate [rad/s]",
                                   "World_Pitch_Angle [rad]"};
  std::size_t most = 1;
  for (const Frame& frame : run.frames) most = std::max(most, frame.actors.size());
  std::string file = "esmini GIT REV: kit\nScenario File Name: kit.xosc\nNumber of Vehicles: " + std::to_string(most) +
                     "\nIndex [-] , TimeStamp [s] , ";
  for (std::size_t i = 1; i <= most; ++i)
    for (const char* column : kColumns) file += fmt::format("#{} {} , ", i, column);
  file += "\n";
  for (const Frame& frame : run.frames) {
    file += fmt::format("{}, {}, ", frame.number, seconds(frame.time));
    for (const ActorState& state : frame.actors) {
      const ActorInfo& info = run.actors[state.actor.index()];
      file += fmt::format("{}, {}, {}, {}, 0, {}, {}, {}, {}, ", info.id, state.actor.index(),
                          shortest(signed_speed(state)), kRearAxle, shortest(info.height / 2.0), shortest(info.length),
                          shortest(info.width), shortest(info.height));
      file += fmt::format("{}, {}, {}, ", shortest(state.x - kRearAxle * std::cos(state.yaw)),
                          shortest(state.y - kRearAxle * std::sin(state.yaw)), shortest(state.z));
      for (double ActorState::* number :
           {&ActorState::vx, &ActorState::vy, &ActorState::vz, &ActorState::ax, &ActorState::ay, &ActorState::az,
            &ActorState::yaw, &ActorState::yaw_rate, &ActorState::pitch})
        file += shortest(state.*number) + ", ";
    }
    file += "\n";
  }
  return file;
}

}  // namespace scrutineer::kit
