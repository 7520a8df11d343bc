#include "suite/generator.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "suite/detail/generated_road.h"

namespace scrutineer::suite {

namespace {

using detail::GeneratedRoad;

// A number in [0, 1) that depends on all of these and on nothing else (splitmix64).
double drawn(std::uint64_t seed, std::uint64_t run, std::uint64_t what) {
  std::uint64_t value = seed * 0x9E3779B97F4A7C15U + run * 0xBF58476D1CE4E5B9U + what * 0x94D049BB133111EBU;
  for (int round = 0; round < 2; ++round) {
    value += 0x9E3779B97F4A7C15U;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
    value ^= value >> 31;
  }
  return static_cast<double>(value >> 11) * 0x1.0p-53;
}

// What is drawn for a run. Noise is also drawn for the night.
enum Draw : std::uint64_t { kWhichFault, kWhichChange, kBaseSpeed, kGap, kAddedFault, kNightly = 1000 };

constexpr double kEgoStart = 150.0;
constexpr double kCarLength = 4.6, kCarWidth = 1.8, kCarHeight = 1.5;

int frame_count(const GeneratorOptions& options) {  // but for the first
  return static_cast<int>(std::lround(options.seconds / options.step));
}

// How one actor drives: along a lane, with a speed that changes linearly between these times, and sideways in between.
struct Knot {
  double time = 0.0, value = 0.0;
};
struct Drive {
  std::string id;
  double start = 0.0;        // s
  double side = 0.0;         // t
  bool is_oncoming = false;  // towards smaller s
  std::vector<Knot> speed;   // by time
  std::vector<Knot> offset;  // added to the side, smoothly
  double jumps_at = -1.0;    // from then on further ahead
  double jump = 0.0;
};

double linear(const std::vector<Knot>& knots, double time) {
  if (knots.empty() || time <= knots.front().time) return knots.empty() ? 0.0 : knots.front().value;
  for (std::size_t i = 1; i < knots.size(); ++i) {
    if (time > knots[i].time) continue;
    const double share = (time - knots[i - 1].time) / (knots[i].time - knots[i - 1].time);
    return knots[i - 1].value + share * (knots[i].value - knots[i - 1].value);
  }
  return knots.back().value;
}

// At rest at both ends of every change.
double smooth(const std::vector<Knot>& knots, double time) {
  for (std::size_t i = 1; i < knots.size(); ++i) {
    if (time < knots[i - 1].time || time > knots[i].time) continue;
    const double share = (time - knots[i - 1].time) / (knots[i].time - knots[i - 1].time);
    const double eased = share * share * share * (10.0 + share * (-15.0 + 6.0 * share));
    return knots[i - 1].value + eased * (knots[i].value - knots[i - 1].value);
  }
  return knots.empty() ? 0.0 : knots.back().value;
}

// Where it is from frame to frame.
class Motion {
 public:
  Motion(const Drive& drive, const GeneratedRoad& road) : drive_(drive), road_(road), s_(drive.start) {}

  double s() const { return s_; }
  double side(double time) const { return drive_.side + smooth(drive_.offset, time); }
  // From its centre to its front, along the road.
  double half_body(double time) const { return 0.5 * kCarLength / (1.0 - road_.curvature_at(s_) * side(time)); }

  void append_row(double time, std::string& csv) const {
    const double t = side(time);
    const double jumped = drive_.jumps_at >= 0.0 && time >= drive_.jumps_at ? drive_.jump : 0.0;
    const detail::RoadPoint point = detail::point_at(road_, s_ + jumped, t);
    const double speed = linear(drive_.speed, time);
    constexpr double kMoment = 1e-3;
    const double sideways = (smooth(drive_.offset, time + kMoment) - smooth(drive_.offset, time)) / kMoment;
    const double ahead = std::sqrt(std::max(speed * speed - sideways * sideways, 0.0));
    double heading = point.heading + (ahead > 0.1 ? std::atan2(sideways, ahead) : 0.0);
    if (drive_.is_oncoming) heading += 3.14159265358979;
    fmt::format_to(std::back_inserter(csv),
                   FMT_COMPILE("{:.3f},{},car,{:.4f},{:.4f},{:.6f},{},{},{},{:.4f},{:.4f},{}\n"), time, drive_.id,
                   point.x, point.y, std::remainder(heading, 2.0 * 3.14159265358979), kCarLength, kCarWidth, kCarHeight,
                   speed * std::cos(heading), speed * std::sin(heading), drive_.id == "ego" ? "ego,sut_driver" : ",");
  }

  void advance(double time, double step) {
    constexpr int kSubsteps = 8;
    for (int i = 0; i < kSubsteps; ++i) {
      const double moment = step / kSubsteps;
      const double at = time + (i + 0.5) * moment;
      const double along = linear(drive_.speed, at) / (1.0 - road_.curvature_at(s_) * side(at));
      s_ += (drive_.is_oncoming ? -along : along) * moment;
    }
  }

 private:
  const Drive& drive_;
  const GeneratedRoad& road_;
  double s_;
};

// The faults of the ego change how it drives; `graveness` is 1, more for what is worse.
void plant(PlantedFault fault, double graveness, double cruising, const GeneratedRoad& road, double seconds, Drive& ego,
           Drive& other) {
  const double middle = seconds * 0.4;
  switch (fault) {
    case PlantedFault::none:
    case PlantedFault::broken_trace:
      break;
    case PlantedFault::speeding: {
      const double fast = road.speed_limit * (1.0 + 0.25 * graveness);
      ego.speed = {{0.0, cruising}, {2.0, cruising}, {5.0, fast}, {seconds, fast}};
      break;
    }
    case PlantedFault::departure:
      ego.offset = {{middle, 0.0}, {middle + 3.0, -(road.lanes_each_way + 0.6 + graveness) * road.lane_width}};
      break;
    case PlantedFault::collision:
      // The car ahead stands where the ego arrives a second and a half before the end, without having braked.
      other.speed = {{0.0, 0.0}};
      other.start = ego.start + cruising * (seconds - 1.5) + kCarLength;
      ego.speed = {{0.0, cruising}};
      break;
    case PlantedFault::hard_braking: {
      const double time_to_brake = 0.6 * cruising / (5.5 + graveness);
      ego.speed = {
          {0.0, cruising}, {middle, cruising}, {middle + time_to_brake, 0.4 * cruising}, {seconds, 0.4 * cruising}};
      break;
    }
    case PlantedFault::other_teleport:
      other.jumps_at = middle;
      other.jump = 12.0 + 4.0 * graveness;
      break;
  }
}

constexpr std::string_view kFaults[] = {"none",         "speeding",       "departure",   "collision",
                                        "hard_braking", "other_teleport", "broken_trace"};
constexpr std::string_view kChanges[] = {"none", "added", "mended", "worse", "moved"};

// Of every hundred runs of the first version so many have a fault.
PlantedFault first_fault(double draw) {
  struct Share {
    double below;
    PlantedFault fault;
  };
  constexpr Share kShares[] = {{0.03, PlantedFault::speeding},
                               {0.05, PlantedFault::departure},
                               {0.07, PlantedFault::collision},
                               {0.11, PlantedFault::hard_braking},
                               {0.14, PlantedFault::other_teleport}};
  for (const Share& share : kShares)
    if (draw < share.below) return share.fault;
  return PlantedFault::none;
}
constexpr double kFlakyFrom = 0.97;  // of what first_fault() gets: no fault, but flaky

// How far a night is from the others, from -1 to 1.
struct NightlyNoise {
  double speed = 0.0, gap = 0.0;
};
constexpr double kSpeedNoise = 0.0005;  // of the ego's speed
constexpr double kGapNoise = 0.1;       // metres

// The ego follows a car on the left lane; others drive beside it and come towards it.
std::vector<Drive> drives_of(const GeneratorOptions& options, std::uint64_t run, const PlantedRun& planned,
                             const GeneratedRoad& road, const NightlyNoise& noise) {
  double cruising = road.speed_limit * (0.80 + 0.08 * drawn(options.seed, run, kBaseSpeed));
  cruising *= 1.0 + kSpeedNoise * noise.speed;
  if (planned.change == PlantedChange::moved) cruising *= 1.12;

  std::vector<Drive> drives;
  const double left = -0.5 * road.lane_width, right = -1.5 * road.lane_width;
  drives.push_back({.id = "ego", .start = kEgoStart, .side = left, .speed = {{0.0, cruising}}});
  const double gap = 55.0 + 15.0 * drawn(options.seed, run, kGap) + kGapNoise * noise.gap;
  drives.push_back({.id = "car1", .start = kEgoStart + gap, .side = left, .speed = {{0.0, cruising}}});
  for (int i = 2; i < options.actors; ++i) {
    const bool is_oncoming = i % 2 == 1;
    const int pair = i / 2;
    const double place = 35.0 * pair;
    drives.push_back({.id = fmt::format("car{}", i),
                      .start = is_oncoming ? kEgoStart + 300.0 + place : kEgoStart - 120.0 + place,
                      .side = is_oncoming ? 0.5 * road.lane_width : right,
                      .is_oncoming = is_oncoming,
                      .speed = {{0.0, 0.75 * road.speed_limit}}});
  }
  plant(planned.fault, planned.change == PlantedChange::worse ? 2.0 : 1.0, cruising, road, options.seconds, drives[0],
        drives[1]);
  // A speeding car must not hit the one ahead.
  if (planned.fault == PlantedFault::speeding) drives[1].speed = drives[0].speed;
  return drives;
}

// Where the ego is in one frame.
struct EgoFrame {
  double time = 0.0, s = 0.0, side = 0.0, half_body = 0.0, speed = 0.0;
};

std::vector<EgoFrame> follow_ego(const Drive& ego, const GeneratedRoad& road, const GeneratorOptions& options) {
  std::vector<EgoFrame> frames;
  Motion motion(ego, road);
  for (int frame = 0; frame <= frame_count(options); ++frame) {
    const double time = frame * options.step;
    frames.push_back({time, motion.s(), motion.side(time), motion.half_body(time), linear(ego.speed, time)});
    motion.advance(time, options.step);
  }
  return frames;
}

// Whether in some frame the car is so close to where the ego's neighbourhood begins or ends (scenario relevance: five
// seconds ahead, one behind) that the noise of a night may decide on which side it is.
bool is_on_a_border(const Drive& other, double noise, const std::vector<EgoFrame>& ego, const GeneratedRoad& road,
                    double step) {
  constexpr double kAhead = 5.0, kBehind = 1.0, kLeastAside = 0.01, kMostAside = 5.0;
  constexpr double kSlack = 0.05;  // a body is straight, and its road need not be
  Motion motion(other, road);
  for (const EgoFrame& frame : ego) {
    const double aside = std::abs(motion.side(frame.time) - frame.side);
    if (aside > kLeastAside && aside < kMostAside) {
      const double ahead = motion.s() - frame.s;
      const double other_half = motion.half_body(frame.time);
      const double bodies = frame.half_body + (other.is_oncoming ? -other_half : other_half);
      const double margin = kSlack + noise + kSpeedNoise * frame.speed * (frame.time + kAhead);
      for (const double border : {bodies + kAhead * frame.speed, bodies, -bodies, -bodies - kBehind * frame.speed})
        if (std::abs(ahead - border) < margin) return true;
    }
    motion.advance(frame.time, step);
  }
  return false;
}

// How much further ahead each has to start so that the noise of a night changes no metric that counts frames. Such a
// metric is the same in most nights, so its learned noise is 0, and a single frame more or less in one night would
// count as a change that nobody planted.
std::vector<double> shifts_off_borders(std::vector<Drive> drives, const GeneratedRoad& road,
                                       const GeneratorOptions& options) {
  constexpr double kStep = 0.15;
  constexpr int kMostSteps = 100;
  const std::vector<EgoFrame> ego = follow_ego(drives[0], road, options);
  std::vector<double> shifts(drives.size(), 0.0);
  for (std::size_t i = 1; i < drives.size(); ++i) {
    const double start = drives[i].start;
    const double noise = i == 1 ? kGapNoise : 0.0;
    for (int step = 0; step < kMostSteps && is_on_a_border(drives[i], noise, ego, road, options.step); ++step) {
      shifts[i] += kStep;
      drives[i].start = start + shifts[i];
    }
  }
  return shifts;
}

}  // namespace

std::string_view to_word(PlantedFault fault) { return kFaults[static_cast<std::size_t>(fault)]; }
std::string_view to_word(PlantedChange change) { return kChanges[static_cast<std::size_t>(change)]; }

PlantedRun Generator::plan(int number) const {
  const auto run = static_cast<std::uint64_t>(number);
  const GeneratedRoad& road = detail::generated_roads()[static_cast<std::size_t>(number % options_.maps)];
  PlantedRun planned;
  planned.key = fmt::format("{}/{:04}/run.json", road.name, number);
  if (number >= options_.runs - options_.broken) {
    planned.fault = PlantedFault::broken_trace;
    return planned;
  }
  const double draw = drawn(options_.seed, run, kWhichFault);
  planned.fault = first_fault(draw);
  planned.is_flaky = draw >= kFlakyFrom;
  if (planned.is_flaky) {
    if ((options_.night + number) % 2 == 0) planned.fault = PlantedFault::speeding;
    return planned;
  }
  if (options_.sut < 2) return planned;
  const double change = drawn(options_.seed, run, kWhichChange);
  if (planned.fault != PlantedFault::none) {
    if (change < 0.25) {
      planned.change = PlantedChange::mended;
      planned.fault = PlantedFault::none;
    } else if (change < 0.5) {
      planned.change = PlantedChange::worse;
    }
  } else if (change < 0.03) {
    planned.change = PlantedChange::added;
    constexpr PlantedFault kAdded[] = {PlantedFault::speeding, PlantedFault::departure, PlantedFault::collision};
    planned.fault = kAdded[static_cast<std::size_t>(drawn(options_.seed, run, kAddedFault) * std::size(kAdded))];
  } else if (change < 0.06) {
    planned.change = PlantedChange::moved;
  }
  return planned;
}

std::vector<GeneratedFile> Generator::maps() const {
  std::vector<GeneratedFile> files;
  for (const GeneratedRoad& road : detail::generated_roads().first(static_cast<std::size_t>(options_.maps)))
    files.push_back({fmt::format("maps/{}.xodr", road.name), to_xodr(road)});
  return files;
}

std::vector<GeneratedFile> Generator::run(int number) const {
  const PlantedRun planned = plan(number);
  const auto run = static_cast<std::uint64_t>(number);
  const auto nightly = [&](std::uint64_t what) {
    return 2.0 * drawn(options_.seed, run, kNightly * static_cast<std::uint64_t>(options_.night) + what) - 1.0;
  };
  const GeneratedRoad& road = detail::generated_roads()[static_cast<std::size_t>(number % options_.maps)];
  // Near a contact a frame more or less decides what is measured: those runs are the same every night.
  const NightlyNoise noise = planned.fault == PlantedFault::collision
                                 ? NightlyNoise{}
                                 : NightlyNoise{.speed = nightly(kBaseSpeed), .gap = nightly(kGap)};
  std::vector<Drive> drives = drives_of(options_, run, planned, road, noise);
  const std::vector<double> shifts = shifts_off_borders(drives_of(options_, run, planned, road, {}), road, options_);
  for (std::size_t i = 0; i < drives.size(); ++i) drives[i].start += shifts[i];

  std::vector<Motion> motions;
  motions.reserve(drives.size());
  for (const Drive& drive : drives) motions.emplace_back(drive, road);
  std::string csv = "time,id,type,x,y,yaw,length,width,height,vx,vy,role,driver\n";
  for (int frame = 0; frame <= frame_count(options_); ++frame) {
    const double time = frame * options_.step;
    for (Motion& motion : motions) {
      motion.append_row(time, csv);
      motion.advance(time, options_.step);
    }
  }
  if (planned.fault == PlantedFault::broken_trace) csv.resize(csv.size() * 2 / 3);

  const std::string folder = planned.key.substr(0, planned.key.rfind('/'));
  const std::string manifest = fmt::format(R"({{
  "map": "../../maps/{0}.xodr",
  "trace": "run.csv",
  "info": {{
    "run": {{"test_name": "follow_on_{0}", "seed": {1}}},
    "model": {{"dut_name": "demo_driver", "dut_version": "{2}.0"}}
  }}
}}
)",
                                           road.name, number, options_.sut);
  return {{planned.key, manifest}, {folder + "/run.csv", std::move(csv)}};
}

std::string Generator::planted() const {
  std::string text = fmt::format("{{\"seed\": {}, \"night\": {}, \"sut\": {}, \"runs\": [", options_.seed,
                                 options_.night, options_.sut);
  for (int number = 0; number < options_.runs; ++number) {
    const PlantedRun planned = plan(number);
    text += fmt::format("{}\n  {{\"key\": \"{}\", \"fault\": \"{}\", \"change\": \"{}\", \"flaky\": {}}}",
                        number == 0 ? "" : ",", planned.key, to_word(planned.fault), to_word(planned.change),
                        planned.is_flaky);
  }
  return text + "\n]}\n";
}

}  // namespace scrutineer::suite
