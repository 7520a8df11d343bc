#include "map/signal_kinds.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "kit/paths.h"

namespace scrutineer::map {
namespace {

SignalRecord signal_of(const char* country, const char* type, const char* subtype, bool dynamic, const char* name) {
  SignalRecord record;
  record.country = country;
  record.type = type;
  record.subtype = subtype;
  record.dynamic = dynamic;
  record.name = name;
  return record;
}

TEST(SignalKinds, AreToldByTypeCountryAndName) {
  struct Case {
    const char* name;
    const char *country, *type, *subtype;
    bool dynamic;
    const char* signal_name;
    SignalKind expected;
  };
  const Case cases[] = {
      {"light", "OpenDRIVE", "1000001", "-1", true, "", SignalKind::traffic_light},
      {"light under a country", "DE", "1000001", "", true, "", SignalKind::traffic_light},
      {"light that claims to be static", "OpenDRIVE", "1000001", "-1", false, "", SignalKind::traffic_light},
      {"Mcity: no type, but it changes", "", "-1", "-1", true, "Signal_3Light_Bare01", SignalKind::traffic_light},
      {"no type, changes, for people", "", "-1", "-1", true, "Signal_Pedestrian01", SignalKind::pedestrian_light},
      {"no type, changes, for bicycles", "", "none", "", true, "BikeSignal", SignalKind::bicycle_light},
      {"no type, changes, a message board", "", "-1", "-1", true, "VMS_04", SignalKind::other},
      {"type in words", "", "trafficLight", "", true, "", SignalKind::traffic_light},
      {"people", "OpenDRIVE", "1000002", "-1", true, "", SignalKind::pedestrian_light},
      {"crosswalk of esmini's maps", "OpenDRIVE", "1000003", "-1", false, "", SignalKind::crosswalk},
      {"bicycles and people", "OpenDRIVE", "1000007", "-1", true, "", SignalKind::bicycle_light},
      {"bicycles", "OpenDRIVE", "1000013", "20", true, "", SignalKind::bicycle_light},
      {"trams", "OpenDRIVE", "1000014", "", true, "", SignalKind::special_light},
      {"in a range", "OpenDRIVE", "1000017", "", true, "", SignalKind::special_light},
      {"A39: 1000 is a plate", "DEU", "1000", "21", false, "", SignalKind::supplementary},
      {"all-way plate", "OpenDRIVE", "1022", "-1", false, "AllWay_AW1", SignalKind::supplementary},
      {"stop", "DE", "206", "-1", false, "", SignalKind::stop_sign},
      {"stop of CARLA's maps", "OpenDRIVE", "206", "-1", false, "Sign_Stop", SignalKind::stop_sign},
      {"stop without a country", "", "206", "", false, "", SignalKind::stop_sign},
      {"yield", "Germany", "205", "-1", false, "", SignalKind::yield_sign},
      {"German number under the States", "US", "205", "", false, "", SignalKind::yield_sign},
      {"German number is none in Norway", "NO", "206", "", false, "", SignalKind::other},
      {"Norwegian stop", "NO", "204", "", false, "", SignalKind::stop_sign},
      {"British stop", "GB", "601.1", "", false, "", SignalKind::stop_sign},
      {"British sign of the same group", "GB", "601.2", "", false, "", SignalKind::other},
      {"American stop", "US", "R1-1", "", false, "", SignalKind::stop_sign},
      {"American stop in two parts", "USA", "R1", "1", false, "", SignalKind::stop_sign},
      {"American yield without a country", "", "R1-2", "-1", false, "", SignalKind::yield_sign},
      {"R1-10 is not R1-1", "US", "R1-10", "", false, "", SignalKind::other},
      {"Swedish yield", "se", "b", "1", false, "", SignalKind::yield_sign},
      {"Swedish speed limit", "se", "c", "31", false, "speed_50", SignalKind::speed_limit},
      {"Swedish road works", "se", "a", "20", false, "", SignalKind::other},
      {"Swiss stop with a zero", "CH", "3.01", "", false, "", SignalKind::stop_sign},
      {"Polish stop", "PL", "B-20", "", false, "", SignalKind::stop_sign},
      {"unknown country: name before number", "XX", "205", "", false, "Stop sign", SignalKind::stop_sign},
      {"unknown country: number", "XX", "206", "", false, "", SignalKind::stop_sign},
      {"by name", "OpenDRIVE", "-1", "-1", false, "Sign_Stop", SignalKind::stop_sign},
      {"by name, two words in one", "", "-1", "", false, "StopSign", SignalKind::stop_sign},
      {"by name, yield", "OpenDRIVE", "-1", "-1", false, "Sign_Yield", SignalKind::yield_sign},
      {"by name, give way", "", "", "", false, "Sign_GiveWay", SignalKind::yield_sign},
      {"no stopping", "OpenDRIVE", "-1", "-1", false, "Sign_ContinueNoStopping", SignalKind::other},
      {"bus stop", "", "-1", "", false, "BusStop", SignalKind::other},
      {"stop ahead", "", "-1", "", false, "StopAhead", SignalKind::other},
      {"end of the road", "OpenDRIVE", "-1", "-1", false, "road_ends", SignalKind::other},
      {"stop line", "OpenDRIVE", "294", "-1", false, "SgRMHoldingline-1Lane.flt", SignalKind::stop_line},
      {"stop line of the standard's example", "OpenDRIVE", "1100001", "-1", false, "x", SignalKind::stop_line},
      {"stop line by name", "", "-1", "-1", false, "Stencil_STOPLINE", SignalKind::stop_line},
      {"speed limit", "DE", "274", "57", false, "", SignalKind::speed_limit},
      {"end of a zone is a code of its own", "DE", "274.2", "", false, "", SignalKind::speed_limit_end},
      {"speed limit, code in one", "DE", "274-56", "", false, "", SignalKind::speed_limit},
      {"priority road", "OpenDRIVE", "306", "-1", false, "", SignalKind::priority_sign},
      {"arrow on the road", "OpenDRIVE", "-1", "-1", false, "SgRMArrowLeft.flt", SignalKind::other},
      {"unknown word", "DEU", "unknown", "-1", false, "", SignalKind::other},
      {"nothing at all", "", "", "", false, "", SignalKind::other},
  };
  for (const Case& c : cases) {
    const SignalKind kind = meaning_of(signal_of(c.country, c.type, c.subtype, c.dynamic, c.signal_name)).kind;
    EXPECT_EQ(kind, c.expected) << c.name << ": found " << to_string(kind);
  }
}

TEST(SignalKinds, LightsShowTheArrowsOfTheirSubtype) {
  struct Case {
    const char* name;
    const char *type, *subtype;
    Arrows arrows;
    bool can_show_red;
  };
  const Case cases[] = {
      {"full discs", "1000001", "-1", {}, true},
      {"left", "1000011", "10", {Manoeuvre::left}, true},
      {"right", "1000011", "20", {Manoeuvre::right}, true},
      {"straight", "1000011", "30", {Manoeuvre::straight}, true},
      {"straight and left", "1000011", "40", {Manoeuvre::straight, Manoeuvre::left}, true},
      {"left and right", "1000020", "100", {Manoeuvre::left, Manoeuvre::right}, true},
      {"two lamps: the subtype is no arrow", "1000009", "10", {}, true},
      {"arrow light without a subtype", "1000011", "-1", {}, true},
      {"green arrow", "1000012", "20", {Manoeuvre::right}, false},
  };
  for (const Case& c : cases) {
    const SignalMeaning meaning = meaning_of(signal_of("OpenDRIVE", c.type, c.subtype, true, ""));
    EXPECT_EQ(meaning.kind, SignalKind::traffic_light) << c.name;
    EXPECT_EQ(meaning.arrows, c.arrows) << c.name << ": found " << to_string(meaning.arrows);
    EXPECT_EQ(meaning.can_show_red, c.can_show_red) << c.name;
  }
}

TEST(SignalKinds, SomeObjectsAreStopLines) {
  struct Case {
    const char* name;
    const char *type, *subtype, *object_name;
    bool expected;
  };
  const Case cases[] = {
      {"by subtype", "roadMark", "stopLine", "", true},
      {"by the standard's subtype", "roadMark", "signalLines", "", true},
      {"in any case", "ROADMARK", "SIGNALLINES", "", true},
      {"by name", "roadMark", "", "stopLine", true},
      {"by name with type -1, as RoadRunner exports it", "-1", "", "StopLine", true},
      {"subtype of something else", "barrier", "stopLine", "", false},
      {"another mark", "roadMark", "", "TurnArrow", false},
      {"the word STOP", "-1", "", "Stencil_STOP", false},
  };
  for (const Case& c : cases) {
    ObjectRecord object;
    object.type = c.type;
    object.subtype = c.subtype;
    object.name = c.object_name;
    EXPECT_EQ(is_stop_line(object), c.expected) << c.name;
  }
}

TEST(SignalKinds, DocumentationHoldsTheTable) {
  const auto path = kit::source_dir() / "docs" / "signals.md";
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find(signal_kinds_markdown()), std::string::npos)
      << path << " is stale: put this in place of its tables\n"
      << signal_kinds_markdown();
}

}  // namespace
}  // namespace scrutineer::map
