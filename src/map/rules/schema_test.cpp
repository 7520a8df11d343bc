// The table of the schema against the XSDs of the standard, by validators: the same verdict on thousands of damaged maps.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <random>
#include <sstream>

#include "kit/data.h"
#include "kit/paths.h"
#include "kit/rule_testing.h"
#include "kit/scratch_folder.h"

namespace scrutineer::map::rules {
namespace {

namespace fs = std::filesystem;

TEST(Schema, SaysWhatIsWrong) {
  struct Case {
    const char* name;
    int minor;
    const char *from, *to;  // a change of a sound map
    const char* message;    // empty: nothing is found
  };
  const Case cases[] = {
      {"sound", 4, "", "", ""},
      {"a missing attribute", 7, R"(hdg="0")", "", "geometry: the attribute hdg is missing"},
      {"an attribute may be missing", 4, R"(hdg="0")", "", ""},
      {"an unknown attribute", 4, R"(hdg="0")", R"(hdg="0" bend="1")",
       "geometry: there is no attribute bend in OpenDRIVE 1.4"},
      {"a word for a number", 4, R"(hdg="0")", R"(hdg="north")", "geometry: hdg is \"north\", wanted a number"},
      {"an unknown word", 7, R"(type="driving")", R"(type="flying")", "lane: type is \"flying\", wanted one of"},
      {"an unknown element", 4, "<planView>", "<plan/><planView>",
       "plan: there is no element plan in road in OpenDRIVE 1.4"},
      {"an element of later versions", 4, "</lanes>", "</lanes><railroad/><objects/>", "objects: it comes too late"},
      {"something is missing", 4, R"(<center><lane id="0" type="none" level="false"/></center>)", "",
       "right: center comes before it in laneSection"},
      {"of another version", 3, R"(type="driving")", R"(type="anything")", ""},
  };
  for (const Case& c : cases) {
    std::string text = kit::map_text(c.minor, {kit::Road{}});
    if (*c.from != '\0') text.replace(text.find(c.from), std::string_view(c.from).size(), c.to);
    const RuleOutcome outcome = kit::outcome_of("xml.valid_schema", text);
    if (*c.message == '\0') {
      EXPECT_TRUE(outcome.findings.empty()) << c.name << ": " << outcome.findings.front().message;
    } else if (outcome.findings.empty()) {
      ADD_FAILURE() << c.name << ": nothing was found";
    } else {
      EXPECT_EQ(outcome.findings.front().message.substr(0, std::string_view(c.message).size()), c.message) << c.name;
    }
  }
}

TEST(Schema, TellsWhereTheTextOfTheStandardAllowsMore) {
  struct Case {
    const char* name;
    const char* segment;  // of a boundary
    Level level;
  };
  const Case cases[] = {
      {"s of 0", R"(type="lane" roadId="1" boundaryLane="-1" sStart="0" sEnd="end")", Level::information},
      {"s of 0.0", R"(type="lane" roadId="1" boundaryLane="-1" sStart="end" sEnd="0.00")", Level::information},
      {"the word of the example", R"(type="lane" roadId="1" boundaryLane="-1" sStart="begin" sEnd="4")",
       Level::information},
      {"below 0", R"(type="lane" roadId="1" boundaryLane="-1" sStart="-1" sEnd="end")", Level::error},
      {"another word", R"(type="lane" roadId="1" boundaryLane="-1" sStart="first" sEnd="end")", Level::error},
      {"a contact point", R"(type="joint" roadId="1" contactPoint="begin")", Level::error},
  };
  for (const Case& c : cases) {
    std::string text = kit::map_text(8, {kit::Road{}});
    const std::string junction = fmt::format(
        R"(<junction id="9"><connection id="0" incomingRoad="1" connectingRoad="1" contactPoint="start"/><boundary><segment {}/></boundary></junction>)",
        c.segment);
    text.insert(text.find("</OpenDRIVE>"), junction);
    const RuleOutcome outcome = kit::outcome_of("xml.valid_schema", text);
    ASSERT_EQ(outcome.findings.size(), 1U) << c.name;
    EXPECT_EQ(outcome.findings[0].level, c.level) << c.name << ": " << outcome.findings[0].message;
    EXPECT_EQ(outcome.findings[0].message.ends_with("the text of the standard allows it"), c.level != Level::error)
        << c.name;
  }
}

TEST(Schema, CountsWhatIsTheSameEverywhere) {
  std::vector<kit::Road> roads;
  for (int i = 0; i < 50; ++i) roads.push_back({.id = std::to_string(i), .attributes = R"(colour="red")"});
  const RuleOutcome outcome = kit::outcome_of("xml.valid_schema", kit::map_text(4, roads));
  ASSERT_EQ(outcome.findings.size(), 1U);
  EXPECT_EQ(outcome.findings[0].count, 50U);
}

// ---- against the XSDs -----------------------------------------------------------------------------------------------

fs::path schema_folder() { return kit::data_dir().parent_path() / "standards" / "opendrive" / "schema"; }

constexpr int kXsd11 = 8;  // since 1.8 the schemas are XSD 1.1, which libxml2 does not know
const std::array<const char*, 10> kSchemas = {"",
                                              "1.1/OpenDRIVE_1.1.xsd",
                                              "1.2/OpenDRIVE_1.2.xsd",
                                              "1.3/OpenDRIVE_1.3.xsd",
                                              "1.4/OpenDRIVE_1.4H.xsd",
                                              "1.5/OpenDRIVE_1.5M.xsd",
                                              "1.6.1/opendrive_16_core.xsd",
                                              "1.7.0/opendrive_17_core.xsd",
                                              "1.8.1/OpenDRIVE_Core.xsd",
                                              "OpenDRIVE_Core.xsd"};

std::vector<pugi::xml_node> elements_of(pugi::xml_node root) {
  struct Walker : pugi::xml_tree_walker {
    std::vector<pugi::xml_node> found;
    bool for_each(pugi::xml_node& node) override {
      if (node.type() == pugi::node_element) found.push_back(node);
      return true;
    }
  } walker;
  root.traverse(walker);
  return walker.found;
}

// One change of one element, of a kind that people and programs make.
void damage(pugi::xml_document& tree, std::mt19937& random) {
  const std::vector<pugi::xml_node> elements = elements_of(tree.document_element());
  pugi::xml_node node = elements[random() % elements.size()];
  const auto count = static_cast<std::size_t>(std::distance(node.attributes_begin(), node.attributes_end()));
  pugi::xml_attribute attribute =
      count == 0 ? pugi::xml_attribute()
                 : *std::next(node.attributes_begin(), static_cast<std::ptrdiff_t>(random() % count));
  switch (random() % 7) {
    case 0:
      node.remove_attribute(attribute);
      break;
    case 1:
      if (attribute) attribute.set_name("other");
      break;
    case 2: {
      const char* values[] = {"abc", "-1", "1.5", "", "NaN", " 3 ", "0", "true", "none", "1e3"};
      if (attribute) attribute.set_value(values[random() % std::size(values)]);
      break;
    }
    case 3:
      node.parent().remove_child(node);
      break;
    case 4:
      node.parent().insert_copy_after(node, node);
      break;
    case 5:
      node.parent().prepend_move(node);
      break;
    default:
      node.set_name("other");
      break;
  }
}

// Sound maps of this version: a made one, and small ones of the data folder. Of 1.9 there are none; those of 1.8 with
// its number are as good to compare verdicts on.
std::vector<std::string> sound_maps(int minor) {
  kit::Road road;
  road.types = R"(<type s="0" type="town"><speed max="13.8" unit="m/s"/></type>)";
  road.elevation = R"(<elevation s="0" a="0" b="0" c="0" d="0"/>)";
  road.signals =
      R"(<signal s="1" t="1" id="1" name="x" dynamic="no" orientation="+" zOffset="0" country="DE" type="1" subtype="1" value="1"/>)";
  std::vector<std::string> maps = {kit::map_text(
      minor, {road},
      R"(<controller id="1" name="c"><control signalId="1" type="0"/></controller><junction id="5" name="j"/>)")};
  for (const char* folder : {"bad-maps", "maps"}) {
    for (const fs::path& path : kit::all_maps(folder)) {
      if (maps.size() > 5 || fs::file_size(path) > 100'000) continue;
      const std::string text = kit::read_text(path);
      pugi::xml_document tree;
      if (!tree.load_string(text.c_str()) || tree.document_element().attribute("xmlns")) continue;
      if (std::string_view(tree.document_element().name()) != "OpenDRIVE") continue;
      pugi::xml_attribute version = tree.document_element().child("header").attribute("revMinor");
      if (version.as_int() != std::min(minor, 8)) continue;
      version.set_value(minor);
      std::ostringstream changed;
      tree.save(changed);
      maps.push_back(changed.str());
    }
  }
  return maps;
}

// What a command prints, and whether it ended well.
struct Printed {
  std::vector<std::string> lines;
  int code = -1;
};
Printed print_of(const std::string& command) {
  Printed printed;
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return printed;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr)
    printed.lines.emplace_back(buffer.data());
  printed.code = WEXITSTATUS(pclose(pipe));
  return printed;
}

using Refused = std::map<std::string, std::string>;  // why, by file name

// The files that break the schema by more than keys, which have rules of their own here.
Refused refused_by_xmllint(const fs::path& schema, const fs::path& folder) {
  Refused refused;
  for (const std::string& line :
       print_of(fmt::format("xmllint --noout --schema '{}' '{}'/*.xodr 2>&1", schema.string(), folder.string()))
           .lines) {
    if (line.find("Schemas validity error") == std::string::npos || line.find("key-sequence") != std::string::npos ||
        line.find("identity-constraint") != std::string::npos || line.find("key identity") != std::string::npos)
      continue;
    refused.emplace(fs::path(line.substr(0, line.find(".xodr:") + 5)).filename().string(), line);
  }
  return refused;
}

// The same by a validator that knows XSD 1.1. Nothing: it is not installed.
std::optional<Refused> refused_by_xsd11(const fs::path& schema, const fs::path& folder) {
  const Printed printed = print_of(
      fmt::format("{} -B '{}' '{}' '{}' 2>&1", fs::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3",
                  (kit::source_dir() / "tests/map/refused_by_xsd.py").string(), schema.string(), folder.string()));
  constexpr int kMissing = 77;
  if (printed.code == kMissing) return std::nullopt;
  EXPECT_EQ(printed.code, 0) << (printed.lines.empty() ? "" : printed.lines.back());
  Refused refused;
  for (const std::string& line : printed.lines) refused.emplace(line.substr(0, line.find(':')), line);
  return refused;
}

// Sound maps and damaged ones, in files of their own, and their texts by file name.
std::map<std::string, std::string> write_maps(int minor, int damages, const fs::path& folder) {
  std::mt19937 random(7U + static_cast<unsigned>(minor));
  std::map<std::string, std::string> texts;
  for (const std::string& sound : sound_maps(minor)) {
    for (int i = 0; i <= damages; ++i) {
      pugi::xml_document tree;
      tree.load_string(sound.c_str());
      if (i > 0) damage(tree, random);
      std::ostringstream text;
      tree.save(text);
      const std::string name = fmt::format("{:04}.xodr", texts.size());
      std::ofstream(folder / name) << text.str();
      texts[name] = text.str();
    }
  }
  return texts;
}

bool is_of_version(const std::string& text, int minor) {
  pugi::xml_document tree;
  tree.load_string(text.c_str());
  const pugi::xml_node header = tree.document_element().child("header");
  return std::string_view(header.attribute("revMinor").value()) == std::to_string(minor) &&
         std::string_view(header.attribute("revMajor").value()) == "1";
}

TEST(Schema, AgreesWithTheXsds) {
  SCRUTINEER_NEEDS_DATA();
  if (!fs::exists(schema_folder())) GTEST_SKIP() << "no " << schema_folder();
  if (std::system("xmllint --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "xmllint is not installed";
  for (int minor = 1; minor <= 9; ++minor) {
    const kit::ScratchFolder folder;
    const auto texts = write_maps(minor, minor < kXsd11 ? 40 : 25, folder.path());
    const fs::path schema = schema_folder() / kSchemas[static_cast<std::size_t>(minor)];
    const auto refused =
        minor < kXsd11 ? refused_by_xmllint(schema, folder.path()) : refused_by_xsd11(schema, folder.path());
    if (!refused) GTEST_SKIP() << "python3-xmlschema is not installed: 1.8 and 1.9 were not compared";
    std::size_t compared = 0;
    for (const auto& [name, text] : texts) {
      if (!is_of_version(text, minor)) continue;  // a damaged header: another schema is for it
      // To libxml2 it is not below any bound, though it cannot be compared with one.
      if (minor < kXsd11 && text.find("\"NaN\"") != std::string::npos) continue;
      const RuleOutcome outcome = kit::outcome_of("xml.valid_schema", text);
      ++compared;
      const auto why = refused->find(name);
      EXPECT_EQ(!outcome.findings.empty(), why != refused->end())
          << "1." << minor << ": " << (outcome.findings.empty() ? "" : outcome.findings[0].message)
          << (why == refused->end() ? "" : why->second) << "\n"
          << text.substr(0, 3000);
    }
    EXPECT_GT(compared, 20U) << minor;
    EXPECT_GT(refused->size(), compared / 8) << minor;
  }
}

}  // namespace
}  // namespace scrutineer::map::rules
