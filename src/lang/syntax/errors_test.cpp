#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lang/diagnostic.h"
#include "lang/syntax/parse.h"

namespace scrutineer::lang::syntax {
namespace {

std::string errors_of(const std::string& source) {
  Sources sources;
  std::vector<Diagnostic> diagnostics;
  parse(sources, sources.add("test.osc", source), diagnostics);
  return render(diagnostics, sources);
}

TEST(SyntaxErrors, SayWhereWhatAndWhatInstead) {
  struct Case {
    const char* name;
    std::string source;
    const char* expected;
  };
  const Case cases[] = {
      {"unknown declaration", "strct a:\n    x: int\n",
       R"e(test.osc:1:1: error: expected a declaration, such as `struct`, `extend` or `import`, found `strct`
strct a:
^~~~~
    hint: did you mean `struct`?
)e"},
      {"field outside", "x: int\n",
       R"e(test.osc:1:1: error: expected a declaration, such as `struct`, `extend` or `import`, found `x`
x: int
^
    hint: a field outside of a type begins with `global`
)e"},
      {"checker outside", "checker c is t()\n",
       R"e(test.osc:1:1: error: expected a declaration, such as `struct`, `extend` or `import`, found `checker`
checker c is t()
^~~~~~~
    hint: instances stand in a `global modifier` or an `extend`
)e"},
      {"not a declaration", "= 3\n",
       R"e(test.osc:1:1: error: expected a declaration, such as `struct`, `extend` or `import`, found `=`
= 3
^
)e"},
      {"late import", "struct a\nimport b\n",
       R"e(test.osc:2:1: error: an import stands before all other declarations
import b
^~~~~~~~
)e"},
      {"missing import", "import\n",
       R"e(test.osc:1:7: error: expected the name of a file in quotes, or of a library, found the end of the line
import
      ^
)e"},
      {"interpolated import", "import \"a$(b)\"\n",
       R"e(test.osc:1:10: error: the name of a file is plain text
import "a$(b)"
         ^~~~
)e"},
      {"missing name", "struct :\n    x: int\n",
       R"e(test.osc:1:8: error: expected the name of the struct, found `:`
struct :
       ^
)e"},
      {"missing colon", "struct a b\n",
       R"e(test.osc:1:10: error: expected `:` or the end of the line, found `b`
struct a b
         ^
)e"},
      {"missing block", "struct a:\nstruct b\n",
       R"e(test.osc:1:10: error: expected an indented block below this line
struct a:
         ^
    hint: a block without content is `pass`
)e"},
      {"missing block at the end", "struct a:",
       R"e(test.osc:1:10: error: expected an indented block below this line
struct a:
         ^
    hint: a block without content is `pass`
)e"},
      {"text after colon", "struct a: x: int\n",
       R"e(test.osc:1:11: error: expected the end of the line after `:`, found `x`
struct a: x: int
          ^
)e"},
      {"unexpected indent", "struct a:\n    x: int\n      y: int\n    z: int\n",
       R"e(test.osc:3:7: error: this line is indented, but no block begins before it
      y: int
      ^
    hint: does the line before it lack a `:`?
)e"},
      {"bad dedent", "struct a:\n    x: int\n  y: int\nstruct b\n",
       R"e(test.osc:3:3: error: this indentation matches no outer block
  y: int
  ^
    hint: the nearest block is indented by 0
)e"},
      {"unclosed parenthesis", "extend a:\n    keep(x == 3\n    keep(y == 4)\nstruct b:\n    z\n",
       R"e(test.osc:2:16: error: expected `)`, found the end of the line
    keep(x == 3
               ^
test.osc:2:9: note: `(` is opened here
    keep(x == 3
        ^
test.osc:5:6: error: expected `:`, `=` or a call, found the end of the line
    z
     ^
)e"},
      {"unclosed at a declaration", "extend a:\n    keep(x ==\nstruct b\n",
       R"e(test.osc:2:14: error: expected an expression, found the end of the line
    keep(x ==
             ^
)e"},
      {"missing operand", "extend a:\n    keep(x == )\n",
       R"e(test.osc:2:15: error: expected an expression, found `)`
    keep(x == )
              ^
)e"},
      {"blank before the unit", "extend a:\n    keep(x == 5 m)\n",
       R"e(test.osc:2:17: error: expected `)`, found `m`
    keep(x == 5 m)
                ^
    hint: a unit follows its number without a blank: `5m`
)e"},
      {"not as elsewhere", "extend a:\n    keep(x == !b)\n",
       R"e(test.osc:2:15: error: expected an expression, found `!`
    keep(x == !b)
              ^
    hint: write `not`
)e"},
      {"or as elsewhere", "extend a:\n    keep(a || b)\n",
       R"e(test.osc:2:12: error: a name between bars has at least one character
    keep(a || b)
           ^~
    hint: between conditions write `or`
)e"},
      {"a choice as in Python", "extend a:\n    keep(x == (1 if b else 2))\n",
       R"e(test.osc:2:18: error: expected `)`, found `if`
    keep(x == (1 if b else 2))
                 ^~
    hint: `if` begins a line of its own; one of two values is `condition ? this : that`
)e"},
      {"a choice as in Rust", "extend a:\n    keep(x == (if b 1))\n",
       R"e(test.osc:2:19: error: expected `)`, found `b`
    keep(x == (if b 1))
                  ^
    hint: `if` begins a line of its own; one of two values is `condition ? this : that`
)e"},
      {"a branch without its condition", "global modifier vehicle.m:\n    on @e:\n        if :\n            x = 1\n",
       R"e(test.osc:3:12: error: expected an expression, found `:`
        if :
           ^
)e"},
      {"a branch among members", "struct a:\n    if x:\n        y\n",
       R"e(test.osc:2:8: error: expected `:`, `=` or a call, found `x`
    if x:
       ^
)e"},
      {"positional after named", "extend a:\n    f(x: 3, 4)\n",
       R"e(test.osc:2:13: error: an argument without a name cannot follow one with a name
    f(x: 3, 4)
            ^
)e"},
      {"not as operand", "extend a:\n    keep(a == not b)\n",
       R"e(test.osc:2:15: error: expected an expression, found `not`
    keep(a == not b)
              ^~~
    hint: write `not` and its operand in parentheses here
)e"},
      {"too large integer", "extend a:\n    x: int = 18446744073709551616\n",
       R"e(test.osc:2:14: error: this integer does not fit into 64 bits
    x: int = 18446744073709551616
             ^~~~~~~~~~~~~~~~~~~~
    hint: with a point it is a float
)e"},
      {"too small integer", "extend a:\n    x: int = -9223372036854775809\n",
       R"e(test.osc:2:14: error: this integer does not fit into 64 bits
    x: int = -9223372036854775809
             ^~~~~~~~~~~~~~~~~~~~
    hint: with a point it is a float
)e"},
      {"too large float", "extend a:\n    x: float = 1e999\n",
       R"e(test.osc:2:16: error: this number is too large
    x: float = 1e999
               ^~~~~
)e"},
      {"empty range", "extend a:\n    x: t = [..]\n",
       R"e(test.osc:2:15: error: a range needs at least one bound
    x: t = [..]
              ^
)e"},
      {"unclosed string", "extend a:\n    x: t = \"abc\n    y: 3\n",
       R"e(test.osc:2:12: error: this string is never closed
    x: t = "abc
           ^
    hint: a string over several lines is written between triple quotes
test.osc:3:8: error: expected a type, found `3`
    y: 3
       ^
)e"},
      {"unclosed triple", "extend a:\n    x: t = '''abc\n    y: 3\n",
       R"e(test.osc:2:12: error: this string is never closed
    x: t = '''abc
           ^~~
)e"},
      {"unclosed interpolation", "extend a:\n    x: t = \"abc $(d + \"\n    y: int\n",
       R"e(test.osc:2:12: error: this string is never closed
    x: t = "abc $(d + "
           ^
    hint: its `$(` has no `)`
)e"},
      {"empty interpolation", "extend a:\n    x: t = \"$()\"\n",
       R"e(test.osc:2:15: error: expected an expression, found `)`
    x: t = "$()"
              ^
)e"},
      {"rest in interpolation", "extend a:\n    x: t = \"$(a b)\"\n",
       R"e(test.osc:2:17: error: expected `)`, found `b`
    x: t = "$(a b)"
                ^
)e"},
      {"unclosed comment", "struct a\n/* never\n",
       R"e(test.osc:2:1: error: this comment is never closed
/* never
^~
    hint: end it with `*/`
)e"},
      {"unclosed bar", "extend a:\n    |x: int\n",
       R"e(test.osc:2:5: error: this name has no closing `|`
    |x: int
    ^
)e"},
      {"empty bars", "extend a:\n    ||: int\n",
       R"e(test.osc:2:5: error: a name between bars has at least one character
    ||: int
    ^~
    hint: between conditions write `or`
)e"},
      {"brace", "struct a {\n}\n",
       R"e(test.osc:1:10: error: unexpected character `{`
struct a {
         ^
    hint: blocks are indented lines after a `:`
test.osc:2:1: error: unexpected character `}`
}
^
    hint: blocks are indented lines after a `:`
)e"},
      {"semicolon", "struct a;\n",
       R"e(test.osc:1:9: error: unexpected character `;`
struct a;
        ^
    hint: each statement has its own line
)e"},
      {"ampersand", "extend a:\n    keep(a && b)\n",
       R"e(test.osc:2:12: error: unexpected character `&`
    keep(a && b)
           ^
    hint: write `and`
)e"},
      {"backslash", "struct a \\ b\n",
       R"e(test.osc:1:10: error: unexpected `\`
struct a \ b
         ^
    hint: a backslash joins lines only as the last character of a line
)e"},
      {"control", "struct a\001\n",
       R"e(test.osc:1:9: error: unexpected control character 0x01
struct a�
        ^
)e"},
      {"invalid utf8",
       "struct a"
       "\xFF"
       ""
       "\xFE"
       "\nstruct "
       "\xC3"
       "\n",
       R"e(test.osc:1:9: error: byte 0xFF is not text
struct a��
        ^
    hint: source files are UTF-8 without NUL bytes
test.osc:2:8: error: byte 0xC3 is not text
struct �
       ^
    hint: source files are UTF-8 without NUL bytes
)e"},
      {"nul", std::string("struct a\000b\n", 11),
       R"e(test.osc:1:9: error: byte 0x00 is not text
struct a�b
        ^
    hint: source files are UTF-8 without NUL bytes
)e"},
      {"utf8 column", "# grüße\nextend a:\n    äöü: int = §\n",
       R"e(test.osc:3:16: error: unexpected character `§`
    äöü: int = §
               ^
)e"},
      {"tab column", "extend a:\n\tx: int = )\n",
       R"e(test.osc:2:11: error: expected an expression, found `)`
	x: int = )
	         ^
)e"},
      {"assign to call", "on @e:\n    f(x) = 3\n",
       R"e(test.osc:2:5: error: only a name, a member or an element can be assigned to
    f(x) = 3
    ^~~~
)e"},
      {"update with a blank", "on @e:\n    x + = 3\n",
       R"e(test.osc:2:7: error: expected `=` or a call, found `+`
    x + = 3
      ^
)e"},
      {"comparison as statement", "on @e:\n    x == 3\n",
       R"e(test.osc:2:7: error: expected `=` or a call, found `==`
    x == 3
      ^~
)e"},
      {"else alone", "on @e:\n    else:\n        pass\n",
       R"e(test.osc:2:5: error: `else` without `if`
    else:
    ^~~~
)e"},
      {"for without in", "on @e:\n    for x of y:\n        pass\n",
       R"e(test.osc:2:11: error: expected `in`, found `of`
    for x of y:
          ^~
)e"},
      {"broken condition, good elif",
       "on @e:\n    if a b:\n        x y\n    elif c:\n        pass\n    else:\n        pass\n",
       R"e(test.osc:2:10: error: expected `:`, found `b`
    if a b:
         ^
test.osc:3:11: error: expected `=` or a call, found `y`
        x y
          ^
)e"},
      {"do in struct", "struct a:\n    do serial:\n        x y\n",
       R"e(test.osc:2:5: error: `do` can stand only in a scenario or an action
    do serial:
    ^~
)e"},
      {"until outside", "scenario a:\n    until @e\n",
       R"e(test.osc:2:5: error: `until` can stand only in the `with` block of a behavior
    until @e
    ^~~~~
)e"},
      {"field in with", "scenario a:\n    x: t with:\n        y: int\n",
       R"e(test.osc:3:9: error: a field cannot stand in a `with` block
        y: int
        ^
)e"},
      {"method without is", "struct a:\n    def f() expression 3\n",
       R"e(test.osc:2:13: error: expected `is`, found `expression`
    def f() expression 3
            ^~~~~~~~~~
)e"},
      {"method with wrong body", "struct a:\n    def f() is fast\n",
       R"e(test.osc:2:16: error: expected `expression`, `external`, `undefined` or `:`, found `fast`
    def f() is fast
               ^~~~
)e"},
      {"parameter without type", "struct a:\n    def f(x) is undefined\n",
       R"e(test.osc:2:12: error: expected `:` and the type of the parameter, found `)`
    def f(x) is undefined
           ^
)e"},
      {"instance without is", "extend a:\n    watcher w: t\n",
       R"e(test.osc:2:14: error: expected `is`, found `:`
    watcher w: t
             ^
)e"},
      {"watcher no is", "extend a:\n    checker w t()\n",
       R"e(test.osc:2:15: error: expected `is`, found `t`
    checker w t()
              ^
)e"},
      {"exponent", "type a is SI(m: 1.5)\n",
       R"e(test.osc:1:17: error: the exponent of a base unit is a small integer
type a is SI(m: 1.5)
                ^~~
)e"},
      {"base unit", "type a is SI(x: 1)\n",
       R"e(test.osc:1:14: error: expected a base unit (kg, m, s, A, K, mol, cd, rad), found `x`
type a is SI(x: 1)
             ^
)e"},
      {"factor order", "unit a of b is SI(factor: 3, m: 1)\n",
       R"e(test.osc:1:30: error: `factor` and `offset` stand after the base units
unit a of b is SI(factor: 3, m: 1)
                             ^
)e"},
      {"enum without bracket", "enum a: b\n",
       R"e(test.osc:1:9: error: expected `[` and the members of the enum, found `b`
enum a: b
        ^
)e"},
      {"enum value", "enum a: [b = -1]\n",
       R"e(test.osc:1:14: error: the value of an enum member is an integer from 0 or another member
enum a: [b = -1]
             ^~
)e"},
      {"enum trailing comma", "enum a: [b,]\n",
       R"e(test.osc:1:12: error: expected the name of an enum member, found `]`
enum a: [b,]
           ^
)e"},
      {"enum of a path", "extend a.b: [c]\n",
       R"e(test.osc:1:8: error: an enum is not a member of another type
extend a.b: [c]
       ^~~
)e"},
      {"inherit condition", "struct a inherits b(c == 3)\n",
       R"e(test.osc:1:26: error: a type inherits under the condition that a field has an enum member or a truth value
struct a inherits b(c == 3)
                         ^
)e"},
      {"inherit with a colon", "struct a inherits b(c: true)\n",
       R"e(test.osc:1:22: error: expected `==`, found `:`
struct a inherits b(c: true)
                     ^
)e"},
      {"wait without event", "scenario a:\n    do serial:\n        wait\n",
       R"e(test.osc:3:13: error: expected an expression, found the end of the line
        wait
            ^
)e"},
      {"behaviour without call", "scenario a:\n    do ego.drive\n",
       R"e(test.osc:2:17: error: expected `(` and the arguments of a call, found the end of the line
    do ego.drive
                ^
)e"},
      {"every with a second argument", "extend a:\n    on every(2s, 3s):\n        pass\n",
       R"e(test.osc:2:18: error: expected `offset`, found `3`
    on every(2s, 3s):
                 ^
)e"},
      {"on without event", "extend a:\n    on :\n        pass\n",
       R"e(test.osc:2:9: error: expected a type, found the end of the line
    on :
        ^
)e"},
      {"name after ::", "extend a:\n    x: ns::\n",
       R"e(test.osc:2:12: error: expected a name after `::`, found the end of the line
    x: ns::
           ^
)e"},
      {"lone plus", "extend a:\n    x: t = + y\n",
       R"e(test.osc:2:12: error: expected an expression, found `+`
    x: t = + y
           ^
)e"},
      {"long name", "extend a:\n    x: t = 3 nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\n",
       R"e(test.osc:2:14: error: expected the end of the line, found a name
    x: t = 3 nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn
             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    hint: a unit follows its number without a blank: `5m`
)e"},
      {"several", "strct a\nstruct b:\n    keep(x\n    y: \n    def\nenum c: []\n",
       R"e(test.osc:1:1: error: expected a declaration, such as `struct`, `extend` or `import`, found `strct`
strct a
^~~~~
    hint: did you mean `struct`?
test.osc:3:11: error: expected `)`, found the end of the line
    keep(x
          ^
test.osc:3:9: note: `(` is opened here
    keep(x
        ^
test.osc:4:8: error: expected a type, found the end of the line
    y: 
       ^
test.osc:5:8: error: expected `:`, `=` or a call, found the end of the line
    def
       ^
test.osc:6:10: error: expected the name of an enum member, found `]`
enum c: []
         ^
)e"},
  };
  for (const Case& c : cases) EXPECT_EQ(errors_of(c.source), c.expected) << c.name;
}

}  // namespace
}  // namespace scrutineer::lang::syntax
