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
  // Waits for the next message. Returns it with its length in front, as in an .osi file; valid until the next call.
  // Empty: the run is over. Of a message that was cut off, returns what there is.
  virtual Result<std::string_view> next() = 0;
  // Losses on the way that the result should mention, as sentences; empty if nothing was lost.
  virtual std::vector<std::string> losses() { return {}; }
};

// `say` takes what a person should know at once: where it listens, that packets get lost.
Result<std::unique_ptr<Link>> open_link(const FrameStream& stream, const Patience& patience,
                                        std::function<void(const std::string&)> say);

}  // namespace scrutineer::live::osi
