// Round numbers for axes.

export function niceStep(range: number, most: number): number {
  const rough = range / Math.max(most, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  for (const factor of [1, 2, 5, 10]) if (factor * power >= rough) return factor * power;
  return 10 * power;
}

// Of time also 15, 30 and 60 seconds and so on.
export function niceTimeStep(range: number, most: number): number {
  const rough = range / Math.max(most, 1);
  for (const step of [15, 30, 60, 120, 300, 600, 900, 1800, 3600]) {
    if (rough <= step && rough > 10) return step;
  }
  return niceStep(range, most);
}

// Digits behind the point that tell ticks of this step apart.
export function digitsOf(step: number): number {
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}

export function ticks(from: number, to: number, step: number): number[] {
  const found: number[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; ++i) found.push(i * step);
  return found;
}
