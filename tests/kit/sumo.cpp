#include "kit/sumo.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <pugixml.hpp>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "kit/random.h"

namespace scrutineer::kit {

namespace fs = std::filesystem;

namespace {

bool is_installed(std::string_view program) {
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path == nullptr ? "" : path; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (access(fmt::format("{}/{}", rest.substr(0, end), program).c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// Runs it with all that it says in a file, which is told where it fails.
void call(const TemporaryFolder& folder, const std::string& command) {
  // Debian's place for SUMO's own data; without it netconvert knows no lane types.
  const std::string home = std::getenv("SUMO_HOME") == nullptr ? "SUMO_HOME=/usr/share/sumo " : "";
  const std::string log = folder.file("log.txt");
  if (std::system(fmt::format("{}{} > '{}' 2>&1", home, command, log).c_str()) == 0) return;
  throw std::runtime_error(command + ":\n" + read_text(log));
}

struct Edge {
  std::string id;
  std::string lane;  // the first one that cars may use
  double length = 0.0;
};
struct Net {
  std::vector<Edge> edges;            // that cars may use
  std::vector<std::string> programs;  // of lights
};

Net read_net(const fs::path& file) {
  pugi::xml_document document;
  if (!document.load_file(file.c_str())) throw std::runtime_error("no net in " + file.string());
  Net net;
  for (const pugi::xml_node edge : document.child("net").children("edge")) {
    if (std::string_view(edge.attribute("function").value()) == "internal") continue;
    for (const pugi::xml_node lane : edge.children("lane")) {
      const std::string allowed = fmt::format(" {} ", lane.attribute("allow").value());
      const std::string refused = fmt::format(" {} ", lane.attribute("disallow").value());
      const bool is_open = allowed == "  " || allowed.find(" passenger ") != std::string::npos;
      if (!is_open || refused == " all " || refused.find(" passenger ") != std::string::npos) continue;
      net.edges.push_back(
          {edge.attribute("id").value(), lane.attribute("id").value(), lane.attribute("length").as_double()});
      break;
    }
  }
  for (const pugi::xml_node program : document.child("net").children("tlLogic"))
    net.programs.emplace_back(program.attribute("id").value());
  if (net.edges.empty()) throw std::runtime_error("no edges for cars in " + file.string());
  return net;
}

// A braker's decel is not what others take it for (apparentDecel), and a tailgater can hardly brake: where the former
// stops, the latter run into it.
constexpr const char* kTypes =
    "<additional>\n"
    "    <vType id=\"car\" vClass=\"passenger\" length=\"4.5\" width=\"1.8\" height=\"1.5\"/>\n"
    "    <vType id=\"reckless\" vClass=\"passenger\" length=\"4.5\" width=\"1.8\" height=\"1.5\" speedFactor=\"1.5\" "
    "jmIgnoreFoeProb=\"1\" jmIgnoreFoeSpeed=\"50\" jmIgnoreJunctionFoeProb=\"1\" jmDriveAfterRedTime=\"1000\"/>\n"
    "    <vType id=\"braker\" vClass=\"passenger\" length=\"4.5\" width=\"1.8\" height=\"1.5\" decel=\"9\" "
    "emergencyDecel=\"9\" apparentDecel=\"0.5\"/>\n"
    "    <vType id=\"tailgater\" vClass=\"passenger\" length=\"4.5\" width=\"1.8\" height=\"1.5\" speedFactor=\"1.4\" "
    "tau=\"0.3\" minGap=\"0.5\" decel=\"2.5\" emergencyDecel=\"3\" impatience=\"1\" lcSpeedGain=\"20\" "
    "lcAssertive=\"1000\" "
    "lcPushy=\"1\" lcCooperative=\"0\"/>\n"
    "    <vType id=\"red_runner\" vClass=\"passenger\" length=\"4.5\" width=\"1.8\" height=\"1.5\" "
    "jmDriveAfterRedTime=\"1000\"/>\n"
    "    <vType id=\"truck\" vClass=\"truck\" length=\"8\" width=\"2.4\" height=\"3\"/>\n"
    "    <vType id=\"bus\" vClass=\"bus\" length=\"12\" width=\"2.5\" height=\"3.4\"/>\n"
    "</additional>\n";

// As kTypes, but nobody is faster than allowed.
constexpr const char* kLawfulTypes =
    "<additional>\n"
    "    <vType id=\"car\" vClass=\"passenger\" length=\"4.5\" width=\"1.8\" height=\"1.5\" accel=\"1.9\" "
    "decel=\"3.9\" speedFactor=\"1\" speedDev=\"0\"/>\n"
    "    <vType id=\"truck\" vClass=\"truck\" length=\"8\" width=\"2.4\" height=\"3\" accel=\"1.3\" decel=\"3.9\" "
    "speedFactor=\"1\" speedDev=\"0\"/>\n"
    "    <vType id=\"bus\" vClass=\"bus\" length=\"12\" width=\"2.5\" height=\"3.4\" accel=\"1.2\" decel=\"3.9\" "
    "speedFactor=\"1\" speedDev=\"0\"/>\n"
    "</additional>\n";

std::string_view type_of(int vehicle, const SumoOptions& options) {
  const int place = vehicle % 10;  // of ten vehicles
  if (place == 4) return "truck";
  if (place == 9) return "bus";
  if (options.runs_red && vehicle % 3 == 0) return "red_runner";
  if (!options.reckless) return "car";
  if (place == 1) return "braker";
  if (place == 2 || place == 3) return "tailgater";
  return vehicle % 3 == 0 ? "reckless" : "car";
}

// Ids are numbers, as other formats want them. Trips that no route serves are left out by SUMO.
std::string trips(const Net& net, const SumoOptions& options) {
  Random random(options.seed);
  const double last = to_seconds(options.duration) / 2.0;
  std::string text = "<routes>\n";
  const Edge *from = nullptr, *to = nullptr;
  for (int i = 0; i < options.vehicles; ++i) {
    const std::string_view type = type_of(i, options);
    if (type != "tailgater") {  // who follows the vehicle before it all the way
      from = &net.edges[random.index(net.edges.size())];
      to = &net.edges[random.index(net.edges.size())];
    }
    text += fmt::format("    <trip id=\"{}\" type=\"{}\" depart=\"{:.1f}\" from=\"{}\" to=\"{}\" departLane=\"best\">",
                        i, type, last * i / options.vehicles, from->id, to->id);
    if (type == "braker")
      text += fmt::format("<stop lane=\"{}\" endPos=\"{:.1f}\" duration=\"20\"/>", to->lane, to->length / 2.0);
    text += "</trip>\n";
  }
  return text + "</routes>\n";
}

std::string bystanders(const Net& net, const SumoOptions& options) {
  Random random(options.seed + 1);  // vehicles stay the same
  std::string text = "<routes>\n";
  for (int i = 0; i < options.bystanders; ++i) {
    const std::string_view what = i % 2 == 0 ? "person" : "container";
    const Edge& edge = net.edges[random.index(net.edges.size())];
    const double place = random.uniform(0.2, 0.8) * edge.length;
    text += fmt::format(
        "    <{0} id=\"{1}\" depart=\"{2:.1f}\" departPos=\"{3:.2f}\"><stop edge=\"{4}\" startPos=\"{5:.2f}\" "
        "endPos=\"{6:.2f}\" duration=\"30\"/></{0}>\n",
        what, 10'000 + i, to_seconds(options.duration) * i / options.bystanders, place, edge.id, 0.1 * edge.length,
        0.9 * edge.length);
  }
  return text + "</routes>\n";
}

std::string light_events(const Net& net, const fs::path& file) {
  std::string text = "<additional>\n";
  for (const std::string& program : net.programs)
    text += fmt::format("    <timedEvent type=\"SaveTLSStates\" source=\"{}\" dest=\"{}\"/>\n", program, file.string());
  return text + "</additional>\n";
}

}  // namespace

bool has_sumo() { return is_installed("sumo") && is_installed("netconvert"); }

SumoRun run_sumo(const SumoOptions& options) {
  SumoRun run;
  run.folder_ = std::make_unique<TemporaryFolder>();
  const TemporaryFolder& folder = *run.folder_;
  run.map = options.map_file.empty() ? map_path(options.map) : options.map_file;
  run.lane_changes = folder.path() / "lane_changes.xml";
  run.surrogates = folder.path() / "ssm.xml";
  run.net = folder.path() / "map.net.xml";
  run.fcd = folder.path() / "fcd.xml";
  run.lights = folder.path() / "lights.xml";
  run.vehicle_types = folder.path() / "types.xml";
  run.collisions = folder.path() / "collisions.xml";

  // Coordinates stay the map's.
  call(folder, fmt::format("netconvert --opendrive-files '{}' -o '{}' --offset.disable-normalization "
                           "--output.original-names --xml-validation never",
                           run.map.string(), run.net.string()));
  const Net net = read_net(run.net);
  write_file(run.vehicle_types, options.lawful ? kLawfulTypes : kTypes);
  write_file(folder.path() / "trips.xml", trips(net, options));
  write_file(folder.path() / "bystanders.xml", bystanders(net, options));
  write_file(folder.path() / "events.xml", light_events(net, run.lights));
  write_file(run.lights, "<tlsStates/>\n");  // for nets without lights
  const std::string recklessness =
      options.reckless ? fmt::format(
                             " --collision.check-junctions --collision.mingap-factor 0 --collision.action warn "
                             "--collision-output '{}'",
                             run.collisions.string())
                       : "";
  const std::string changes =
      options.lane_changes ? fmt::format(" --fcd-output.signals --lanechange-output '{}'", run.lane_changes.string())
                           : "";
  const std::string surrogates =
      options.surrogates
          ? fmt::format(
                " --device.ssm.probability 1 --device.ssm.measures 'TTC DRAC' --device.ssm.thresholds '8 0.1' "
                "--device.ssm.range 100 --device.ssm.extratime 0 --device.ssm.trajectories true "
                "--device.ssm.file '{}'",
                run.surrogates.string())
          : "";
  call(folder,
       fmt::format("sumo -n '{}' -r '{},{}' -a '{},{}' --fcd-output '{}' --fcd-output.acceleration --precision {} "
                   "--lanechange.duration {} --step-length {} --end {} --seed {} --ignore-route-errors "
                   "--time-to-teleport -1 --no-step-log --xml-validation never{}{}{}",
                   run.net.string(), folder.file("trips.xml"), folder.file("bystanders.xml"),
                   run.vehicle_types.string(), folder.file("events.xml"), run.fcd.string(), options.digits,
                   to_seconds(options.lane_change), to_seconds(options.step), to_seconds(options.duration),
                   options.seed, recklessness, changes, surrogates));
  return run;
}

}  // namespace scrutineer::kit
