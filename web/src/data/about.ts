// What a report knows beyond the result: the checkers' declarations, the actors' bodies, and where everything lies in
// the other parts. Written by src/report/about.cpp.

export type LineRole = "value" | "limit" | "context" | "axis" | "light";

export interface PlotLine {
  name: string;
  unit: string;
  role: LineRole;
  fact?: string; // of the actor, or of the other actor
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
  kinds: { name: string; when: string; sut: string; other: string }[];
  parameters: ParameterInfo[];
  metrics: { name: string; unit: string; meaning: string; role: "plain" | "value" | "limit" }[];
  plots: PlotInfo[];
}

export interface ActorBody {
  id: string;
  category: string;
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

export interface SignalInfo {
  id: string;
  kind: string;
  label: string;
  x: number;
  y: number;
  heading: number; // where it faces
}

export interface Area {
  name: string;
  outline: number[]; // x, y, x, y ...
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
  scene: {
    origin: [number, number]; // added to all places of the other parts
    ego: number | null; // place among the actors
    actors: ActorBody[];
    facts: FactInfo[];
    lights: { signal: number; times: number[]; states: string[] }[];
    areas: Area[];
    zones: ZoneReach | null; // of the relevance KPI; null: nobody looked
  } | null;
  map: {
    lane_types: string[];
    mark_styles: string[]; // "solid white 0.12"
    signals: SignalInfo[];
  } | null;
}
