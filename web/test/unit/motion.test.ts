import assert from "node:assert/strict";
import { test } from "node:test";
import { aligned, arranged, nearest, type Line } from "../../src/data/align.ts";
import { poseAt, readMotion, type Pose, type Track } from "../../src/data/motion.ts";
import { packedParts } from "../../src/data/parts.ts";
import { zlibSync } from "fflate";
import type { About } from "../../src/data/about.ts";
import { ColumnWriter } from "../kit/columns.ts";

function track(points: [number, number][], breaks: number[] = []): Track {
  const of = (f: (point: [number, number]) => number) => Float64Array.from(points, f);
  return {
    frames: Int32Array.from(points, (_, i) => i),
    times: of((point) => point[0]),
    breaks: Uint8Array.from(points, (_, i) => (breaks.includes(i) || i === 0 ? 1 : 0)),
    x: of((point) => point[1]),
    y: of(() => 0),
    yaw: of(() => 0),
    speed: of(() => 10),
  };
}

test("a pose is between two poses", () => {
  const moving = track(
    [
      [0, 0],
      [0.1, 1],
      [0.2, 2],
      [1, 50],
      [1.1, 51],
    ],
    [3],
  );
  const cases: [string, number, number | null][] = [
    ["before it is there", -0.1, null],
    ["at a pose", 0.1, 1],
    ["in between", 0.15, 1.5],
    ["just after its last one", 0.25, 2],
    ["while it is away", 0.6, null],
    ["back", 1, 50],
    ["at the end", 1.1, 51],
    ["long after", 5, null],
  ];
  for (const [name, time, x] of cases) {
    const pose = poseAt(moving, time, {} as Pose);
    if (x === null) assert.equal(pose, null, name);
    else assert.ok(pose && Math.abs(pose.x - x) < 1e-9, name);
  }
});

test("a jump is not drawn as a movement", () => {
  const jumping = track([
    [0, 0],
    [0.1, 20],
  ]);
  assert.equal(poseAt(jumping, 0.05, {} as Pose)?.x, 0);
});

// Six frames of which the odd ones are only around an issue; two actors, one of them at full rate in the middle.
function parts() {
  const frames = new ColumnWriter();
  frames.numbers([0, 50_000, 100_000, 150_000, 200_000, 250_000]);
  frames.numbers([1, 1, 1, 1, 1, 1]);
  const poses = new ColumnWriter();
  for (const [segments, count] of [
    [[0, 6, 1], 3],
    [[0, 1, 1, 1, 3, 0, 5, 1, 0], 5],
  ] as [number[], number][]) {
    poses.numbers(segments);
    for (let column = 0; column < 3; ++column) poses.numbers(Array.from({ length: count }, (_, i) => i));
    poses.sparse(new Float64Array(count).fill(1), 0.01);
  }
  const pack = (columns: ColumnWriter) => Buffer.from(zlibSync(columns.bytes())).toString("base64");
  return packedParts(
    new Map([
      ["frames", pack(frames)],
      ["poses", pack(poses)],
    ]),
  );
}

test("each actor has its own frames", () => {
  const about = { scene: { origin: [100, 0], actors: [{}, {}] } } as unknown as About;
  const motion = readMotion(parts(), about);
  assert.deepEqual([...motion.tracks[0].frames], [0, 2, 4]);
  assert.deepEqual([...motion.tracks[1].frames], [0, 1, 2, 3, 5]);
  assert.deepEqual([...motion.tracks[1].breaks], [1, 0, 0, 0, 1]);
  assert.ok(Math.abs(motion.tracks[0].x[1] - 100.01) < 1e-9);
});

const line = (role: Line["role"], times: number[], values: number[]): Line => ({
  name: role,
  unit: "m",
  role,
  series: { times: Float64Array.from(times), values: Float64Array.from(values) },
});

test("lines are brought onto one axis", () => {
  const { times, columns } = aligned(
    [line("value", [0, 1, 2, 3], [5, 6, NaN, 8]), line("limit", [0.5, 2.5], [1, 1])],
    [0, 2.6],
  );
  assert.deepEqual(times, [0, 0.5, 1, 2, 2.5]);
  assert.deepEqual(columns, [
    [5, 5, 6, null, null],
    [null, 1, 1, 1, 1],
  ]);
});

test("another line can be the axis", () => {
  const plot = arranged(
    [line("axis", [0, 1, 2], [30, 20, 10]), line("value", [0, 1, 2], [1, 2, 3]), line("light", [0, 1, 2], [4, 4, 2])],
    [0, 2],
  );
  assert.deepEqual(plot.x, [10, 20, 30]);
  assert.deepEqual(plot.times, [2, 1, 0]);
  assert.deepEqual(plot.columns, [[3, 2, 1]]);
  assert.deepEqual(plot.lights, [[2, 4, 4]]);
  assert.equal(nearest(plot.times, 0.9), 1);
});
