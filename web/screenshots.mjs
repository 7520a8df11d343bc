// Takes the manual's screenshots of reports: node screenshots.mjs PROGRAM FOLDER. scripts/make-screenshots calls it.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [program, folder] = process.argv.slice(2).map((path) => resolve(path));
const scratch = mkdtempSync(join(tmpdir(), "scrutineer-screenshots-"));

const shots = [
  { name: "report", run: "departure", hash: "#issue=5&t=4.9", width: 1440, height: 1010, theme: "light" },
  { name: "report-dark", run: "teleport", hash: "#issue=2", width: 1440, height: 900, theme: "dark" },
  { name: "report-phone", run: "departure", hash: "#issue=2", width: 390, height: 1300, theme: "light" },
];

function reportOf(run) {
  const out = join(scratch, run);
  const done = spawnSync(program, ["check", join(root, "examples", "runs", run, "run.json"), "--out", out, "--report"]);
  if (done.status === 2 || done.error) throw new Error(`${run}: ${done.error ?? done.stderr}`);
  return join(out, "report.html");
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  mkdirSync(folder, { recursive: true });
  for (const { name, run, hash, width, height, theme } of shots) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme, reducedMotion: "reduce" });
    await page.goto(`file://${reportOf(run)}${hash}`);
    await page.waitForSelector("html[data-ready]");
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
    console.log(join(folder, `${name}.png`));
  }
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
