// scrutineer completion: scripts that let a shell complete command lines. They ask the program itself, so there is
// nothing in them that could be out of date.

#include "app/detail/completion.h"

#include <fmt/format.h>

#include <ostream>

#include "app/detail/command.h"
#include "app/detail/program.h"

namespace scrutineer::app {

namespace {

// What `complete` prints for files and folders.
constexpr std::string_view kFiles = ":files", kFolders = ":folders";

constexpr std::string_view kBash =
    R"(# Completes scrutineer's command lines in bash: source <(scrutineer completion bash)
_scrutineer() {
  local answer
  COMPREPLY=()
  while IFS= read -r answer; do
    case $answer in
      :files) compopt -o default ;;
      :folders) compopt -o dirnames ;;
      *) COMPREPLY+=("${answer%%$'\t'*}") ;;
    esac
  done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _scrutineer scrutineer
)";

constexpr std::string_view kZsh = R"(#compdef scrutineer
# Completes scrutineer's command lines in zsh: put it as _scrutineer into a folder of $fpath.
_scrutineer() {
  local answer
  local -a found
  for answer in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $answer in
      :files) _files ;;
      :folders) _files -/ ;;
      '') ;;
      *) found+=("${${answer%%$'\t'*}//:/\\:}:${answer#*$'\t'}") ;;
    esac
  done
  if (( $#found )); then _describe -V scrutineer found; fi
}
_scrutineer "$@"
)";

constexpr std::string_view kFish =
    R"(# Completes scrutineer's command lines in fish: put it as scrutineer.fish into ~/.config/fish/completions.
function __scrutineer_complete
    set -l words (commandline -opc) (commandline -ct)
    for answer in (command $words[1] complete -- $words[2..-1] 2>/dev/null)
        switch $answer
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':folders'
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $answer
        end
    end
end
complete -c scrutineer -f -k -a '(__scrutineer_complete)'
)";

struct CompletionOptions {
  std::string_view script = kBash;
};

int print_script(const CompletionOptions& options, Outside& outside) {
  outside.screen.out << options.script;
  return kFine;
}

void add_shell(Options& options, CompletionOptions& values) {
  options
      .choice<std::string_view>("SHELL", values.script, {{"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}},
                                "Whose script: bash, zsh or fish")
      .required();
}

struct CompleteOptions {
  std::vector<std::string> words;
};

int complete(const CompleteOptions& options, Outside& outside) {
  const Program program;
  for (const Completion& one : completions(*program.parser, options.words)) {
    switch (one.kind) {
      case Completion::Kind::files:
        outside.screen.out << kFiles;
        break;
      case Completion::Kind::folders:
        outside.screen.out << kFolders;
        break;
      case Completion::Kind::word:
        outside.screen.out << one.word << (one.meaning.empty() ? "" : "\t") << one.meaning;
        break;
    }
    outside.screen.out << '\n';
  }
  return kFine;
}

void add_words(Options& options, CompleteOptions& values) {
  options.add("WORDS", values.words, "What is on the command line behind the program's name; the last is being written")
      .may_be_empty();  // when Tab is pressed behind a blank
}

}  // namespace

Command completion_command() {
  return {.name = "completion",
          .turn = 460,
          .summary = "Print the script that lets bash, zsh or fish complete command lines",
          .example = "scrutineer completion bash",
          .declare = declare<CompletionOptions, add_shell, print_script>,
          .more = "Packages install them. By hand: source <(scrutineer completion bash), for example in ~/.bashrc.\n"};
}

Command complete_command() {
  return {.name = "complete",
          .turn = 461,
          .summary = "Print what may follow on a command line; the scripts of completion ask it",
          .example = "scrutineer complete -- check --verb",
          .declare = declare<CompleteOptions, add_words, complete>};
}

}  // namespace scrutineer::app
