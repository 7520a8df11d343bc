// Answers of the program (src/suite/answer.h) as facts and tables.

import { h, name, visible } from "../ui/dom.ts";
import { amountText, percentText } from "../ui/format.ts";
import { reportCommand, reportLink, type Answer, type AnswerTable, type Cell, type Suite } from "./data.ts";

export function factList(answer: Answer, without: readonly string[] = []): HTMLElement {
  return h(
    "dl",
    { class: "facts" },
    ...answer.facts
      .filter((fact) => fact.label !== "" && fact.text !== "" && !without.includes(fact.name))
      .map((fact) => h("div", { class: "fact" }, h("dt", {}, fact.label), h("dd", {}, name(fact.text)))),
  );
}

export function notesOf(answer: Answer): HTMLElement | null {
  if (answer.notes.length === 0) return null;
  return h("ul", { class: "notices" }, ...answer.notes.map((note) => h("li", {}, visible(note))));
}

// A run's name, and the way to its report where there is one.
export function runLink(suite: Suite, run: number, issue?: number): HTMLElement {
  const address = reportLink(suite, run, issue);
  const key = suite.runs.key[run];
  return address === null
    ? name(key, `${key}: ${reportCommand(suite, run)} makes its report`)
    : h("a", { href: address, title: "Open the run\u2019s report" }, name(key));
}

const kLong = 60; // letters that are broken into lines

function cellText(cell: Cell, isShare: boolean): string {
  if (cell === null) return "";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "string") return visible(cell);
  return isShare ? percentText(cell) : amountText(cell);
}

export function answerTable(suite: Suite, table: AnswerTable): HTMLElement | null {
  if (table.rows.length === 0) return null;
  // As in the text, a column without any value is left out.
  const isEmpty = (place: number) => table.rows.every((row) => row[place] === null);
  const shown = table.columns.flatMap((column, place) =>
    column.label === "" || isEmpty(place) ? [] : [{ ...column, place }],
  );
  const isNumber = (place: number) => table.rows.every((row) => row[place] === null || typeof row[place] === "number");
  const isLong = (place: number) => table.rows.some((row) => String(row[place] ?? "").length > kLong);
  const runs = new Map<string, number>();
  if (shown.some((column) => column.name === "run"))
    suite.runs.key.forEach((key, run) => {
      if (!runs.has(key)) runs.set(key, run);
    });
  const number = table.columns.findIndex((column) => column.name === "issue" || column.name === "number");
  const status = table.columns.findIndex((column) => column.name === "status");
  const cellOf = (row: Cell[], column: { name: string; is_share: boolean; place: number }) => {
    const cell = row[column.place];
    const run = column.name === "run" && row[status] !== "gone" ? runs.get(String(cell)) : undefined;
    const issue = row[number];
    return h(
      "td",
      { class: isNumber(column.place) ? "number" : isLong(column.place) ? "long" : null },
      run === undefined
        ? cellText(cell, column.is_share)
        : runLink(suite, run, typeof issue === "number" ? issue : undefined),
    );
  };
  return h(
    "div",
    { class: "wide-table" },
    h(
      "table",
      { class: "plain answer" },
      table.title ? h("caption", {}, table.title) : null,
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...shown.map((column) =>
            h("th", { scope: "col", class: isNumber(column.place) ? "number" : null }, column.label),
          ),
        ),
      ),
      h("tbody", {}, ...table.rows.map((row) => h("tr", {}, ...shown.map((column) => cellOf(row, column))))),
    ),
    table.left_out > 0
      ? h("p", { class: "dim" }, `and ${table.left_out.toLocaleString("en")} more: scrutineer suite diff --top 0`)
      : null,
  );
}
