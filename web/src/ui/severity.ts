// How severities look: each has a colour, a shape of its own and a word, so that nobody depends on the colour.

import type { Severity } from "../data/result.ts";
import { h } from "./dom.ts";

export const kSeverityWords: Record<Severity, string> = {
  error: "error",
  error_continue: "error (run goes on)",
  warning: "warning",
  info: "info",
};

const kSeveralWords: Record<Severity, string> = {
  error: "errors",
  error_continue: "errors (run goes on)",
  warning: "warnings",
  info: "infos",
};

export function countWord(severity: Severity, count: number): string {
  return count === 1 ? kSeverityWords[severity] : kSeveralWords[severity];
}

const kShapes: Record<Severity, string> = {
  error: "M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1zM5 5l6 6M11 5l-6 6",
  error_continue: "M8 1l7 7-7 7-7-7zM8 4.5v4.2M8 10.6v1",
  warning: "M8 1.5l7 13H1zM8 6v4.2M8 11.6v1.2",
  info: "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1zM8 7v5M8 4v1.4",
};

export function severityIcon(severity: Severity): SVGSVGElement {
  const kSvg = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(kSvg, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `severity-icon ${severity}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(kSvg, "path");
  path.setAttribute("d", kShapes[severity]);
  svg.appendChild(path);
  return svg;
}

export function severityTag(severity: Severity): HTMLElement {
  return h("span", { class: `severity-tag ${severity}` }, severityIcon(severity), kSeverityWords[severity]);
}

// The colours that canvases use, from the page's style, so that both themes have one source.
export interface Palette {
  text: string;
  dim: string;
  faint: string;
  line: string;
  panel: string;
  page: string;
  watcher: string;
  info: string;
  warning: string;
  error: string;
  accent: string;
  road: string;
  roadSide: string;
  roadSidewalk: string;
  roadMark: string;
  ground: string;
  ego: string;
  actor: string;
  vru: string;
  thing: string;
  series: string[];
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const get = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: get("text"),
    dim: get("dim"),
    faint: get("faint"),
    line: get("line"),
    panel: get("panel"),
    page: get("page"),
    watcher: get("watcher"),
    info: get("info"),
    warning: get("warning"),
    error: get("error"),
    accent: get("accent"),
    road: get("road"),
    roadSide: get("road-side"),
    roadSidewalk: get("road-sidewalk"),
    roadMark: get("road-mark"),
    ground: get("ground"),
    ego: get("ego"),
    actor: get("actor"),
    vru: get("vru"),
    thing: get("thing"),
    series: [1, 2, 3, 4, 5, 6].map((i) => get(`series-${i}`)),
  };
}

export function severityColour(palette: Palette, severity: Severity): string {
  switch (severity) {
    case "error":
    case "error_continue":
      return palette.error;
    case "warning":
      return palette.warning;
    case "info":
      return palette.info;
  }
}
