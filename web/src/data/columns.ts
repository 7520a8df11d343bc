// Columns of whole numbers as src/report/columns.h writes them: how many, of which order, then differences of that order
// as zigzag varints. Order 0 are the values themselves, 1 their differences, 2 the differences of those.

export class ColumnReader {
  private at = 0;
  constructor(private readonly bytes: Uint8Array) {}

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  // Up to 2^53: by arithmetic, as shifts end at 2^31.
  count(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      if (this.at >= this.bytes.length) throw new Error("the report's data is cut off");
      const byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  private signed(): number {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  // Each value times `unit`.
  numbers(unit = 1): Float64Array {
    const size = this.count();
    const order = this.count();
    if (size > this.bytes.length - this.at) throw new Error("the report's data is cut off");
    const values = new Float64Array(size);
    let last = 0;
    let step = 0;
    for (let i = 0; i < size; ++i) {
      const read = this.signed();
      if (order === 0) {
        last = read;
      } else if (order === 1 || i === 0) {
        last += read;
      } else {
        step += read;
        last += step;
      }
      values[i] = last * unit;
    }
    return values;
  }

  // A column with gaps: how many are there, are not there, are there ...; then those that are there. Gaps are NaN.
  sparse(unit = 1): Float64Array {
    const runs = this.numbers();
    const present = this.numbers(unit);
    let size = 0;
    for (const run of runs) size += run;
    const values = new Float64Array(size).fill(NaN);
    let to = 0;
    let from = 0;
    for (let i = 0; i < runs.length; ++i) {
      const run = runs[i];
      if (i % 2 === 0) {
        values.set(present.subarray(from, from + run), to);
        from += run;
      }
      to += run;
    }
    return values;
  }
}
