#include "watch/profile.h"

#include "watch/check.h"

namespace scrutineer::watch {
namespace {

constexpr ProfileInfo kInfos[] = {
    {"classic", "The checkers that existing configurations and results know, the deprecated ones among them."},
    {"modern",
     "The checkers that replace deprecated ones, those that nothing replaces, and watchers of what the road is like."},
    {"all", "Both: what a deprecated checker and its successor find is reported by each of them."},
};

}  // namespace

std::span<const ProfileInfo> profiles() { return kInfos; }

bool is_in(const CheckInfo& check, Profile profile) {
  if (profile == Profile::all) return true;
  switch (check.profiles) {
    case InProfiles::by_status:
      return profile == Profile::classic || check.status != Status::deprecated;
    case InProfiles::classic:
      return profile == Profile::classic;
    case InProfiles::modern:
      return profile == Profile::modern;
    case InProfiles::every:
      break;
  }
  return true;
}

}  // namespace scrutineer::watch
