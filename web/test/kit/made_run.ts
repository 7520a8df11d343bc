// A made-up run of any size: actors that drive in circles around an ego that drives straight on, and issues.

import { zlibSync } from "fflate";
import type { About, ActorBody, Area, Episode, LightSeries, ZoneReach } from "../../src/data/about.ts";
import type { Issue, Result } from "../../src/data/result.ts";
import { kAngle, kPosition, kSpeed } from "../../src/data/motion.ts";
import { ColumnWriter } from "./columns.ts";
import { kLightStates, kLightTimes, madeCrossing, madeMapPart } from "./made_crossing.ts";

export interface MadeRunOptions {
  actors: number;
  seconds: number;
  issues: number;
  idOf?: (actor: number) => string;
  issue?: (place: number) => Partial<Issue>;
  areas?: Area[];
  zones?: ZoneReach;
  episodes?: Episode[];
  lights?: LightSeries[]; // of the crossing; else the light's states one after the other
  hasCrossing?: boolean; // a map, with a light and signs: made_crossing.ts
}

const kRate = 10;

export function madeIssue(place: number, seconds: number, actor: string, isEgo: boolean): Issue {
  const start = (place * 7.3) % Math.max(seconds - 2, 1);
  const severities = ["error", "warning", "info", "error_continue"] as const;
  return {
    id: place + 1,
    time: start + 1,
    kind: ["speed_limit", "off_lane", "collision"][place % 3],
    category: isEgo ? "sut" : "other",
    severity: severities[place % 4],
    original_severity: null,
    reason: null,
    checker: ["speed_limit", "off_lane", "collision"][place % 3],
    actor: { id: actor, type: "car", role: isEgo ? "sut" : "npc" },
    other_actor: null,
    driver: isEgo ? "sut_driver" : "external_driver",
    start,
    end: start + 1,
    message: `[${start.toFixed(3)}s] made up ${place}`,
    details: "",
    metrics: { speed: { value: 15 + (place % 10), unit: "m/s" }, limit: { value: 13.9, unit: "m/s" } },
  };
}

// As src/results/triage.h would, but simpler: what is of one kind, severity and category is one row, in the order given.
export function madeTriage(issues: readonly Issue[]): About["triage"] {
  const grouped = (keyOf: (issue: Issue) => string) => {
    const groups = new Map<string, Issue[]>();
    for (const issue of issues) groups.set(keyOf(issue), [...(groups.get(keyOf(issue)) ?? []), issue]);
    return [...groups.values()];
  };
  return {
    rows: grouped((issue) => `${issue.category} ${issue.severity} ${issue.kind}`).map((group) => ({
      issues: group.map((issue) => issue.id),
      worst: group[0].id,
    })),
    kinds: grouped((issue) => issue.kind).map((group) => ({
      kind: group[0].kind,
      count: group.length,
      actors: new Set(group.map((issue) => issue.actor.id)).size,
      worst: group[0].id,
    })),
  };
}

export function madeRun(options: MadeRunOptions): Map<string, Uint8Array> {
  const idOf = options.idOf ?? ((actor: number) => (actor === 0 ? "ego" : String(actor)));
  const issues = Array.from({ length: options.issues }, (_, i) => {
    const actor = i % options.actors;
    return { ...madeIssue(i, options.seconds, idOf(actor), actor === 0), ...options.issue?.(i) };
  });
  const count = (severity: string) => issues.filter((issue) => issue.severity === severity).length;
  const result: Result = {
    schema_version: 1,
    engine: { name: "scrutineer", version: "0.1.0" },
    complete: true,
    incomplete_reason: null,
    info: { run: { test_name: "made up", seed: 7 }, sim: {}, model: { dut_name: "XYZ", dut_version: "4.1" } },
    map: null,
    trace: {
      file: "made.osi",
      format: "osi",
      frames: options.seconds * kRate + 1,
      actors: options.actors,
      start: 0,
      end: options.seconds,
      ego: idOf(0),
    },
    checkers: ["speed_limit", "off_lane", "collision"].map((name) => ({
      name,
      status: "completed",
      reason: null,
      instances: 1,
      notes: [],
    })),
    issues,
    intervals: issues.map((issue) => ({
      watcher: issue.checker,
      actor: issue.actor.id,
      other_actor: null,
      start: issue.start,
      end: issue.end,
      ended_by: "condition",
      data: issue.metrics,
    })),
    kpis: {},
    metrics: {},
    summary: {
      error: count("error"),
      error_continue: count("error_continue"),
      warning: count("warning"),
      info: count("info"),
      verdict: "fail",
    },
  };
  const frames = options.seconds * kRate + 1;
  const about: About = {
    format: 2,
    title: "made up",
    notices: [],
    triage: madeTriage(issues),
    moments: {},
    episodes: options.episodes ?? [],
    odd: [],
    unstated: {},
    checkers: result.checkers.map(({ name }) => ({
      name,
      summary: "It is made up.",
      doc: "Made up, with `code`.",
      remedy: "Nothing.",
      replaced_by: "",
      kinds: [{ name, when: "It happened.", sut: "error", other: "warning" }],
      parameters: [],
      metrics: [
        { name: "speed", unit: "m/s", meaning: "How fast.", role: "value" },
        { name: "limit", unit: "m/s", meaning: "How fast it may.", role: "limit" },
      ],
      plots: [
        {
          title: "Speed",
          lines: [
            { name: "speed", unit: "m/s", role: "value", fact: "speed" },
            { name: "limit", unit: "m/s", role: "limit", metric: "limit" },
          ],
        },
      ],
    })),
    scene: {
      origin: [0, 0],
      ego: 0,
      actors: Array.from({ length: options.actors }, (_, i): ActorBody => ({
        id: idOf(i),
        category: "car",
        length: 4.5,
        width: 1.8,
        is_static: false,
        is_vru: false,
        part_of: null,
      })),
      facts: [{ name: "speed", unit: "m/s", meaning: "How fast.", quantum: 0.001 }],
      lights: [],
      areas: options.areas ?? [],
      zones: options.zones ?? null,
    },
    map: null,
  };

  const times = new ColumnWriter();
  times.numbers(Array.from({ length: frames }, (_, i) => (i * 1e6) / kRate));
  times.numbers([frames]);
  const poses = new ColumnWriter();
  for (let actor = 0; actor < options.actors; ++actor) {
    const radius = 10 + 3 * actor;
    const speed = 8 + (actor % 10);
    const angle = (i: number) => (i / kRate) * (speed / radius) + actor;
    const at = (f: (i: number) => number, unit: number) =>
      Array.from({ length: frames }, (_, i) => Math.round(f(i) / unit));
    poses.numbers([0, frames, 1]);
    poses.numbers(
      actor === 0 ? at((i) => (12 * i) / kRate, kPosition) : at((i) => radius * Math.cos(angle(i)), kPosition),
    );
    poses.numbers(actor === 0 ? at(() => 0, kPosition) : at((i) => radius * Math.sin(angle(i)), kPosition));
    poses.numbers(actor === 0 ? at(() => 0, kAngle) : at((i) => angle(i) + Math.PI / 2, kAngle));
    poses.sparse(new Float64Array(frames).fill(speed), kSpeed);
  }
  if (options.hasCrossing && about.scene) {
    about.map = madeCrossing(options.lights?.length);
    about.scene.lights = options.lights ?? [{ signal: 0, ways: "", times: kLightTimes, states: kLightStates }];
  }
  const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const parts = new Map([
    ["result", json(result)],
    ["about", json(about)],
    ["frames", times.bytes()],
    ["poses", poses.bytes()],
  ]);
  if (options.hasCrossing) parts.set("map", madeMapPart());
  return parts;
}

// The page that src/report/report.cpp would write.
export function pageOf(template: string, parts: ReadonlyMap<string, Uint8Array>, title = "made up"): string {
  const data = [...parts]
    .map(
      ([name, bytes]) =>
        `<script type="text/plain" data-part="${name}">${Buffer.from(zlibSync(bytes)).toString("base64")}</script>`,
    )
    .join("\n");
  return template.replace("@DATA@", () => data).replace("@TITLE@", () => title);
}
