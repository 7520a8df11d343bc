#include "trace/detail/osi_words.h"

#include <gtest/gtest.h>

#include <vector>

namespace scrutineer::trace::osi {
namespace {

TEST(OsiWords, OneBulb) {
  struct Case {
    const char* name;
    std::uint32_t colour, mode;
    bool is_out_of_service;
    BulbState expected;
  };
  const Case cases[] = {
      {"red, lit", 2, 3, false, {LightColour::red, LightMode::regular}},
      {"yellow, lit", 3, 3, false, {LightColour::yellow, LightMode::regular}},
      {"green, lit", 4, 3, false, {LightColour::green, LightMode::regular}},
      {"red, counting", 2, 5, false, {LightColour::red, LightMode::regular}},
      {"red, off", 2, 2, false, {LightColour::off, LightMode::regular}},
      {"red, flashing", 2, 4, false, {LightColour::red, LightMode::flashing_red}},
      {"yellow, flashing", 3, 4, false, {LightColour::yellow, LightMode::flashing_yellow}},
      {"green, flashing", 4, 4, false, {LightColour::green, LightMode::regular}},
      {"blue, lit", 5, 3, false, {LightColour::unknown, LightMode::regular}},
      {"red, unknown mode", 2, 0, false, {LightColour::unknown, LightMode::unknown}},
      {"red, other mode", 2, 1, false, {LightColour::unknown, LightMode::unknown}},
      {"nothing said", 0, 0, false, {LightColour::unknown, LightMode::unknown}},
      {"out of service", 2, 3, true, {LightColour::unknown, LightMode::malfunctioning}},
  };
  for (const auto& [name, colour, mode, is_out_of_service, expected] : cases)
    EXPECT_EQ(bulb_state(colour, mode, is_out_of_service), expected) << name;
}

TEST(OsiWords, IconsForVehicles) {
  for (std::uint32_t icon = 0; icon <= 14; ++icon) EXPECT_TRUE(is_for_vehicles(icon)) << icon;
  for (const std::uint32_t icon : {15, 16, 17, 18, 19, 22, 23, 24}) EXPECT_FALSE(is_for_vehicles(icon)) << icon;
  for (const std::uint32_t icon : {20, 21}) EXPECT_TRUE(is_for_vehicles(icon)) << "a countdown, " << icon;
}

TEST(OsiWords, WhoDrives) {
  struct Function {
    std::uint32_t name, state;
  };
  struct Case {
    const char* name;
    std::vector<Function> functions;
    AvState expected;
  };
  const Case cases[] = {
      {"none listed", {}, AvState::unknown},
      {"autopilot active", {{23, 6}}, AvState::active},
      {"autopilot on standby", {{23, 5}}, AvState::inactive},
      {"autopilot in an unknown state", {{23, 0}}, AvState::unknown},
      {"one of two active", {{22, 6}, {23, 4}}, AvState::active},
      {"the later of two active", {{22, 4}, {23, 6}}, AvState::active},
      {"the maker's own active", {{1, 6}}, AvState::active},
      {"only a warning active", {{3, 6}}, AvState::unknown},
      {"a warning active, autopilot available", {{3, 6}, {23, 4}}, AvState::inactive},
  };
  for (const auto& [name, functions, expected] : cases) {
    DrivingFunctions all;
    for (const Function& function : functions) all.add(function.name, function.state);
    EXPECT_EQ(all.av_state(), expected) << name;
  }
}

TEST(OsiWords, Categories) {
  struct Case {
    std::uint32_t type;
    Category expected;
  };
  const Case vehicles[] = {
      {0, Category::other_vehicle},
      {1, Category::other_vehicle},
      {2, Category::car},
      {3, Category::car},
      {4, Category::car},
      {5, Category::car},
      {6, Category::van},
      {7, Category::truck},
      {8, Category::semitrailer},
      {9, Category::trailer},
      {10, Category::motorcycle},
      {11, Category::bicycle},
      {12, Category::bus},
      {13, Category::tram},
      {14, Category::train},
      {15, Category::wheelchair},
      {16, Category::truck},
      {17, Category::scooter},
      {18, Category::scooter},
      {19, Category::work_machine},
      {20, Category::other_vehicle},
      {99, Category::other_vehicle},
  };
  for (const auto& [type, expected] : vehicles) EXPECT_EQ(vehicle_category(type), expected) << type;
  const Case objects[] = {
      {0, Category::object},      {2, Category::bridge},  {3, Category::object},
      {7, Category::object},      {8, Category::object},  {9, Category::vegetation},
      {10, Category::curbstone},  {11, Category::object}, {14, Category::overhead_structure},
      {17, Category::speed_bump}, {99, Category::object},
  };
  for (const auto& [type, expected] : objects) EXPECT_EQ(stationary_category(type), expected) << type;
}

TEST(OsiWords, LightsOfVehicles) {
  const Indicator indicators[] = {Indicator::unknown, Indicator::unknown, Indicator::off,
                                  Indicator::left,    Indicator::right,   Indicator::hazard};
  for (std::uint32_t state = 0; state < 6; ++state) EXPECT_EQ(indicator(state), indicators[state]) << state;
  const BrakeLight brakes[] = {BrakeLight::unknown, BrakeLight::unknown, BrakeLight::off, BrakeLight::on,
                               BrakeLight::on};
  for (std::uint32_t state = 0; state < 5; ++state) EXPECT_EQ(brake_light(state), brakes[state]) << state;
}

}  // namespace
}  // namespace scrutineer::trace::osi
