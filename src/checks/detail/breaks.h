// For how long something was violated, in the words of a message that is true of joined violations, too.
//
//   breaks.see(at, starts);                        // in measure(): every frame in which it is violated
//   ... + breaks.for_seconds(closing)              // ", for 2.1 s"; ", on and off for 2.1 s" where merge_gap joined several
#pragma once

#include <string>

#include "watch/per_actor.h"
#include "watch/person_words.h"

namespace scrutineer::checks {

class Breaks {
 public:
  void see(const watch::View& at, bool starts) {
    has_some_ = !starts && (has_some_ || last_ != at.context.previous);
    last_ = at.now();
  }
  std::string for_seconds(const watch::Closing& closing) const {
    const double seconds = closing.duration();
    return has_some_ ? ", on and off for " + watch::time_words(seconds) : watch::for_seconds(seconds);
  }

 private:
  bool has_some_ = false;
  Time last_{};  // that was violated
};

}  // namespace scrutineer::checks
