// Reading runs, format by format, against the least that any reader must do; and what memory an hour of it takes.
//
//   make bench                                        everything
//   build/release/bin/trace_bench --benchmark_filter=osi
//
// A format's reader goes the whole way of a user's file: opened, unpacked, decoded, checked. Its floor reads the same
// numbers from memory with nothing around it: protozero for OSI, fast_float for text. Both run in turns, and the best
// turn of each counts, so that the ratio holds on a busy machine. "object" is the time per actor and frame.
// docs/performance.md holds the figures against the bounds.
#include <benchmark/benchmark.h>
#include <fast_float/fast_float.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <map>
#include <protozero/pbf_reader.hpp>
#include <stdexcept>
#include <thread>

#include "kit/carla_log.h"
#include "kit/random.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "kit/wire_message.h"
#include "trace/trace.h"

namespace scrutineer::trace {
namespace {

using namespace std::chrono_literals;
using protozero::pbf_reader;

constexpr std::size_t kObjectFrames = 100'000;  // of every input, however many actors it has

// ---- inputs: the same on every machine
// -------------------------------------------------------------------------------

// Cars on arcs, 100 Hz, all with everything that a simulator reports.
const kit::RunData& cars(std::size_t actors) {
  static std::map<std::size_t, kit::RunData> runs;
  kit::RunData& run = runs[actors];
  if (!run.frames.empty()) return run;
  kit::Random random(actors);
  const auto frames = static_cast<std::int64_t>(kObjectFrames / actors);
  kit::Scenario scenario({.step = 10ms, .duration = (frames - 1) * 10ms});
  for (std::size_t i = 0; i < actors; ++i) {
    scenario.add({.id = std::to_string(i + 1), .is_ego = i == 0})
        .start_free({random.uniform(-500.0, 500.0), random.uniform(-500.0, 500.0), random.uniform(-3.0, 3.0)},
                    random.uniform(-0.02, 0.02))
        .speed(random.uniform(5.0, 30.0))
        .indicator({{0s, Indicator::off}})
        .brake_light({{0s, BrakeLight::off}});
  }
  run = scenario.run();
  return run;
}

// As CARLA's server records it with all that it has: 36 lights, and of each vehicle animation, lamps and kinematics.
std::string to_carla(const kit::RunData& run) {
  kit::CarlaLog log;
  for (const Frame& frame : run.frames) {
    log.frame(to_seconds(frame.time));
    for (std::uint32_t light = 1; light <= 36; ++light) {
      if (frame.number == 0) log.add({.id = light, .type = 3, .blueprint = "traffic.traffic_light", .role = ""});
      log.light(light, 2);
    }
    std::string animation = kit::CarlaLog::number(static_cast<std::uint16_t>(frame.actors.size()));
    for (const ActorState& state : frame.actors) {
      const auto id = static_cast<std::uint32_t>(100 + state.actor.index());
      if (frame.number == 0) log.add({.id = id, .role = state.actor.index() == 0 ? "hero" : "autopilot"}).box(id);
      log.pose(id, {state.x * 100.0, -state.y * 100.0, 0.0}, {0.1, -0.2, -state.yaw * 57.29578});
      log.kinematics(id, {state.vx, -state.vy, 0.0}, {0.0, 0.0, -state.yaw_rate * 57.29578}).lamps(id, 0);
      animation += kit::CarlaLog::number(id) + std::string(17, '\0');
    }
    log.packet(8, animation);
    log.end();
  }
  return log.bytes();
}

// As inD's tables: sorted by track.
std::string to_tracks(const kit::RunData& run) {
  std::map<std::size_t, std::string> tracks;
  for (const Frame& frame : run.frames)
    for (const ActorState& state : frame.actors)
      tracks[state.actor.index()] +=
          fmt::format("0,{},{},0,{:.5f},{:.5f},{:.5f},1.93,4.57,{:.5f},{:.5f},{:.5f},{:.5f}\n", state.actor.index(),
                      frame.number, state.x, state.y, state.yaw * 57.29578, state.vx, state.vy, state.ax, state.ay);
  std::string text =
      "recordingId,trackId,frame,trackLifetime,xCenter,yCenter,heading,width,length,xVelocity,yVelocity,xAcceleration,"
      "yAcceleration\n";
  for (const auto& [track, rows] : tracks) text += rows;
  return text;
}

// ---- floors ---------------------------------------------------------------------------------------------------------

struct Triple {
  double a = 0.0, b = 0.0, c = 0.0;
};

Triple read_triple(pbf_reader message) {
  Triple triple;
  while (message.next()) {
    switch (message.tag()) {
      case 1:
        triple.a = message.get_double();
        break;
      case 2:
        triple.b = message.get_double();
        break;
      case 3:
        triple.c = message.get_double();
        break;
      default:
        message.skip();
    }
  }
  return triple;
}

struct Object {
  std::uint64_t id = 0;
  Triple dimension, position, orientation, velocity, acceleration, rate;
  int type = 0, vehicle_type = 0, indicator = 0, brake = 0;
};

void read_base(pbf_reader base, Object& object) {
  while (base.next()) {
    switch (base.tag()) {
      case 1:
        object.dimension = read_triple(base.get_message());
        break;
      case 2:
        object.position = read_triple(base.get_message());
        break;
      case 3:
        object.orientation = read_triple(base.get_message());
        break;
      case 4:
        object.velocity = read_triple(base.get_message());
        break;
      case 5:
        object.acceleration = read_triple(base.get_message());
        break;
      case 6:
        object.rate = read_triple(base.get_message());
        break;
      default:
        base.skip();
    }
  }
}

void read_classification(pbf_reader classification, Object& object) {
  while (classification.next()) {
    switch (classification.tag()) {
      case 1:
        object.vehicle_type = classification.get_enum();
        break;
      case 2: {
        pbf_reader lights = classification.get_message();
        while (lights.next()) {
          switch (lights.tag()) {
            case 1:
              object.indicator = lights.get_enum();
              break;
            case 7:
              object.brake = lights.get_enum();
              break;
            default:
              lights.skip();
          }
        }
        break;
      }
      default:
        classification.skip();
    }
  }
}

Object read_object(pbf_reader message) {
  Object object;
  while (message.next()) {
    switch (message.tag()) {
      case 1: {
        pbf_reader id = message.get_message();
        while (id.next(1)) object.id = id.get_uint64();
        break;
      }
      case 2:
        read_base(message.get_message(), object);
        break;
      case 3:
        object.type = message.get_enum();
        break;
      case 6:
        read_classification(message.get_message(), object);
        break;
      default:
        message.skip();
    }
  }
  return object;
}

void bare_protozero(const std::string& run) {
  static std::vector<Object> objects;
  for (std::size_t at = 0; at < run.size();) {
    std::uint32_t size = 0;
    std::memcpy(&size, run.data() + at, sizeof size);
    pbf_reader truth(run.data() + at + sizeof size, size);
    objects.clear();
    while (truth.next()) {
      if (truth.tag() == 5)
        objects.push_back(read_object(truth.get_message()));
      else
        truth.skip();
    }
    benchmark::DoNotOptimize(objects.data());
    at += sizeof size + size;
  }
}

// Every record of every list, copied into numbers: what any reader of CARLA's recordings must do.
void bare_packets(const std::string& run) {
  static std::vector<double> numbers;
  const auto word = [&run](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, run.data() + at, sizeof value);
    return value;
  };
  for (std::size_t at = 34; at + 5 <= run.size();) {
    const std::size_t size = word(at + 1);
    const std::uint8_t id = static_cast<std::uint8_t>(run[at]);
    at += 5;
    if (id == 6 || id == 12) {
      numbers.clear();
      for (std::size_t record = at + 2; record < at + size; record += 28) {
        numbers.push_back(static_cast<double>(word(record)));
        float values[6];
        std::memcpy(values, run.data() + record + 4, sizeof values);
        for (const float value : values) numbers.push_back(static_cast<double>(value));
      }
      benchmark::DoNotOptimize(numbers.data());
    }
    at += size;
  }
}

// Every cell that is a number, of every row behind the header.
void bare_fast_float(const std::string& text) {
  static std::vector<double> numbers;
  const char* at = text.data() + text.find('\n') + 1;
  const char* const end = text.data() + text.size();
  while (at < end) {
    numbers.clear();
    for (bool in_row = true; in_row && at < end; ++at) {
      double value = 0.0;
      const auto [after, error] = fast_float::from_chars(at, end, value);
      if (error == std::errc{}) numbers.push_back(value);
      at = error == std::errc{} ? after : at;
      while (at < end && *at != ',' && *at != '\n') ++at;
      in_row = at < end && *at == ',';
    }
    benchmark::DoNotOptimize(numbers.data());
  }
}

// The values of all attributes that are numbers.
void bare_fast_float_xml(const std::string& text) {
  static std::vector<double> numbers;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  while (at < end) {
    const auto* quote = static_cast<const char*>(std::memchr(at, '"', static_cast<std::size_t>(end - at)));
    if (quote == nullptr) return;
    double value = 0.0;
    const auto [after, error] = fast_float::from_chars(quote + 1, end, value);
    if (error == std::errc{}) numbers.push_back(value);
    const auto* close = static_cast<const char*>(std::memchr(after, '"', static_cast<std::size_t>(end - after)));
    if (close == nullptr) return;
    at = close + 1;
    if (numbers.size() < 4096) continue;
    benchmark::DoNotOptimize(numbers.data());
    numbers.clear();
  }
}

// ---- readers --------------------------------------------------------------------------------------------------------

std::size_t read_all(const TraceSource& source) {
  auto trace = open_trace(source);
  if (!trace) throw std::runtime_error(to_string(trace.problem()));
  Step step;
  Tables tables;
  for (std::size_t objects = 0;;) {
    const auto more = advance(**trace, step, tables);
    if (!more) throw std::runtime_error(to_string(more.problem()));
    if (!*more) return objects;
    objects += step.frame.actors.size();
    benchmark::DoNotOptimize(step.frame.actors.data());
  }
}

// Of the processor, so that others who use it count less.
double seconds_of(const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double begin = now();
  work();
  return now() - begin;
}

struct FormatCase {
  const char* name;
  std::function<std::string(const kit::RunData&)> write;
  std::function<void(const std::string&)> floor;  // none: null
};

const std::vector<FormatCase>& formats() {
  const auto mcap = [](const char* compression) {
    return [compression](const kit::RunData& run) {
      return kit::to_mcap(run, {.compression = compression, .frames_per_chunk = 100});
    };
  };
  static const std::vector<FormatCase> all = {
      {"osi", [](const kit::RunData& run) { return kit::to_osi(run); }, bare_protozero},
      {"osi_zst", [](const kit::RunData& run) { return kit::to_osi_zst(run); }, nullptr},
      {"osi_gz", [](const kit::RunData& run) { return kit::to_osi_gz(run); }, nullptr},
      {"mcap", mcap(""), nullptr},
      {"mcap_zstd", mcap("zstd"), nullptr},
      {"mcap_lz4", mcap("lz4"), nullptr},
      {"csv", kit::to_csv, bare_fast_float},
      {"fcd", [](const kit::RunData& run) { return kit::to_fcd(run); }, bare_fast_float_xml},
      {"esmini", kit::to_esmini_csv, bare_fast_float},
      {"carla", to_carla, bare_packets},
      {"tracks", to_tracks, bare_fast_float},
  };
  return all;
}

void read_format(benchmark::State& state, const FormatCase& format, std::size_t actors) {
  const std::string run = format.write(cars(actors));
  const kit::TemporaryFolder folder;
  kit::write_file(folder.file("run"), run);
  double best = 1e9, best_floor = 1e9;
  for (auto _ : state) {
    double elapsed = 0.0;
    try {
      elapsed = seconds_of([&folder] { read_all({.file = folder.file("run")}); });
    } catch (const std::runtime_error& error) {
      state.SkipWithError(error.what());
      break;
    }
    best = std::min(best, elapsed);
    state.SetIterationTime(elapsed);
    if (format.floor) best_floor = std::min(best_floor, seconds_of([&] { format.floor(run); }));
  }
  state.counters["object_ns"] = best * 1e9 / static_cast<double>(kObjectFrames);
  state.counters["MB_per_s"] = static_cast<double>(run.size()) / best / 1e6;
  if (!format.floor) return;
  state.counters["floor_ns"] = best_floor * 1e9 / static_cast<double>(kObjectFrames);
  state.counters["ratio"] = best / best_floor;
}

// ---- memory ---------------------------------------------------------------------------------------------------------

constexpr const char* kMeasure = "--read-and-tell-peak-memory";

// In a process of its own, so that nothing else counts: reads the file and prints the most it ever held, in kB.
int read_and_tell(const std::string& file) {
  read_all({.file = file});
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) std::printf("%s\n", line.c_str() + std::strlen("VmHWM:"));
  return 0;
}

// OSI of 50 actors at 100 Hz, made while it is read: a pipe instead of gigabytes on the disk. Of a message in protobuf
// the last timestamp counts, so a few frames are used again and again with another one behind them.
void write_endlessly(const std::string& pipe, std::int64_t frames) {
  const kit::RunData& run = cars(50);
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < 200; ++i) bodies.push_back(kit::osi_message(run, run.frames[i]));
  std::ofstream out(pipe, std::ios::binary);
  std::string message;
  for (std::int64_t i = 0; i < frames && out; ++i) {
    message.assign(4, '\0');
    message += bodies[static_cast<std::size_t>(i) % bodies.size()];
    message += kit::WireMessage()
                   .inner(2, kit::WireMessage()
                                 .varint(1, static_cast<std::uint64_t>(i / 100))
                                 .varint(2, static_cast<std::uint64_t>(i % 100) * 10'000'000))
                   .bytes();
    const auto size = static_cast<std::uint32_t>(message.size() - 4);
    std::memcpy(message.data(), &size, sizeof size);
    out.write(message.data(), static_cast<std::streamsize>(message.size()));
  }
}

void peak_memory(benchmark::State& state) {
  const std::int64_t minutes = state.range(0);
  for (auto _ : state) {
    const kit::TemporaryFolder folder;
    const std::string pipe = folder.file("run.osi");
    if (mkfifo(pipe.c_str(), 0600) != 0) return state.SkipWithError("no pipe");
    std::FILE* reader = popen(fmt::format("exec /proc/{}/exe {} '{}'", getpid(), kMeasure, pipe).c_str(), "r");
    std::thread writer([&] { write_endlessly(pipe, minutes * 60 * 100); });
    double kilobytes = 0.0;
    if (std::fscanf(reader, "%lf", &kilobytes) != 1) state.SkipWithError("the reader failed");
    writer.join();
    pclose(reader);
    state.counters["peak_MB"] = kilobytes * 1024.0 / 1e6;
  }
}

void register_all() {
  for (const FormatCase& format : formats()) {
    for (const std::size_t actors : {std::size_t{10}, std::size_t{50}, std::size_t{1000}}) {
      if (actors != 50 && std::strcmp(format.name, "osi") != 0) continue;
      benchmark::RegisterBenchmark(fmt::format("read/{}/{}", format.name, actors).c_str(),
                                   [&format, actors](benchmark::State& state) { read_format(state, format, actors); })
          ->Unit(benchmark::kMillisecond)
          ->UseManualTime();
    }
  }
  benchmark::RegisterBenchmark("peak_memory/minutes", peak_memory)
      ->Arg(1)
      ->Arg(60)
      ->Iterations(1)
      ->Unit(benchmark::kSecond);
}

}  // namespace
}  // namespace scrutineer::trace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], scrutineer::trace::kMeasure) == 0)
    return scrutineer::trace::read_and_tell(argv[2]);
  scrutineer::trace::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
