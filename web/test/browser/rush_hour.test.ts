// A busy SUMO run with one planted collision and one red light run: both are at the top of the page, whatever the screen.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { hasBrowser, launch, open, settle } from "../kit/browser.ts";
import { countOf } from "../kit/pixels.ts";
import { hasProgram, kData, kProgram, kRoot, Scratch } from "../kit/program.ts";

const script = join(kRoot, "scripts", "rush-hour");
const missing = [
  ["chromium", hasBrowser],
  ["the program", hasProgram],
  ["SUMO", existsSync("/usr/bin/sumo")],
  [script, existsSync(script)],
  [join(kData, "maps"), existsSync(join(kData, "maps"))],
].find(([, isThere]) => !isThere);
const skip = missing ? `${missing[0]} is not there` : false;

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  if (!skip) browser = await launch();
});
after(async () => {
  await browser?.close();
  scratch.remove();
});

test("the collision and the red light run are on the first screen", { skip }, async () => {
  const folder = scratch.path("rush");
  const made = spawnSync("python3", [script, "--program", kProgram, "--out", folder], { encoding: "utf8" });
  assert.ok(existsSync(join(folder, "run.json")), made.stderr);
  const file = scratch.report("rush-report", [join(folder, "run.json")]);
  for (const [width, height] of [
    [1600, 1000],
    [390, 800],
  ]) {
    const { page, errors } = await open(browser, file, { width, height });
    for (const kind of ["collision", "run red light"]) {
      const box = (await page.locator(".kind", { hasText: kind }).first().boundingBox())!;
      assert.ok(box.y + box.height <= height, `${width} x ${height}: ${kind} ends at ${box.y + box.height}`);
    }
    assert.deepEqual(errors, []);
    await page.context().close();
  }
  // The light that was run is red in the picture.
  const { page } = await open(browser, file);
  await page.locator(".issue-row", { hasText: "run red light" }).first().click();
  await settle(page);
  assert.ok((await countOf(page, ".top-canvas", "#e0402c")) > 5, "a red lamp");
  await page.context().close();
});
