// What matters first, in a real browser: folds, the summary by kind, their order on screen and on paper.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { About } from "../../src/data/about.ts";
import type { Issue } from "../../src/data/result.ts";
import { hasBrowser, launch, open, settle, texts } from "../kit/browser.ts";
import { madeRun, pageOf } from "../kit/made_run.ts";
import { kRoot, Scratch } from "../kit/program.ts";

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

// One collision of an actor, and 30 who drove too fast, the 20th the most.
function busyRun(): string {
  const parts = madeRun({
    actors: 31,
    seconds: 60,
    issues: 31,
    issue: (place): Partial<Issue> =>
      place === 30
        ? { kind: "collision", checker: "collision", severity: "error", category: "other" }
        : {
            kind: "speed_limit",
            checker: "speed_limit",
            severity: "warning",
            category: "other",
            metrics: {
              speed: { value: place === 20 ? 25 : 15, unit: "m/s" },
              limit: { value: 13, unit: "m/s" },
            },
          },
  });
  const about = JSON.parse(new TextDecoder().decode(parts.get("about"))) as About;
  const fast = Array.from({ length: 30 }, (_, i) => i + 1);
  about.triage = {
    kinds: [
      { kind: "collision", count: 1, actors: 1, worst: 31 },
      { kind: "speed_limit", count: 30, actors: 30, worst: 21 },
    ],
    rows: [
      { issues: [31], worst: 31 },
      { issues: fast, worst: 21 },
    ],
  };
  parts.set("about", new TextEncoder().encode(JSON.stringify(about)));
  const template = readFileSync(process.env["SCRUTINEER_PAGE"] ?? join(kRoot, "web", "dist", "report.html"), "utf8");
  const file = scratch.path("busy.html");
  writeFileSync(file, pageOf(template, parts));
  return file;
}

const rows = (page: Page) => page.locator(".issue-row");
const selected = (page: Page) => page.locator(".link-to").innerText();

test("many issues of a kind are one row, which unfolds", { skip }, async () => {
  const { page, errors } = await open(browser, busyRun());
  assert.equal((await texts(page, ".found"))[0], "31 issues in 2 rows");
  assert.equal(await rows(page).count(), 2);
  assert.match(await rows(page).nth(0).innerText(), /^collision/);
  const fold = (await rows(page).nth(1).innerText()).replace(/\s+/g, " ");
  for (const part of [/speed limit\s*×\s*30/, /30 actors, 30 s in all/, /worst 12 m\/s over at/])
    assert.match(fold, part);
  assert.match(await selected(page), /Issue 31/, "the first row is selected to begin with");
  await rows(page).nth(1).click();
  await settle(page);
  assert.match(await selected(page), /Issue 21/, "of a fold the worst is shown");
  assert.equal(await rows(page).count(), 2, "it stays folded");
  await page.getByRole("button", { name: "Unfold 30 issues" }).click();
  await settle(page);
  assert.equal(await page.locator(".issue-row").first().getAttribute("aria-setsize"), "32");
  assert.equal(await page.locator(".issue-row.fold").getAttribute("aria-expanded"), "true");
  await page.getByRole("button", { name: "Fold 30 issues" }).click();
  await settle(page);
  assert.equal(await rows(page).count(), 2);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("an issue that is selected elsewhere unfolds its row", { skip }, async () => {
  const { page } = await open(browser, busyRun(), { hash: "#issue=5" });
  await settle(page);
  assert.match(await selected(page), /Issue 5/);
  assert.equal(await page.locator(".issue-row[aria-selected=true]").getAttribute("id"), "issue-row-5");
  assert.equal(await page.locator(".issue-row[aria-selected=true]").getAttribute("aria-level"), "2");
  await page.context().close();
});

test("the keyboard folds and unfolds", { skip }, async () => {
  const { page } = await open(browser, busyRun());
  await page.locator(".issue-list").focus();
  await page.keyboard.press("ArrowDown");
  await settle(page);
  await page.keyboard.press("ArrowRight");
  await settle(page);
  assert.equal(await page.locator(".issue-row.fold").getAttribute("aria-expanded"), "true");
  await page.keyboard.press("ArrowDown");
  await settle(page);
  assert.match(await selected(page), /Issue 22/, "on from the worst, by when they began");
  await page.keyboard.press("ArrowLeft");
  await settle(page);
  assert.equal(await rows(page).count(), 2);
  assert.equal(await page.locator(".issue-row.fold").getAttribute("aria-selected"), "true");
  await page.context().close();
});

test("the summary by kind says how many, of how many, how bad, and filters", { skip }, async () => {
  const { page } = await open(browser, busyRun());
  const kinds = (await texts(page, ".kinds li")).map((text) => text.replace(/\s+/g, " "));
  assert.deepEqual(kinds, [
    "collision of \u206830\u2069, 1.1 m/s over",
    "speed limit 30 in 30 actors, worst 12 m/s over",
  ]);
  await page.locator(".kind").nth(1).click();
  await settle(page);
  assert.equal((await texts(page, ".found"))[0], "30 of 31 issues in 1 row");
  await page.locator(".kind").nth(1).click();
  await settle(page);
  assert.equal((await texts(page, ".found"))[0], "31 issues in 2 rows");
  await page.context().close();
});

test("other orders are flat, and by begin is what is shown", { skip }, async () => {
  const { page } = await open(browser, busyRun());
  await page.getByLabel("Order").selectOption("time");
  await settle(page);
  const times = (await texts(page, ".issue-time")).map(parseFloat);
  assert.ok(times.length > 5);
  assert.deepEqual(
    times,
    [...times].sort((a, b) => a - b),
  );
  assert.equal((await texts(page, ".found"))[0], "31 issues");
  await page.context().close();
});

test("what matters most is on the first screen of every size, and of paper", { skip }, async () => {
  for (const [width, height] of [
    [1600, 1000],
    [390, 800],
  ]) {
    const { page } = await open(browser, busyRun(), { width, height });
    const kind = (await page.locator(".kind").first().boundingBox())!;
    assert.ok(kind.y + kind.height < height / 2, `${width}: the collision's summary ends at ${kind.y + kind.height}`);
    const row = (await rows(page).first().boundingBox())!;
    assert.ok(row.y + row.height <= height, `${width}: its row ends at ${row.y + row.height}`);
    await page.context().close();
  }
  const { page } = await open(browser, busyRun());
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const printed = await page.locator(".printed-issues tbody tr").allInnerTexts();
  assert.equal(printed.length, 2);
  assert.match(printed[0], /^collision\s+error/);
  assert.match(printed[1].replace(/\s+/g, " "), /^speed limit warning 30 actors 30 .* 12 m\/s over/);
  await page.context().close();
});
