#include "app/detail/wrap.h"

#include <algorithm>
#include <utility>

#include "app/detail/words.h"
#include "base/display_width.h"

namespace scrutineer::app {

namespace {

std::size_t printed_width(std::string_view word) {
  return display_width(word) - static_cast<std::size_t>(std::ranges::count(word, '`'));
}

bool is_bullet(std::string_view line) { return line.starts_with("- "); }

// "  name   what it is": where the second column begins; 0: it is no row of a table.
std::size_t second_column(std::string_view line) {
  if (!line.starts_with("  ") || line.size() < 3 || line[2] == ' ') return 0;
  const std::size_t gap = line.find("  ", 2);
  const std::size_t column = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
  return column == std::string_view::npos ? 0 : column;
}

class Breaker {
 public:
  explicit Breaker(const WrapOptions& options) : options_(options) {}

  void take(std::string_view line) {
    const bool is_blank = line.find_first_not_of(' ') == std::string_view::npos;
    const std::size_t column = is_in_list_ ? 0 : second_column(line);
    if (is_blank) {
      end_line();
      is_paragraph_over_ = !out_.empty();
      is_in_list_ = false;
      hanging_ = 0;
    } else if (is_bullet(line)) {
      begin_item("- ", 2);
      is_in_list_ = true;
      line.remove_prefix(2);
    } else if (column > 0) {
      begin_item(line.substr(0, column), column);
      line.remove_prefix(column);
    }
    while (!line.empty()) {
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      const std::size_t end = std::min(line.find(' '), line.size());
      if (end > 0) add(line.substr(0, end));
      line.remove_prefix(end);
    }
  }

  std::string finish() {
    end_line();
    return std::move(out_);
  }

 private:
  // The lines that follow begin below the text behind `head`.
  void begin_item(std::string_view head, std::size_t hanging) {
    end_line();
    begin_line();
    line_ = head;
    width_ = printed_width(head);
    hanging_ = hanging;
    is_at_start_ = true;
  }

  void begin_line() {
    if (is_paragraph_over_) out_ += '\n';
    is_paragraph_over_ = false;
  }

  void add(std::string_view word) {
    const bool has_room = options_.indent.size() + width_ + 1 + printed_width(word) <= options_.width;
    if (!is_at_start_ && !has_room) end_line();
    if (line_.empty()) {
      begin_line();
      line_ = std::string(hanging_, ' ');
      width_ = hanging_;
      is_at_start_ = true;
    }
    if (!is_at_start_) {
      line_ += ' ';
      ++width_;
    }
    line_ += word;
    width_ += printed_width(word);
    is_at_start_ = false;
  }

  void end_line() {
    if (!line_.empty()) out_ += std::string(options_.indent) + std::exchange(line_, {}) + '\n';
    width_ = 0;
    is_at_start_ = true;
  }

  const WrapOptions& options_;
  std::string out_, line_;
  std::size_t width_ = 0, hanging_ = 0;
  bool is_at_start_ = true, is_in_list_ = false, is_paragraph_over_ = false;
};

std::string broken(std::string_view text, const WrapOptions& options) {
  Breaker breaker(options);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    breaker.take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return breaker.finish();
}

}  // namespace

std::string wrapped(std::string_view text, const WrapOptions& options) {
  const std::string lines = broken(text, options);
  std::string out;
  std::string_view rest = lines;
  for (bool is_name = false; !rest.empty(); is_name = !is_name) {
    const std::size_t end = std::min(rest.find('`'), rest.size());
    const std::string_view part = rest.substr(0, end);
    out += is_name ? inked(options.colour, Ink::bold, part) : std::string(part);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

}  // namespace scrutineer::app
