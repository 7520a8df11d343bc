// What part of the world the top view shows. The world's y points up, the screen's down.

export interface Camera {
  x: number; // the world's place in the middle of the view
  y: number;
  scale: number; // pixels for a metre
}

export interface Size {
  width: number;
  height: number;
}

export type Box = [number, number, number, number]; // x and y, least and most

export const kLeastScale = 0.02;
export const kMostScale = 80;

export function toScreen(camera: Camera, size: Size, x: number, y: number): [number, number] {
  return [size.width / 2 + (x - camera.x) * camera.scale, size.height / 2 - (y - camera.y) * camera.scale];
}

export function toWorld(camera: Camera, size: Size, sx: number, sy: number): [number, number] {
  return [camera.x + (sx - size.width / 2) / camera.scale, camera.y - (sy - size.height / 2) / camera.scale];
}

// Zooms so that what is under this place of the screen stays there.
export function zoomedAt(camera: Camera, size: Size, sx: number, sy: number, factor: number): Camera {
  const scale = Math.min(Math.max(camera.scale * factor, kLeastScale), kMostScale);
  const [x, y] = toWorld(camera, size, sx, sy);
  return { x: x - (sx - size.width / 2) / scale, y: y + (sy - size.height / 2) / scale, scale };
}

export function fitted(box: Box, size: Size): Camera {
  const width = Math.max(box[2] - box[0], 1);
  const height = Math.max(box[3] - box[1], 1);
  const scale = 0.92 * Math.min(size.width / width, size.height / height);
  return {
    x: (box[0] + box[2]) / 2,
    y: (box[1] + box[3]) / 2,
    scale: Math.min(Math.max(scale, kLeastScale), kMostScale),
  };
}

export function seen(camera: Camera, size: Size): Box {
  const w = size.width / 2 / camera.scale;
  const hh = size.height / 2 / camera.scale;
  return [camera.x - w, camera.y - hh, camera.x + w, camera.y + hh];
}

export function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}
