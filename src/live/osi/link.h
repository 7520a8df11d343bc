// Where OSI messages come from while they are being made: standard input, a TCP or a UDP port.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "live/patience.h"
#include "live/simulators.h"

namespace scrutineer::live::osi {

class Link {
 public:
  virtual ~Link() = default;
  // Waits for the next message, and gives it behind its length, as an .osi file has it, until the next call. Empty: the
  // run is over. A message that was cut off comes as far as it goes.
  virtual Result<std::string_view> next() = 0;
  // What went wrong underway and belongs into the result, as sentences; nothing in a run without losses.
  virtual std::vector<std::string> losses() { return {}; }
};

// `say` takes what a person should know at once: where it listens, that packets get lost.
Result<std::unique_ptr<Link>> open_link(const FrameStream& stream, const Patience& patience,
                                        std::function<void(const std::string&)> say);

}  // namespace scrutineer::live::osi
