#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "app/detail/terminal_progress.h"
#include "app/run.h"
#include "base/printable.h"
#include "run/real_files.h"
#include "run/real_folders.h"

namespace {

// https://no-color.org: any value but the empty one means no.
bool wants_colour(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool declined = no_color != nullptr && *no_color != '\0';
  const bool plain = term != nullptr && std::string_view(term) == "dumb";
  return isatty(descriptor) != 0 && !declined && !plain;
}

// Where memory is lacking in a destructor nothing can be caught any more: JSON values take some to be destroyed. Files are
// written whole or not at all, so ending at once leaves nothing half.
[[noreturn]] void end_at_once() {
  constexpr std::string_view kNoMemory = "scrutineer: there is not enough memory\n",
                             kMistake = "scrutineer: internal error\n";
  std::string_view why = kMistake;
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    why = kNoMemory;
  } catch (...) {
    why = kMistake;
  }
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, why.data(), why.size());
  if (why == kMistake) std::abort();
  ::_exit(scrutineer::app::kNotEvaluated);
}

}  // namespace

int main(int argc, char** argv) {
  namespace app = scrutineer::app;
  // The reader of our output may quit early (head). The result and the report are written all the same.
  std::signal(SIGPIPE, SIG_IGN);
  std::set_terminate(end_at_once);
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    scrutineer::run::RealFiles files;
    scrutineer::run::RealFolders folders;
    app::TerminalProgress shown(std::cerr, std::chrono::seconds(1));
    scrutineer::run::NoProgress silent;
    scrutineer::run::Progress& progress =
        isatty(STDERR_FILENO) != 0 ? static_cast<scrutineer::run::Progress&>(shown) : silent;
    app::Outside outside{{files, folders, progress},
                         {std::cout, std::cerr, wants_colour(STDOUT_FILENO), wants_colour(STDERR_FILENO)}};
    return app::run(arguments, outside);
  } catch (const std::bad_alloc&) {
    std::cerr << "scrutineer: there is not enough memory\n";
    return app::kNotEvaluated;
  } catch (const std::exception& error) {  // our own mistake: still one line
    std::cerr << "scrutineer: internal error: " << scrutineer::printable(error.what()) << '\n';
    return app::kNotEvaluated;
  }
}
