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

}  // namespace

int main(int argc, char** argv) {
  namespace app = scrutineer::app;
  // The reader of our output may quit early (head). The result and the report are written all the same.
  std::signal(SIGPIPE, SIG_IGN);
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
