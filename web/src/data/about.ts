// What a report knows beyond the result: the checkers' declarations, the actors' bodies, and where everything lies in
// the other parts. Written by src/report/detail/about.cpp.

import type { ActorCategory, LightState, LaneType, LineRole, MetricRole, SignalKind } from "./words.ts";

export interface PlotLine {
  name: string;
  unit: string;
  role: LineRole;
  fact?: string; // of the actor, or of the issue's other actor
  metric?: string; // of the issue; neither: sampled by the checker
  of_other?: boolean;
}

export interface PlotInfo {
  title: string;
  lines: PlotLine[];
}

export interface ParameterInfo {
  path: string;
  meaning: string;
  default: string;
}

export interface CheckerInfo {
  name: string;
  summary: string;
  doc: string;
  remedy: string;
  replaced_by: string;
  of_kpi?: boolean; // its intervals are a part of a KPI
  kinds: { name: string; when: string; sut: string; other: string }[];
  parameters: ParameterInfo[];
  metrics: { name: string; unit: string; meaning: string; role: MetricRole }[];
  plots: PlotInfo[];
}

export interface ActorBody {
  id: string;
  category: ActorCategory;
  length: number;
  width: number;
  is_static: boolean;
  is_vru: boolean;
  part_of: number | null; // the place of the actor that it is a part of
  outline?: number[]; // x, y, x, y ... in its own frame, where the run gives one
}

export interface FactInfo {
  name: string;
  unit: string;
  meaning: string;
  quantum: number; // what one step of its column is worth
}

export interface RoadInfo {
  id: string;
  name: string;
  junction: string; // of a way through one: its id
}

export interface SignalInfo {
  id: string;
  road: string; // its id
  kind: SignalKind;
  label: string;
  number: string; // that a speed-limit sign shows
  x: number;
  y: number;
  heading: number; // where it faces
}

// What a light shows from when on; a signal has several where ways through the junction are shown different things.
export interface LightSeries {
  signal: number | null; // place among the signals; null: it is not near
  ways: string; // "left, straight": for whom; "": for all
  times: number[];
  states: LightState[];
}

// Where a vehicle stops for a signal; what is shown to each way from there has its part of the line.
export interface StopInfo {
  signal: number; // place among the signals
  light: number | null; // place among the scene's lights; null: a sign, or nothing is known of it
  line: [number, number, number, number]; // from x, y to x, y
}

// Of an issue: what its picture shows, where that is not its begin, and the signal that it is about.
export interface Moment {
  time: number;
  signal?: number; // place among the signals
}

// Issues that people look at together: of one kind, category and severity.
export interface TriageRow {
  issues: number[]; // their ids, by when they began
  worst: number;
}

export interface TriageKind {
  kind: string;
  count: number;
  actors: number;
  worst: number; // the id of the issue that is furthest beyond its limit
}

export interface Area {
  name: string;
  outline: number[]; // x, y, x, y ...
}

// Of a live run with a Teleporter: from one teleport to the next. Times are seconds; null: not known.
export interface Episode {
  start: number;
  end: number;
  spawn_lane: string;
  target: number | null; // when the ego should arrive at the midpoint, from the episode's begin
  estimated: number | null;
  achieved: number | null;
}

// A module or a condition of the operational design domain, from when on it was what: 0 outside, 1 unknown, 2 inside.
export interface OddTrack {
  name: string;
  text: string; // of a condition its words, of a module its title
  module: boolean;
  spans: [number, number][]; // seconds, what holds from then on
}

export interface ZoneReach {
  ahead: number; // seconds of the ego's way
  behind: number;
  aside: number; // metres
}

export interface About {
  format: number;
  title: string;
  notices: string[]; // what a reader must know: files that changed, what is left out
  checkers: CheckerInfo[];
  triage: { kinds: TriageKind[]; rows: TriageRow[] }; // what people should look at first comes first
  moments: { [issue: string]: Moment };
  episodes: Episode[];
  odd: OddTrack[]; // the root first, modules, then conditions; empty: no ODD was given
  unstated: { [path: string]: string[] }; // of the result's info: what nobody said, by the values that it then has
  scene: {
    origin: [number, number]; // added to all places of the other parts
    ego: number | null; // place among the actors
    actors: ActorBody[];
    facts: FactInfo[];
    lights: LightSeries[];
    areas: Area[];
    zones: ZoneReach | null; // of the relevance KPI; null: nobody looked
  } | null;
  map: {
    lane_types: LaneType[];
    mark_styles: string[]; // "solid white 0.12"
    roads: RoadInfo[];
    signals: SignalInfo[];
    stops: StopInfo[];
  } | null;
}
