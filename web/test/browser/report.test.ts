// Reports in a real browser: what a person does with one.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { cursorOf, gutterOf, hasBrowser, launch, open, settle, texts } from "../kit/browser.ts";
import { madeRun, pageOf } from "../kit/made_run.ts";
import { hasProgram, kData, kRoot, Scratch } from "../kit/program.ts";

const skip = !hasBrowser ? "there is no chromium" : !hasProgram ? "the program is not built" : false;
const template = () =>
  readFileSync(process.env["SCRUTINEER_PAGE"] ?? join(kRoot, "web", "dist", "report.html"), "utf8");

let browser: Browser;
const scratch = new Scratch();
const reports: Record<string, string> = {};

before(async () => {
  if (skip) return;
  browser = await launch();
  for (const run of ["departure", "teleport", "clean"])
    reports[run] = scratch.report(run, [join(kRoot, "examples", "runs", run, "run.json")]);
});
after(async () => {
  await browser?.close();
  scratch.remove();
});

test("every example shows its faults, asks nobody for anything and has no errors", { skip }, async () => {
  const expected: Record<string, { verdict: string; kinds: string[] }> = {
    departure: {
      verdict: "Fail",
      kinds: ["speed limit", "collision in sut control", "off lane", "road departure", "acceleration policy"],
    },
    teleport: { verdict: "Fail", kinds: ["perceived teleport", "teleportation"] },
    clean: { verdict: "Pass", kinds: [] },
  };
  for (const [run, { verdict, kinds }] of Object.entries(expected)) {
    const { page, requests, errors } = await open(browser, reports[run]);
    assert.deepEqual(await texts(page, ".verdict"), [verdict], run);
    assert.deepEqual((await texts(page, ".issue-kind")).sort(), kinds.sort(), run);
    await page.waitForTimeout(200);
    assert.deepEqual(requests, [], run);
    assert.deepEqual(errors, [], run);
    await page.context().close();
  }
});

test("each issue has its plot and its moment on the map", { skip }, async () => {
  const { page } = await open(browser, reports["departure"]);
  const count = await page.locator(".issue-row").count();
  for (let i = 0; i < count; ++i) {
    await page.locator(".issue-row").nth(i).click();
    await settle(page);
    const kind = (await texts(page, ".issue-row[aria-selected=true] .issue-kind"))[0];
    assert.equal((await texts(page, ".detail h2"))[0], kind);
    assert.ok((await page.locator(".detail .u-over").count()) >= 1, `${kind} has a plot`);
    const start = Number((await texts(page, ".issue-row[aria-selected=true] .issue-time"))[0].replace(" s", ""));
    assert.ok(Math.abs((await cursorOf(page)) - start) < 0.011, `${kind} moves the cursor to ${start}`);
    // Something is drawn: more than one colour.
    const colours = await page.locator(".top-canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set<number>();
      for (let k = 0; k < data.length; k += 4 * 97) seen.add((data[k] << 16) | (data[k + 1] << 8) | data[k + 2]);
      return seen.size;
    });
    assert.ok(colours > 3, `${kind}: ${colours} colours`);
  }
  await page.context().close();
});

test("the head tells whose issues there are, of results of both versions", { skip }, async () => {
  for (const version of [1, 2]) {
    const parts = madeRun({ actors: 2, seconds: 60, issues: 12 });
    const result = JSON.parse(new TextDecoder().decode(parts.get("result")));
    result.schema_version = version;
    if (version === 2) {
      result.summary.verdict = "suspect";
      result.summary.by_category = {
        sut: { error: 3, error_continue: 0, warning: 0, info: 3 },
        other: { error: 0, error_continue: 3, warning: 3, info: 0 },
        tool: { error: 0, error_continue: 0, warning: 0, info: 0 },
      };
      result.notes = ["town.xodr has 1 anomaly"];
      result.issues[0].notes = ["within 20 m of an anomaly of the map"];
    }
    parts.set("result", new TextEncoder().encode(JSON.stringify(result)));
    const file = scratch.path(`whose-${version}.html`);
    writeFileSync(file, pageOf(template(), parts));
    const { page, errors } = await open(browser, file);
    assert.deepEqual(await texts(page, ".verdict"), [version === 2 ? "Suspect" : "Fail"]);
    assert.deepEqual(
      (await texts(page, ".counters > li")).map((text) => text.replace(/\s+/g, " ")),
      ["Ego", "3 errors", "0 warnings", "3 infos", "Others", "3 errors (run goes on)", "3 warnings"],
    );
    await page.locator(".counter.warning").nth(1).click();
    await settle(page);
    assert.match((await texts(page, ".found"))[0], /^3 of 12 issues/);
    await page.locator(".counter.warning").nth(1).click();
    await settle(page);
    await page.locator(".issue-row").first().click();
    const text = await page.locator("body").innerText();
    assert.equal(text.includes("within 20 m of an anomaly of the map"), version === 2);
    assert.equal(text.includes("town.xodr has 1 anomaly"), version === 2);
    assert.deepEqual(errors, []);
    await page.context().close();
  }
});

test("filters, order and search", { skip }, async () => {
  const { page } = await open(browser, reports["departure"]);
  const kinds = async () => {
    await settle(page);
    return texts(page, ".issue-kind");
  };
  await page.locator(".counter.warning").click();
  assert.deepEqual(await kinds(), ["acceleration policy"]);
  assert.match((await texts(page, ".found"))[0], /^1 of 5 issues/);
  await page.locator(".counter.warning").click();
  assert.equal((await kinds()).length, 5);
  await page.locator(".filters summary").click();
  await page.getByLabel("Kind", { exact: true }).selectOption("off_lane");
  assert.deepEqual(await kinds(), ["off lane"]);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.keyboard.press("/");
  await page.keyboard.type("TREE");
  await settle(page);
  assert.deepEqual(await kinds(), ["collision in sut control"]);
  await page.getByLabel("Search issues").fill("");
  await page.getByLabel("Order").selectOption("time");
  await settle(page);
  assert.equal((await kinds())[0], "speed limit");
  await page.getByLabel("Search issues").fill("no such thing");
  await settle(page);
  assert.deepEqual(await kinds(), []);
  assert.equal((await texts(page, ".found"))[0], "No issue matches these filters.");
  await page.context().close();
});

test("the keyboard does it all", { skip }, async () => {
  const { page } = await open(browser, reports["departure"]);
  const selected = async () => (await texts(page, ".issue-row[aria-selected=true] .issue-kind"))[0];
  const first = await selected();
  await page.keyboard.press("j");
  await settle(page);
  assert.notEqual(await selected(), first);
  await page.keyboard.press("k");
  await settle(page);
  assert.equal(await selected(), first);
  await page.locator(".issue-list").focus();
  await page.keyboard.press("End");
  await settle(page);
  assert.equal(await selected(), "acceleration policy");
  const active = await page.locator(".issue-list").getAttribute("aria-activedescendant");
  assert.equal(active, await page.locator(".issue-row[aria-selected=true]").getAttribute("id"));
  const before = await cursorOf(page);
  await page.locator(".timeline-canvas").focus();
  await page.keyboard.press("ArrowRight");
  await settle(page);
  assert.ok(Math.abs((await cursorOf(page)) - before - 0.1) < 0.011);
  await page.keyboard.press("Home");
  await settle(page);
  assert.equal(await cursorOf(page), 0);
  await page.keyboard.press("?");
  assert.ok(await page.locator("dialog.help").isVisible());
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator("dialog.help").isVisible()));
  await page.context().close();
});

test("the cursor follows the timeline, the slider and playing", { skip }, async () => {
  const { page } = await open(browser, reports["departure"]);
  await page.locator(".timeline-canvas").scrollIntoViewIfNeeded();
  const box = (await page.locator(".timeline-canvas").boundingBox())!;
  const gutter = await gutterOf(page);
  await page.mouse.click(box.x + gutter + (box.width - gutter - 8) / 2, box.y + 10);
  await settle(page);
  assert.ok(Math.abs((await cursorOf(page)) - 4) < 0.1, "a click on the ruler");
  await page.getByRole("group", { name: "Playing" }).getByRole("slider").fill("2");
  await settle(page);
  assert.ok(Math.abs((await cursorOf(page)) - 2) < 0.011, "the slider");
  const began = Date.now();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForTimeout(600);
  await page.getByRole("button", { name: "Pause" }).click();
  await settle(page);
  const now = await cursorOf(page);
  const passed = (Date.now() - began) / 1000;
  assert.ok(now > 2.2 && now < 2 + passed, `playing moved it to ${now} in ${passed} s`);
  await page.waitForTimeout(150);
  assert.equal(await cursorOf(page), now, "pausing holds it");
  await page.getByRole("button", { name: "One frame back" }).click();
  await settle(page);
  assert.ok((await cursorOf(page)) < now);
  await page.context().close();
});

test("a bar of the timeline selects its issue", { skip }, async () => {
  const { page } = await open(browser, reports["departure"]);
  await page.locator(".timeline-canvas").scrollIntoViewIfNeeded();
  const box = (await page.locator(".timeline-canvas").boundingBox())!;
  // The second row is the collision, from 5.8 s to 8 s.
  const gutter = await gutterOf(page);
  await page.mouse.click(box.x + gutter + (box.width - gutter - 8) * (7 / 8), box.y + 26 + 20 + 10);
  await settle(page);
  assert.equal((await texts(page, ".detail h2"))[0], "collision in sut control");
  await page.context().close();
});

test("links lead to an issue and a time", { skip }, async () => {
  const { page } = await open(browser, reports["departure"], { hash: "#issue=3" });
  assert.match(await page.locator(".link-to").innerText(), /Issue 3/);
  await page.evaluate(() => (location.hash = "#issue=2&t=7"));
  await settle(page);
  assert.match(await page.locator(".link-to").innerText(), /Issue 2/);
  assert.equal(await cursorOf(page), 7);
  await page.keyboard.press("j");
  await settle(page);
  assert.match(await page.evaluate(() => location.hash), /^#issue=\d$/);
  const bad = await open(browser, reports["departure"], { hash: "#issue=999&t=nonsense" });
  assert.deepEqual(bad.errors, []);
  await page.context().close();
  await bad.page.context().close();
});

test("any signal of any actor", { skip }, async () => {
  const { page } = await open(browser, reports["departure"]);
  const before = await page.locator("#signals .u-over").count();
  await page.locator("#signals").getByLabel("Actor").selectOption({ index: 1 });
  await page.locator("#signals").getByLabel("Signal").selectOption("lane_offset");
  await page.locator("#signals").getByRole("button", { name: "Show" }).click();
  assert.equal(await page.locator("#signals .u-over").count(), before + 1);
  await page.locator("#signals .remove").first().click();
  assert.equal(await page.locator("#signals .u-over").count(), before);
  await page.context().close();
});

// ---- hostile names -------------------------------------------------------------------------------------------------

const kHostile = [
  "<script>window.hacked=1</script>",
  "\u05d0\u05d9\u05e9 \u202egnorw",
  '"><img src=x onerror=window.hacked=2>',
  "@DATA@ </script>",
  "${1}",
];

test("names are text, whatever they are", { skip }, async () => {
  const quoted = (text: string) => `"${text.replace(/"/g, '""')}"`;
  const rows = ["time,id,type,x,y,z,yaw,length,width,height,role"];
  for (let i = 0; i < 40; ++i)
    kHostile.forEach((id, k) =>
      rows.push(
        [
          (i / 10).toFixed(1),
          quoted(id),
          "car",
          (i === 20 ? 90 : i) + 9 * k,
          4 * k,
          0,
          0,
          4,
          2,
          1.5,
          k ? "" : "ego",
        ].join(","),
      ),
    );
  writeFileSync(scratch.path("hostile.csv"), `${rows.join("\n")}\n`);
  const file = scratch.report("hostile", ["--trace", scratch.path("hostile.csv"), "--enable", "teleportation@all"]);
  const { page, errors, requests } = await open(browser, file);
  await page.getByLabel("Order").selectOption("time");
  await settle(page);
  const names = await texts(page, ".issue-who .name");
  assert.ok(names.includes(kHostile[0]), names.join(" | "));
  assert.ok(names.some((name) => name.includes("\u05d0\u05d9\u05e9") && name.includes("\u2039U+202E\u203a")));
  await page.locator(".as-table summary").click();
  assert.equal(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked), undefined);
  assert.deepEqual(errors, []);
  assert.deepEqual(requests, []);
  assert.equal(await page.locator("img").count(), 0);
  await page.context().close();
});

// ---- large ---------------------------------------------------------------------------------------------------------

test("areas and the zones' own reach are drawn", { skip }, async () => {
  const reach = { ahead: 5, behind: 1, aside: 5 };
  const looks: Record<string, object> = {
    neither: {},
    "an area": { areas: [{ name: "trigger box", outline: [-5, -4, 5, -4, 5, 4, -5, 4] }] },
    zones: { zones: reach },
    "zones that reach further aside": { zones: { ...reach, aside: 8 } },
    "zones that reach less far ahead": { zones: { ...reach, ahead: 2 } },
  };
  const seen = new Map<string, string>();
  for (const [name, look] of Object.entries(looks)) {
    const file = scratch.path(`look-${seen.size}.html`);
    writeFileSync(file, pageOf(template(), madeRun({ actors: 2, seconds: 10, issues: 0, ...look })));
    const { page, errors } = await open(browser, file);
    assert.deepEqual(errors, [], name);
    const picture = await page.locator(".top-canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    for (const [other, its] of seen) assert.ok(picture !== its, `${name} looks like ${other}`);
    seen.set(name, picture);
    await page.context().close();
  }
});

test("10,000 issues are a list that scrolls", { skip }, async () => {
  writeFileSync(scratch.path("many.html"), pageOf(template(), madeRun({ actors: 20, seconds: 60, issues: 10_000 })));
  const { page, errors } = await open(browser, scratch.path("many.html"));
  assert.equal((await texts(page, ".found"))[0], "10,000 issues in 15 rows");
  await page.getByLabel("Order").selectOption("time");
  await settle(page);
  assert.ok((await page.locator(".issue-row").count()) < 60);
  await page.locator(".issue-list").focus();
  await page.keyboard.press("End");
  await settle(page);
  assert.equal(await page.locator(".issue-row[aria-selected=true]").getAttribute("aria-posinset"), "10000");
  await page.getByLabel("Search issues").fill("made up 9999");
  await page.waitForTimeout(150);
  assert.match((await texts(page, ".found"))[0], / of 10,000 issues$/);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("200 actors, 10 minutes, 5,000 issues: how long it takes", { skip }, async (context) => {
  const file = scratch.path("large.html");
  writeFileSync(file, pageOf(template(), madeRun({ actors: 200, seconds: 600, issues: 5_000 })));
  const start = performance.now();
  const { page } = await open(browser, file);
  const opening = performance.now() - start;
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const rate = await page.evaluate(async () => {
    let frames = 0;
    const begin = performance.now();
    await new Promise<void>((done) => {
      const count = () => {
        ++frames;
        if (performance.now() - begin > 2000) done();
        else requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
    });
    return (1000 * frames) / (performance.now() - begin);
  });
  context.diagnostic(`opens in ${(opening / 1000).toFixed(2)} s, plays at ${rate.toFixed(0)} frames per second`);
  await page.context().close();
});

// ---- every screen and paper ------------------------------------------------------------------------------------------

test("it fits a phone, in both themes", { skip }, async () => {
  for (const theme of ["light", "dark"] as const) {
    const { page } = await open(browser, reports["departure"], { width: 390, height: 844, theme });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${theme}: ${wide} pixels too wide`);
    assert.equal(await page.evaluate(() => document.documentElement.dataset["theme"]), theme);
    await page.context().close();
  }
});

test("it prints all issues, and no buttons", { skip }, async () => {
  const { page } = await open(browser, reports["departure"], { theme: "dark" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".printed-issues tbody tr").count(), 5);
  assert.ok(!(await page.locator("nav").isVisible()));
  assert.equal(await page.evaluate(() => document.documentElement.dataset["theme"]), "light");
  assert.ok((await page.pdf()).length > 10_000);
  await page.context().close();
});

test("everything that can be used has a name, and ids are unique", { skip }, async () => {
  const { page } = await open(browser, reports["departure"]);
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, input, canvas:not([aria-hidden]), [role=listbox], [role=img]")]
      .filter((element) => {
        const label =
          element.getAttribute("aria-label") ?? element.closest("label")?.textContent ?? element.textContent;
        return !label || label.trim() === "";
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(nameless, []);
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    return ids.filter((id, i) => ids.indexOf(id) !== i);
  });
  assert.deepEqual(twice, []);
  await page.context().close();
});

// ---- real runs and missing ones ----------------------------------------------------------------------------------------

const map = join(kData, "maps", "fabriksgatan.xodr");
const run = join(kData, "runs", "omega-prime", "pedestrian.osi");
const noData = skip || (existsSync(run) ? false : `${run} is not there`);

test("a real run on a real map", { skip: noData }, async () => {
  const file = scratch.report("real", ["--map", existsSync(map) ? map : findMap("fabriksgatan"), "--trace", run]);
  const { page, errors, requests } = await open(browser, file);
  assert.ok(["Pass", "Fail"].includes((await texts(page, ".verdict"))[0]));
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForTimeout(300);
  assert.ok((await cursorOf(page)) > 0);
  assert.deepEqual(errors, []);
  assert.deepEqual(requests, []);
  await page.context().close();
});

function findMap(name: string): string {
  for (const folder of ["esmini", "maps", ""])
    if (existsSync(join(kData, "maps", folder, `${name}.xodr`))) return join(kData, "maps", folder, `${name}.xodr`);
  throw new Error(`there is no map ${name}`);
}

test("a run that could not be judged does not look like a pass", { skip }, async () => {
  for (const [verdict, expected] of [
    ["pass", /Nothing went wrong/],
    ["incomplete", /not a pass/],
  ] as const) {
    const parts = madeRun({ actors: 2, seconds: 10, issues: 0 });
    const result = JSON.parse(new TextDecoder().decode(parts.get("result")));
    result.summary.verdict = verdict;
    result.checkers[0].notes = ["7 was not monitored.", "ego was not monitored before 2 s.", "8 was not monitored."];
    parts.set("result", new TextEncoder().encode(JSON.stringify(result)));
    const file = scratch.path(`judged-${verdict}.html`);
    writeFileSync(file, pageOf(template(), parts));
    const { page, errors } = await open(browser, file);
    assert.match((await texts(page, ".found"))[0], expected);
    assert.match((await texts(page, ".detail"))[0], expected);
    assert.match(
      (await texts(page, ".notices"))[0],
      /1 checker judged only in part.*ego was not.*\(and 2 more notes\)/,
    );
    assert.deepEqual(errors, []);
    await page.context().close();
  }
});

test("long names leave room for the rest", { skip }, async () => {
  const idOf = (actor: number) => `vehicle_${actor}_of_a_fleet_with_long_names_`.repeat(6);
  const file = scratch.path("long.html");
  writeFileSync(file, pageOf(template(), madeRun({ actors: 2, seconds: 10, issues: 6, idOf })));
  for (const width of [1440, 1000, 390, 320]) {
    const { page } = await open(browser, file, { width });
    await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
    await settle(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide for ${width}`);
    const badges = await page.evaluate(() =>
      [...document.querySelectorAll(".issue-who .sut")].map((badge) => {
        const room = badge.closest(".issue-who")!.getBoundingClientRect();
        return room.right - badge.getBoundingClientRect().right;
      }),
    );
    assert.ok(badges.length > 0 && badges.every((left) => left >= 0), `${width}: ${badges.join(" ")}`);
    await page.context().close();
  }
});

test("all that is known of how a checker fared is shown", { skip }, async () => {
  const parts = madeRun({ actors: 2, seconds: 10, issues: 1 });
  const result = JSON.parse(new TextDecoder().decode(parts.get("result")));
  result.checkers = [
    { name: "off_lane", status: "completed", reason: null, instances: 3, notes: ["7 - car was not monitored."] },
    { name: "jerk", status: "skipped", reason: "there is no acceleration", instances: 0, notes: [] },
    { name: "ttc", status: "failed", reason: "it divided by zero", instances: 1, notes: ["nobody was judged"] },
  ];
  parts.set("result", new TextEncoder().encode(JSON.stringify(result)));
  writeFileSync(scratch.path("fared.html"), pageOf(template(), parts));
  const { page, errors } = await open(browser, scratch.path("fared.html"));
  const expected: Record<string, string[]> = {
    off_lane: ["off_lane", "completed", "3 actors watched", "7 - car was not monitored."],
    jerk: ["jerk", "skipped", "there is no acceleration", "0 actors watched"],
    ttc: ["ttc", "failed", "it divided by zero", "1 actor watched", "nobody was judged"],
  };
  for (const [name, all] of Object.entries(expected)) {
    const shown = (await page.locator(`#checker-${name}`).textContent()) ?? "";
    for (const text of all) assert.ok(shown.includes(text), `${name}: ${text} in ${shown}`);
  }
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("without its run a report says so, and shows the rest", { skip }, async () => {
  const parts = madeRun({ actors: 2, seconds: 10, issues: 3 });
  const about = JSON.parse(new TextDecoder().decode(parts.get("about")));
  about.scene = null;
  about.notices = ["run.osi is not what it was when the run was evaluated."];
  const bare = new Map([
    ["result", parts.get("result")!],
    ["about", new TextEncoder().encode(JSON.stringify(about))],
  ]);
  writeFileSync(scratch.path("bare.html"), pageOf(template(), bare));
  const { page, errors } = await open(browser, scratch.path("bare.html"));
  assert.match((await texts(page, ".notices"))[0], /is not what it was/);
  assert.equal(await page.locator(".top-canvas").count(), 0);
  assert.equal(await page.locator(".issue-row").count(), 3);
  assert.deepEqual(errors, []);
  await page.context().close();
});
