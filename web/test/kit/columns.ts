// Writes what src/report/columns.cpp writes, so that tests make reports of any shape without a run.

export class ColumnWriter {
  private readonly out: number[] = [];

  count(value: number): void {
    while (value >= 128) {
      this.out.push((value % 128) + 128);
      value = Math.floor(value / 128);
    }
    this.out.push(value);
  }
  numbers(values: ArrayLike<number>): void {
    this.count(values.length);
    this.count(1);
    let last = 0;
    for (let i = 0; i < values.length; ++i) {
      const step = values[i] - last;
      this.count(step < 0 ? -2 * step - 1 : 2 * step);
      last = values[i];
    }
  }
  sparse(values: ArrayLike<number>, quantum: number): void {
    const runs: number[] = [];
    const present: number[] = [];
    let isPresent = true;
    let run = 0;
    for (let i = 0; i < values.length; ++i) {
      if (Number.isFinite(values[i]) !== isPresent) {
        runs.push(run);
        run = 0;
        isPresent = !isPresent;
      }
      ++run;
      if (isPresent) present.push(Math.round(values[i] / quantum));
    }
    runs.push(run);
    this.numbers(runs);
    this.numbers(present);
  }
  bytes(): Uint8Array {
    return Uint8Array.from(this.out);
  }
}
