#include "capi/detail/actors.h"

#include <fmt/format.h>

#include <limits>

namespace scrutineer::capi {

namespace {

// The header's numbers are those of trace/frame.h, but for drivers, where 0 is "not reported".
static_assert(SCR_CURBSTONE == static_cast<int>(trace::Category::curbstone));
static_assert(SCR_OTHER_VEHICLE == static_cast<int>(trace::Category::other_vehicle));
static_assert(SCR_OBJECT == static_cast<int>(trace::Category::object));
static_assert(SCR_DRIVER_SUT - 1 == static_cast<int>(trace::Driver::sut_driver));
static_assert(SCR_DRIVER_EXTERNAL - 1 == static_cast<int>(trace::Driver::external_driver));
static_assert(SCR_AV_INACTIVE == static_cast<int>(trace::AvState::inactive));
static_assert(SCR_INDICATOR_HAZARD == static_cast<int>(trace::Indicator::hazard));
static_assert(SCR_BRAKE_LIGHT_ON == static_cast<int>(trace::BrakeLight::on));
static_assert(SCR_LIGHT_RED_YELLOW == static_cast<int>(trace::LightColour::red_yellow));
static_assert(SCR_MODE_UNKNOWN == static_cast<int>(trace::LightMode::unknown));

template <typename Enum>
bool read_choice(std::int32_t given, std::int32_t last, Enum& value) {
  if (given < 0 || given > last) return false;
  value = static_cast<Enum>(given);
  return true;
}

// Whether the text is ASCII, as nearly all are, which are short and come with every actor of every frame: one pass
// finds their end and what they are made of.
bool read_ascii(const char* given, std::string_view& text) {
  const char* end = given;
  while (static_cast<signed char>(*end) > 0) ++end;
  text = {given, end};
  return *end == '\0';
}

Failed read_actor(const scr_actor& given, trace::PushedActor& actor) {
  if (given.size != sizeof(scr_actor)) return wrong_size("scr_actor", given.size, sizeof(scr_actor));
  if (given.id == nullptr || !read_ascii(given.id, actor.id))
    if (auto failed = read_text(given.id, "an actor's id", actor.id)) return failed;
  actor.parent = {};
  if (given.parent != nullptr && !read_ascii(given.parent, actor.parent))
    if (auto failed = read_text(given.parent, "an actor's parent", actor.parent)) return failed;
  const auto unknown = [&](const char* name, std::int32_t value) {
    return wrong_argument(fmt::format("actor {}: {} cannot be {}", given.id, name, value));
  };
  if (!read_choice(given.type, SCR_CURBSTONE, actor.category)) return unknown("type", given.type);
  if (given.role != SCR_ROLE_NONE && given.role != SCR_ROLE_EGO) return unknown("role", given.role);
  actor.is_ego = given.role == SCR_ROLE_EGO;
  actor.driver.reset();
  if (given.driver < 0 || given.driver > SCR_DRIVER_EXTERNAL) return unknown("driver", given.driver);
  if (given.driver != SCR_DRIVER_NOT_REPORTED) actor.driver = static_cast<trace::Driver>(given.driver - 1);
  if (!read_choice(given.av_state, SCR_AV_INACTIVE, actor.av_state)) return unknown("av_state", given.av_state);
  if (!read_choice(given.indicator, SCR_INDICATOR_HAZARD, actor.indicator))
    return unknown("indicator", given.indicator);
  if (!read_choice(given.brake_light, SCR_BRAKE_LIGHT_ON, actor.brake_light))
    return unknown("brake_light", given.brake_light);
  actor.x = given.x;
  actor.y = given.y;
  actor.z = given.z;
  actor.yaw = given.yaw;
  actor.pitch = given.pitch;
  actor.roll = given.roll;
  actor.vx = given.vx;
  actor.vy = given.vy;
  actor.vz = given.vz;
  actor.ax = given.ax;
  actor.ay = given.ay;
  actor.az = given.az;
  actor.yaw_rate = given.yaw_rate;
  actor.length = given.length;
  actor.width = given.width;
  actor.height = given.height;
  return std::nullopt;
}

Failed read_light(const scr_light& given, trace::PushedLight& light) {
  if (given.size != sizeof(scr_light)) return wrong_size("scr_light", given.size, sizeof(scr_light));
  if (auto failed = read_optional_text(given.road, "a light's road", light.road)) return failed;
  if (auto failed = read_text(given.signal, "a light's signal", light.signal)) return failed;
  if (!read_choice(given.colour, SCR_LIGHT_RED_YELLOW, light.colour))
    return wrong_argument(fmt::format("signal {}: colour cannot be {}", given.signal, given.colour));
  if (!read_choice(given.mode, SCR_MODE_UNKNOWN, light.mode))
    return wrong_argument(fmt::format("signal {}: mode cannot be {}", given.signal, given.mode));
  return std::nullopt;
}

}  // namespace

Failed read_actors(const scr_actor* given, std::int64_t count, std::vector<trace::PushedActor>& actors) {
  if (auto failed = check_array(given, count, "actors")) return failed;
  actors.resize(static_cast<std::size_t>(count));  // what they held is read over
  for (std::size_t i = 0; i < actors.size(); ++i)
    if (auto failed = read_actor(given[i], actors[i])) return failed;
  return std::nullopt;
}

Failed read_lights(const scr_light* given, std::int64_t count, std::vector<trace::PushedLight>& lights) {
  if (auto failed = check_array(given, count, "lights")) return failed;
  lights.clear();
  for (std::int64_t i = 0; i < count; ++i)
    if (auto failed = read_light(given[i], lights.emplace_back())) return failed;
  return std::nullopt;
}

}  // namespace scrutineer::capi

extern "C" void scr_actor_init(scr_actor* actor) {
  if (actor == nullptr) return;
  *actor = {};
  actor->size = sizeof(scr_actor);
  constexpr double kNotReported = std::numeric_limits<double>::quiet_NaN();
  for (double* value :
       {&actor->x, &actor->y, &actor->z, &actor->yaw, &actor->pitch, &actor->roll, &actor->vx, &actor->vy, &actor->vz,
        &actor->ax, &actor->ay, &actor->az, &actor->yaw_rate, &actor->length, &actor->width, &actor->height})
    *value = kNotReported;
}
