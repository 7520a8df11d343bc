// The session beside which a check of a program runs.
#pragma once

#include <stdexcept>

#include "lang/vm/session.h"
#include "watch/context.h"

namespace scrutineer::lang::detail {

inline Session& session_of(watch::Context& context, const Image& image) {
  auto* session = dynamic_cast<Session*>(context.companion);
  if (session == nullptr || &session->image() != &image)
    throw std::logic_error("runs only beside the configuration that declares it");
  return *session;
}

}  // namespace scrutineer::lang::detail
