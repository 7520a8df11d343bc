#include <fmt/format.h>
#include <libsumo/libtraci.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <random>
#include <thread>
#include <unordered_map>
#include <utility>

#include "base/angle.h"
#include "base/text.h"
#include "live/sumo/detail/traci_plugin.h"
#include "live/sumo/net_graph.h"
#include "live/sumo/process.h"
#include "live/sumo/relay.h"
#include "trace/sumo_words.h"

namespace scrutineer::live::sumo {

namespace {

namespace traci = libtraci;
using trace::ActorId;
using trace::ActorState;
using trace::Field;

constexpr int kOldestApi = 20;  // of SUMO 1.2; older ones lack what is asked for below
constexpr int kNoRetries = 0;   // the relay is there
constexpr double kEndPatience = 5.0;
constexpr int kAllChecks = 31, kNoChecks = 0;  // of the speed mode
constexpr double kMatchThreshold = 100.0;      // metres, as SUMO's own default
constexpr double kShortestEdge = 10.0;         // metres; where vehicles begin and end
constexpr int kRouteTries = 50;

const std::vector<int> kVehicleVariables{libsumo::VAR_POSITION3D,   libsumo::VAR_ANGLE,   libsumo::VAR_SPEED,
                                         libsumo::VAR_ACCELERATION, libsumo::VAR_SIGNALS, libsumo::VAR_SLOPE};
const std::vector<int> kPersonVariables{libsumo::VAR_POSITION3D, libsumo::VAR_ANGLE, libsumo::VAR_SPEED,
                                        libsumo::VAR_VEHICLE};

double number(const libsumo::TraCIResults& results, int variable) {
  const auto found = results.find(variable);
  const auto* value = found == results.end() ? nullptr : dynamic_cast<libsumo::TraCIDouble*>(found->second.get());
  return value == nullptr ? 0.0 : value->value;
}
std::string text(const libsumo::TraCIResults& results, int variable) {
  const auto found = results.find(variable);
  const auto* value = found == results.end() ? nullptr : dynamic_cast<libsumo::TraCIString*>(found->second.get());
  return value == nullptr ? std::string() : value->value;
}
int integer(const libsumo::TraCIResults& results, int variable) {
  const auto found = results.find(variable);
  const auto* value = found == results.end() ? nullptr : dynamic_cast<libsumo::TraCIInt*>(found->second.get());
  return value == nullptr ? 0 : value->value;
}
std::vector<std::string> texts(const libsumo::TraCIResults& results, int variable) {
  const auto found = results.find(variable);
  const auto* value = found == results.end() ? nullptr : dynamic_cast<libsumo::TraCIStringList*>(found->second.get());
  return value == nullptr ? std::vector<std::string>() : value->value;
}

// A vehicle that SUMO itself is teleporting has no position.
const libsumo::TraCIPosition* position(const libsumo::TraCIResults& results) {
  const auto found = results.find(libsumo::VAR_POSITION3D);
  const auto* at = found == results.end() ? nullptr : dynamic_cast<libsumo::TraCIPosition*>(found->second.get());
  if (at == nullptr || at->x == libsumo::INVALID_DOUBLE_VALUE || at->y == libsumo::INVALID_DOUBLE_VALUE) return nullptr;
  return at;
}

// Is somebody listening there? Trying would be a client to SUMO, so the system's table is asked.
bool is_listening(int port) {
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream in(table);
    std::string line;
    const std::string wanted = fmt::format(":{:04X} ", port);
    while (std::getline(in, line)) {
      const std::size_t local = line.find(wanted);
      // "  0: 0100007F:1F90 00000000:0000 0A ...": the local address comes first, 0A is listening.
      if (local != std::string::npos && local < 45 && line.find(" 0A ") != std::string::npos) return true;
    }
  }
  return false;
}

class Connected final : public SumoSimulator {
 public:
  explicit Connected(SumoOptions options) : options_(std::move(options)), draw_(options_.seed) {
    if (!options_.ego.empty()) host_id_ = options_.ego;
    file_ = !options_.name.empty()     ? options_.name
            : !options_.config.empty() ? options_.config
            : !options_.net.empty()    ? options_.net
                                       : fmt::format("SUMO at port {}", options_.attach.value_or(0));
  }

  ~Connected() override { close(); }
  Connected(const Connected&) = delete;
  Connected& operator=(const Connected&) = delete;

  std::optional<Problem> connect() {
    std::signal(SIGPIPE, SIG_IGN);  // a SUMO that died is met as an error of the connection
    int port = options_.attach.value_or(0);
    if (!options_.attach) {
      port = free_port();
      auto started = Process::start(command(port), options_.log);
      if (!started) return Problem{{}, started.problem().message + ": scripts/install-deps live, or apt install sumo"};
      process_.emplace(*std::move(started));
      if (auto problem = wait_for(port)) return problem;
    }
    auto relay = Relay::open(port, options_.patience);
    if (!relay) return Problem{{.file = file_}, fmt::format("SUMO could not be reached: {}", relay.problem().message)};
    relay_ = *std::move(relay);
    return guarded("connect", [&] {
      // A label is never free again after a connection that broke.
      static std::atomic<int> connections = 0;
      const auto [api, version] =
          traci::Simulation::init(relay_->port(), kNoRetries, "127.0.0.1", fmt::format("scrutineer {}", ++connections));
      is_connected_ = true;
      version_ = version;
      traci::Simulation::setOrder(options_.attach ? 2 : 1);
      if (api < kOldestApi)
        throw libsumo::TraCIException(
            fmt::format("{} is too old: its interface is version {}, at least {} is needed", version, api, kOldestApi));
      prepare();
    });
  }

  Result<bool> next(trace::Step& step) override {
    step.clear();
    if (is_over_) return false;
    trace::Frame& frame = step.frame;
    auto problem = guarded("step", [&] {
      before_step();
      traci::Simulation::step();
      after_step();
      take_frame(frame);
    });
    if (problem) {
      step.clear();
      return *std::move(problem);
    }
    if (frames_ == 0) {
      step.changes.start_seconds = to_seconds(first_);
      step.changes.host_id = host_id_;
    }
    take_changes(step.changes);
    frame.number = frames_++;
    if (options_.duration && frame.time.time_since_epoch() >= *options_.duration) is_over_ = true;
    if (!frame.actors.empty()) had_actors_ = true;
    // The road is empty, and no more vehicles will come.
    if (edges_.empty() && had_actors_ && frame.actors.empty() && expected_ <= 0) is_over_ = true;
    return true;
  }

  std::string_view format() const override { return "sumo"; }
  const std::string& file() const override { return file_; }

  std::optional<Problem> relocate(ActorId actor, const teleport::Destination& destination,
                                  const std::string& goal) override {
    const trace::ActorInfo& info = actors_[actor.index()];
    const double ahead = info.length / 2.0;
    return guarded("relocate " + info.id, [&] {
      Relocation moving{.id = info.id,
                        .x = destination.x + ahead * std::cos(destination.heading),
                        .y = destination.y + ahead * std::sin(destination.heading),
                        .angle = trace::sumo_from_yaw(destination.heading),
                        .goal = goal};
      const auto lanes = destination.way.empty() ? std::nullopt : graph().lanes_along(destination.way);
      if (lanes) {
        stand_on(destination.way, ahead, moving);
        take_lane(moving, graph().id(graph().lane_ahead(*lanes, destination.way.front(), ahead)));
        moving.route = route_through(graph().edges_of(*lanes), goal, traci::Vehicle::getTypeID(info.id));
      } else {
        const auto road = traci::Simulation::convertRoad(moving.x, moving.y);
        moving.edge = road.edgeID;
        moving.lane = road.laneIndex;
      }
      relocation_ = std::move(moving);
    });
  }
  bool is_relocating() const override { return relocation_.has_value(); }

  Result<bool> has_way(std::span<const map::Point> way) override {
    bool found = false;
    auto problem = guarded("describe its lanes", [&] { found = graph().lanes_along(way).has_value(); });
    if (problem) return *std::move(problem);
    return found;
  }

  Result<std::size_t> remove_vehicles(double x, double y, double radius, double seconds, ActorId keep) override {
    const auto comes_near = [&](const ActorState& state) {
      return std::hypot(state.x - x, state.y - y) <= radius + seconds * std::hypot(state.vx, state.vy);
    };
    std::size_t removed = 0;
    auto problem = guarded("remove vehicles", [&] {
      for (const ActorState& state : last_) {
        if (state.actor == keep || !comes_near(state)) continue;
        if (!vehicles_.contains(actors_[state.actor.index()].id)) continue;
        const std::string& id = actors_[state.actor.index()].id;
        traci::Vehicle::unsubscribe(id);  // SUMO would report an error in its place
        traci::Vehicle::remove(id, libsumo::REMOVE_VAPORIZED);
        ++removed;
      }
    });
    if (problem) return *std::move(problem);
    std::erase_if(last_, [&](const ActorState& state) { return state.actor != keep && comes_near(state); });
    return removed;
  }

  std::optional<Problem> send(ActorId actor, const std::string& goal) override {
    const std::string& id = actors_[actor.index()].id;
    return guarded(fmt::format("send {} to {}", id, goal), [&] { traci::Vehicle::changeTarget(id, goal); });
  }

  std::string goal_at(double x, double y) override {
    std::string edge;
    guarded("look up a road", [&] {
      const auto road = traci::Simulation::convertRoad(x, y);
      edge = road.edgeID;
      // Nobody can be sent into a junction, but to the edge behind it.
      auto lane = graph().find(fmt::format("{}_{}", road.edgeID, road.laneIndex));
      while (lane && NetGraph::is_in_junction(edge) && !graph().next(*lane).empty()) {
        lane = graph().next(*lane).front();
        edge = NetGraph::edge_of(graph().id(*lane));
      }
    });
    return edge;
  }
  double step_seconds() const override { return step_seconds_; }
  std::string version() const override { return version_; }
  int pid() const override { return process_ ? process_->pid() : -1; }

 private:
  struct Relocation {
    std::string id;
    double x, y, angle;  // of the front bumper's centre
    std::string goal;
    std::string edge = {};  // with the lane what moveToXY() knows the lane by
    int lane = 0;
    std::vector<std::string> route = {};  // edges; empty: the goal alone counts
    int steps_done = 0;
  };

  std::vector<std::string> command(int port) const {
    std::vector<std::string> words{options_.program};
    if (!options_.config.empty()) words.insert(words.end(), {"-c", options_.config});
    if (!options_.net.empty()) words.insert(words.end(), {"-n", options_.net, "--lanechange.duration", "3"});
    if (!options_.net.empty() || options_.step_length)
      words.insert(words.end(), {"--step-length", fmt::format("{}", options_.step_length.value_or(0.1))});
    if (!options_.net.empty()) words.insert(words.end(), {"--seed", fmt::format("{}", options_.seed)});
    words.insert(words.end(), {"--remote-port", fmt::format("{}", port), "--start", "--no-step-log"});
    words.insert(words.end(), options_.arguments.begin(), options_.arguments.end());
    return words;
  }

  std::optional<Problem> wait_for(int port) {
    Wait wait(options_.patience);  // SUMO reads its net before it listens
    while (!is_listening(port)) {
      if (process_->ended()) return Problem{{.file = file_}, fmt::format("SUMO {}{}", *process_->ended(), log_tail())};
      if (const auto when = wait.over())
        return Problem{{.file = file_}, fmt::format("SUMO did not take connections {}{}", *when, log_tail())};
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return std::nullopt;
  }

  // What SUMO said was wrong.
  std::string log_tail() const {
    std::ifstream in(options_.log);
    std::string line, said;
    while (std::getline(in, line))
      if (line.starts_with("Error")) said = line;
    return said.empty() ? "" : ": " + said;
  }

  // Calls SUMO; whatever goes wrong there becomes a problem that says what was being done and what became of SUMO.
  template <typename Call>
  std::optional<Problem> guarded(const std::string& what, const Call& call) {
    try {
      call();
      return std::nullopt;
    } catch (const std::exception& error) {
      // A SUMO that is killed may still be ending when its connection breaks.
      std::optional<std::string> ended;
      for (int i = 0; i < 50 && process_ && !ended; ++i) {
        ended = process_->ended();
        if (!ended) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
      is_over_ = true;
      const std::string where = has_started_ ? fmt::format(" after {} s", to_seconds(Time(time_))) : std::string();
      if (ended) return Problem{{.file = file_}, fmt::format("SUMO {}{}{}", *ended, where, log_tail())};
      const auto fault = relay_ ? relay_->fault() : std::nullopt;
      return Problem{{.file = file_},
                     fmt::format("SUMO could not {}{}: {}", what, where, fault ? "it " + *fault : error.what())};
    }
  }

  void prepare() {
    step_seconds_ = traci::Simulation::getDeltaT();
    const auto boundary = traci::Simulation::getNetBoundary().value;
    has_heights_ = std::ranges::any_of(
        boundary, [](const auto& corner) { return corner.z != 0.0 && corner.z != libsumo::INVALID_DOUBLE_VALUE; });
    traci::Simulation::subscribe(
        std::vector<int>{libsumo::VAR_TIME, libsumo::VAR_DEPARTED_VEHICLES_IDS, libsumo::VAR_MIN_EXPECTED_VEHICLES});
    for (const std::string& light : traci::TrafficLight::getIDList()) {
      traci::TrafficLight::subscribe(light, {libsumo::TL_RED_YELLOW_GREEN_STATE});
      programs_.push_back(light);
    }
    std::ranges::sort(programs_);
    for (const std::string& id : traci::Vehicle::getIDList()) welcome(id);
    if (!options_.net.empty()) find_edges();
  }

  static bool is_for_cars(const std::string& lane) {
    const auto allowed = traci::Lane::getAllowed(lane);
    return allowed.empty() || std::ranges::find(allowed, "passenger") != allowed.end();
  }

  // Read when it is first wanted: only a Teleporter wants it.
  const NetGraph& graph() {
    if (graph_) return *graph_;
    NetGraph read;
    std::vector<std::string> lanes = traci::Lane::getIDList();
    std::erase_if(lanes, [](const std::string& lane) { return !is_for_cars(lane); });
    std::ranges::sort(lanes);
    for (const std::string& lane : lanes) {
      std::vector<map::Point> shape;
      for (const libsumo::TraCIPosition& at : traci::Lane::getShape(lane).value) shape.push_back({at.x, at.y});
      read.add(lane, std::move(shape));
    }
    for (const std::string& lane : lanes)
      for (const libsumo::TraCIConnection& link : traci::Lane::getLinks(lane))
        read.link(lane, link.approachedInternal.empty() ? link.approachedLane : link.approachedInternal);
    graph_ = std::move(read);
    return *graph_;
  }

  // moveToXY() knows a lane by the name it had before the net was made, and by its own only if it had none.
  static void take_lane(Relocation& moving, const std::string& lane) {
    const std::string original = traci::Lane::getParameter(lane, "origId");
    for (const std::string& name : {original, lane}) {
      const std::size_t bar = name.rfind('_');
      const auto index =
          bar == std::string::npos ? std::nullopt : parse_integer(std::string_view(name).substr(bar + 1));
      if (!index) continue;
      moving.edge = name.substr(0, bar);
      moving.lane = static_cast<int>(*index);
      return;
    }
  }

  // Puts the front bumper on the way as well: where the way bends, that is not straight ahead of the centre.
  static void stand_on(std::span<const map::Point> way, double ahead, Relocation& moving) {
    const map::Point centre = way.front();
    const auto distance = [&](map::Point at) { return std::hypot(at.x - centre.x, at.y - centre.y); };
    const auto beyond = std::ranges::find_if(way, [&](map::Point at) { return distance(at) >= ahead; });
    if (beyond == way.begin() || beyond == way.end()) return;
    const map::Point before = *(beyond - 1);
    const double share = (ahead - distance(before)) / (distance(*beyond) - distance(before));
    moving.x = before.x + share * (beyond->x - before.x);
    moving.y = before.y + share * (beyond->y - before.y);
    moving.angle = trace::sumo_from_yaw(std::atan2(moving.y - centre.y, moving.x - centre.x));
  }

  // Along these edges and on to the goal, for a vehicle of this type.
  static std::vector<std::string> route_through(std::vector<std::string> edges, const std::string& goal,
                                                const std::string& type) {
    if (goal.empty() || edges.empty() || edges.back() == goal) return edges;
    const std::vector<std::string> onward = traci::Simulation::findRoute(edges.back(), goal, type).edges;
    if (onward.empty())
      throw libsumo::TraCIException(fmt::format("no way leads from edge {} to the goal {}", edges.back(), goal));
    edges.insert(edges.end(), onward.begin() + 1, onward.end());
    return edges;
  }

  // With a net only: vehicles between edges drawn at random, one after the other, a new one for each that arrived.
  void find_edges() {
    for (const std::string& edge : traci::Edge::getIDList()) {
      if (edge.starts_with(':')) continue;
      for (int lane = 0; lane < traci::Edge::getLaneNumber(edge); ++lane) {
        const std::string id = fmt::format("{}_{}", edge, lane);
        if (!is_for_cars(id) || traci::Lane::getLength(id) < kShortestEdge) continue;
        edges_.push_back(edge);
        break;
      }
    }
    std::ranges::sort(edges_);
    if (edges_.size() < 2) throw libsumo::TraCIException("the net has fewer than two edges to drive on");
  }

  void keep_up_traffic() {
    if (edges_.empty() || static_cast<int>(last_.size()) + waiting_ >= options_.vehicles) return;
    if (spawned_ > 0 && time_ < next_spawn_) return;
    next_spawn_ = time_ + options_.between_vehicles;
    for (int tries = 0; tries < kRouteTries; ++tries) {
      const std::string& from = edges_[draw_() % edges_.size()];
      const std::string& to = edges_[draw_() % edges_.size()];
      if (from == to) continue;
      const auto way = traci::Simulation::findRoute(from, to, "DEFAULT_VEHTYPE");
      if (way.edges.size() < 2) continue;
      const std::string id = spawned_ == 0 && !options_.ego.empty() ? options_.ego : fmt::format("vehicle{}", spawned_);
      traci::Route::add("route_" + id, way.edges);
      traci::Vehicle::add(id, "route_" + id, "DEFAULT_VEHTYPE", "now", "best");
      ++spawned_;
      ++waiting_;
      return;
    }
  }

  void welcome(const std::string& id) {
    traci::Vehicle::subscribe(id, kVehicleVariables);
    vehicles_[id] = add_actor(trace::sumo_actor(id, traci::Vehicle::getVehicleClass(id), traci::Vehicle::getLength(id),
                                                traci::Vehicle::getWidth(id), traci::Vehicle::getHeight(id)));
  }

  ActorId add_actor(trace::ActorInfo info) {
    info.is_host = host_id_ == info.id;
    const auto [known, is_new] = ids_.try_emplace(info.id, ActorId(actors_.size()));
    if (is_new) {
      actors_.push_back(std::move(info));
    } else {
      actors_[known->second.index()] = std::move(info);  // back, perhaps as something else
    }
    changed_.push_back(known->second);
    return known->second;
  }

  void take_changes(trace::Changes& changes) {
    for (const ActorId actor : changed_) changes.actors.push_back({actor, actors_[actor.index()]});
    changed_.clear();
    changes.lights = std::exchange(new_lights_, {});
    changes.counts.frames = 1;
  }

  void before_step() {
    keep_up_traffic();
    if (!relocation_) return;
    const Relocation& to = *relocation_;
    if (to.steps_done == 0) {
      traci::Vehicle::setSpeedMode(to.id, kNoChecks);
      traci::Vehicle::setSpeed(to.id, 0.0);
    } else {
      // A route begins with the edge that it is on, or that led it into the junction.
      const auto on =
          traci::Vehicle::getRoute(to.id).at(static_cast<std::size_t>(traci::Vehicle::getRouteIndex(to.id)));
      const auto begin = std::ranges::find(to.route, on);
      if (begin != to.route.end()) {
        traci::Vehicle::setRoute(to.id, std::vector<std::string>(begin, to.route.end()));
      } else if (!to.goal.empty()) {
        traci::Vehicle::changeTarget(to.id, to.goal);
      }
    }
    // The first move takes it off its old route. Without the second move, on the new route, SUMO would undo the first.
    traci::Vehicle::moveToXY(to.id, to.edge, to.lane, to.x, to.y, to.angle, to.steps_done == 0 ? 0 : 1,
                             kMatchThreshold);
  }

  void after_step() {
    if (!relocation_ || ++relocation_->steps_done < 2) return;
    traci::Vehicle::setSpeedMode(relocation_->id, kAllChecks);
    traci::Vehicle::setSpeed(relocation_->id, -1.0);
    relocation_.reset();
  }

  void take_frame(trace::Frame& frame) {
    frame.actors.clear();
    frame.lights.clear();
    const auto world = traci::Simulation::getSubscriptionResults();
    // SUMO counts milliseconds.
    const Duration now = std::chrono::milliseconds(std::llround(number(world, libsumo::VAR_TIME) * 1000.0));
    if (!std::exchange(has_started_, true)) first_ = now;
    time_ = now - first_;
    frame.time = Time(time_);
    expected_ = integer(world, libsumo::VAR_MIN_EXPECTED_VEHICLES);
    for (const std::string& id : texts(world, libsumo::VAR_DEPARTED_VEHICLES_IDS)) {
      welcome(id);
      --waiting_;
    }
    take_vehicles(frame);
    take_persons(frame);
    take_lights(frame);
    last_ = frame.actors;
  }

  void take_vehicles(trace::Frame& frame) {
    for (const auto& [id, results] : traci::Vehicle::getAllSubscriptionResults()) {
      const auto known = vehicles_.find(id);
      const libsumo::TraCIPosition* at = position(results);
      if (known == vehicles_.end() || at == nullptr) continue;
      ActorState& state = frame.actors.emplace_back();
      state.actor = known->second;
      take_motion(state, *at, results);
      const double slope = number(results, libsumo::VAR_SLOPE) * kDegree;
      // Its position is the front bumper's centre.
      const double half = actors_[state.actor.index()].length / 2.0;
      state.x -= half * std::cos(state.yaw);
      state.y -= half * std::sin(state.yaw);
      if (has_heights_) {
        state.z = at->z - half * std::sin(slope);
        state.pitch = -slope;
        state.fields.set(Field::z);
        state.fields.set(Field::pitch_roll);
      }
      const double acceleration = number(results, libsumo::VAR_ACCELERATION);
      state.ax = acceleration * std::cos(state.yaw);
      state.ay = acceleration * std::sin(state.yaw);
      state.fields.set(Field::acceleration);
      trace::take_sumo_signals(static_cast<unsigned>(integer(results, libsumo::VAR_SIGNALS)), state);
    }
  }

  static void take_motion(ActorState& state, const libsumo::TraCIPosition& at, const libsumo::TraCIResults& results) {
    state.x = at.x;
    state.y = at.y;
    state.yaw = trace::yaw_from_sumo(number(results, libsumo::VAR_ANGLE));
    const double speed = number(results, libsumo::VAR_SPEED);
    state.vx = speed * std::cos(state.yaw);
    state.vy = speed * std::sin(state.yaw);
    state.fields.set(Field::velocity);
  }

  void take_persons(trace::Frame& frame) {
    for (const std::string& id : traci::Person::getIDList()) {
      if (persons_.contains(id)) continue;
      traci::Person::subscribe(id, kPersonVariables);
      persons_[id] = add_actor(trace::sumo_actor(id, "pedestrian", traci::Person::getLength(id),
                                                 traci::Person::getWidth(id), traci::Person::getHeight(id)));
    }
    if (persons_.empty()) return;
    for (const auto& [id, results] : traci::Person::getAllSubscriptionResults()) {
      const auto known = persons_.find(id);
      const libsumo::TraCIPosition* at = position(results);
      const bool rides = !text(results, libsumo::VAR_VEHICLE).empty();
      if (known == persons_.end() || at == nullptr || rides) continue;
      ActorState& state = frame.actors.emplace_back();
      state.actor = known->second;
      take_motion(state, *at, results);
      if (!has_heights_) continue;
      state.z = at->z;
      state.fields.set(Field::z);
    }
  }

  void take_lights(trace::Frame& frame) {
    if (programs_.empty()) return;
    const auto all = traci::TrafficLight::getAllSubscriptionResults();
    for (const std::string& program : programs_) {
      const auto results = all.find(program);
      if (results == all.end()) continue;
      const std::string letters = text(results->second, libsumo::TL_RED_YELLOW_GREEN_STATE);
      std::vector<trace::LightId>& links = links_[program];
      for (std::size_t link = links.size(); link < letters.size(); ++link) {
        links.emplace_back(lights_++);
        new_lights_.push_back({.id = fmt::format("{}/{}", program, link),
                               .kind = trace::LightKind::way,
                               .references = {fmt::format("{}_{}", program, link)}});
      }
      for (std::size_t link = 0; link < letters.size(); ++link) {
        auto state =
            trace::sumo_light_state(letters[link]).value_or(trace::LightState{.mode = trace::LightMode::unknown});
        state.light = links[link];
        frame.lights.push_back(state);
      }
    }
  }

  void close() {
    if (std::exchange(is_connected_, false)) {
      guarded("close", [] { traci::Simulation::close(); });  // it may be gone already
    }
    const auto& stop_requests = options_.patience.stop_requests;
    const bool is_lost = relay_ && relay_->fault();  // then it does not know that it is to end
    const bool is_urgent = stop_requests && stop_requests() > 1;
    relay_.reset();
    if (process_) process_->finish(is_lost || is_urgent ? 0.0 : kEndPatience);
  }

  SumoOptions options_;
  std::optional<Process> process_;
  std::unique_ptr<Relay> relay_;
  bool is_connected_ = false;
  std::string version_, file_;
  std::optional<std::string> host_id_;
  double step_seconds_ = 0.0;
  bool has_heights_ = false, has_started_ = false, had_actors_ = false, is_over_ = false;
  int expected_ = 0;  // vehicles that are there or will be
  Duration first_{}, time_{};
  std::uint64_t frames_ = 0;
  std::vector<trace::ActorInfo> actors_;
  std::unordered_map<std::string, ActorId> ids_, vehicles_, persons_;
  std::vector<ActorId> changed_;              // since the last frame
  std::size_t lights_ = 0;                    // so many there are ...
  std::vector<trace::LightInfo> new_lights_;  // ... these since the last frame
  std::vector<std::string> programs_;         // sorted
  std::unordered_map<std::string, std::vector<trace::LightId>> links_;
  std::vector<ActorState> last_;
  std::optional<Relocation> relocation_;
  std::optional<NetGraph> graph_;
  // Of traffic with a net only:
  std::vector<std::string> edges_;  // sorted
  std::mt19937_64 draw_;
  Duration next_spawn_{};
  int spawned_ = 0, waiting_ = 0;  // so far; not yet departed
};

}  // namespace

}  // namespace scrutineer::live::sumo

scrutineer::live::sumo::SumoSimulator* scrutineer_start_sumo(const scrutineer::live::sumo::SumoOptions& options,
                                                             scrutineer::Problem& problem) {
  auto connected = std::make_unique<scrutineer::live::sumo::Connected>(options);
  if (auto fault = connected->connect()) {
    problem = *std::move(fault);
    return nullptr;
  }
  return connected.release();
}
