import assert from "node:assert/strict";
import { test } from "node:test";
import { zlibSync } from "fflate";
import { ColumnReader } from "../../src/data/columns.ts";
import { fromBase64, packedParts } from "../../src/data/parts.ts";
import { ColumnWriter } from "../kit/columns.ts";

// The bytes are those that src/report/columns_test.cpp expects.
test("columns are read as they are written in C++", () => {
  const cases: [string, number[], number[]][] = [
    ["nothing", [0, 0], []],
    ["one", [1, 0, 10], [5]],
    ["below 0", [2, 0, 1, 127], [-1, -64]],
    ["values as they are", [3, 0, 2, 1, 2], [1, -1, 1]],
    ["differences", [3, 1, 0xd0, 0x0f, 2, 4], [1000, 1001, 1003]],
    ["differences of differences", [4, 2, 0, 0xd0, 0x0f, 0, 0], [0, 1000, 2000, 3000]],
    ["large", [1, 0, 128, 128, 128, 128, 128, 64], [2 ** 40]],
  ];
  for (const [name, bytes, values] of cases)
    assert.deepEqual([...new ColumnReader(Uint8Array.from(bytes)).numbers()], values, name);
});

test("gaps are NaN", () => {
  const cases: [string, number[], number[]][] = [
    ["none", [1, 0, 4, 2, 0, 2, 4], [1, 2]],
    ["at the begin", [3, 0, 0, 2, 2, 1, 0, 4], [NaN, 2]],
    ["in the middle", [3, 0, 2, 2, 2, 2, 0, 2, 2], [1, NaN, 1]],
    ["nothing else", [2, 0, 0, 2, 0, 0], [NaN]],
    ["empty", [1, 0, 0, 0, 0], []],
  ];
  for (const [name, bytes, values] of cases)
    assert.deepEqual([...new ColumnReader(Uint8Array.from(bytes)).sparse()], values, name);
});

test("what is cut off is an error, not nonsense", () => {
  for (const bytes of [[], [5], [5, 1, 2], [1, 0, 128]])
    assert.throws(() => new ColumnReader(Uint8Array.from(bytes)).numbers(), /cut off/);
});

test("the test kit writes what is read", () => {
  const values = [0, 1, -1, 5e9, -5e9, 127, 128, -128];
  const columns = new ColumnWriter();
  columns.numbers(values);
  columns.sparse([NaN, 0.5, NaN], 0.1);
  const reader = new ColumnReader(columns.bytes());
  assert.deepEqual([...reader.numbers()], values);
  assert.deepEqual([...reader.sparse(0.1)], [NaN, 0.5, NaN]);
  assert.ok(reader.done);
});

test("base64 of every length", () => {
  for (let length = 0; length < 10; ++length) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 67 + 251) % 256);
    assert.deepEqual(fromBase64(Buffer.from(bytes).toString("base64")), bytes, `${length} bytes`);
  }
});

test("parts are unpacked when asked for", () => {
  const parts = packedParts(new Map([["a", Buffer.from(zlibSync(Uint8Array.of(1, 2, 3))).toString("base64")]]));
  assert.ok(parts.has("a"));
  assert.deepEqual([...parts.bytes("a")], [1, 2, 3]);
  assert.throws(() => parts.bytes("b"), /no part "b"/);
});
