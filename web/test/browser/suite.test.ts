// The page of a suite in a real browser: what a person does with one.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { hasBrowser, launch, open, settle, texts } from "../kit/browser.ts";
import { pageOf } from "../kit/made_run.ts";
import { madeSuite, type MadeSuiteOptions } from "../kit/made_suite.ts";
import { hasProgram, kProgram, kRoot, Scratch } from "../kit/program.ts";

const skip = !hasBrowser ? "there is no chromium" : !hasProgram ? "the program is not built" : false;
const report = process.env["SCRUTINEER_PAGE"] ?? join(kRoot, "web", "dist", "report.html");
const template = () => readFileSync(join(dirname(report), "suite.html"), "utf8");

let browser: Browser;
const scratch = new Scratch();
const page = scratch.path("page/index.html");

function scrutineer(...words: string[]): void {
  const done = spawnSync(kProgram, words, { encoding: "utf8", cwd: scratch.folder });
  if (done.status !== 0) throw new Error(`${words.join(" ")}: ${done.stdout}${done.stderr}`);
}

// Two nights; of the second the page, made by suite run.
before(async () => {
  if (skip) return;
  browser = await launch();
  scrutineer("suite", "generate", "night1", "--runs", "30", "--maps", "2");
  scrutineer("suite", "generate", "night2", "--runs", "30", "--maps", "2", "--night", "2", "--sut", "2");
  const run = (night: string, ...more: string[]) =>
    scrutineer("suite", "run", night, "--store", "nights.db", "--name", night, "--jobs", "2", ...more);
  run("night1");
  run("night2", "--keep", "folders", "--report", "page");
});
after(async () => {
  await browser?.close();
  scratch.remove();
});

const made = (file: string, options: MadeSuiteOptions) => {
  writeFileSync(scratch.path(file), pageOf(template(), madeSuite(options)));
  return scratch.path(file);
};
const rows = (page: Page, level: number) => page.locator(`.issues .level-${level}`);
const choose = async (page: Page, label: string, value: string) => {
  await page.locator(`select[aria-label="${label}"]`).selectOption(value);
  await settle(page);
};

test("numbers are people's: percentages, and thousands with commas", { skip }, async () => {
  const { page: tab } = await open(browser, made("numbers.html", { runs: 3, clusters: 2, perRun: 1 }));
  const cells = (await texts(tab, "table.answer td")).map((text) => text.replace(/\s/g, " "));
  assert.ok(cells.includes("93.3 %"), cells.join("; "));
  assert.ok(cells.includes("1,842"), cells.join("; "));
  await tab.context().close();
  const { page: real } = await open(browser, page);
  const ticks = (await texts(real, "#trends .chart text")).map((text) => text.replace(/\s/g, " "));
  assert.ok(
    ticks.some((tick) => /^\d+\.\d %$/.test(tick)),
    `the pass rate's axis: ${ticks.join("; ")}`,
  );
  await real.context().close();
});

test("severities lead to clusters, those to runs, new ones first", { skip }, async () => {
  const { page: tab, requests, errors } = await open(browser, page);
  assert.equal((await texts(tab, "h1"))[0], "night2");
  assert.match((await rows(tab, 1).first().textContent()) ?? "", /^.*error.*issues? in \d+ clusters?/);
  assert.equal(await rows(tab, 3).count(), 0, "clusters are closed");
  assert.match((await rows(tab, 2).first().textContent()) ?? "", /new/);
  await rows(tab, 2).first().click();
  await settle(tab);
  assert.match((await rows(tab, 3).first().textContent()) ?? "", /\/run\.json.*new/);
  await rows(tab, 1).first().click();
  await settle(tab);
  assert.equal(await rows(tab, 1).first().getAttribute("aria-expanded"), "false");
  assert.match((await texts(tab, "#compare"))[0], /Verdicts that changed/);
  assert.ok((await tab.locator("#trends .chart").count()) >= 4);
  assert.ok((await tab.locator("#metrics .chart .now").count()) > 2);
  assert.deepEqual(requests, []);
  assert.deepEqual(errors, []);
  await tab.context().close();
});

test("a click opens the run at the moment of the issue", { skip }, async () => {
  const { page: tab } = await open(browser, page);
  await rows(tab, 2).first().click();
  await settle(tab);
  const link = rows(tab, 3).first().locator("a").first();
  const seconds = Number(((await link.textContent()) ?? "").replace(" s", ""));
  const href = (await link.getAttribute("href")) ?? "";
  await tab.unroute("**/*");
  await link.click();
  await tab.waitForSelector("html[data-ready] .timeline-canvas");
  await settle(tab);
  const issue = Number(/#issue=(\d+)$/.exec(href)?.[1]);
  assert.match(tab.url(), new RegExp(`report\\.html#issue=${issue}$`));
  assert.equal(await tab.locator(".issue-row[aria-selected=true]").getAttribute("id"), `issue-row-${issue}`);
  const cursor = Number(await tab.locator(".timeline-canvas").getAttribute("aria-valuenow"));
  assert.ok(Math.abs(cursor - seconds) < 0.02, `${cursor} is ${seconds}`);
  await tab.context().close();
});

test("filters: status, kind, checker, category, attribute, verdict, text", { skip }, async () => {
  const file = made("filters.html", { runs: 40, clusters: 12, perRun: 3 });
  const { page: tab, errors } = await open(browser, file);
  const found = async () => (await texts(tab, ".issues .found"))[0];
  assert.equal(await found(), "240 issues");
  const cases: [string, string, string][] = [
    ["Status", "new", "24 of 240 issues"],
    ["Kind", "collision", "60 of 240 issues"],
    ["Checker", "checker_6", "20 of 240 issues"],
    ["Category", "sut", "120 of 240 issues"],
    ["Severity", "warning", "80 of 240 issues"],
  ];
  for (const [label, value, expected] of cases) {
    await choose(tab, label, value);
    assert.equal(await found(), expected, label);
    await tab.locator(".searching button").click();
    await settle(tab);
  }
  await choose(tab, "Attribute", "0");
  await choose(tab, "Value", "1");
  assert.equal(await found(), "120 of 240 issues", "motorway");
  await tab.locator(".counter", { hasText: "pass" }).click();
  await settle(tab);
  assert.equal(await found(), "120 of 240 issues", "verdict alone");
  assert.match((await texts(tab, ".runs .found"))[0], /^20 of 40 runs/);
  await tab.locator(".searching button").click();
  await tab.keyboard.press("/");
  await tab.keyboard.type("run/17");
  await settle(tab);
  assert.equal(await found(), "6 of 240 issues", "text");
  await tab.locator("input[type=search]").fill("nothing like it");
  await settle(tab);
  assert.equal(await found(), "No issue matches these filters.");
  assert.deepEqual(errors, []);
  await tab.context().close();
});

test("the address holds the filters, and a link shows the same to others", { skip }, async () => {
  const file = made("address.html", { runs: 40, clusters: 12, perRun: 3 });
  const { page: tab } = await open(browser, file);
  await choose(tab, "Kind", "collision");
  await choose(tab, "Attribute", "0");
  await choose(tab, "Value", "2");
  const hash = new URL(tab.url()).hash;
  assert.equal(hash, "#kind=collision&attribute=map&value=town");
  const found = (await texts(tab, ".issues .found"))[0];
  const other = await open(browser, file, { hash });
  await settle(other.page);
  assert.equal((await texts(other.page, ".issues .found"))[0], found);
  assert.equal(await other.page.locator('select[aria-label="Value"]').inputValue(), "2");
  await tab.locator(".searching button").click();
  await settle(tab);
  assert.equal(new URL(tab.url()).hash, "");
  assert.deepEqual(other.errors, []);
  await tab.context().close();
  await other.page.context().close();
});

test("a run without a report says how to make it", { skip }, async () => {
  const { page: tab } = await open(browser, made("none.html", { runs: 3, clusters: 1, perRun: 1 }));
  await rows(tab, 2).first().click();
  await settle(tab);
  await rows(tab, 3).nth(1).click();
  await settle(tab);
  assert.equal(
    (await texts(tab, ".detail code"))[0],
    "scrutineer check runs/1/run.json --config 'my config' --set a=1 --out out --report",
  );
  await rows(tab, 3).nth(0).click();
  await settle(tab);
  assert.equal(await tab.locator(".detail .open-run").getAttribute("href"), "kept/0/report.html#issue=1");
  await tab.context().close();
});

test("a narrow screen shows all of it, light and dark", { skip }, async () => {
  for (const theme of ["light", "dark"] as const)
    for (const width of [390, 1600]) {
      const { page: tab, errors } = await open(browser, page, { width, height: 800, theme });
      const beyond = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(beyond <= 0, `${width}: ${beyond} pixels too wide`);
      const cut = await tab
        .locator(".issues .times")
        .evaluateAll(
          (counts) =>
            counts.filter(
              (one) =>
                one.getBoundingClientRect().right > one.closest(".issue-what")!.getBoundingClientRect().right + 0.5,
            ).length,
        );
      assert.equal(cut, 0, `${width}: in how many runs an issue is cannot be read`);
      const back = await tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(back, theme === "dark" ? "rgb(14, 19, 24)" : "rgb(243, 245, 247)");
      assert.deepEqual(errors, []);
      await tab.context().close();
    }
});

test("hostile names are only ever text", { skip }, async () => {
  const word = `</script><img src=x onerror="window.hit=1">\u202e{{7*7}}javascript:window.hit=1//`;
  const file = made("hostile.html", { runs: 6, clusters: 3, perRun: 1, word });
  const { page: tab, requests, errors } = await open(browser, file);
  await rows(tab, 2).first().click();
  await settle(tab);
  await rows(tab, 3).first().click();
  await settle(tab);
  assert.equal(await tab.evaluate(() => (window as unknown as { hit?: number }).hit), undefined);
  assert.equal(await tab.locator("img").count(), 0);
  assert.match((await texts(tab, "h1"))[0], /<img src=x/);
  const links = await tab
    .locator("a[href]")
    .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).protocol));
  assert.deepEqual([...new Set(links)], ["file:"]);
  assert.deepEqual(requests, []);
  assert.deepEqual(errors, []);
  await tab.context().close();
});

test("100,000 issues stay usable: few elements, and every filter answers", { skip }, async () => {
  const file = made("large.html", { runs: 10_000, clusters: 300, perRun: 5 });
  const { page: tab, errors } = await open(browser, file);
  assert.equal((await texts(tab, ".issues .found"))[0], "100,000 issues");
  const first = await rows(tab, 2).first().textContent();
  await rows(tab, 2).first().click();
  await settle(tab);
  assert.ok((await rows(tab, 3).count()) > 3);
  const elements = () => tab.evaluate(() => document.querySelectorAll("*").length);
  assert.ok((await elements()) < 5000, `${await elements()} elements`);
  await tab.locator(".issues .issue-list").evaluate((list) => (list.scrollTop = list.scrollHeight));
  await settle(tab);
  assert.ok((await elements()) < 5000);
  assert.notEqual(await rows(tab, 2).last().textContent(), first);
  await tab.locator("input[type=search]").fill("run/4321");
  await settle(tab);
  assert.equal((await texts(tab, ".issues .found"))[0], "10 of 100,000 issues");
  assert.deepEqual(errors, []);
  await tab.context().close();
});

test("a suite whose runs could not be judged does not look like a pass", { skip }, async () => {
  const cases: [string[], RegExp][] = [
    [["pass"], /Nothing went wrong/],
    [["pass", "crashed"], /not a pass/],
    [["incomplete"], /not a pass/],
  ];
  for (const [verdicts, expected] of cases) {
    const file = made("judged.html", { runs: 4, clusters: 1, perRun: 0, verdicts });
    const { page: tab, errors } = await open(browser, file);
    assert.match((await texts(tab, ".issues .found"))[0], expected, verdicts.join(", "));
    assert.deepEqual(errors, []);
    await tab.context().close();
  }
});

test("on paper are the clusters", { skip }, async () => {
  const { page: tab } = await open(browser, page);
  const pdf = await tab.pdf({ format: "A4" });
  assert.ok(pdf.length > 10_000);
  await tab.emulateMedia({ media: "print" });
  await tab.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  assert.ok((await tab.locator(".printed-issues tbody tr").count()) > 2);
  assert.ok(await tab.locator(".printed-issues").isVisible());
  await tab.setViewportSize({ width: 720, height: 1000 });
  const cut = await tab
    .locator("table.answer")
    .evaluateAll((tables) => tables.filter((one) => one.getBoundingClientRect().right > window.innerWidth).length);
  assert.equal(cut, 0, "no table is cut off");
  await tab.context().close();
});
