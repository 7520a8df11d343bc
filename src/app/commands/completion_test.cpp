#include "app/detail/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "app/detail/man_pages.h"
#include "app/detail/program.h"
#include "kit/data.h"
#include "kit/real_program.h"
#include "kit/run_writers.h"
#include "kit/scratch_folder.h"

namespace scrutineer::app {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> completed(const std::vector<std::string>& words) {
  const Program program;
  std::vector<std::string> texts;
  for (const Completion& one : completions(*program.parser, words))
    texts.push_back(one.kind == Completion::Kind::word    ? one.word
                    : one.kind == Completion::Kind::files ? ":files"
                                                          : ":folders");
  return texts;
}

TEST(Completion, KnowsWhatMayFollow) {
  struct Case {
    const char* name;
    std::vector<std::string> words, all;
  };
  const Case cases[] = {
      {"a command", {"che"}, {"check", ":files"}},
      {"a group's command", {"map", "inf"}, {"info"}},
      {"all commands of a group", {"live", ""}, {"sumo", "osi"}},
      {"an option", {"check", "--verb"}, {"--verbosity"}},
      {"an option behind a file", {"check", "run.osi", "--map-"}, {"--map-dir"}},
      {"an option of a run alone", {"run.osi", "--verb"}, {"--verbosity"}},
      {"a word of a list", {"check", "--verbosity", "f"}, {"full"}},
      {"a word of a list behind =", {"check", "--verbosity=f"}, {"--verbosity=full"}},
      {"a file", {"check", "--map", ""}, {":files"}},
      {"a folder", {"check", "--out", ""}, {":folders"}},
      {"a file by its place", {"map", "info", ""}, {":files"}},
      {"a checker", {"check", "--disable", "road_dep"}, {"road_departure"}},
      {"a shell", {"completion", ""}, {"bash", "zsh", "fish"}},
      {"a number, of which nobody knows", {"live", "osi", "--tcp", ""}, {}},
      {"nothing", {"map", "nonsense", "--x"}, {}},
  };
  for (const Case& c : cases) EXPECT_EQ(completed(c.words), c.all) << c.name;
}

TEST(Completion, OffersEveryCommandAndOption) {
  const std::vector<std::string> first = completed({""});
  for (const Command& command : commands()) {
    const std::string name(command.name.substr(0, command.name.find(' ')));
    EXPECT_THAT(first, Contains(name));
  }
  EXPECT_THAT(completed({"check", "--"}), testing::IsSupersetOf({"--map", "--out", "--report", "--help"}));
}

TEST(Completion, WorksInBash) {
  const kit::ScratchFolder folder;
  kit::write_file(folder.file("my run.osi"), "");
  kit::write_file(folder.file("try.sh"), R"(
PATH=$(dirname "$scrutineer"):$PATH
source <(scrutineer completion bash)
compopt() { echo "compopt $*"; }
try() { COMP_WORDS=(scrutineer "$@"); COMP_CWORD=$#; _scrutineer; echo "${COMPREPLY[*]}"; }
try che
try map in
try check --verbosity ''
try check --map ''
)");
  ASSERT_EQ(kit::shell("bash try.sh > out 2> err", folder.path()), 0) << kit::read_text(folder.file("err"));
  EXPECT_EQ(kit::read_text(folder.file("out")),
            "compopt -o default\ncheck\ninfo\nquiet normal full\ncompopt -o default\n\n");
}

TEST(Completion, WorksInFish) {
  const kit::ScratchFolder folder;
  if (kit::shell("command -v fish > out", folder.path()) != 0) GTEST_SKIP() << "fish is not installed";
  kit::write_file(folder.file("try.fish"), R"(
set -x PATH (dirname $scrutineer) $PATH
scrutineer completion fish | source
complete -C 'scrutineer check --verbosity '
complete -C 'scrutineer map inf'
)");
  ASSERT_EQ(kit::shell("HOME=$PWD fish --no-config try.fish > out 2> err", folder.path()), 0)
      << kit::read_text(folder.file("err"));
  EXPECT_THAT(kit::read_text(folder.file("out")), testing::StartsWith("quiet\nnormal\nfull\ninfo\t"));
}

TEST(Completion, IsUnderstoodByZsh) {
  const kit::ScratchFolder folder;
  if (kit::shell("command -v zsh > out", folder.path()) != 0) GTEST_SKIP() << "zsh is not installed";
  kit::write_file(folder.file("try.zsh"), R"(
PATH=$(dirname $scrutineer):$PATH
scrutineer completion zsh > _scrutineer
_describe() { print -l -- "${(@P)${@[-1]}}" }
_files() { print files "$@" }
try() { words=(scrutineer "$@"); CURRENT=$(( $# + 1 )); source ./_scrutineer }
try check --verbosity f
try map inf
try check --out ''
)");
  ASSERT_EQ(kit::shell("zsh -f try.zsh > out 2> err", folder.path()), 0) << kit::read_text(folder.file("err"));
  EXPECT_THAT(kit::read_text(folder.file("out")), HasSubstr("info:"));
  EXPECT_THAT(kit::read_text(folder.file("out")), HasSubstr("full"));
  EXPECT_THAT(kit::read_text(folder.file("out")), HasSubstr("files -/"));
}

TEST(ManPages, HaveOneForEveryCommand) {
  const Program program;
  const std::vector<Page> pages = man_pages(*program.parser);
  for (const Command& command : commands()) {
    std::string name = "scrutineer-" + std::string(command.name) + ".1";
    std::ranges::replace(name, ' ', '-');
    const auto page = std::ranges::find(pages, name, &Page::file);
    ASSERT_NE(page, pages.end()) << name;
    EXPECT_THAT(page->text, HasSubstr(".SH NAME\nscrutineer\\-")) << name;
    EXPECT_THAT(page->text, HasSubstr("\\-\\-help")) << name;
  }
  const auto check = std::ranges::find(pages, "scrutineer-check.1", &Page::file);
  EXPECT_THAT(check->text, HasSubstr("\n.TP\n\\fB\\-\\-map FILE\\fR\nThe OpenDRIVE map"));
  EXPECT_THAT(check->text, HasSubstr(".SH EXAMPLES\n.nf\n  scrutineer check examples/runs"));
  EXPECT_THAT(pages.front().text, HasSubstr("\\fBscrutineer\\-check(1)\\fR"));
}

TEST(ManPages, AreGoodRoff) {
  const kit::ScratchFolder folder;
  if (kit::shell("command -v groff > out", folder.path()) != 0) GTEST_SKIP() << "groff is not installed";
  ASSERT_EQ(kit::shell("\"$scrutineer\" docs --man man", folder.path()), 0);
  EXPECT_EQ(kit::shell("for page in man/*.1; do groff -man -Tascii -P-cbou -ww \"$page\" || echo \"$page\" >&2; done "
                       "> out 2> err",
                       folder.path()),
            0);
  EXPECT_EQ(kit::read_text(folder.file("err")), "");
  EXPECT_THAT(kit::read_text(folder.file("out")), HasSubstr("--verbosity"));
}

}  // namespace
}  // namespace scrutineer::app
