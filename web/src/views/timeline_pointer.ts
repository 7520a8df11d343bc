// Mouse, pen and fingers on the timeline: the ruler moves the cursor, elsewhere dragging moves the view, two fingers and
// the wheel zoom. All places are CSS pixels inside the canvas.

export interface TimelineGestures {
  isRuler(y: number): boolean;
  scrub(x: number): void;
  pan(pixels: number): void;
  zoom(x: number, factor: number): void;
  click(x: number, y: number): void;
  hover(x: number, y: number): void;
  leave(): void;
}

const kClickSlack = 4; // pixels that a click may move

export function attachTimelinePointer(
  canvas: HTMLCanvasElement,
  scroll: HTMLElement,
  gestures: TimelineGestures,
): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let mode: "none" | "scrub" | "drag" = "none";
  let moved = 0;
  let start = { x: 0, y: 0 };

  const place = (event: PointerEvent | WheelEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const at = place(event);
    pointers.set(event.pointerId, at);
    canvas.setPointerCapture(event.pointerId);
    start = at;
    moved = 0;
    mode = gestures.isRuler(at.y) ? "scrub" : "drag";
    if (mode === "scrub") gestures.scrub(at.x);
  });
  canvas.addEventListener("pointermove", (event) => {
    const at = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) return gestures.hover(at.x, at.y);
    pointers.set(event.pointerId, at);
    moved = Math.max(moved, Math.abs(at.x - start.x) + Math.abs(at.y - start.y));
    if (pointers.size === 2) {
      const [a, b] = [...pointers.values()];
      const other = a === at ? b : a;
      const distance = Math.abs(at.x - other.x);
      const distanceBefore = Math.abs(before.x - other.x);
      if (distance > 8 && distanceBefore > 8) gestures.zoom((at.x + other.x) / 2, distanceBefore / distance);
    } else if (mode === "scrub") {
      gestures.scrub(at.x);
    } else if (moved > kClickSlack) {
      gestures.pan(at.x - before.x);
    }
  });
  const release = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    if (event.type === "pointerup" && mode === "drag" && moved <= kClickSlack) gestures.click(start.x, start.y);
    mode = "none";
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => gestures.leave());
  canvas.addEventListener(
    "wheel",
    (event) => {
      const at = place(event);
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
        event.preventDefault();
        return gestures.pan(-(event.deltaX || event.deltaY));
      }
      // Rows scroll where there are more than fit; with ctrl, on the ruler, and where all fit, the wheel zooms.
      const canScroll = scroll.scrollHeight > scroll.clientHeight + 1;
      if (canScroll && !event.ctrlKey && !event.metaKey && !event.altKey && !gestures.isRuler(at.y)) return;
      event.preventDefault();
      gestures.zoom(at.x, Math.exp(Math.sign(event.deltaY) * 0.2));
    },
    { passive: false },
  );
}
