// The stretch of time that the timeline shows: zoomed and moved within the run.

export type Range = [number, number];

export const kLeastRange = 0.05; // seconds

// What is at time `at` stays where it is.
export function zoomed(range: readonly [number, number], end: number, at: number, factor: number): Range {
  const length = Math.min(Math.max((range[1] - range[0]) * factor, kLeastRange), Math.max(end, kLeastRange));
  const share = (at - range[0]) / (range[1] - range[0]);
  const from = Math.min(Math.max(at - share * length, 0), Math.max(end - length, 0));
  return [from, from + length];
}

export function panned(range: readonly [number, number], end: number, by: number): Range {
  const length = range[1] - range[0];
  const from = Math.min(Math.max(range[0] + by, 0), Math.max(end - length, 0));
  return [from, from + length];
}
