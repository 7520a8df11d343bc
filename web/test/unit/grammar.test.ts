// The highlighting of .osc files (editors/vscode), read by the engine that VS Code reads it with.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { kRoot } from "../kit/program.ts";

const kExtension = join(kRoot, "editors", "vscode");
const kScope = "source.osc";

interface Piece {
  text: string;
  scopes: string[];
}

const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
await oniguruma.loadWASM(readFileSync(wasm));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    if (scope !== kScope) return null;
    const path = join(kExtension, "syntaxes", "osc.tmLanguage.json");
    return textmate.parseRawGrammar(readFileSync(path, "utf8"), path);
  },
});
const grammar = (await registry.loadGrammar(kScope))!;

// By line, without the blanks between.
function highlighted(source: string): Piece[][] {
  let state = textmate.INITIAL;
  return source.split(/\r?\n/).map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens
      .map(({ startIndex, endIndex, scopes }) => ({ text: line.slice(startIndex, endIndex), scopes }))
      .filter(({ text }) => text.trim() !== "");
  });
}

function has(piece: Piece, scope: string): boolean {
  return piece.scopes.some((one) => `${one}.`.startsWith(`${scope}.`));
}

function shown(pieces: Piece[]): string {
  return pieces.map(({ text, scopes }) => `${text}  ${scopes.slice(1).join(" ")}`).join("\n");
}

test("each kind of word has its scope", () => {
  // The source; then a piece of it and a scope that it has, or with ! one that it has not.
  const cases: [string, ...[string, string][]][] = [
    // Comments.
    ["# a struct b", [" a struct b", "comment.line"]],
    ["x = 1 # why", [" why", "comment.line"]],
    ["/* struct a:\n  b */\nstruct c:", ["  b ", "comment.block"], ["struct", "keyword.declaration"]],

    // Strings.
    ['x = "a # b"', ["a # b", "string.quoted.double"], ["a # b", "!comment"]],
    ["x = 'moved to \"warning\"'", ['moved to "warning"', "string.quoted.single"]],
    ['x = "\\$5 \\"b"', ["\\$", "constant.character.escape"], ["b", "string"]],
    ['x = """a\nb "c" $(d)\n""" == e', ['b "c" ', "string.quoted.triple"], ["d", "meta.embedded"], ["e", "!string"]],
    ['x = "a $(b.c) d"', ["$(", "punctuation.section.interpolation"], ["c", "variable.other.member"], [" d", "string"]],
    [
      'x = "$(a.replace("_", \' \')) b"',
      ["replace", "entity.name.function"],
      ["_", "meta.embedded"],
      [" b", "!meta.embedded"],
    ],
    ['x = "$((1 + 2) * 3) b"', ["2", "constant.numeric"], ["3", "meta.embedded"], [" b", "!meta.embedded"]],
    ['x = "never closed\nstruct a:', ["struct", "!string"], ["struct", "keyword.declaration"]],
    ['x = "$(f(1\nstruct a:', ["struct", "!string"], ["struct", "keyword.declaration"]],
    ['x = "a\\\nb"\nstruct c:', ["b", "string"], ["struct", "keyword.declaration"]],

    // Numbers and physical literals.
    ["x = 12", ["12", "constant.numeric.integer"]],
    ["x = 0x1F", ["0x1F", "constant.numeric.hex"]],
    ["x = -3.5e-1mps", ["-", "keyword.operator"], ["3.5e-1", "constant.numeric.float"], ["mps", "keyword.other.unit"]],
    ["x = .4", [".4", "constant.numeric.float"]],
    ["x = 60kph", ["60", "constant.numeric.integer"], ["kph", "keyword.other.unit"]],
    ["x = 60 kph", ["kph", "!keyword.other.unit"]],
    ["x = a60kph", ["a60kph", "variable.other"]],
    [
      "x = y in [2..4]",
      ["2", "constant.numeric.integer"],
      ["..", "keyword.operator.range"],
      ["4", "constant.numeric.integer"],
    ],
    ["x = y in [30..]kph", ["in", "keyword.operator.logical"], ["kph", "keyword.other.unit"]],
    ["x = nan", ["nan", "constant.language"]],

    // Declarations.
    ["import osc.standard", ["import", "keyword.control.import"], ["osc.standard", "entity.name.namespace"]],
    ['import "a.osc"', ["import", "keyword.control.import"], ["a.osc", "string"]],
    [
      "unit kph of speed is SI(m: 1, s: -1)",
      ["unit", "keyword.declaration"],
      ["kph", "keyword.other.unit"],
      ["speed", "support.type"],
    ],
    [
      "enum a: [b, c = 3,\n    d]",
      ["enum", "keyword.declaration"],
      ["a", "entity.name.type"],
      ["d", "variable.other.enummember"],
    ],
    ["extend issue_kind: [too_fast]", ["extend", "keyword.declaration"], ["too_fast", "variable.other.enummember"]],
    ["extend car.physical:", ["extend", "keyword.declaration"], ["car.physical", "entity.name.type"]],
    [
      "struct a inherits b:",
      ["struct", "keyword.declaration"],
      ["a", "entity.name.type"],
      ["inherits", "keyword.declaration"],
      ["b", "entity.other.inherited-class"],
    ],
    ["actor a inherits b(c == d!e)", ["actor", "keyword.declaration"], ["e", "variable.other.enummember"]],
    [
      "watcher modifier a(b):",
      ["watcher", "keyword.declaration"],
      ["modifier", "keyword.declaration"],
      ["a", "entity.name.type"],
    ],
    ["global modifier vehicle.a:", ["global", "keyword.declaration"], ["vehicle.a", "entity.name.type"]],
    [
      "  checker a is b(c: 1s) with:",
      ["checker", "keyword.declaration"],
      ["is", "keyword.declaration"],
      ["b", "entity.name.type"],
      ["c", "variable.parameter"],
      ["with", "keyword.control"],
    ],
    [
      "  var a, b: list of speed = [1mps]",
      ["var", "keyword.declaration"],
      ["a, b", "variable.other.declaration"],
      ["list", "storage.type"],
      ["speed", "support.type.physical"],
    ],
    [
      "  limit: ns::kind = new",
      ["limit", "variable.other.declaration"],
      ["kind", "entity.name.type"],
      ["new", "keyword.operator"],
    ],
    ["  set a.b = 1", ["set", "keyword.declaration"], ["b", "variable.other.member"]],
    ["  keep(default a == 3)", ["keep", "keyword.declaration"], ["default", "storage.modifier"]],
    ["  keep(default == 3)", ["default", "!storage.modifier"]],
    [
      '  record(a, unit: s, text: "b")',
      ["record", "keyword.declaration"],
      ["s", "keyword.other.unit"],
      ["text", "variable.parameter"],
    ],
    ["  plot(gap, limit: 2s)", ["plot", "keyword.declaration"], ["limit", "variable.parameter"]],
    [
      "  def f(x: float) -> speed is also:",
      ["f", "entity.name.function"],
      ["float", "support.type"],
      ["->", "keyword.operator.arrow"],
      ["speed", "support.type"],
      ["also", "keyword.declaration"],
    ],
    [
      "  event near is @start",
      ["event", "keyword.declaration"],
      ["near", "entity.name.function.event"],
      ["start", "entity.name.function.event"],
    ],

    // Events and statements.
    [
      "on @top.w_clk:",
      ["on", "keyword.control"],
      ["@", "punctuation.definition.event"],
      ["top.w_clk", "entity.name.function.event"],
    ],
    [
      "  on @i_clock as x if x > 3m:",
      ["as", "keyword.control"],
      ["if", "keyword.control"],
      ["m", "keyword.other.unit"],
    ],
    ["  on rise(a.b()):", ["on", "keyword.control"], ["rise", "keyword.other.event"]],
    [
      "  elif not a and b:",
      ["elif", "keyword.control"],
      ["not", "keyword.operator.logical"],
      ["and", "keyword.operator.logical"],
    ],
    [
      "  for x in traffic.physical_objects:",
      ["for", "keyword.control"],
      ["in", "keyword.control"],
      ["traffic", "variable.language"],
    ],
    ["  emit near(a: 3)", ["emit", "keyword.control"], ["near", "entity.name.function.event"]],
    ["  call logger.log_info(a)", ["call", "keyword.control"], ["log_info", "support.function"]],
    ["  do serial(duration: 5s):", ["do", "keyword.control"], ["serial", "keyword.control"]],
    ["  first: parallel():", ["first", "entity.name.label"], ["parallel", "keyword.control"]],
    ["  with:", ["with", "keyword.control"]],
    ["  one_of:", ["one_of", "keyword.control"]],
    ["  watcher a is while_w(b)", ["while_w", "support.type"]],
    ["  start_interval()", ["start_interval", "support.function"]],
    [
      "  x = actor.state.speed < max(a, b) ? c : d",
      ["actor", "variable.language"],
      ["max", "support.function"],
      ["c", "variable.other"],
    ],
    ["  x = a.as(string).b", ["string", "support.type"], ["b", "variable.other.member"]],

    // Keywords are names where names stand.
    ["  type: int", ["type", "!keyword"], ["type", "variable.other.declaration"]],
    ["  set = 3", ["set", "!keyword"]],
    ["  if.x()", ["if", "!keyword"]],
    ["  x = a.set", ["set", "!keyword"]],
    ["  x = |in a b|", ["in a b", "variable.other.quoted"], ["in a b", "!keyword"]],
    ["  |on x|: int", ["on x", "variable.other.quoted"], ["int", "support.type"]],

    // What cannot be.
    ["x = {a}", ["{", "invalid"], ["}", "invalid"]],
    ["x = a; b", [";", "invalid"]],
    ["x = |a", ["|a", "invalid"]],
    ["x = a \\\n    + b", ["\\", "constant.character.escape"]],
    ["keep(a ==\nstruct b:", ["struct", "keyword.declaration"]],
  ];
  for (const [source, ...expected] of cases) {
    const pieces = highlighted(source).flat();
    for (const [text, scope] of expected) {
      const named = pieces.filter((piece) => piece.text === text);
      assert.notEqual(named.length, 0, `${source}: no piece "${text}" in\n${shown(pieces)}`);
      const fits = scope.startsWith("!")
        ? !named.some((piece) => has(piece, scope.slice(1)))
        : named.some((piece) => has(piece, scope));
      assert.ok(fits, `${source}: "${text}" and ${scope} in\n${shown(pieces)}`);
    }
  }
});

test("what comes with the program is highlighted throughout", () => {
  const declaration =
    /^\s*(import|enum|struct|extend|actor|global|watcher|checker|def|var|const|set|on|keep\(|record\(|if|elif|else:)(\s|$|(?<=[(:]))/;
  const files = ["examples", "src"].flatMap((folder) =>
    readdirSync(join(kRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".osc"))
      .map((name) => join(kRoot, folder, name)),
  );
  assert.ok(files.some((path) => path.endsWith("tailgating.osc")) && files.some((path) => path.endsWith("domain.osc")));
  for (const path of files) {
    const source = readFileSync(path, "utf8");
    const lines = source.split(/\r?\n/);
    highlighted(source).forEach((pieces, i) => {
      const place = `${path}:${i + 1}: ${lines[i]}\n${shown(pieces)}`;
      assert.ok(!pieces.some((piece) => has(piece, "invalid")), place);
      const begin = declaration.exec(lines[i]);
      if (begin) assert.ok(has(pieces[0], "keyword") && pieces[0].text === begin[1].replace(/\W/, ""), place);
    });
  }
});

test("what the manual explains stands out in the examples", () => {
  // A file of examples/config, a piece of it, and a scope that it has there.
  const cases: [string, string, string][] = [
    ["five_lines.osc", "global", "keyword.declaration"],
    ["five_lines.osc", "modifier", "keyword.declaration"],
    ["five_lines.osc", "watcher", "keyword.declaration"],
    ["five_lines.osc", "while_w", "support.type"],
    ["five_lines.osc", "mpsps", "keyword.other.unit"],
    ["tailgating.osc", "checker", "keyword.declaration"],
    ["tailgating.osc", "$(", "punctuation.section.interpolation"],
    ["tailgating.osc", "least_gap", "meta.embedded"],
    ["tailgating.osc", " behind ", "string.quoted.double"],
    ["tailgating.osc", "sut_issue", "support.function"],
    ["teleportation.osc", "replace", "meta.embedded"],
    ["freeze.osc", "override", "support.function"],
    ["severity.osc", "top.new_issue", "entity.name.function.event"],
  ];
  for (const [file, text, scope] of cases) {
    const pieces = highlighted(readFileSync(join(kRoot, "examples", "config", file), "utf8")).flat();
    assert.ok(
      pieces.some((piece) => piece.text === text && has(piece, scope)),
      `${file}: "${text}" and ${scope}`,
    );
  }
});

test("the extension names files that exist, and patterns that are patterns", () => {
  const json = (name: string) => JSON.parse(readFileSync(join(kExtension, name), "utf8"));
  const { languages, grammars } = json("package.json").contributes;
  assert.deepEqual(languages[0].extensions, [".osc"]);
  assert.equal(grammars[0].language, languages[0].id);
  assert.equal(json(grammars[0].path).scopeName, grammars[0].scopeName);
  assert.ok(existsSync(join(kExtension, languages[0].configuration)));

  const { increaseIndentPattern, decreaseIndentPattern } = json(languages[0].configuration).indentationRules;
  const opens = new RegExp(increaseIndentPattern);
  for (const line of ["struct a:", "    else: # why", "    checker a is b(c: 1) with:"]) assert.match(line, opens);
  for (const line of ["# so:", "    a: int", "", "    x = 1 # so:"]) assert.doesNotMatch(line, opens);
  const closes = new RegExp(decreaseIndentPattern);
  for (const line of ["    else:", "  elif a.b(c) < 3m:"]) assert.match(line, closes);
  for (const line of ["    else_x = 3", "    if a:"]) assert.doesNotMatch(line, closes);
});
