// A process that evaluates runs, so that a crash in one run harms no other run.
//
// It is forked, not started anew: it knows the plan already, and a request is a run's place in it. What comes back are
// messages; the end of the pipe means that the process is gone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace scrutineer::suite::detail {

struct Request {
  enum class Kind : std::uint8_t { evaluate, content };
  Kind kind = Kind::evaluate;
  std::uint64_t run = 0;
};

struct Message {
  enum class Kind : std::uint8_t {
    started,    // with that run
    done,       // text: the record (record_bytes.h)
    unchanged,  // its content is what it was
    content,    // text: the hash
    broken,     // text: why the suite cannot go on
  };
  Kind kind = Kind::started;
  std::uint64_t run = 0;
  std::string text = {};
  double evaluating = 0.0;  // s of processor time that decoding and evaluating took
};

// What the worker's process does with a request; the message is its answer.
using Serve = std::function<Message(const Request&)>;

class Worker {
 public:
  // `max_memory` in bytes: the process ends when it wants more.
  static Result<Worker> start(const Serve& serve, std::optional<std::uint64_t> max_memory);

  Worker(Worker&& other) noexcept;
  Worker& operator=(Worker&&) = delete;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();  // kills it if it is still there

  void send(const Request& request) const;    // never fails: receive() tells if the worker is gone
  int messages() const { return messages_; }  // to poll()
  // What has arrived, without waiting. False: the process is gone, and there is nothing more.
  bool receive();
  std::optional<Message> next();  // of what has arrived

  void kill() const;
  struct End {
    bool out_of_memory = false;
    std::string how;  // "was killed by signal 11 (Segmentation fault)", with what it said last
  };
  End wait();
  int process() const { return process_; }

 private:
  Worker(int process, int requests, int messages, int words)
      : process_(process), requests_(requests), messages_(messages), words_(words) {}

  int process_ = -1;
  int requests_ = -1, messages_ = -1;
  int words_ = -1;  // what it wrote to its error stream
  std::string arrived_;
  std::size_t read_ = 0;  // of it
};

}  // namespace scrutineer::suite::detail
