// The run of the program beside which a check of a program runs.
#pragma once

#include <stdexcept>

#include "lang/vm/program_run.h"
#include "watch/context.h"

namespace scrutineer::lang::detail {

inline ProgramRun& program_run_of(watch::Context& context, const Image& image) {
  auto* program_run = dynamic_cast<ProgramRun*>(context.companion);
  if (program_run == nullptr || &program_run->image() != &image)
    throw std::logic_error("runs only beside the configuration that declares it");
  return *program_run;
}

}  // namespace scrutineer::lang::detail
