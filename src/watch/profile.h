// Profiles: named sets of checks that run unless settings say otherwise.
//
//   settings.set("profile=modern");          // --profile modern, a manifest's "profile", keep(profile == modern)
//   if (is_in(check.info, Profile::modern)) ...
//
// Enabling and disabling single checks counts more than any profile, whichever is said first.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace scrutineer::watch {

struct CheckInfo;

enum class Profile : std::uint8_t { classic, modern, all };
inline constexpr std::array<std::string_view, 3> kProfileWords{"classic", "modern", "all"};

// Which of them a check is in.
enum class InProfiles : std::uint8_t {
  by_status,  // in each, but in modern only if it is not deprecated
  classic,    // in modern another one replaces it
  modern,     // it is not in classic
  every,
};

struct ProfileInfo {
  std::string_view name;
  std::string_view summary;  // one sentence
};
std::span<const ProfileInfo> profiles();  // in the order of the enumeration

bool is_in(const CheckInfo& check, Profile profile);

// The path of the setting that chooses one; it is the same for everybody.
inline constexpr std::string_view kProfilePath = "profile";

}  // namespace scrutineer::watch
