// scrutineer live osi: the evaluation of whatever sends OSI messages, while it sends them.

#include <utility>

#include "app/detail/command.h"
#include "app/detail/input_options.h"
#include "app/detail/live_run.h"
#include "app/detail/max_memory.h"
#include "app/detail/words.h"

namespace scrutineer::app {

namespace {

using live::FrameStream;
using From = FrameStream::From;

// UDP has no end of its own.
constexpr double kIdleOfUdp = 10.0;

struct LiveOsiOptions {
  LiveOptions live;
  bool standard_input = false;
  std::optional<int> tcp, udp;  // ports
  std::optional<double> idle;
  ReadingOptions reading;
};

class OsiRun final : public LiveRun {
 public:
  OsiRun(const LiveOsiOptions& options, Outside& outside)
      : LiveRun(live::simulator_row("osi"), options.live, outside), options_(options) {}

 private:
  std::optional<Problem> complete(trace::Manifest& manifest) override {
    options_.reading.apply(manifest);
    return std::nullopt;
  }

  Result<std::unique_ptr<live::Simulator>> start() override {
    FrameStream stream{.address = options_.live.bind, .idle = options_.idle};
    if (options_.tcp) {
      stream.from = From::tcp;
      stream.port = *options_.tcp;
    } else if (options_.udp) {
      stream.from = From::udp;
      stream.port = *options_.udp;
      stream.idle = options_.idle.value_or(kIdleOfUdp);
    }
    return live::simulator_row("osi").open({.patience = patience(),
                                            .stream = stream,
                                            .reading = run().manifest,
                                            .environment = run().environment,
                                            .say = [this](const std::string& message) { say(message); }});
  }

  bool sends_osi() const override { return true; }

  // Nobody here can end the simulation, so all of it is judged.
  void adjust(live::SessionInputs& inputs) override { inputs.ends_with_ego = inputs.ends_with_error = false; }

  const LiveOsiOptions& options_;
};

int live_osi(const LiveOsiOptions& options, Outside& outside) {
  const int sources = (options.standard_input ? 1 : 0) + (options.tcp ? 1 : 0) + (options.udp ? 1 : 0);
  if (sources != 1)
    return refuse(outside, "say where the messages come from: --stdin, --tcp PORT or --udp PORT, one of them");
  return with_max_memory(options.live.max_memory, outside, [&] { return OsiRun(options, outside).go(); });
}

void add_options(Options& options, LiveOsiOptions& values) {
  options.heading("Frames");
  options.flag("--stdin", values.standard_input, "OSI messages, each behind its length, as in an .osi file");
  options.add("--tcp", values.tcp, "The same from whoever connects to this port first; 0: any that is free", "PORT")
      .within(0, 65'535);
  options.add("--udp", values.udp, "OSI messages in packets as esmini sends them (its port is 48198)", "PORT")
      .within(0, 65'535);
  options
      .add("--idle", values.idle,
           "End when nothing came for this many seconds (default: 10 with --udp, else only the stream's end counts)",
           "S")
      .within(0.01, 1e6);
  options
      .add("--timeout", values.live.timeout, "Seconds until somebody must have connected, or the first packet come",
           "S")
      .within(0.01, 1e6)
      .shows_default();
  options.heading("Inputs");
  options.add(
      "--manifest", values.live.manifest,
      "What run.json of a recorded run would say, but for the run itself: map, ego, actors, settings ...; options win",
      "FILE");
  options.add(
      "--map", values.live.map,
      "The OpenDRIVE map (default: made from the lanes of the first message; without any, checks that need a map "
      "are skipped)",
      "FILE");
  options.add("--ego", values.live.ego, "The system under test, by its id", "ID");
  options.heading("Result");
  add_record(options, values.live);
  add_events(options, values.live);
  add_verbosity(options, values.live.verbosity, "every issue with its message, also as it is raised");
  options.heading("What is judged");
  add_judging(options, values.live.judging);
  options.flag("--stop-on-error", values.live.stop_on_error,
               "End the run at the first issue of severity error, no matter whose");
  options.heading("How the inputs are read");
  add_placement(options, values.reading);
  add_doubts(options, values.reading);
}

}  // namespace

Command live_osi_command() {
  return {.name = "live osi",
          .turn = 372,
          .summary = live::simulator_row("osi").summary,
          .example = "scrutineer live osi --udp 48198 --map town.xodr --out result",
          .declare = declare<LiveOsiOptions, add_options, live_osi>,
          .more =
              "\nThe same frames give the same result as scrutineer check with a file of them.\nCtrl-C and SIGTERM end "
              "the run in good order.\n"};
}

}  // namespace scrutineer::app
