// The lines of a file for its parser: tokens one by one, errors, blocks.
//
// The first error of a line is reported, then the rest of that line reads as empty: the cursor stands at its `newline`,
// everything that is still expected fails in silence, and what collects lines drops this one and goes on with the
// next. A block below a broken first line is read for its own errors. Where a block is missing, the lines that were
// likely meant to be it are dropped in silence.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/diagnostic.h"
#include "lang/source.h"
#include "lang/syntax/lex.h"
#include "lang/syntax/tree.h"

namespace scrutineer::lang::syntax {

class LineReader {
 protected:
  LineReader(const SourceFile& file, FileIndex index, std::vector<Token> tokens, std::vector<Diagnostic>& diagnostics)
      : file_(file),
        index_(index),
        tokens_(std::move(tokens)),
        diagnostics_(diagnostics),
        most_(diagnostics.size() + kMostDiagnostics) {}

  const Token& here() const { return tokens_[at_]; }
  const Token& ahead(std::size_t count) const { return tokens_[std::min(at_ + count, tokens_.size() - 1)]; }
  std::string_view text(const Token& token) const;  // of a name: without bars
  bool at(TokenKind kind) const { return here().kind == kind; }
  bool is_word(const Token& token, std::string_view word) const {
    return token.kind == TokenKind::name && !token.has_bars && text(token) == word;
  }
  bool at_word(std::string_view word) const { return is_word(here(), word); }
  bool at_any_word(std::initializer_list<std::string_view> words) const;
  bool starts_name(const Token& token) const {
    return token.kind == TokenKind::name || token.kind == TokenKind::double_colon;
  }
  std::size_t after_name() const;  // how many tokens ahead the name here ends; 0: there is none
  bool at_name_before(std::initializer_list<TokenKind> kinds) const;

  Token take();
  bool accept(TokenKind kind);
  bool accept_word(std::string_view word);
  bool expect(TokenKind kind, std::string_view expected = {});
  bool expect_word(std::string_view word);
  bool close(TokenKind kind, const Token& open, std::string_view expected);

  Span span_of(const Token& token) const { return {index_, token.begin, token.end}; }
  Span span_from(const Token& first) const { return {index_, first.begin, std::max(first.begin, last_end_)}; }
  std::string found() const;
  std::string indent_hint() const;  // of the line here
  bool has_invalid_token() const;   // the rest of the line
  void report(Span span, std::string message, std::string hint = {}, std::vector<Note> notes = {});
  void fail(std::string message, std::string hint = {}, std::vector<Note> notes = {});  // at the token here
  void fail_at(Span span, std::string message, std::string hint = {}, std::vector<Note> notes = {});
  void fail_expected(std::string_view expected, std::string hint = {}, std::vector<Note> notes = {});

  void end_line() { expect(TokenKind::newline); }
  void recover();                // after a line, broken or not: to the start of the next
  void lose(std::size_t first);  // the names from that token to here
  bool belongs_to_missing_block() const;
  void skip_block();  // an `indent` to its `dedent`
  bool enters_block();
  // The lines of the block after `:`. Broken lines are left out.
  template <typename Item, typename ReadLine>
  void block(std::vector<Item>& items, ReadLine read_line);
  template <typename Item, typename ReadLine>
  void lines(std::vector<Item>& items, ReadLine read_line);

  // Counts nesting while it lives; too deep is an error at the token here.
  class Deeper {
   public:
    explicit Deeper(LineReader& reader);
    ~Deeper() { --reader_.nesting_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    bool is_allowed() const { return allowed_; }

   private:
    LineReader& reader_;
    bool allowed_;
  };

  const SourceFile& file_;
  FileIndex index_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::uint32_t last_end_ = 0;  // of the last token taken, layout apart
  bool is_broken_ = false;      // this line had its error
  Tree tree_;

 private:
  bool is_word_within(std::size_t place, std::string_view word) const;

  std::vector<Diagnostic>& diagnostics_;
  std::size_t most_;
  bool misses_block_ = false;  // a line with `:` had none; until a line that begins with a word of its own
  int open_blocks_ = 0;
  int nesting_ = 0;
};

template <typename Item, typename ReadLine>
void LineReader::lines(std::vector<Item>& items, ReadLine read_line) {
  while (!at(TokenKind::end_of_file) && !at(TokenKind::dedent)) {
    const std::size_t first = at_;
    if (at(TokenKind::indent)) {
      if (!misses_block_)
        report(span_of(here()), "this line is indented, but no block begins before it", indent_hint());
      skip_block();
      lose(first);
      continue;
    }
    if (misses_block_ && belongs_to_missing_block()) {
      while (!at(TokenKind::newline) && !at(TokenKind::end_of_file)) ++at_;
      recover();
      lose(first);
      continue;
    }
    misses_block_ = false;
    Item item = read_line();
    if (is_broken_)
      lose(first);
    else
      items.push_back(std::move(item));
    recover();
  }
}

template <typename Item, typename ReadLine>
void LineReader::block(std::vector<Item>& items, ReadLine read_line) {
  expect(TokenKind::colon);
  const Deeper deeper(*this);
  if (!deeper.is_allowed()) return;
  const bool was_broken = is_broken_;
  if (!enters_block()) return;
  ++open_blocks_;
  lines(items, read_line);
  --open_blocks_;
  misses_block_ = false;
  if (at(TokenKind::dedent)) ++at_;
  is_broken_ = was_broken;
}

}  // namespace scrutineer::lang::syntax
