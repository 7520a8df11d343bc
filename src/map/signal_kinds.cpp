#include "map/signal_kinds.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "map/detail/country_code.h"

namespace scrutineer::map {
namespace {

// ---- the table ------------------------------------------------------------------------------------------------------

struct Code {
  std::string_view code;  // "206", "R1-1"; "1000..1099": every number between
  SignalKind kind;
  std::string_view meaning;
  bool arrows_by_subtype = false;
  bool can_show_red = true;
};

// The standard's own codes. Files write them under any country, because no country has codes for lights.
constexpr Code kOpenDriveCodes[] = {
    {"1000001", SignalKind::traffic_light, "three lamps"},
    {"1000002", SignalKind::pedestrian_light, "people"},
    {"1000003", SignalKind::crosswalk, "marking of a crosswalk"},
    {"1000007", SignalKind::bicycle_light, "bicycles and people"},
    {"1000008", SignalKind::traffic_light, "one yellow lamp", true, false},
    {"1000009", SignalKind::traffic_light, "two lamps; the subtype tells which"},
    {"1000010", SignalKind::traffic_light, "two lamps with an arrow", true},
    {"1000011", SignalKind::traffic_light, "three lamps with an arrow", true},
    {"1000012", SignalKind::traffic_light, "one green lamp", true, false},
    {"1000013", SignalKind::bicycle_light, "bicycles"},
    {"1000014", SignalKind::special_light, "trams"},
    {"1000015..1000019", SignalKind::special_light, "buses, riders and others"},
    {"1000020", SignalKind::traffic_light, "one red lamp", true},
    {"1000021", SignalKind::special_light, "lane open"},
    {"1000022", SignalKind::special_light, "lane closed, or to be left"},
    {"1100001", SignalKind::stop_line, "stop line that is not painted"},
};

constexpr Code kGermanCodes[] = {
    {"205", SignalKind::yield_sign, "Vorfahrt gewähren"},
    {"206", SignalKind::stop_sign, "Halt! Vorfahrt gewähren"},
    {"274", SignalKind::speed_limit, "Zulässige Höchstgeschwindigkeit"},
    {"274.1", SignalKind::speed_limit, "Beginn einer Tempo-30-Zone"},
    {"274.2", SignalKind::speed_limit_end, "Ende einer Tempo-30-Zone"},
    {"278", SignalKind::speed_limit_end, "Ende der zulässigen Höchstgeschwindigkeit"},
    {"282", SignalKind::speed_limit_end, "Ende sämtlicher Streckenverbote"},
    {"293", SignalKind::crosswalk, "Fußgängerüberweg (Markierung)"},
    {"294", SignalKind::stop_line, "Haltlinie"},
    {"301", SignalKind::priority_sign, "Vorfahrt"},
    {"306", SignalKind::priority_sign, "Vorfahrtstraße"},
    {"307", SignalKind::priority_sign, "Ende der Vorfahrtstraße"},
    {"341", SignalKind::yield_line, "Wartelinie"},
    {"350", SignalKind::crosswalk, "Fußgängerüberweg (Schild)"},
    {"1000..1099", SignalKind::supplementary, "Zusatzzeichen"},
};

constexpr Code kAmericanCodes[] = {
    {"R1-1", SignalKind::stop_sign, "STOP"},
    {"R1-2", SignalKind::yield_sign, "YIELD"},
    {"R1-3P", SignalKind::supplementary, "ALL WAY"},
    {"R2-1", SignalKind::speed_limit, "SPEED LIMIT"},
};
constexpr Code kAustralianCodes[] = {
    {"R1-1", SignalKind::stop_sign, "STOP"},
    {"R1-2", SignalKind::yield_sign, "GIVE WAY"},
    {"R4-1", SignalKind::speed_limit, "speed limit"},
};
constexpr Code kBelgianCodes[] = {
    {"B1", SignalKind::yield_sign, "yield"},
    {"B5", SignalKind::stop_sign, "stop"},
    {"C43", SignalKind::speed_limit, "speed limit"},
};
constexpr Code kBritishCodes[] = {
    {"601.1", SignalKind::stop_sign, "STOP"},
    {"602", SignalKind::yield_sign, "GIVE WAY"},
    {"670", SignalKind::speed_limit, "maximum speed"},
    {"671", SignalKind::speed_limit_end, "national speed limit"},
    {"1001", SignalKind::stop_line, "stop line at a light"},
    {"1002.1", SignalKind::stop_line, "stop line at a sign"},
    {"1003", SignalKind::yield_line, "give way line"},
};
constexpr Code kCanadianCodes[] = {
    {"RA-1", SignalKind::stop_sign, "STOP"},
    {"RA-2", SignalKind::yield_sign, "YIELD"},
    {"RB-1", SignalKind::speed_limit, "speed limit"},
};
constexpr Code kChineseCodes[] = {
    {"jin-1", SignalKind::stop_sign, "stop"},
    {"jin-2", SignalKind::yield_sign, "yield"},
    {"jin-38", SignalKind::speed_limit, "speed limit"},
};
constexpr Code kDanishCodes[] = {
    {"B11", SignalKind::yield_sign, "yield"},
    {"B13", SignalKind::stop_sign, "stop"},
    {"C55", SignalKind::speed_limit, "speed limit"},
};
constexpr Code kDutchCodes[] = {
    {"A1", SignalKind::speed_limit, "speed limit"},
    {"B6", SignalKind::yield_sign, "yield"},
    {"B7", SignalKind::stop_sign, "stop"},
};
constexpr Code kFinnishCodes[] = {
    {"B5", SignalKind::yield_sign, "yield"},
    {"B6", SignalKind::stop_sign, "stop"},
    {"C32", SignalKind::speed_limit, "speed limit"},
};
constexpr Code kFrenchCodes[] = {
    {"AB3a", SignalKind::yield_sign, "yield"},
    {"AB4", SignalKind::stop_sign, "stop"},
    {"B14", SignalKind::speed_limit, "speed limit"},
};
constexpr Code kItalianCodes[] = {
    {"II.36", SignalKind::yield_sign, "yield"},
    {"II.37", SignalKind::stop_sign, "stop"},
    {"II.50", SignalKind::speed_limit, "speed limit"},
};
constexpr Code kJapaneseCodes[] = {
    {"323", SignalKind::speed_limit, "speed limit"},
    {"330", SignalKind::stop_sign, "stop"},
};
constexpr Code kKoreanCodes[] = {
    {"224", SignalKind::speed_limit, "speed limit"},
    {"227", SignalKind::stop_sign, "stop"},
    {"228", SignalKind::yield_sign, "yield"},
};
constexpr Code kNorwegianCodes[] = {
    {"202", SignalKind::yield_sign, "yield"},
    {"204", SignalKind::stop_sign, "stop"},
    {"362", SignalKind::speed_limit, "speed limit"},
};
constexpr Code kPolishCodes[] = {
    {"A-7", SignalKind::yield_sign, "yield"},
    {"B-20", SignalKind::stop_sign, "stop"},
    {"B-33", SignalKind::speed_limit, "speed limit"},
    {"P-12", SignalKind::stop_line, "stop line"},
};
constexpr Code kSpanishCodes[] = {
    {"R-1", SignalKind::yield_sign, "yield"},
    {"R-2", SignalKind::stop_sign, "stop"},
    {"R-301", SignalKind::speed_limit, "speed limit"},
};
constexpr Code kSwedishCodes[] = {
    {"B1", SignalKind::yield_sign, "yield"},         {"B2", SignalKind::stop_sign, "stop"},
    {"C31", SignalKind::speed_limit, "speed limit"}, {"M13", SignalKind::stop_line, "stop line"},
    {"M14", SignalKind::yield_line, "yield line"},
};
constexpr Code kSwissCodes[] = {
    {"2.30", SignalKind::speed_limit, "speed limit"}, {"3.01", SignalKind::stop_sign, "stop"},
    {"3.02", SignalKind::yield_sign, "yield"},        {"6.10", SignalKind::stop_line, "stop line"},
    {"6.13", SignalKind::yield_line, "yield line"},
};

struct Scheme {
  std::string_view title;
  std::string_view countries;  // as `country` may name it, lower case: ISO 3166 alpha-2, alpha-3, and the names of 1.4
  bool bare_numbers;           // its codes are plain numbers, so a German number must not be read into them
  std::span<const Code> codes;
};

constexpr Scheme kSchemes[] = {
    {"Germany", "de deu germany", true, kGermanCodes},
    {"United States", "us usa", false, kAmericanCodes},
    {"Australia, New Zealand", "au aus nz nzl", false, kAustralianCodes},
    {"Belgium", "be bel", false, kBelgianCodes},
    {"Canada", "ca can", false, kCanadianCodes},
    {"China", "cn chn china", false, kChineseCodes},
    {"Denmark", "dk dnk", false, kDanishCodes},
    {"Finland", "fi fin", false, kFinnishCodes},
    {"France", "fr fra france", false, kFrenchCodes},
    {"Great Britain", "gb gbr uk", true, kBritishCodes},
    {"Italy", "it ita italy", false, kItalianCodes},
    {"Japan", "jp jpn", true, kJapaneseCodes},
    {"Korea", "kr kor", true, kKoreanCodes},
    {"Netherlands", "nl nld", false, kDutchCodes},
    {"Norway", "no nor", true, kNorwegianCodes},
    {"Poland", "pl pol", false, kPolishCodes},
    {"Spain", "es esp", false, kSpanishCodes},
    {"Sweden", "se swe", false, kSwedishCodes},
    {"Switzerland", "ch che switzerland", true, kSwissCodes},
};
constexpr const Scheme& kGermany = kSchemes[0];
constexpr const Scheme& kUnitedStates = kSchemes[1];

struct ArrowSubtype {
  int subtype;
  Arrows arrows;
};
constexpr ArrowSubtype kArrowSubtypes[] = {
    {10, {Manoeuvre::left}},
    {20, {Manoeuvre::right}},
    {30, {Manoeuvre::straight}},
    {40, {Manoeuvre::straight, Manoeuvre::left}},
    {50, {Manoeuvre::straight, Manoeuvre::right}},
    {60, {Manoeuvre::left}},   // diagonally
    {70, {Manoeuvre::right}},  // diagonally
    {80, {Manoeuvre::u_turn}},
    {90, {Manoeuvre::u_turn}},
    {100, {Manoeuvre::left, Manoeuvre::right}},
};

// ---- codes as words -------------------------------------------------------------------------------------------------

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

using Words = std::vector<std::string>;

// Runs of letters and runs of digits, in lower case and without leading zeros: "R1-1" and ("R1", "1") are both r 1 1,
// "C31" and ("c", "31") both c 31. With `camel_case` also "StopSign" and "PEDSign" are two words.
Words words_of(std::string_view text, bool camel_case) {
  Words words;
  char last = ' ';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_letter(c) || is_digit(c)) {
      bool begins = !is_letter(last) && !is_digit(last);
      begins = begins || is_digit(c) != is_digit(last);
      if (camel_case && is_upper(c) && is_letter(last)) {
        begins = begins || is_lower(last) || (i + 1 < text.size() && is_lower(text[i + 1]));
      }
      if (begins) words.emplace_back();
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    last = c;
  }
  for (std::string& word : words) word.erase(0, std::min(word.find_first_not_of('0'), word.size() - 1));
  return words;
}

bool says_nothing(std::string_view code) {
  const std::string_view text = trim(code);
  return text.empty() || text == "-1" || equals_ignoring_case(text, "none") || equals_ignoring_case(text, "unknown");
}

Words code_words(const SignalRecord& signal) {
  if (says_nothing(signal.type)) return {};
  Words words = words_of(signal.type, false);
  if (!says_nothing(signal.subtype)) {
    const Words more = words_of(signal.subtype, false);
    words.insert(words.end(), more.begin(), more.end());
  }
  return words;
}

// How many words of `code` the signal's own begin with; 0: it is another code. "274" fits 274-57, and "274.1" fits
// better.
std::size_t words_in_common(std::string_view code, const Words& words) {
  if (const auto dots = code.find(".."); dots != std::string_view::npos) {
    const auto first = parse_integer(code.substr(0, dots));
    const auto last = parse_integer(code.substr(dots + 2));
    const auto number = parse_integer(words.front());
    return number && *number >= *first && *number <= *last ? 1 : 0;
  }
  const Words wanted = words_of(code, false);
  if (wanted.size() > words.size() || !std::equal(wanted.begin(), wanted.end(), words.begin())) return 0;
  return wanted.size();
}

const Code* find_code(std::span<const Code> codes, const Words& words) {
  const Code* best = nullptr;
  std::size_t best_words = 0;
  for (const Code& code : codes) {
    const std::size_t common = words_in_common(code.code, words);
    if (common > best_words) {
      best = &code;
      best_words = common;
    }
  }
  return best;
}

SignalMeaning meaning_of(const Code& code, const SignalRecord& signal) {
  SignalMeaning meaning{code.kind, {}, code.can_show_red};
  if (!code.arrows_by_subtype) return meaning;
  const auto subtype = parse_integer(signal.subtype);
  for (const ArrowSubtype& known : kArrowSubtypes) {
    if (subtype == known.subtype) meaning.arrows = known.arrows;
  }
  return meaning;
}

// ---- names ----------------------------------------------------------------------------------------------------------

bool has_any(const Words& words, std::initializer_list<std::string_view> wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

bool has_pair(const Words& words, std::string_view first, std::string_view second) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == first && words[i + 1] == second) return true;
  }
  return false;
}

// Names are free text, so only those that leave no doubt: "Sign_Stop" and "StopSign" are stop signs, "BusStop",
// "Sign_ContinueNoStopping" and "StopAhead" are not.
std::optional<SignalKind> kind_by_name(std::string_view name) {
  if (contains_ignoring_case(name, "stopline")) return SignalKind::stop_line;
  const Words words = words_of(name, true);
  const bool about_another_place =
      has_any(words, {"ahead", "no", "end", "ends", "bus", "tram", "taxi", "line", "except"});
  if (has_pair(words, "stop", "line")) return SignalKind::stop_line;
  if (about_another_place) return std::nullopt;
  if (has_any(words, {"stop"})) return SignalKind::stop_sign;
  if (has_any(words, {"yield", "giveway"}) || has_pair(words, "give", "way")) return SignalKind::yield_sign;
  if (has_any(words, {"speedlimit"}) || has_pair(words, "speed", "limit")) return SignalKind::speed_limit;
  return std::nullopt;
}

// A signal without a type that changes is a light (Mcity's map has sixty of them); its name tells for whom.
SignalKind kind_of_untyped_light(std::string_view name) {
  const Words words = words_of(name, true);
  if (has_any(words, {"ped", "pedestrian", "pedestrians", "walk", "crosswalk"})) return SignalKind::pedestrian_light;
  if (has_any(words, {"bike", "bicycle", "cyclist", "cycle"})) return SignalKind::bicycle_light;
  if (has_any(words, {"tram", "bus", "train", "rail", "railroad"})) return SignalKind::special_light;
  if (has_any(words, {"vms", "display", "board", "message", "barrier", "gate"})) return SignalKind::other;
  return SignalKind::traffic_light;
}

bool calls_itself_light(std::string_view type) {
  return contains_ignoring_case(type, "trafficlight") || has_pair(words_of(type, true), "traffic", "light");
}

// ---- countries ------------------------------------------------------------------------------------------------------

const Scheme* find_scheme(std::string_view country) {
  const std::string wanted = to_lower(trim(country));
  for (const Scheme& scheme : kSchemes) {
    std::string_view rest = scheme.countries;
    while (!rest.empty()) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      if (rest.substr(0, blank) == wanted) return &scheme;
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
  }
  return nullptr;
}

bool names_no_country(std::string_view country) {
  return says_nothing(country) || equals_ignoring_case(trim(country), "opendrive");
}

}  // namespace

std::string detail::country_code(std::string_view country) {
  country = trim(country);
  if (equals_ignoring_case(country, "opendrive")) return "OpenDRIVE";
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if ((country.size() != 2 && country.size() != 3) || !std::ranges::all_of(country, is_letter)) {
    const Scheme* const scheme = find_scheme(country);
    country = scheme == nullptr ? std::string_view() : scheme->countries.substr(0, scheme->countries.find(' '));
  }
  std::string code(country);
  for (char& c : code)
    if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
  return code;
}

SignalMeaning meaning_of(const SignalRecord& signal) {
  const auto by_name = kind_by_name(signal.name);
  const Words words = code_words(signal);
  if (words.empty()) {
    if (by_name || !signal.dynamic) return {by_name.value_or(SignalKind::other), {}, true};
    return {kind_of_untyped_light(signal.name), {}, true};
  }

  if (const Code* code = find_code(kOpenDriveCodes, words)) return meaning_of(*code, signal);

  const Scheme* scheme = find_scheme(signal.country);
  if (scheme != nullptr) {
    if (const Code* code = find_code(scheme->codes, words)) return meaning_of(*code, signal);
  }
  // A country whose codes we do not have may use any number, so a name that is clear goes first.
  const bool foreign = scheme == nullptr && !names_no_country(signal.country);
  if (foreign && by_name) return {*by_name, {}, true};
  // Exporters write German numbers under every country, and American codes under none.
  if (scheme == nullptr || !scheme->bare_numbers) {
    if (const Code* code = find_code(kGermany.codes, words)) return meaning_of(*code, signal);
  }
  if (scheme == nullptr) {
    if (const Code* code = find_code(kUnitedStates.codes, words)) return meaning_of(*code, signal);
  }
  if (signal.dynamic && calls_itself_light(signal.type)) return {kind_of_untyped_light(signal.name), {}, true};
  return {by_name.value_or(SignalKind::other), {}, true};
}

bool is_stop_line(const ObjectRecord& object) {
  if (contains_ignoring_case(object.name, "stopline")) return true;
  return equals_ignoring_case(object.type, "roadMark") &&
         (equals_ignoring_case(object.subtype, "signalLines") || equals_ignoring_case(object.subtype, "stopLine"));
}

const char* to_string(Manoeuvre manoeuvre) {
  switch (manoeuvre) {
    case Manoeuvre::straight:
      return "straight";
    case Manoeuvre::left:
      return "left";
    case Manoeuvre::right:
      return "right";
    case Manoeuvre::u_turn:
      return "u_turn";
  }
  return "";
}

const char* to_string(SignalKind kind) {
  switch (kind) {
    case SignalKind::traffic_light:
      return "traffic light";
    case SignalKind::pedestrian_light:
      return "pedestrian light";
    case SignalKind::bicycle_light:
      return "bicycle light";
    case SignalKind::special_light:
      return "special light";
    case SignalKind::stop_sign:
      return "stop sign";
    case SignalKind::yield_sign:
      return "yield sign";
    case SignalKind::stop_line:
      return "stop line";
    case SignalKind::yield_line:
      return "yield line";
    case SignalKind::crosswalk:
      return "crosswalk";
    case SignalKind::speed_limit:
      return "speed limit";
    case SignalKind::speed_limit_end:
      return "end of speed limit";
    case SignalKind::priority_sign:
      return "priority sign";
    case SignalKind::supplementary:
      return "supplementary plate";
    case SignalKind::other:
      return "other";
  }
  return "";
}

std::string to_string(Arrows arrows) {
  std::string text;
  for (const Manoeuvre way : {Manoeuvre::left, Manoeuvre::straight, Manoeuvre::right, Manoeuvre::u_turn}) {
    if (!arrows.has(way)) continue;
    if (!text.empty()) text += ", ";
    text += to_string(way);
  }
  return text;
}

std::string signal_kinds_markdown() {
  const auto row = [](const Code& code) {
    std::string text = std::string(code.code) + " | " + to_string(code.kind) + " | " + std::string(code.meaning);
    if (code.arrows_by_subtype) text += "; arrow by subtype";
    if (!code.can_show_red) text += "; cannot show red";
    return text + " |\n";
  };
  std::string text = "| type, in any country | kind | meaning |\n|---|---|---|\n";
  for (const Code& code : kOpenDriveCodes) text += "| " + row(code);
  text += "\n| arrow subtype | points |\n|---|---|\n";
  for (const ArrowSubtype& known : kArrowSubtypes) {
    text += "| " + std::to_string(known.subtype) + " | " + to_string(known.arrows) + " |\n";
  }
  text += "\n| country | type | kind | meaning |\n|---|---|---|---|\n";
  for (const Scheme& scheme : kSchemes) {
    for (const Code& code : scheme.codes) text += "| " + std::string(scheme.title) + " | " + row(code);
  }
  return text;
}

}  // namespace scrutineer::map
