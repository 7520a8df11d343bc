#include "watch/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "watch/check.h"
#include "watch/settings.h"

namespace scrutineer::watch {
namespace {

Check check(std::string_view name, InProfiles profiles, Status status = Status::stable, bool enabled = true) {
  CheckInfo info{.name = name};
  info.profiles = profiles;
  info.status = status;
  info.enabled = enabled;
  info.for_npc = false;
  return {info, {}};
}

const std::vector<Check>& checks() {
  static const std::vector<Check> all{
      check("both", InProfiles::by_status),   check("old", InProfiles::by_status, Status::deprecated),
      check("replaced", InProfiles::classic), check("next", InProfiles::modern),
      check("declared", InProfiles::every),   check("off", InProfiles::by_status, Status::stable, false),
  };
  return all;
}

// The names of those that are done for the ego.
std::string done(const Settings& settings) {
  std::string names;
  for (const Check& one : checks())
    if (settings.is_enabled(one.info, {}, true))
      names += std::string(names.empty() ? "" : " ") + std::string(one.info.name);
  return names;
}

TEST(Profile, ChoosesWhatIsDone) {
  Settings settings(checks());
  EXPECT_EQ(done(settings), "both old replaced declared");
  EXPECT_FALSE(settings.choose_profile("modern"));
  EXPECT_EQ(done(settings), "both next declared");
  EXPECT_FALSE(settings.set("profile=all"));
  EXPECT_EQ(done(settings), "both old replaced next declared");
  EXPECT_FALSE(settings.set("profile", {}, 0.0));
  EXPECT_EQ(settings.profile(), Profile::classic);
}

TEST(Profile, CountsLessThanAnySetting) {
  for (const bool profile_first : {true, false}) {
    Settings settings(checks());
    if (profile_first) settings.choose_profile("modern");
    EXPECT_FALSE(settings.enable("old"));
    EXPECT_FALSE(settings.disable("next"));
    EXPECT_FALSE(settings.set("both.enabled=false"));
    if (!profile_first) settings.choose_profile("modern");
    EXPECT_EQ(done(settings), "old declared");
  }
}

TEST(Profile, DoesWhatAConfigurationHearsOf) {
  Settings settings(checks());
  settings.ask_for("next");
  EXPECT_EQ(done(settings), "both old replaced next declared");
  // It has no issues: anybody's intervals may be heard of.
  EXPECT_TRUE(settings.is_enabled(checks()[3].info, {}, false));
  EXPECT_FALSE(settings.disable("next"));
  EXPECT_EQ(done(settings), "both old replaced declared");
}

TEST(Profile, SaysWhatItMayBe) {
  Settings settings(checks());
  EXPECT_EQ(settings.choose_profile("modrn")->message,
            "modrn: expected one of classic, modern, all; did you mean \"modern\"?");
  EXPECT_THAT(settings.set("profile=new")->message, testing::HasSubstr("classic"));
  EXPECT_THAT(settings.set("sut.profile=modern")->message, testing::HasSubstr("is the same for everybody"));
  for (const ProfileInfo& info : profiles()) EXPECT_FALSE(info.summary.empty());
}

}  // namespace
}  // namespace scrutineer::watch
