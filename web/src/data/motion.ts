// Where everybody was when: the frames that the report keeps, and each actor's poses at some of them.

import { ColumnReader } from "./columns.ts";
import type { About } from "./about.ts";
import type { Parts } from "./parts.ts";

export interface Pose {
  x: number;
  y: number;
  yaw: number;
  speed: number; // m/s; NaN: not known
}

// All poses of one actor, by time. A gap longer than `breaks` says is an absence.
export interface Track {
  frames: Int32Array; // places in Motion.times
  times: Float64Array;
  breaks: Uint8Array; // 1: the actor was away just before this pose
  x: Float64Array;
  y: Float64Array;
  yaw: Float64Array;
  speed: Float64Array;
}

export interface Motion {
  times: Float64Array; // of the frames kept, seconds
  regular: Uint8Array; // 1: at the regular rate; 0: only around issues
  tracks: Track[]; // by actor
}

export const kPosition = 0.01; // metres
export const kAngle = 0.001; // radians
export const kSpeed = 0.01; // m/s
const kMicroseconds = 1e-6;

// Which frames an actor has: segments of (first frame, how many frames, 1 if only the regular ones among them).
function framesOf(segments: Float64Array, regular: Uint8Array): { frames: Int32Array; breaks: Uint8Array } {
  const frames: number[] = [];
  const breaks: number[] = [];
  let end = -1;
  for (let i = 0; i + 2 < segments.length; i += 3) {
    const first = segments[i];
    const last = first + segments[i + 1];
    const onlyRegular = segments[i + 2] === 1;
    let is_new = first !== end;
    for (let frame = first; frame < last; ++frame) {
      if (onlyRegular && !regular[frame]) continue;
      frames.push(frame);
      breaks.push(is_new ? 1 : 0);
      is_new = false;
    }
    end = last;
  }
  return { frames: Int32Array.from(frames), breaks: Uint8Array.from(breaks) };
}

export function readMotion(parts: Parts, about: About): Motion {
  if (!about.scene) return { times: new Float64Array(0), regular: new Uint8Array(0), tracks: [] };
  const frames = new ColumnReader(parts.bytes("frames"));
  const times = frames.numbers(kMicroseconds);
  const regular = new Uint8Array(times.length);
  let at = 0;
  frames.numbers().forEach((run, i) => {
    if (i % 2 === 0) regular.fill(1, at, at + run);
    at += run;
  });

  const poses = new ColumnReader(parts.bytes("poses"));
  const [originX, originY] = about.scene.origin;
  const tracks = about.scene.actors.map((): Track => {
    const has = framesOf(poses.numbers(), regular);
    const x = poses.numbers(kPosition);
    const y = poses.numbers(kPosition);
    for (let i = 0; i < x.length; ++i) {
      x[i] += originX;
      y[i] += originY;
    }
    return {
      ...has,
      times: Float64Array.from(has.frames, (frame) => times[frame]),
      x,
      y,
      yaw: poses.numbers(kAngle),
      speed: poses.sparse(kSpeed),
    };
  });
  return { times, regular, tracks };
}

// The last place whose value is at most `value`; -1: none.
export function lastAtMost(values: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

// Times of poses and of the cursor pass through different roundings.
const kSameTime = 1e-5;
// A pose holds for so long where no other follows: the last frame stays visible for about one regular step.
const kLingers = 0.11;
// Further in one step than this is no movement to be drawn in between.
const kJump = 6.0;

// The pose at a time, between two poses in between; null: the actor is not there. `into` avoids garbage.
export function poseAt(track: Track, time: number, into: Pose): Pose | null {
  const i = lastAtMost(track.times, time + kSameTime);
  if (i < 0) return null;
  const next = i + 1;
  const ends = next >= track.times.length || track.breaks[next] === 1;
  const gap = ends ? 0 : track.times[next] - track.times[i];
  if (ends && time - track.times[i] > kLingers) return null;
  into.x = track.x[i];
  into.y = track.y[i];
  into.yaw = track.yaw[i];
  into.speed = track.speed[i];
  if (ends || gap <= 0) return into;
  const share = Math.min(1, Math.max(0, (time - track.times[i]) / gap));
  const dx = track.x[next] - into.x;
  const dy = track.y[next] - into.y;
  if (share === 0 || dx * dx + dy * dy > kJump * kJump) return into;
  into.x += share * dx;
  into.y += share * dy;
  into.yaw += share * (track.yaw[next] - into.yaw);
  if (Number.isFinite(track.speed[next])) into.speed += share * (track.speed[next] - into.speed);
  return into;
}
