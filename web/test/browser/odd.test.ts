// The operational design domain in a report: which module and condition held when.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { cursorOf, hasBrowser, launch, open, settle, texts } from "../kit/browser.ts";
import { hasProgram, kRoot, Scratch } from "../kit/program.ts";

const skip = !hasBrowser ? "there is no chromium" : !hasProgram ? "the program is not built" : false;
let browser: Browser;
const scratch = new Scratch();

before(async () => {
  if (!skip) browser = await launch();
});
after(async () => {
  await browser?.close();
  scratch.remove();
});

test("a drive that leaves its ODD shows when and why", { skip }, async () => {
  const file = scratch.report("leaves", [join(kRoot, "examples", "odd", "motorway_leaves", "run.json")]);
  const { page, requests, errors } = await open(browser, file);
  const rows = await texts(page, "#odd .odd-table th");
  assert.equal(rows[0], "motorway_chauffeur");
  assert.ok(rows.includes("speed is at most 120 km/h"), rows.join("; "));
  const root = page.locator("#odd .odd-root .odd-span");
  const said = await root.evaluateAll((spans) => spans.map((span) => span.getAttribute("aria-label")));
  assert.deepEqual(
    said.map((text) => text?.replace(/^.*: /, "").replace(/ from .*/, "")),
    ["inside", "outside", "inside", "outside"],
  );
  const begins: [number, string][] = [
    [0, "inside"],
    [3.1, "outside"],
    [6.7, "inside"],
    [12.9, "outside"],
  ];
  for (const [i, [begin, verdict]] of begins.entries()) {
    await root.nth(i).click();
    await settle(page);
    assert.ok(Math.abs((await cursorOf(page)) - begin) < 0.011, "a click goes to where it began");
    assert.deepEqual(await texts(page, "#odd .odd-root .odd-now"), [verdict]);
  }
  assert.deepEqual(requests, []);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("a run without an ODD has no such part", { skip }, async () => {
  const file = scratch.report("clean", [join(kRoot, "examples", "runs", "clean", "run.json")]);
  const { page } = await open(browser, file);
  assert.equal(await page.locator("#odd").isVisible(), false);
  await page.context().close();
});
