// The top view in a real browser: lights in their state, what a hover says, the ruler, the legend, links and Back.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { cursorOf, hasBrowser, launch, open, settle, texts } from "../kit/browser.ts";
import {
  kLight,
  kLightStates,
  kLightTimes,
  kStopLine,
  kSpeedSign,
  kStopSign,
  kYieldSign,
} from "../kit/made_crossing.ts";
import { madeRun, pageOf, type MadeRunOptions } from "../kit/made_run.ts";
import { colourAt, countOf } from "../kit/pixels.ts";
import { hasProgram, kRoot, Scratch } from "../kit/program.ts";

const skip = !hasBrowser ? "there is no chromium" : !hasProgram ? "the program is not built" : false;
const kCanvas = ".top-canvas";
const [kRed, kYellow, kGreen, kDark] = ["#e0402c", "#f0b400", "#22b45e", "#3a4048"];

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  if (!skip) browser = await launch();
});
after(async () => {
  await browser?.close();
  scratch.remove();
});

function made(name: string, options: Partial<MadeRunOptions> = {}): string {
  const template = readFileSync(process.env["SCRUTINEER_PAGE"] ?? join(kRoot, "web", "dist", "report.html"), "utf8");
  const file = scratch.path(`${name}.html`);
  writeFileSync(file, pageOf(template, madeRun({ actors: 3, seconds: 10, issues: 3, hasCrossing: true, ...options })));
  return file;
}

async function look(page: Page, hash: string): Promise<void> {
  await page.evaluate((wanted) => (location.hash = wanted), hash);
  await settle(page);
}

// Hovers over a place that is so many pixels from the middle of the view.
async function hover(page: Page, dx = 0, dy = 0): Promise<string> {
  const box = (await page.locator(kCanvas).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy);
  await settle(page);
  const tip = page.locator(".top-tip");
  return (await tip.isVisible()) ? (await tip.innerText()).replace(/\s+/g, " ") : "";
}

test("lights are drawn in their state, and so is the line before them", { skip }, async () => {
  const { page, errors } = await open(browser, made("lights", { issues: 0 }));
  const lit: Record<string, string[]> = {
    red: [kRed, kDark, kDark],
    red_yellow: [kRed, kYellow, kDark],
    green: [kDark, kDark, kGreen],
    yellow: [kDark, kYellow, kDark],
    flashing_yellow: [kDark, kYellow, kDark],
    flashing_red: [kRed, kDark, kDark],
    off: [kDark, kDark, kDark],
  };
  const pictures = new Set<string>();
  for (const [i, state] of kLightStates.entries()) {
    const time = kLightTimes[i] + 0.5;
    await look(page, `#t=${time}&view=${kLight.x},${kLight.y},20`);
    // Lamps are 5 pixels in radius, and 11.25 apart.
    const lamps = [await colourAt(page, kCanvas, 0, -11), await colourAt(page, kCanvas, 0, 0)];
    lamps.push(await colourAt(page, kCanvas, 0, 11));
    assert.deepEqual(lamps, lit[state], state);
    pictures.add(await page.locator(kCanvas).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()));
    await look(page, `#t=${time}&view=${kStopLine.x},${kStopLine.y},20`);
    const colour = lit[state].find((lamp) => lamp !== kDark);
    if (colour) assert.equal(await colourAt(page, kCanvas, 0, 0), colour, `the line at ${state}`);
  }
  assert.equal(pictures.size, kLightStates.length, "flashing looks like nothing else");
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("a light that shows ways different things does so", { skip }, async () => {
  const lights = [
    { signal: 0, ways: "straight, right", times: [0], states: ["green" as const] },
    { signal: 0, ways: "left", times: [0, 5], states: ["red" as const, "green" as const] },
  ];
  const { page } = await open(browser, made("ways", { issues: 0, lights }));
  await look(page, `#t=2&view=${kLight.x},${kLight.y},20`);
  const lamps = [await colourAt(page, kCanvas, 0, -11), await colourAt(page, kCanvas, 0, 11)];
  assert.deepEqual(lamps, [kRed, kGreen], "both lamps are lit");
  assert.match(
    await hover(page),
    /shows green since 0.00 s, to those that go straight, right shows red since 0.00 s, to those that go left/,
  );
  await look(page, "#t=2&view=30,-2,20");
  const parts = [await colourAt(page, kCanvas, 0, 0), await colourAt(page, kCanvas, 0, -30)];
  assert.deepEqual(parts, [kGreen, kRed], "each way has its part of the line");
  await page.context().close();
});

test("signs have shapes of their own", { skip }, async () => {
  const { page } = await open(browser, made("signs", { issues: 0 }));
  const pictures = new Set<string>();
  for (const sign of [kLight, kStopSign, kYieldSign, kSpeedSign]) {
    await look(page, `#t=0.5&view=${sign.x},${sign.y},20`);
    const box = await page.locator(kCanvas).evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas
        .getContext("2d")!
        .getImageData(Math.round(canvas.width / 2) - 15, Math.round(canvas.height / 2) - 20, 30, 40);
      return [...data].join();
    });
    pictures.add(box);
  }
  assert.equal(pictures.size, 4);
  await page.context().close();
});

test("signs are those that people know, at any scale", { skip }, async () => {
  const { page } = await open(browser, made("signs", { issues: 0 }));
  const at = (dx: number, dy: number) => colourAt(page, kCanvas, dx, dy);
  const ink = "#20262d";
  // Edges are smoothed, so colours are nearly those of the sign.
  const looks = (colour: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    return r > 180 && g < 110 && b < 120 ? "red" : Math.min(r, g, b) > 235 ? "white" : colour;
  };
  for (const { scale, ring, inside } of [
    { scale: 2, ring: 7, inside: 5 },
    { scale: 20, ring: 10.5, inside: 8 },
  ]) {
    await look(page, `#t=0.5&view=${kSpeedSign.x},${kSpeedSign.y},${scale}`);
    assert.equal(looks(await at(ring, 0)), "red", `the ring of a limit at ${scale} pixels for a metre`);
    assert.equal(looks(await at(0, -inside)), "white", `the ground below its number at ${scale} pixels for a metre`);
    await look(page, `#t=0.5&view=${kStopSign.x},${kStopSign.y},${scale}`);
    assert.equal(looks(await at(0, -inside)), "red", `a stop sign at ${scale} pixels for a metre`);
  }
  await look(page, `#t=0.5&view=${kSpeedSign.x},${kSpeedSign.y},20`);
  const withNumber = await countOf(page, kCanvas, ink);
  await look(page, `#t=0.5&view=${kYieldSign.x - 30},40,20`);
  assert.ok(withNumber > (await countOf(page, kCanvas, ink)) + 3, "the number");
  await page.context().close();
});

test("a real run of a red light shows the light at the crossing", { skip }, async () => {
  const file = scratch.report("red_light", [join(kRoot, "examples", "runs", "red_light", "run.json")]);
  const { page } = await open(browser, file, { hash: "#issue=1" });
  await settle(page);
  const decided = Number((await texts(page, ".time-link")).at(-1)?.replace(" s", ""));
  assert.ok(decided > 0);
  assert.equal(await page.locator(".fact", { hasText: "Decided" }).count(), 1);
  assert.ok((await cursorOf(page)) > 7.5 && (await cursorOf(page)) < 7.7, "the cursor is where it was decided");
  assert.ok((await countOf(page, kCanvas, kRed)) > 20, "red lamps");
  assert.equal(await countOf(page, kCanvas, kGreen), 0, "no green ones");
  await page.keyboard.press("f");
  await settle(page);
  await look(page, "#issue=1&t=0.5");
  assert.ok((await countOf(page, kCanvas, kGreen)) > 20, "and green ones while it is green");
  await page.context().close();
});

test("a hover says what is there", { skip }, async () => {
  const zones = { ahead: 5, behind: 1, aside: 5 };
  const areas = [{ name: "trigger box", outline: [100, -20, 120, -20, 120, -10, 100, -10] }];
  const { page, errors } = await open(browser, made("hover", { issues: 0, zones, areas }));
  const cases: { name: string; hash: string; at?: [number, number]; says: RegExp }[] = [
    {
      name: "a light",
      hash: "#t=1.5&view=30,-6,10",
      says: /^traffic light L1 shows red since 1.00 s .*the light.*road 7/,
    },
    {
      name: "a light before it is known",
      hash: "#t=0.5&view=30,-6,10",
      says: /^traffic light L1 what it shows is not known/,
    },
    { name: "its line", hash: "#t=3.5&view=30,-3,10", says: /^stop line of traffic light L1 shows green since 3.00 s/ },
    { name: "a sign", hash: "#t=1&view=50,-6,10", says: /^stop sign S1 of road 7$/ },
    { name: "a limit", hash: "#t=1&view=70,-6,10", says: /^speed limit V1 shows 50 of road 7$/ },
    { name: "a lane", hash: "#t=9&view=80,2,10", says: /^lane 1 \(driving\) of road 7 .Mill Road./ },
    { name: "the ego", hash: "#t=5&view=60,0,10", says: /^ego \(car, the ego\) drives 8.m\/s \(28.8.km\/h\) on lane/ },
    { name: "a zone", hash: "#t=5&view=80,-3,10", says: /^lane −1 \(driving\) .* in the ego's zone ahead, right/ },
    { name: "an area", hash: "#t=9&view=110,-15,10", says: /^in the area trigger box$/ },
    { name: "nothing", hash: "#t=9&view=110,60,10", says: /^$/ },
  ];
  for (const { name, hash, says } of cases) {
    await look(page, hash);
    await hover(page, 40, 200);
    assert.match(await hover(page), says, name);
  }
  await look(page, "#t=9&view=80,2,10");
  await hover(page);
  await page.mouse.move(2, 2);
  await settle(page);
  assert.ok(!(await page.locator(".top-tip").isVisible()), "it goes with the pointer");
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("the ruler measures", { skip }, async () => {
  const { page } = await open(browser, made("ruler"));
  await look(page, "#t=9&view=110,60,10");
  await page.getByRole("button", { name: "Ruler" }).click();
  const box = (await page.locator(kCanvas).boundingBox())!;
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y - 80, { steps: 3 });
  await page.mouse.up();
  await settle(page);
  assert.equal(await page.locator(".measured").innerText(), "10.00 m", "60 by 80 pixels at 10 for a metre");
  const before = await page.evaluate(() => location.hash);
  await page.getByRole("button", { name: "Ruler" }).click();
  await settle(page);
  assert.ok(!(await page.locator(".measured").isVisible()));
  assert.equal(await page.evaluate(() => location.hash), before, "measuring does not move the view");
  await page.context().close();
});

test("the legend has what the run has", { skip }, async () => {
  const { page } = await open(browser, made("legend"));
  await page.getByRole("button", { name: "Legend" }).click();
  const entries = await texts(page, ".legend-entry");
  for (const entry of [
    "the ego",
    "a traffic light, in its state",
    "a stop sign",
    "a yield sign",
    "a speed limit, in km/h or mph",
    "an error now",
  ])
    assert.ok(entries.includes(entry), entry);
  assert.ok(!entries.some((entry) => entry.includes("vulnerable") || entry.includes("area")), entries.join(", "));
  const bare = await open(browser, made("bare-legend", { hasCrossing: false }));
  await bare.page.getByRole("button", { name: "Legend" }).click();
  assert.ok(!(await texts(bare.page, ".legend-entry")).some((entry) => entry.includes("light")));
  await bare.page.context().close();
  await page.context().close();
});

test("names of roads are drawn on demand", { skip }, async () => {
  const { page } = await open(browser, made("roads", { issues: 0 }));
  await look(page, "#t=9&view=50,0,4");
  const picture = () => page.locator(kCanvas).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const before = await picture();
  await page.getByLabel("road names").check();
  await settle(page);
  assert.ok((await picture()) !== before, "they are there");
  await page.getByLabel("road names").uncheck();
  await settle(page);
  assert.ok((await picture()) === before, "and gone");
  await page.context().close();
});

test("a link holds the issue, the time and the view", { skip }, async () => {
  const file = made("link");
  const { page } = await open(browser, file, { hash: "#issue=2" });
  await look(page, "#issue=2&t=4.25&view=12.5,-3,15");
  await page.locator(".link-to").click();
  await settle(page);
  assert.equal(await page.evaluate(() => location.hash), "#issue=2&t=4.25&view=12.5,-3,15");
  const picture = (of: Page) => of.locator(kCanvas).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const again = await open(browser, file, { hash: "#issue=2&t=4.25&view=12.5,-3,15" });
  await settle(again.page);
  assert.ok((await picture(again.page)) === (await picture(page)), "the same picture");
  assert.match(await again.page.locator(".link-to").innerText(), /Issue 2/);
  assert.equal(await cursorOf(again.page), 4.25);
  // Whoever is followed is named instead of a place.
  await page.getByRole("button", { name: /^Follow/ }).click();
  await page.keyboard.press("l");
  await settle(page);
  assert.match(await page.evaluate(() => location.hash), /^#issue=2&t=4.25&follow=1&scale=15$/);
  await page.context().close();
  await again.page.context().close();
});

test("Back goes to the issue before", { skip }, async () => {
  const { page } = await open(browser, made("back"));
  const selected = () => page.locator(".link-to").innerText();
  const first = await selected();
  const order: string[] = [first];
  for (let i = 0; i < 2; ++i) {
    await page.waitForTimeout(700);
    await page.keyboard.press("j");
    await settle(page);
    order.push(await selected());
  }
  assert.equal(new Set(order).size, 3);
  await page.goBack();
  await settle(page);
  assert.equal(await selected(), order[1]);
  await page.goBack();
  await settle(page);
  assert.equal(await selected(), order[0]);
  await page.goForward();
  await settle(page);
  assert.equal(await selected(), order[1]);
  await page.context().close();
});
