// Reports of live runs in a real browser: episodes as a strip, arrivals as a plot.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import type { Episode } from "../../src/data/about.ts";
import { cursorOf, hasBrowser, launch, open, settle, texts } from "../kit/browser.ts";
import { madeRun, pageOf } from "../kit/made_run.ts";
import { hasProgram, kProgram, kRoot, Scratch } from "../kit/program.ts";

const skip = hasBrowser ? false : "there is no chromium";
let browser: Browser;
const scratch = new Scratch();
before(async () => {
  if (!skip) browser = await launch();
});
after(async () => {
  await browser?.close();
  scratch.remove();
});

const first: Episode = { start: 0, end: 10, spawn_lane: "", target: null, estimated: null, achieved: null };
const kEpisodes: Episode[] = [
  first,
  { ...first, start: 10, end: 25, spawn_lane: "east/0/-1", target: 8, estimated: 7.5, achieved: 9.25 },
  { ...first, start: 25, end: 30, spawn_lane: "west/0/1", target: 5, estimated: 4, achieved: null },
];

function made(name: string, episodes: Episode[]): string {
  const template = readFileSync(process.env["SCRUTINEER_PAGE"] ?? join(kRoot, "web", "dist", "report.html"), "utf8");
  const issue = (place: number) => ({ severity: "error" as const, start: 11 + place, end: 12 + place });
  const file = scratch.path(`${name}.html`);
  writeFileSync(file, pageOf(template, madeRun({ actors: 2, seconds: 30, issues: 2, issue, episodes })));
  return file;
}

test("episodes are a strip that leads to each", { skip }, async () => {
  const { page, errors } = await open(browser, made("episodes", kEpisodes));
  assert.deepEqual(await texts(page, ".episode"), ["0", "1", "2"]);
  const classes = await page.locator(".episode").evaluateAll((all) => all.map((one) => one.className));
  assert.deepEqual(classes, ["episode fine", "episode error", "episode fine"]);
  const titles = await page.locator(".episode").evaluateAll((all) => all.map((one) => one.getAttribute("title")));
  assert.equal(titles[1], "episode 1: 10.00 s to 25.00 s, 2 issues, from east/0/-1, arrived after 9.25 s");
  assert.match(titles[2] ?? "", /no issues, from west\/0\/1, did not arrive/);
  const widths = await page
    .locator(".episode")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  assert.ok(
    widths[1] > 1.3 * widths[0] && widths[0] > 1.8 * widths[2],
    `as wide as they are long: ${widths.join(", ")}`,
  );
  await page.locator(".episode").nth(2).click();
  await settle(page);
  assert.equal(await cursorOf(page), 25);
  assert.equal(await page.locator(".episode[aria-current=true]").innerText(), "2");
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("arrivals are a plot with units", { skip }, async () => {
  const { page } = await open(browser, made("arrivals", kEpisodes));
  const marks = (kind: string) =>
    page.locator(`.arrivals .arrival.${kind} title`).evaluateAll((all) => all.map((one) => one.textContent));
  assert.deepEqual(await marks("target"), ["episode 1: target 8 s", "episode 2: target 5 s"]);
  assert.deepEqual(await marks("estimated"), ["episode 1: estimated 7.5 s", "episode 2: estimated 4 s"]);
  assert.deepEqual(await marks("achieved"), ["episode 1: achieved 9.25 s"]);
  const heights = await page
    .locator(".arrivals .arrival.estimated")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  assert.ok(heights[0] < heights[1], "later is higher");
  await page.context().close();
});

test("a run without episodes has no strip", { skip }, async () => {
  const { page } = await open(browser, made("none", []));
  assert.ok(!(await page.locator("#episodes").isVisible()));
  assert.ok(!(await page.locator("nav [data-section=episodes]").isVisible()));
  await page.context().close();
});

const noSumo = skip || (hasProgram && existsSync("/usr/bin/sumo") ? false : "SUMO or the program is not there");

test("a live run beside SUMO has a report, at once and later", { skip: noSumo }, async () => {
  const out = scratch.path("live");
  const live = spawnSync(
    kProgram,
    [
      ...["live", "sumo", "--map", join(kRoot, "examples", "maps", "town.xodr"), "--vehicles", "12", "--episodes", "3"],
      ...["--teleporter", join(kRoot, "examples", "teleporter", "loop.json"), "--out", out, "--report"],
    ],
    { encoding: "utf8" },
  );
  if (/plugin|scrutineer_sumo/.test(live.stderr)) return;
  assert.match(live.stdout, /report\.html: .*opens in any browser/, live.stderr);
  const later = spawnSync(kProgram, ["report", out, "-o", scratch.path("later.html")], { encoding: "utf8" });
  assert.equal(later.status, 0, later.stderr);
  for (const file of [join(out, "report.html"), scratch.path("later.html")]) {
    const { page, errors, requests } = await open(browser, file);
    assert.equal(await page.locator(".episode").count(), 4, file);
    assert.equal(await page.locator(".arrivals .arrival.estimated").count(), 3, file);
    assert.equal(await page.locator(".top-canvas").count(), 1, "the run was recorded, so there is a top view");
    assert.deepEqual(errors, []);
    assert.deepEqual(requests, []);
    await page.context().close();
  }
});
