// A real browser for tests: Debian's chromium, headless. Every request but that of the page itself is blocked and kept.

import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";

export const kChromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
export const hasBrowser = existsSync(kChromium);

export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: kChromium, args: ["--no-sandbox", "--disable-gpu"] });
}

export interface Opened {
  page: Page;
  requests: string[]; // that the page made beyond itself
  errors: string[];
}

export interface OpenOptions {
  width?: number;
  height?: number;
  theme?: "light" | "dark";
  hash?: string;
}

export async function open(browser: Browser, file: string, options: OpenOptions = {}): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.theme ?? "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const opened: Opened = { page, requests: [], errors: [] };
  const own = `file://${file}`;
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url.split("#")[0] === own) return route.continue();
    opened.requests.push(url);
    return route.abort();
  });
  page.on("pageerror", (error) => opened.errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") opened.errors.push(message.text());
  });
  await page.goto(own + (options.hash ?? ""));
  await page.waitForSelector("html[data-ready]", { timeout: 20_000 });
  return opened;
}

// What is in the browser's own words, for expectations.
export const texts = (page: Page, selector: string) => page.locator(selector).allTextContents();
export const cursorOf = async (page: Page) =>
  Number(await page.locator(".timeline-canvas").getAttribute("aria-valuenow"));

// Where the timeline's rows begin, in pixels.
export const gutterOf = async (page: Page) =>
  Number(await page.locator(".timeline-canvas").getAttribute("data-gutter"));

// Views are told of changes in the next frame of the screen.
export const settle = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 10)))),
  );
