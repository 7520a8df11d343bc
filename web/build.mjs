// Builds the pages of a run and of a suite: web/dist/report.html and suite.html with everything inside but the data, at
// the mark @DATA@ (and @TITLE@). The same sources give the same bytes. Usage: node build.mjs [OUTPUT [CPP]]; OUTPUT is the
// run's page, the suite's is beside it; CPP is both as C++ source.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2] ?? join(here, "dist", "report.html");

async function bundle(entry) {
  const built = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: ["chrome96", "firefox100", "safari15.4"],
    legalComments: "none",
    charset: "utf8",
    write: false,
    logLevel: "warning",
  });
  return built.outputFiles[0].text.trim();
}

const licences = ["uplot", "fflate"].map((name) => {
  const about = JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8"));
  return `${about.name} ${about.version} (${about.license})`;
});
const frame = readFileSync(join(here, "src", "report.html"), "utf8");

async function pageOf(entry, styles) {
  // Inside <script> and <style> only their own end tags could end them.
  const style = (await bundle(styles)).replace(/<\/(style)/gi, "<\\/$1");
  const script = (await bundle(entry)).replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
  return frame
    .replace("@STYLE@", () => style)
    .replace("@SCRIPT@", () => `/* Scrutineer, Apache-2.0; contains ${licences.join(", ")} */${script}`);
}

const pages = {
  page_template: await pageOf("src/main.ts", "src/styles/all.css"),
  suite_template: await pageOf("src/suite/main.ts", "src/styles/suite.css"),
};
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, pages.page_template);
writeFileSync(join(dirname(output), "suite.html"), pages.suite_template);

// Literals may not be too long each, and the compiler joins them.
const kPiece = 8000;
function literal(page) {
  const letters = Array.from(page);
  const pieces = [];
  for (let i = 0; i < letters.length; i += kPiece)
    pieces.push(`R"page_piece(${letters.slice(i, i + kPiece).join("")})page_piece"`);
  return pieces.join("\n");
}

const source = process.argv[3];
if (source) {
  const functions = Object.entries(pages).map(
    ([name, page]) => `std::string_view ${name}() {
  static constexpr std::string_view kPage =
${literal(page)};
  return kPage;
}
`,
  );
  writeFileSync(
    source,
    `// Written by web/build.mjs.
#include "report/page.h"
#include "report/report.h"

namespace scrutineer::report {

${functions.join("\n")}
}  // namespace scrutineer::report
`,
  );
}
