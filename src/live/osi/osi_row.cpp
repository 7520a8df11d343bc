// A sender of OSI messages, among the simulators.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "live/osi/link.h"
#include "live/simulators.h"
#include "live/watched_simulator.h"
#include "trace/osi_stream.h"

namespace scrutineer::live {

namespace {

// Message by message, so that the last one is at hand.
class MessageBytes final : public trace::ByteStream {
 public:
  explicit MessageBytes(osi::Link& link) : link_(link) {}

  Result<std::size_t> read(char* out, std::size_t capacity) override {
    if (taken_ == message_.size())
      if (auto problem = take_message()) return *std::move(problem);
    const std::size_t count = message_.copy(out, capacity, taken_);
    taken_ += count;
    return count;
  }
  std::string_view message() const { return message_; }
  // Of the run; read() still gives it. Empty: there is none, or read() will tell what is wrong.
  std::string_view first_message() {
    if (message_.empty() && !problem_) problem_ = take_message();
    return message_;
  }

 private:
  std::optional<Problem> take_message() {
    if (problem_) return std::exchange(problem_, std::nullopt);
    auto next = link_.next();
    if (!next) return next.problem();
    message_ = *next;
    taken_ = 0;
    return std::nullopt;
  }

  osi::Link& link_;
  std::string_view message_;
  std::size_t taken_ = 0;
  std::optional<Problem> problem_;  // that read() has to tell
};

class OsiSimulator final : public WatchedSimulator {
 public:
  OsiSimulator(std::unique_ptr<osi::Link> link, MessageBytes& bytes, std::unique_ptr<trace::Trace> trace)
      : link_(std::move(link)), bytes_(bytes), trace_(std::move(trace)) {}

  Result<bool> next(trace::Step& step) override {
    auto more = trace_->next(step);
    if ((!more || !*more) && !std::exchange(has_told_losses_, true))
      for (std::string& loss : link_->losses()) step.changes.notes.push_back(std::move(loss));
    return more;
  }
  std::string_view format() const override { return trace_->format(); }
  const std::string& file() const override { return trace_->file(); }
  std::string_view osi_message() const override { return bytes_.message(); }
  std::optional<trace::CarriedMap> carried_map() override {
    // What is wrong with the message, its reader will tell.
    auto found = trace::read_carried_map(std::string(bytes_.first_message()), file());
    return found && found->is_there() ? std::optional(*std::move(found)) : std::nullopt;
  }

 private:
  std::unique_ptr<osi::Link> link_;
  MessageBytes& bytes_;  // the trace's
  std::unique_ptr<trace::Trace> trace_;
  bool has_told_losses_ = false;
};

std::string name_of(const FrameStream& stream) {
  if (stream.from == FrameStream::From::standard_input) return "stdin";
  return fmt::format("{}:{}", stream.from == FrameStream::From::tcp ? "tcp" : "udp", stream.port);
}

Result<std::unique_ptr<Simulator>> open_osi(const Simulation& simulation) {
  auto link = osi::open_link(
      simulation.stream, simulation.patience, simulation.say ? simulation.say : [](const std::string&) {});
  if (!link) return link.problem();
  auto bytes = std::make_unique<MessageBytes>(**link);
  MessageBytes& messages = *bytes;
  trace::TraceSource source = trace_source(simulation.reading);
  source.file = simulation.name.empty() ? name_of(simulation.stream) : simulation.name;
  // Over UDP a message may be put together wrongly, and the next one is good again.
  source.skip_bad_frames = source.skip_bad_frames || simulation.stream.from == FrameStream::From::udp;
  auto trace = trace::open_osi_stream(std::move(bytes), source);
  if (!trace) return trace.problem();
  auto meant = with_environment(as_meant(*std::move(trace), simulation.reading), simulation.environment);
  return std::unique_ptr<Simulator>(std::make_unique<OsiSimulator>(*std::move(link), messages, std::move(meant)));
}

}  // namespace

SimulatorRow osi_simulator() {
  return {.name = "osi",
          .title = "OSI",
          .summary = "Any simulator that sends OSI messages: over a pipe, TCP or UDP",
          .open = open_osi};
}

}  // namespace scrutineer::live
