// A canvas that fills its box, sharp on every screen, and is redrawn when it must be.

export interface Surface {
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D;
  width: number; // CSS pixels
  height: number;
  ratio: number; // device pixels for each
  redraw(): void; // soon
}

export function createSurface(canvas: HTMLCanvasElement, draw: (surface: Surface) => void): Surface {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no canvas");
  let scheduled = false;
  const surface: Surface = {
    canvas,
    context,
    width: 0,
    height: 0,
    ratio: 1,
    redraw() {
      if (scheduled) return;
      scheduled = true;
      requestAnimationFrame(() => {
        scheduled = false;
        if (surface.width > 0 && surface.height > 0) draw(surface);
      });
    },
  };
  const fit = () => {
    const box = canvas.getBoundingClientRect();
    surface.ratio = window.devicePixelRatio || 1;
    surface.width = Math.round(box.width);
    surface.height = Math.round(box.height);
    const width = Math.round(surface.width * surface.ratio);
    const height = Math.round(surface.height * surface.ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    surface.redraw();
  };
  new ResizeObserver(fit).observe(canvas);
  fit();
  return surface;
}

export function roundedBox(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  const r = Math.min(radius, width / 2, height / 2);
  context.beginPath();
  context.moveTo(x + r, y);
  context.arcTo(x + width, y, x + width, y + height, r);
  context.arcTo(x + width, y + height, x, y + height, r);
  context.arcTo(x, y + height, x, y, r);
  context.arcTo(x, y, x + width, y, r);
  context.closePath();
}

// The text, or as much of it as fits: letters keep their width, and the middle goes first, as names differ at both ends.
export function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const letters = Array.from(text);
  for (let kept = letters.length - 1; kept > 1; --kept) {
    const head = Math.ceil(kept / 2);
    const short = `${letters.slice(0, head).join("")}\u2026${letters.slice(letters.length - (kept - head)).join("")}`;
    if (context.measureText(short).width <= width) return short;
  }
  return "\u2026";
}
