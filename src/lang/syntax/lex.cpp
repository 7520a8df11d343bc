#include "lang/syntax/lex.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "lang/syntax/detail/identifier_characters.h"

namespace scrutineer::lang::syntax {
namespace {

struct Symbol {
  std::string_view spelling;
  TokenKind kind;
};

// By their first character, and of each the longer spelling first: the longest match wins.
constexpr std::array<Symbol, 26> kSymbols = {{
    {"..", TokenKind::dot_dot},
    {".", TokenKind::dot},
    {"->", TokenKind::arrow},
    {"-", TokenKind::minus},
    {"=>", TokenKind::implies},
    {"==", TokenKind::equal},
    {"=", TokenKind::assign},
    {"!=", TokenKind::not_equal},
    {"!", TokenKind::exclamation},
    {"<=", TokenKind::less_or_equal},
    {"<", TokenKind::less},
    {">=", TokenKind::greater_or_equal},
    {">", TokenKind::greater},
    {"::", TokenKind::double_colon},
    {":", TokenKind::colon},
    {"(", TokenKind::left_parenthesis},
    {")", TokenKind::right_parenthesis},
    {"[", TokenKind::left_bracket},
    {"]", TokenKind::right_bracket},
    {",", TokenKind::comma},
    {"@", TokenKind::at},
    {"?", TokenKind::question},
    {"+", TokenKind::plus},
    {"*", TokenKind::star},
    {"/", TokenKind::slash},
    {"%", TokenKind::percent},
}};

// Where in kSymbols the spellings with this first character begin; as many as there are symbols: nowhere.
constexpr std::array<std::uint8_t, 128> kFirstSymbols = [] {
  std::array<std::uint8_t, 128> places{};
  places.fill(static_cast<std::uint8_t>(kSymbols.size()));
  for (std::size_t i = kSymbols.size(); i-- > 0;)
    places[static_cast<unsigned char>(kSymbols[i].spelling.front())] = static_cast<std::uint8_t>(i);
  return places;
}();

constexpr std::size_t kLongestWord = 64;  // no keyword is longer

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }
constexpr bool is_end_of_line(char c) { return c == '\n' || c == '\r'; }

// Inside an expression an operand is never followed by a name, except by these.
constexpr bool follows_operand(std::string_view word) {
  return word == "and" || word == "or" || word == "in" || word == "if" || word == "as" || word == "is" ||
         word == "with" || word == "of";
}
// Words that a name or another operand may follow.
constexpr bool precedes_operand(std::string_view word) {
  return follows_operand(word) || word == "not" || word == "default" || word == "hard" || word == "soft" ||
         word == "list" || word == "range";
}

class Lexer {
 public:
  Lexer(const SourceFile& file, FileIndex index, std::vector<Diagnostic>& diagnostics)
      : text_(file.text()), index_(index), diagnostics_(diagnostics), most_(diagnostics.size() + kMostDiagnostics) {}

  std::vector<Token> run() {
    check_encoding();
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // the byte order mark that some editors write
    measure_indent();
    while (at_ < text_.size()) {
      if (in_string_text())
        string_text();
      else
        code();
    }
    finish();
    return std::move(tokens_);
  }

 private:
  // A string that is being read; in its text or in one of its interpolations.
  struct OpenString {
    std::size_t begin;
    char quote;
    bool is_triple;
    bool in_interpolation;
    int outer_brackets;  // how many were open around it
  };

  bool in_string_text() const { return !strings_.empty() && !strings_.back().in_interpolation; }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool at(std::string_view part) const { return text_.substr(at_, part.size()) == part; }

  Span span(std::size_t begin, std::size_t end) const {
    return {index_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  void report(std::size_t begin, std::size_t end, std::string message, std::string hint = "") {
    if (diagnostics_.size() < most_)
      diagnostics_.push_back({Severity::error, span(begin, end), std::move(message), std::move(hint), {}});
  }

  // How far a line is indented.
  struct Indent {
    std::size_t columns = 0;
    std::size_t characters = 0;  // as many as if a tab counted as one blank
  };

  void push(TokenKind kind, std::size_t begin, std::size_t end, bool has_bars = false) {
    if (!line_has_tokens_) {
      line_has_tokens_ = true;
      indent_to(begin);
    }
    tokens_.push_back(
        {kind, begin != last_end_, has_bars, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    last_end_ = end;
  }
  void push_layout(TokenKind kind, std::size_t place) {
    tokens_.push_back({kind, true, false, static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(place)});
  }

  void check_encoding();
  void measure_indent();
  void indent_to(std::size_t place);
  void warn_of_mixture(std::size_t place, bool is_consistent);
  void end_of_line();
  void close_lost_brackets();
  void code();
  void comment();
  void block_comment();
  void line_join();
  void number();
  bool name();
  void barred_name();
  void string_start();
  void string_text();
  void interpolation_end();
  void unterminated_strings();
  bool symbol();
  void unknown_character();
  void finish();

  std::string_view text_;
  FileIndex index_;
  std::vector<Diagnostic>& diagnostics_;
  std::size_t most_;
  std::vector<Token> tokens_;
  std::vector<OpenString> strings_;
  std::vector<Indent> indents_ = {{}};
  std::size_t at_ = 0;
  std::size_t last_end_ = std::numeric_limits<std::size_t>::max();  // of the last token
  Indent indent_;                                                   // of the logical line
  std::size_t unknown_reported_until_ = 0;
  int brackets_ = 0;  // open ( and [ of the innermost string or of the line
  bool line_has_tokens_ = false;
  bool has_tabs_ = false, has_blanks_ = false;  // at the start of lines
  bool is_mixture_told_ = false;
};

// Files are UTF-8, comments included. One report per line is enough.
void Lexer::check_encoding() {
  std::size_t i = 0;
  bool line_is_reported = false;
  while (i < text_.size()) {
    const auto byte = static_cast<unsigned char>(text_[i]);
    if (is_end_of_line(text_[i])) line_is_reported = false;
    const std::size_t length = byte < 0x80 ? 1 : utf8_length(text_.substr(i, 4));
    if ((length == 0 || byte == 0) && !line_is_reported) {
      report(i, i + 1, fmt::format("byte 0x{:02X} is not text", byte), "source files are UTF-8 without NUL bytes");
      line_is_reported = true;
    }
    i += std::max<std::size_t>(length, 1);
  }
}

// Blanks at the start of a line; a tab goes to the next multiple of 8.
void Lexer::measure_indent() {
  indent_ = {};
  for (; is_blank(peek()); ++at_) {
    ++indent_.characters;
    if (peek() == ' ') ++indent_.columns;
    if (peek() == '\t') indent_.columns += 8 - indent_.columns % 8;
    has_blanks_ = has_blanks_ || peek() == ' ';
    has_tabs_ = has_tabs_ || peek() == '\t';
  }
}

// The first line sets the level of the declarations: a piece pasted with its indentation is read as it is.
void Lexer::indent_to(std::size_t place) {
  if (tokens_.empty()) indents_ = {indent_};
  if (indent_.columns > indents_.back().columns) {
    // A line that opens no block is an error anyway.
    const bool opens_block = tokens_.size() > 1 && tokens_[tokens_.size() - 2].kind == TokenKind::colon;
    warn_of_mixture(place, !opens_block || indent_.characters > indents_.back().characters);
    indents_.push_back(indent_);
    push_layout(TokenKind::indent, place);
    return;
  }
  while (indent_.columns < indents_.back().columns && indents_.size() > 1) {
    indents_.pop_back();
    push_layout(TokenKind::dedent, place);
  }
  if (indent_.columns == indents_.back().columns) {
    warn_of_mixture(place, indent_.characters == indents_.back().characters);
    return;
  }
  report(place, place, "this indentation matches no outer block",
         has_blanks_ && has_tabs_
             ? std::string("tabs and blanks are mixed here: a tab counts as blanks up to the next multiple of 8")
             : fmt::format("the nearest block is indented by {}", indents_.back().columns));
  push_layout(TokenKind::invalid, place);
}

// Told once: which block such a line belongs to depends on how wide a tab is, and an editor may show it otherwise.
void Lexer::warn_of_mixture(std::size_t place, bool is_consistent) {
  if (is_consistent || std::exchange(is_mixture_told_, true) || diagnostics_.size() >= most_) return;
  diagnostics_.push_back({Severity::warning,
                          span(place, place),
                          "tabs and blanks are mixed here: a tab counts as blanks up to the next multiple of 8",
                          "indent all lines of a file in the same way",
                          {}});
}

void Lexer::end_of_line() {
  if (!strings_.empty() && !strings_.back().is_triple) unterminated_strings();
  if (brackets_ == 0 && strings_.empty() && line_has_tokens_) {
    push_layout(TokenKind::newline, at_);
    line_has_tokens_ = false;
  }
  at_ += at("\r\n") ? 2U : 1U;
  if (!line_has_tokens_)
    measure_indent();
  else
    close_lost_brackets();
}

// A forgotten `)` would swallow the rest of the file. A line that is not indented more than the one with the bracket
// and cannot go on from it ends that line instead: the parser then says which bracket is open.
void Lexer::close_lost_brackets() {
  if (!strings_.empty() || tokens_.empty()) return;
  const auto word_at = [&](std::size_t i) {
    std::size_t end = i;
    if (end < text_.size() && !is_digit(text_[end]))
      while (end < text_.size() && end < i + kLongestWord && static_cast<unsigned char>(text_[end]) < 0x80 &&
             continues_identifier(static_cast<unsigned char>(text_[end])))
        ++end;
    return text_.substr(i, end - i);
  };
  const std::size_t line = at_;
  const Indent outer_indent = indent_;
  measure_indent();
  const Indent own_indent = std::exchange(indent_, outer_indent);
  if (own_indent.columns > outer_indent.columns) return;
  const std::string_view first = word_at(at_);
  if (first.empty() || precedes_operand(first)) return;

  const Token& last = tokens_.back();
  const bool after_operand =
      last.kind == TokenKind::integer || last.kind == TokenKind::real || last.kind == TokenKind::string_end ||
      last.kind == TokenKind::right_parenthesis || last.kind == TokenKind::right_bracket ||
      (last.kind == TokenKind::name && !precedes_operand(text_.substr(last.begin, last.end - last.begin)));
  std::size_t next = at_ + first.size();
  while (next < text_.size() && is_blank(text_[next])) ++next;
  const std::string_view second = next > at_ + first.size() ? word_at(next) : std::string_view();
  const bool before_name = !second.empty() && !follows_operand(second);
  if (!after_operand && !before_name) return;
  push_layout(TokenKind::newline, line - 1);
  line_has_tokens_ = false;
  brackets_ = 0;
  indent_ = own_indent;
}

void Lexer::code() {
  const char c = peek();
  if (is_blank(c)) {
    ++at_;
  } else if (is_end_of_line(c)) {
    end_of_line();
  } else if (c == '#') {
    comment();
  } else if (at("/*")) {
    block_comment();
  } else if (c == '\\') {
    line_join();
  } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
    number();
  } else if (c == '"' || c == '\'') {
    string_start();
  } else if (c == '|') {
    barred_name();
  } else if (!name() && !symbol()) {
    unknown_character();
  }
}

void Lexer::comment() {
  while (at_ < text_.size() && !is_end_of_line(text_[at_])) ++at_;
}

void Lexer::block_comment() {
  const std::size_t end = text_.find("*/", at_ + 2);
  if (end == std::string_view::npos) {
    report(at_, at_ + 2, "this comment is never closed", "end it with `*/`");
    at_ = text_.size();
    return;
  }
  at_ = end + 2;
}

void Lexer::line_join() {
  const char next = peek(1);
  if (!is_end_of_line(next)) {
    report(at_, at_ + 1, "unexpected `\\`", "a backslash joins lines only as the last character of a line");
    push(TokenKind::invalid, at_, at_ + 1);
    ++at_;
    return;
  }
  at_ += at("\\\r\n") ? 3U : 2U;
}

void Lexer::number() {
  const std::size_t begin = at_;
  const auto digits = [&] {
    while (is_digit(peek())) ++at_;
  };
  if (peek() == '0' && peek(1) == 'x' && is_hex_digit(peek(2))) {
    at_ += 2;
    while (is_hex_digit(peek())) ++at_;
    push(TokenKind::integer, begin, at_);
    return;
  }
  bool is_real = false;
  digits();
  if (peek() == '.' && is_digit(peek(1))) {
    is_real = true;
    ++at_;
    digits();
  }
  if (peek() == 'e' || peek() == 'E') {
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if (is_digit(peek(1 + sign))) {
      is_real = true;
      at_ += 1 + sign;
      digits();
    }
  }
  push(is_real ? TokenKind::real : TokenKind::integer, begin, at_);
}

bool Lexer::name() {
  const auto character_here = [&](std::size_t& length) -> std::uint32_t {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    length = byte < 0x80 ? 1 : utf8_length(text_.substr(at_, 4));
    return length <= 1 ? (length == 0 ? 0 : byte) : utf8_code_point(text_.substr(at_, length), length);
  };
  const std::size_t begin = at_;
  std::size_t length = 0;
  if (!starts_identifier(character_here(length))) return false;
  do at_ += length;
  while (at_ < text_.size() && continues_identifier(character_here(length)));
  push(TokenKind::name, begin, at_);
  return true;
}

void Lexer::barred_name() {
  const std::size_t begin = at_++;
  while (at_ < text_.size() && text_[at_] != '|' && !is_end_of_line(text_[at_])) ++at_;
  if (peek() != '|') {
    report(begin, begin + 1, "this name has no closing `|`");
    push(TokenKind::invalid, begin, at_);
    return;
  }
  ++at_;
  if (at_ - begin == 2) {
    report(begin, at_, "a name between bars has at least one character", "between conditions write `or`");
    push(TokenKind::invalid, begin, at_);
    return;
  }
  push(TokenKind::name, begin, at_, true);
}

void Lexer::string_start() {
  const char quote = peek();
  const bool is_triple = peek(1) == quote && peek(2) == quote;
  const std::size_t length = is_triple ? 3 : 1;
  push(TokenKind::string_begin, at_, at_ + length);
  strings_.push_back({at_, quote, is_triple, false, brackets_});
  brackets_ = 0;
  at_ += length;
}

// From here to the next interpolation or the end of the string.
void Lexer::string_text() {
  const OpenString string = strings_.back();
  const std::size_t begin = at_;
  const auto ends_here = [&] {
    if (!string.is_triple) return peek() == string.quote;
    return peek() == string.quote && peek(1) == string.quote && peek(2) == string.quote;
  };
  bool is_broken = false;
  while (at_ < text_.size() && !ends_here() && !at("$(")) {
    if (!string.is_triple && is_end_of_line(peek())) {
      is_broken = true;
      break;
    }
    at_ += peek() == '\\' ? (at("\\\r\n") ? 3U : 2U) : 1U;
  }
  at_ = std::min(at_, text_.size());
  if (at_ > begin) push(TokenKind::string_text, begin, at_);
  if (is_broken || at_ == text_.size()) {
    if (is_broken) end_of_line();  // says so
    return;
  }
  if (at("$(")) {
    push(TokenKind::interpolation_begin, at_, at_ + 2);
    strings_.back().in_interpolation = true;
    brackets_ = 0;
    at_ += 2;
    return;
  }
  const std::size_t length = string.is_triple ? 3 : 1;
  push(TokenKind::string_end, at_, at_ + length);
  at_ += length;
  brackets_ = string.outer_brackets;
  strings_.pop_back();
}

void Lexer::interpolation_end() {
  push(TokenKind::interpolation_end, at_, at_ + 1);
  strings_.back().in_interpolation = false;
  ++at_;
}

// The open strings end here for want of a quote, back to one that may go over lines, and with them the logical line.
void Lexer::unterminated_strings() {
  OpenString outermost = strings_.back();
  do {
    outermost = strings_.back();
    strings_.pop_back();
  } while (!strings_.empty() && (at_ == text_.size() || !strings_.back().is_triple));
  const std::size_t quotes = outermost.is_triple ? 3 : 1;
  std::string hint;
  if (outermost.in_interpolation)
    hint = "its `$(` has no `)`";
  else if (!outermost.is_triple)
    hint = "a string over several lines is written between triple quotes";
  report(outermost.begin, outermost.begin + quotes, "this string is never closed", std::move(hint));
  push(TokenKind::invalid, at_, at_);
  brackets_ = strings_.empty() ? 0 : outermost.outer_brackets;
}

bool Lexer::symbol() {
  const auto first = static_cast<unsigned char>(peek());
  if (first >= kFirstSymbols.size()) return false;
  for (std::size_t i = kFirstSymbols[first]; i < kSymbols.size() && kSymbols[i].spelling.front() == peek(); ++i) {
    const auto& [spelling, kind] = kSymbols[i];
    if (!at(spelling)) continue;
    const bool closes = kind == TokenKind::right_parenthesis || kind == TokenKind::right_bracket;
    if (kind == TokenKind::right_parenthesis && brackets_ == 0 && !strings_.empty()) {
      interpolation_end();
      return true;
    }
    if (kind == TokenKind::left_parenthesis || kind == TokenKind::left_bracket) ++brackets_;
    if (closes && brackets_ > 0) --brackets_;
    push(kind, at_, at_ + spelling.size());
    at_ += spelling.size();
    return true;
  }
  return false;
}

void Lexer::unknown_character() {
  const std::size_t length = utf8_length(text_.substr(at_, 4));
  if (length != 0 && peek() != '\0' && at_ >= unknown_reported_until_) {  // bytes that are no text are reported already
    std::string hint;
    if (peek() == '{' || peek() == '}') hint = "blocks are indented lines after a `:`";
    if (peek() == ';') hint = "each statement has its own line";
    if (peek() == '&') hint = "write `and`";
    const auto byte = static_cast<unsigned char>(peek());
    const bool is_control = byte < 0x20 || byte == 0x7F;
    report(at_, at_ + length,
           is_control ? fmt::format("unexpected control character 0x{:02X}", byte)
                      : fmt::format("unexpected character `{}`", text_.substr(at_, length)),
           hint);
    const std::size_t rest = text_.find_first_of("\r\n", at_);
    unknown_reported_until_ = rest == std::string_view::npos ? text_.size() : rest;
  }
  const std::size_t begin = at_;
  at_ += std::max<std::size_t>(length, 1);
  const bool goes_on = !tokens_.empty() && tokens_.back().kind == TokenKind::invalid && tokens_.back().end == begin;
  if (goes_on) {
    tokens_.back().end = static_cast<std::uint32_t>(at_);
    last_end_ = at_;
  } else {
    push(TokenKind::invalid, begin, at_);
  }
}

void Lexer::finish() {
  if (!strings_.empty()) unterminated_strings();
  if (line_has_tokens_) push_layout(TokenKind::newline, at_);
  for (; indents_.size() > 1; indents_.pop_back()) push_layout(TokenKind::dedent, at_);
  push_layout(TokenKind::end_of_file, at_);
}

}  // namespace

// long: a case for each kind of token
std::string_view describe(TokenKind kind) {
  switch (kind) {
    case TokenKind::end_of_file:
      return "the end of the file";
    case TokenKind::newline:
      return "the end of the line";
    case TokenKind::indent:
      return "an indented line";
    case TokenKind::dedent:
      return "the end of the block";
    case TokenKind::invalid:
      return "an invalid character";
    case TokenKind::name:
      return "a name";
    case TokenKind::integer:
      return "an integer";
    case TokenKind::real:
      return "a number";
    case TokenKind::string_begin:
      return "a string";
    case TokenKind::string_text:
      return "the text of a string";
    case TokenKind::interpolation_begin:
      return "`$(`";
    case TokenKind::interpolation_end:
      return "`)`";
    case TokenKind::string_end:
      return "the end of a string";
    case TokenKind::left_parenthesis:
      return "`(`";
    case TokenKind::right_parenthesis:
      return "`)`";
    case TokenKind::left_bracket:
      return "`[`";
    case TokenKind::right_bracket:
      return "`]`";
    case TokenKind::comma:
      return "`,`";
    case TokenKind::colon:
      return "`:`";
    case TokenKind::double_colon:
      return "`::`";
    case TokenKind::assign:
      return "`=`";
    case TokenKind::at:
      return "`@`";
    case TokenKind::question:
      return "`?`";
    case TokenKind::exclamation:
      return "`!`";
    case TokenKind::dot:
      return "`.`";
    case TokenKind::dot_dot:
      return "`..`";
    case TokenKind::arrow:
      return "`->`";
    case TokenKind::implies:
      return "`=>`";
    case TokenKind::equal:
      return "`==`";
    case TokenKind::not_equal:
      return "`!=`";
    case TokenKind::less:
      return "`<`";
    case TokenKind::less_or_equal:
      return "`<=`";
    case TokenKind::greater:
      return "`>`";
    case TokenKind::greater_or_equal:
      return "`>=`";
    case TokenKind::plus:
      return "`+`";
    case TokenKind::minus:
      return "`-`";
    case TokenKind::star:
      return "`*`";
    case TokenKind::slash:
      return "`/`";
    case TokenKind::percent:
      return "`%`";
  }
  return "";
}

std::vector<Token> lex(const SourceFile& file, FileIndex index, std::vector<Diagnostic>& diagnostics) {
  return Lexer(file, index, diagnostics).run();
}

}  // namespace scrutineer::lang::syntax
