// Numbers as people read them.

import type { Metric, MetricValue } from "../data/result.ts";

const kSuperscripts: Record<string, string> = { "^2": "\u00b2", "^3": "\u00b3" };

export function unitText(unit: string): string {
  return unit.replace(/\^[23]/g, (power) => kSuperscripts[power]);
}

// Three digits that matter, no more than `most` behind the point.
export function numberText(value: number, most = 3): string {
  if (!Number.isFinite(value)) return "\u2013";
  const digits = Math.abs(value) >= 100 ? 1 : Math.abs(value) >= 10 ? 2 : 3;
  const text = value.toFixed(Math.min(digits, most));
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return (short === "-0" ? "0" : short).replace("-", "\u2212");
}

// Thousands are whole, with commas.
export function amountText(value: number): string {
  return Number.isFinite(value) && Math.abs(value) >= 999.95
    ? Math.round(value).toLocaleString("en").replace("-", "\u2212")
    : numberText(value);
}

// A share of 1.
export function percentText(share: number): string {
  return `${(100 * share).toFixed(1)}\u202f%`;
}

export function timeText(seconds: number, digits = 2): string {
  return `${seconds.toFixed(digits)} s`;
}

export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 120) return `${numberText(seconds, 2)} s`;
  const minutes = Math.floor(whole / 60);
  const rest = whole - 60 * minutes;
  if (minutes < 120) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// Speeds and angles also in what people think in.
export function valueText(value: MetricValue, unit: string): string {
  if (value === null) return "\u2013";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value === "" ? "\u2013" : value;
  const text = `${numberText(value)}${unit ? `\u202f${unitText(unit)}` : ""}`;
  if (unit === "m/s") return `${text} (${numberText(value * 3.6, 1)}\u202fkm/h)`;
  if (unit === "rad") return `${text} (${numberText((value * 180) / Math.PI, 1)}\u00b0)`;
  if (unit === "rad/s") return `${text} (${numberText((value * 180) / Math.PI, 1)}\u00b0/s)`;
  return text;
}

export function metricText(metric: Metric): string {
  return valueText(metric.value, metric.unit);
}

export function words(name: string): string {
  return name.replace(/_/g, " ");
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}

// The last part of a path, whichever way its slashes lean.
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
