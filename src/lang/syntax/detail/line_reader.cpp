#include "lang/syntax/detail/line_reader.h"

#include <fmt/format.h>

#include <array>

namespace scrutineer::lang::syntax {
namespace {

constexpr std::size_t kLongestQuoted = 40;  // of a name in a message

}  // namespace

std::string_view LineReader::text(const Token& token) const {
  const std::string_view whole = file_.text(span_of(token));
  return token.has_bars ? whole.substr(1, whole.size() - 2) : whole;
}

bool LineReader::at_any_word(std::initializer_list<std::string_view> words) const {
  if (!at(TokenKind::name) || here().has_bars) return false;
  return std::find(words.begin(), words.end(), text(here())) != words.end();
}

std::size_t LineReader::after_name() const {
  std::size_t count = 0;
  if (ahead(count).kind == TokenKind::name) ++count;
  if (ahead(count).kind == TokenKind::double_colon) count += ahead(count + 1).kind == TokenKind::name ? 2U : 0U;
  return count;
}

bool LineReader::at_name_before(std::initializer_list<TokenKind> kinds) const {
  const std::size_t count = after_name();
  return count != 0 && std::find(kinds.begin(), kinds.end(), ahead(count).kind) != kinds.end();
}

Token LineReader::take() {
  const Token token = here();
  last_end_ = token.end;
  ++at_;
  return token;
}

bool LineReader::accept(TokenKind kind) {
  if (!at(kind)) return false;
  if (kind == TokenKind::newline)
    ++at_;
  else
    take();
  return true;
}

bool LineReader::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  take();
  return true;
}

bool LineReader::expect(TokenKind kind, std::string_view expected) {
  if (is_broken_) return false;
  if (accept(kind)) return true;
  fail_expected(expected.empty() ? describe(kind) : expected);
  return false;
}

bool LineReader::expect_word(std::string_view word) {
  if (is_broken_) return false;
  if (accept_word(word)) return true;
  fail_expected(fmt::format("`{}`", word));
  return false;
}

// The end of what `open` began; where the line ends instead, that bracket is what the reader looks for.
bool LineReader::close(TokenKind kind, const Token& open, std::string_view expected) {
  if (is_broken_) return false;
  if (accept(kind)) return true;
  std::vector<Note> notes;
  if (at(TokenKind::newline)) notes.push_back({span_of(open), fmt::format("{} is opened here", describe(open.kind))});
  fail_expected(expected, {}, std::move(notes));
  return false;
}

std::string LineReader::found() const {
  switch (here().kind) {
    case TokenKind::name:
    case TokenKind::integer:
    case TokenKind::real: {
      const std::string_view whole = file_.text(span_of(here()));
      if (whole.size() <= kLongestQuoted) return fmt::format("`{}`", whole);
      return std::string(describe(here().kind));
    }
    default:
      return std::string(describe(here().kind));
  }
}

void LineReader::report(Span span, std::string message, std::string hint, std::vector<Note> notes) {
  if (diagnostics_.size() < most_)
    diagnostics_.push_back({Severity::error, span, std::move(message), std::move(hint), std::move(notes)});
}

void LineReader::fail_at(Span span, std::string message, std::string hint, std::vector<Note> notes) {
  if (is_broken_) return;
  is_broken_ = true;
  // The lexer has said what is wrong with an invalid token.
  if (!has_invalid_token()) report(span, std::move(message), std::move(hint), std::move(notes));
  while (!at(TokenKind::newline) && !at(TokenKind::end_of_file)) ++at_;
}

void LineReader::fail(std::string message, std::string hint, std::vector<Note> notes) {
  fail_at(span_of(here()), std::move(message), std::move(hint), std::move(notes));
}

void LineReader::fail_expected(std::string_view expected, std::string hint, std::vector<Note> notes) {
  const bool after_number = at_ > 0 &&
                            (tokens_[at_ - 1].kind == TokenKind::integer || tokens_[at_ - 1].kind == TokenKind::real) &&
                            at(TokenKind::name);
  if (hint.empty() && (is_word_within(at_, "if") || (at_ > 0 && is_word_within(at_ - 1, "if"))))
    hint = "`if` begins a line of its own; one of two values is `condition ? this : that`";
  if (hint.empty() && after_number) hint = "a unit follows its number without a blank: `5m`";
  const bool after_operand =
      at_ > 0 && (tokens_[at_ - 1].kind == TokenKind::name || tokens_[at_ - 1].kind == TokenKind::right_parenthesis ||
                  tokens_[at_ - 1].kind == TokenKind::right_bracket);
  if (hint.empty() && after_operand && at(TokenKind::assign)) hint = "`==` compares";
  fail(fmt::format("expected {}, found {}", expected, found()), std::move(hint), std::move(notes));
}

// Is it that word, and not the first one of its line?
bool LineReader::is_word_within(std::size_t place, std::string_view word) const {
  if (place == 0 || !is_word(tokens_[place], word)) return false;
  const TokenKind before = tokens_[place - 1].kind;
  return before != TokenKind::newline && before != TokenKind::indent && before != TokenKind::dedent &&
         !is_word(tokens_[place - 1], "else");
}

bool LineReader::has_invalid_token() const {
  for (std::size_t i = at_; i < tokens_.size(); ++i) {
    if (tokens_[i].kind == TokenKind::invalid) return true;
    if (tokens_[i].kind == TokenKind::newline) break;
  }
  return false;
}

void LineReader::recover() {
  is_broken_ = false;
  if (!at(TokenKind::newline)) return;
  ++at_;
  if (at(TokenKind::indent)) skip_block();
}

void LineReader::lose(std::size_t first) {
  constexpr std::string_view kBefore[] = {"var",    "const", "def",  "event",  "watcher",  "checker",  "global",
                                          "struct", "actor", "enum", "action", "modifier", "scenario", "unit"};
  const auto is_layout = [&](std::size_t i) {
    return tokens_[i].kind == TokenKind::newline || tokens_[i].kind == TokenKind::indent ||
           tokens_[i].kind == TokenKind::dedent;
  };
  for (std::size_t i = first; i + 1 < tokens_.size() && i < at_; ++i) {
    // What a line declares stands at its beginning, behind these words or before a colon.
    if (tokens_[i].kind != TokenKind::name || (i != first && !is_layout(i - 1))) continue;
    while (tokens_[i].kind == TokenKind::name && tokens_[i + 1].kind == TokenKind::name &&
           std::find(std::begin(kBefore), std::end(kBefore), text(tokens_[i])) != std::end(kBefore))
      ++i;
    const bool is_declared = tokens_[i + 1].kind == TokenKind::colon || tokens_[i + 1].kind == TokenKind::comma ||
                             tokens_[i + 1].kind == TokenKind::left_parenthesis || is_word(tokens_[i + 1], "is");
    if (is_declared) tree_.lost_names.emplace(text(tokens_[i]));
  }
}

// Lines that stand where a block should be, but are not indented.
bool LineReader::belongs_to_missing_block() const {
  if (open_blocks_ == 0)
    return !at_any_word({"import", "namespace", "export", "type", "unit", "enum", "struct", "actor", "action",
                         "scenario", "modifier", "extend", "global", "watcher", "on"});
  return !at_any_word({"on", "def", "event", "watcher", "checker", "do", "keep", "cover", "record"});
}

std::string LineReader::indent_hint() const {
  const std::string_view all = file_.text({index_, 0, here().begin});
  const std::size_t line = all.find_last_of("\r\n");
  const std::string_view blanks = all.substr(line == std::string_view::npos ? 0 : line + 1);
  const bool has_tab = blanks.find('\t') != std::string_view::npos;
  const bool others_have_tabs = all.find("\n\t") != std::string_view::npos;
  const bool others_have_blanks = all.find("\n ") != std::string_view::npos;
  if (has_tab ? others_have_blanks : others_have_tabs)
    return "tabs and blanks are mixed here: a tab counts as blanks up to the next multiple of 8";
  return "does the line before it lack a `:`?";
}

void LineReader::skip_block() {
  int depth = 0;
  do {
    if (at(TokenKind::indent)) ++depth;
    if (at(TokenKind::dedent)) --depth;
    ++at_;
  } while (depth > 0);
}

bool LineReader::enters_block() {
  if (!is_broken_ && !at(TokenKind::newline)) fail_expected("the end of the line after `:`");
  if (ahead(1).kind != TokenKind::indent) {
    fail("expected an indented block below this line", "a block without content is `pass`");
    misses_block_ = true;
    return false;
  }
  at_ += 2;
  is_broken_ = false;
  return true;
}

LineReader::Deeper::Deeper(LineReader& reader) : reader_(reader), allowed_(++reader.nesting_ <= kDeepestNesting) {
  if (!allowed_) reader.fail(fmt::format("nested more than {} levels deep", kDeepestNesting));
}

}  // namespace scrutineer::lang::syntax
