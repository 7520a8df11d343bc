// What a program asks for and the run has not told so far, of the frame or of any actor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lang/vm/image.h"
#include "scene/scene.h"

namespace scrutineer::lang::detail {

class Untold {
 public:
  explicit Untold(const Image& image);

  // Once per frame.
  void look(const scene::Scene& scene);
  // Why the declaration can do nothing yet, for want of what some actor must tell; empty: nothing is wanting.
  std::string lacked_by(std::uint32_t declaration) const;
  // What people should know of a declaration that judged the rest.
  std::vector<std::string> notes_of(std::uint32_t declaration) const;

 private:
  bool is_untold(const scene::Fact* fact) const;

  const Image& image_;
  std::vector<const scene::Fact*> facts_;
};

}  // namespace scrutineer::lang::detail
