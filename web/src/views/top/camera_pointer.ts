// Mouse, pen and fingers on the top view: dragging moves, the wheel and two fingers zoom, a click picks.

export interface CameraGestures {
  pan(dx: number, dy: number): void;
  zoom(x: number, y: number, factor: number): void;
  click(x: number, y: number): void;
  hover(x: number, y: number): void; // without a button
  leave(): void;
  // True: dragging is the caller's own, from here on.
  takes(x: number, y: number): boolean;
  drag(x: number, y: number): void;
}

export function attachCameraPointer(canvas: HTMLCanvasElement, gestures: CameraGestures): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let isTaken = false;
  const place = (event: PointerEvent | WheelEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener("pointerdown", (event) => {
    const at = place(event);
    pointers.set(event.pointerId, at);
    isTaken = pointers.size === 1 && gestures.takes(at.x, at.y);
    gestures.leave();
    canvas.setPointerCapture(event.pointerId);
    moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    const at = place(event);
    if (!before) return gestures.hover(at.x, at.y);
    moved += Math.abs(at.x - before.x) + Math.abs(at.y - before.y);
    if (isTaken && pointers.size === 1) {
      gestures.drag(at.x, at.y);
    } else if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const factor =
          Math.hypot(at.x - other.x, at.y - other.y) / Math.max(Math.hypot(before.x - other.x, before.y - other.y), 1);
        gestures.zoom((at.x + other.x) / 2, (at.y + other.y) / 2, factor);
      }
    } else if (moved > 4) {
      gestures.pan(at.x - before.x, at.y - before.y);
    }
    pointers.set(event.pointerId, at);
  });
  canvas.addEventListener("pointerup", (event) => {
    const at = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (at && moved <= 4 && !isTaken) gestures.click(at.x, at.y);
  });
  canvas.addEventListener("pointerleave", () => gestures.leave());
  canvas.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const at = place(event);
      gestures.zoom(at.x, at.y, Math.exp(-Math.sign(event.deltaY) * 0.18));
    },
    { passive: false },
  );
}
