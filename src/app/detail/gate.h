// The gate in front of a screen: everything that commands print goes through it, and nothing that a terminal would obey
// gets past it but line ends, tabs and our own colours. Other characters of that kind become \u001b, which is also how
// JSON would write them. Ids and names that must stay on one line are made printable() where they are put into it.
//
//   Gate gate(std::cout, /*colour=*/true);
//   std::ostream out(&gate);
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace scrutineer::app {

class Gate : public std::streambuf {
 public:
  Gate(std::ostream& screen, bool colour) : screen_(screen), colour_(colour) {}
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  ~Gate() override { finish(); }

  // Writes what still waits for the rest of a character.
  void finish();
  // The reader of a pipe has gone: nobody is left to be told.
  bool reader_has_gone() const;

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  bool pass(std::string_view text, bool is_last);
  bool put(std::string_view text);

  std::ostream& screen_;
  bool colour_;
  std::string waiting_;  // the start of a character or of a colour
  int error_ = 0;        // of the first write that failed
};

}  // namespace scrutineer::app
