// Reading OSI against its floor: protozero's own reader in a bare loop over the same fields, nothing looked up, checked
// or kept. items_per_second counts objects times frames.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <string>

#include "trace/trace.h"

namespace scrutineer::trace {
namespace {

using protozero::pbf_reader;
using protozero::pbf_writer;

constexpr int kFrames = 2'000;

void add_triple(pbf_writer& parent, std::uint32_t field, double a, double b, double c) {
  pbf_writer triple(parent, field);
  triple.add_double(1, a);
  triple.add_double(2, b);
  triple.add_double(3, c);
}

void add_object(pbf_writer& truth, int id, double time) {
  pbf_writer object(truth, 5);
  {
    pbf_writer identifier(object, 1);
    identifier.add_uint64(1, static_cast<std::uint64_t>(id + 1));
  }
  {
    pbf_writer base(object, 2);
    add_triple(base, 1, 4.5, 1.8, 1.5);
    add_triple(base, 2, 10.0 * id + 13.9 * time, 3.5 * id, 0.75);
    add_triple(base, 3, 0.0, 0.0, 0.01 * id);
    add_triple(base, 4, 13.9, 0.1, 0.0);
    add_triple(base, 5, 0.3, 0.2, 0.0);
    add_triple(base, 6, 0.0, 0.0, 0.01);
  }
  object.add_enum(3, 2);
  pbf_writer classification(object, 6);
  classification.add_enum(1, 4);
  pbf_writer lights(classification, 2);
  lights.add_enum(1, 2);
  lights.add_enum(7, 3);
}

// The same run every time: `actors` cars, 100 Hz.
std::string make_run(int actors) {
  std::string run;
  for (int frame = 0; frame < kFrames; ++frame) {
    std::string message;
    {
      pbf_writer truth(message);
      {
        pbf_writer stamp(truth, 2);
        stamp.add_int64(1, frame / 100);
        stamp.add_uint32(2, static_cast<std::uint32_t>(frame % 100) * 10'000'000U);
      }
      for (int id = 0; id < actors; ++id) add_object(truth, id, frame * 0.01);
    }
    const auto size = static_cast<std::uint32_t>(message.size());
    run.append(reinterpret_cast<const char*>(&size), sizeof size);
    run += message;
  }
  return run;
}

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

Object read_object(pbf_reader message) {
  Object object;
  while (message.next()) {
    switch (message.tag()) {
      case 1: {
        pbf_reader id = message.get_message();
        while (id.next(1)) object.id = id.get_uint64();
        break;
      }
      case 2: {
        pbf_reader base = message.get_message();
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
        break;
      }
      case 3:
        object.type = message.get_enum();
        break;
      case 6: {
        pbf_reader classification = message.get_message();
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
        break;
      }
      default:
        message.skip();
    }
  }
  return object;
}

void bare_protozero_loop(benchmark::State& state) {
  const std::string run = make_run(static_cast<int>(state.range(0)));
  std::vector<Object> objects;
  for (auto _ : state) {
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
  state.SetItemsProcessed(state.iterations() * kFrames * state.range(0));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(run.size()));
}

void read_all(Trace& trace, benchmark::State& state) {
  Frame frame;
  for (;;) {
    const auto more = trace.next(frame);
    if (!more) return state.SkipWithError(to_string(more.problem()).c_str());
    if (!*more) return;
    benchmark::DoNotOptimize(frame.actors.data());
  }
}

// The whole way of a user's file: opened, read, decoded, checked.
void osi_file(benchmark::State& state) {
  const std::string run = make_run(static_cast<int>(state.range(0)));
  const auto path = std::filesystem::temp_directory_path() / "scrutineer_osi_reader_bench.osi";
  std::ofstream(path, std::ios::binary) << run;
  for (auto _ : state) {
    auto trace = open_trace({.file = path.string()});
    read_all(**trace, state);
  }
  std::filesystem::remove(path);
  state.SetItemsProcessed(state.iterations() * kFrames * state.range(0));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(run.size()));
}

BENCHMARK(bare_protozero_loop)->Arg(10)->Arg(50)->Arg(1'000)->Unit(benchmark::kMillisecond);
BENCHMARK(osi_file)->Arg(10)->Arg(50)->Arg(1'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace scrutineer::trace
