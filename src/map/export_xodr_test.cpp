#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "kit/data.h"
#include "kit/lane_maps.h"
#include "kit/maps.h"
#include "kit/paths.h"
#include "kit/random.h"
#include "kit/scratch_folder.h"
#include "map/lane_map.h"
#include "map/lookup.h"
#include "map/read.h"
#include "map/signal_kinds.h"
#include "map/write_xodr.h"

namespace scrutineer::map {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

struct Source {
  std::string name;
  Document document;
};

std::vector<Source> sources() {
  std::vector<Source> all;
  for (const auto& [name, document] : kit::all_generated_maps()) all.push_back({name, document});
  for (const std::string& name : kit::maps_like({"Town01", "fabriksgatan", "multi_intersections", "heckstrasse"})) {
    all.push_back({name, *read_document(kit::read_text(kit::map_path(name)), name)});
    const auto network = kit::load_map(name);
    all.push_back({name + " as lanes", document_of(kit::lanes_of(*network))});
  }
  all.push_back({"crossing as lanes", document_of(kit::lanes_of(*build_network(kit::four_way_crossing())))});
  return all;
}

// The same place in the same lane: of all that is written nothing moved.
TEST(ExportXodr, IsTheSameMapWhenReadBack) {
  for (const Source& source : sources()) {
    const auto before = build_network(source.document);
    const auto after = read_xodr(export_xodr(source.document).text, source.name);
    ASSERT_TRUE(after) << source.name << ": " << to_string(after.problem());
    ASSERT_EQ((*after)->roads().size(), before->roads().size()) << source.name;
    ASSERT_EQ((*after)->lanes().size(), before->lanes().size()) << source.name;
    EXPECT_EQ((*after)->signals().size(), before->signals().size()) << source.name;
    EXPECT_EQ((*after)->header().rev_minor, 7) << source.name;
    for (std::size_t i = 0; i < before->lanes().size(); ++i) {
      const Lane &old_lane = before->lanes()[i], &new_lane = (*after)->lanes()[i];
      EXPECT_EQ(new_lane.successors, old_lane.successors) << source.name << ", lane " << i;
      EXPECT_EQ(new_lane.predecessors, old_lane.predecessors) << source.name << ", lane " << i;
    }
    kit::Random random(3);
    for (int i = 0; i < 2'000; ++i) {
      const auto lane = random.index(before->lanes().size());
      const Lane& of = before->lanes()[lane];
      const RoadPoint place = point_at(*before, LaneId(lane), random.uniform(of.s_begin, of.s_end), 0.1);
      const auto old_places = locate(*before, {place.x, place.y}), new_places = locate(**after, {place.x, place.y});
      ASSERT_EQ(new_places.size(), old_places.size()) << source.name;
      for (std::size_t k = 0; k < old_places.size(); ++k) {
        EXPECT_EQ(new_places[k].lane, old_places[k].lane) << source.name;
        EXPECT_NEAR(new_places[k].s, old_places[k].s, 1e-6) << source.name;
      }
    }
  }
}

// A stop sign in Sweden is none in Germany.
TEST(ExportXodr, KeepsWhatSignsMeanWhateverTheirCountryIsCalled) {
  struct Case {
    const char *country, *written;
    std::size_t left_out;
  };
  const Case cases[] = {{"SE", "SE", 0},
                        {"se", "SE", 0},
                        {"swe", "SWE", 0},
                        {" De ", "DE", 0},
                        {"germany", "DE", 0},
                        {"usa", "USA", 0},
                        {"opendrive", "OpenDRIVE", 0},
                        {"", "", 0},
                        {"Atlantis", "", 1}};
  for (const Case& c : cases) {
    Document document = kit::straight_road();
    const SignalRecord sign{.id = "1", .type = "B", .subtype = "2", .country = c.country};
    document.roads[0].signals = {sign};
    const XodrExport exported = export_xodr(document);
    const auto after = read_xodr(exported.text, "t.xodr");
    ASSERT_TRUE(after) << to_string(after.problem());
    const SignalRecord& read = (*after)->signals()[0].record;
    EXPECT_EQ(read.country, c.written) << c.country;
    if (c.left_out == 0) {
      EXPECT_EQ(meaning_of(read), meaning_of(sign)) << c.country;
    }
    EXPECT_EQ(exported.left_out.size(), c.left_out) << c.country;
  }
}

TEST(ExportXodr, KeepsBridgesAndTunnels) {
  Document document = kit::straight_road();
  using Kind = StructureRecord::Kind;
  document.roads[0].structures = {{.id = "b", .type = "steel", .kind = Kind::bridge, .s = 10.0, .length = 20.0},
                                  {.id = "t", .type = "standard", .kind = Kind::tunnel, .s = 40.0, .length = 30.0}};
  const auto after = read_xodr(export_xodr(document).text, "t.xodr");
  ASSERT_TRUE(after) << to_string(after.problem());
  const std::vector<StructureRecord>& before = document.roads[0].structures;
  EXPECT_EQ((*after)->roads()[0].structures, (std::vector<StructureRecord>{before[1], before[0]})) << "tunnels first";
}

TEST(ExportXodr, TellsWhatOpenDriveCannotSay) {
  Document document = kit::straight_road();
  document.roads[0].sections[0].lanes[0].direction = LaneDirection::reversed;
  document.roads[0].sections[0].lanes[1].type = LaneType::shared;
  document.roads[0].sections[0].lanes[1].type_name = "shared";
  document.skipped.push_back({"road/railroad", 2, 7});
  const XodrExport out = export_xodr(document);
  EXPECT_THAT(out.left_out, Contains("2 elements road/railroad"));
  EXPECT_THAT(out.left_out, Contains(HasSubstr("1 lanes driven against the side")));
  EXPECT_THAT(out.left_out, Contains(HasSubstr("1 types of lanes")));
  EXPECT_THAT(export_xodr(kit::straight_road()).left_out, IsEmpty());
}

// To OpenDRIVE 1.7 a sign that is covered would be a sign.
TEST(ExportXodr, LeavesOutWhatIsInvalidated) {
  Document document = kit::straight_road();
  SignalRecord covered = kit::stop_sign("covered", 10.0, -4.0, Orientation::with_s);
  covered.invalidated = true;
  document.roads[0].signals = {covered, kit::stop_sign("sign", 20.0, -4.0, Orientation::with_s)};
  document.roads[0].signal_references = {{"covered", 30.0, 0.0, Orientation::with_s, {}}};
  document.roads[0].objects = {{.id = "line", .invalidated = true}};
  const XodrExport out = export_xodr(document);
  EXPECT_THAT(out.left_out, Contains(HasSubstr("2 signals and objects that are invalidated")));
  EXPECT_THAT(out.text, testing::Not(HasSubstr("covered")));
  EXPECT_THAT(out.text, testing::Not(HasSubstr("<object ")));
  EXPECT_THAT(out.text, HasSubstr(R"(id="sign")"));
}

int run(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string write(const kit::ScratchFolder& folder, const Source& source) {
  std::string name = source.name;
  std::ranges::replace(name, ' ', '_');
  const std::string path = (folder.path() / (name + ".xodr")).string();
  std::ofstream(path) << export_xodr(source.document).text;
  return path;
}

// With every sample map, as it is.
std::vector<Source> all_sources() {
  std::vector<Source> all = sources();
  for (const char* folder : {"maps", "inputs/maps", "inputs/tracks"})
    for (const std::filesystem::path& path : kit::all_maps(folder)) {
      if (path.filename() == "Town11.xodr.gz") continue;  // 23 MB of what the others have, too
      auto document = read_document(kit::read_text(path), path.filename().string());
      if (!document) throw std::runtime_error(to_string(document.problem()));
      all.push_back({path.stem().string() + " as it is", *std::move(document)});
    }
  return all;
}

// By the schema of 1.7 that ASAM publishes.
TEST(ExportXodr, IsValidByTheSchema) {
  const auto schema = kit::source_dir().parent_path() / "shared/standards/opendrive/schema/1.7.0/opendrive_17_core.xsd";
  if (!std::filesystem::exists(schema) || run("xmllint --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "no schema of OpenDRIVE 1.7, or no xmllint";
  const kit::ScratchFolder folder;
  for (const Source& source : all_sources()) {
    const std::string path = write(folder, source);
    EXPECT_EQ(run("xmllint --noout --schema '" + schema.string() + "' '" + path + "' > '" + path + ".txt' 2>&1"), 0)
        << source.name << "\n"
        << kit::read_text(path + ".txt").substr(0, 2'000);
  }
}

TEST(ExportXodr, IsReadByNetconvert) {
  if (run("netconvert --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no netconvert";
  const kit::ScratchFolder folder;
  for (const Source& source : all_sources()) {
    if (!source.name.ends_with("as lanes") && !source.name.ends_with("as it is")) continue;
    const std::string path = write(folder, source);
    EXPECT_EQ(run("SUMO_HOME=${SUMO_HOME:-/usr/share/sumo} netconvert --opendrive '" + path + "' -o '" + path +
                  ".net.xml' > '" + path + ".txt' 2>&1"),
              0)
        << source.name << "\n"
        << kit::read_text(path + ".txt").substr(0, 2'000);
    EXPECT_THAT(kit::read_text(path + ".net.xml"), HasSubstr("<edge ")) << source.name;
  }
}

}  // namespace
}  // namespace scrutineer::map
