// What a canvas shows, as colours.

import type { Page } from "playwright-core";

// "#rrggbb" at a place of the canvas, in CSS pixels from its middle.
export async function colourAt(page: Page, selector: string, dx: number, dy: number): Promise<string> {
  return page.locator(selector).evaluate(
    (canvas: HTMLCanvasElement, [x, y]: number[]) => {
      const ratio = canvas.width / canvas.getBoundingClientRect().width;
      const at = [Math.round(canvas.width / 2 + x * ratio), Math.round(canvas.height / 2 + y * ratio)];
      const { data } = canvas.getContext("2d")!.getImageData(at[0], at[1], 1, 1);
      return `#${[data[0], data[1], data[2]].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    },
    [dx, dy],
  );
}

// How many pixels have exactly this colour.
export async function countOf(page: Page, selector: string, colour: string): Promise<number> {
  return page.locator(selector).evaluate((canvas: HTMLCanvasElement, wanted: string) => {
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const value = parseInt(wanted.slice(1), 16);
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]) === value) ++count;
    return count;
  }, colour);
}
