// Builds and runs the tests: node test.mjs format|types|unit|browser. What they find goes to the screen; fails if one
// fails. format --write formats instead.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const kind = process.argv[2];

function run(command, words) {
  const done = spawnSync(command, words, { stdio: "inherit", cwd: here });
  process.exit(done.status ?? 1);
}

if (kind === "types") run(process.execPath, [join(here, "node_modules", "typescript", "bin", "tsc"), "-p", here]);
if (kind === "format")
  run(process.execPath, [
    join(here, "node_modules", "prettier", "bin", "prettier.cjs"),
    "--log-level=warn",
    process.argv[3] === "--write" ? "--write" : "--check",
    "src",
    "test",
    "build.mjs",
    "test.mjs",
  ]);
if (kind !== "unit" && kind !== "browser") {
  console.error("usage: node test.mjs format|types|unit|browser");
  process.exit(2);
}
const folder = join(here, "test", kind);
const output = join(here, "dist", "test", kind);
await build({
  entryPoints: readdirSync(folder)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(folder, name)),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node18",
  packages: "external",
  outdir: output,
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
});
run(process.execPath, [
  "--test",
  ...readdirSync(output)
    .filter((name) => name.endsWith(".test.mjs"))
    .map((name) => join(output, name)),
]);
