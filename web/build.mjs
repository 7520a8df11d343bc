// Builds the report's page: web/dist/report.html with everything inside but the data, at the mark @DATA@ (and @TITLE@).
// The same sources give the same bytes. Usage: node build.mjs [OUTPUT [CPP]]; CPP is the page as C++ source.

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
// Inside <script> and <style> only their own end tags could end them.
const script = (await bundle("src/main.ts")).replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
const style = (await bundle("src/styles/all.css")).replace(/<\/(style)/gi, "<\\/$1");
const page = readFileSync(join(here, "src", "report.html"), "utf8")
  .replace("@STYLE@", () => style)
  .replace("@SCRIPT@", () => `/* Scrutineer, Apache-2.0; contains ${licences.join(", ")} */${script}`);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, page);

// Literals may not be too long each, and the compiler joins them.
const kPiece = 8000;
const source = process.argv[3];
if (source) {
  const letters = Array.from(page);
  const pieces = [];
  for (let i = 0; i < letters.length; i += kPiece)
    pieces.push(`R"page_piece(${letters.slice(i, i + kPiece).join("")})page_piece"`);
  writeFileSync(
    source,
    `// Written by web/build.mjs.
#include "report/report.h"

namespace scrutineer::report {

std::string_view page_template() {
  static constexpr std::string_view kPage =
${pieces.join("\n")};
  return kPage;
}

}  // namespace scrutineer::report
`,
  );
}
