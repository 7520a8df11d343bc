// Any signal of any actor, on demand: one picture for each that was chosen, over the time that the timeline shows.

import type { Run } from "../data/run.ts";
import { setTime, type ViewStore } from "../state/state.ts";
import { h, replace, visible } from "../ui/dom.ts";
import { unitText, words } from "../ui/format.ts";
import { createPlot, type Plot } from "./plot.ts";

interface Chosen {
  actor: number;
  fact: string;
}

export function mountSignals(root: HTMLElement, run: Run, store: ViewStore): void {
  const scene = run.about.scene;
  if (!scene) {
    replace(
      root,
      h("h2", { id: "signals-title" }, "Signals"),
      h("p", { class: "empty" }, "There are no signals: the run could not be read again."),
    );
    return;
  }
  const chosen: Chosen[] = [];
  let plots: Plot[] = [];
  const pictures = h("div", { class: "pictures" });
  const actor = h(
    "select",
    { "aria-label": "Actor", onchange: () => fillFacts() },
    ...scene.actors.map((body, i) =>
      h(
        "option",
        { value: i, selected: i === run.ego },
        `${visible(body.id)} (${i === run.ego ? "SUT" : words(body.category)})`,
      ),
    ),
  );
  const fact = h("select", { "aria-label": "Signal" });
  const add = h("button", { type: "button", onclick: () => choose(Number(actor.value), fact.value) }, "Show");

  function fillFacts(): void {
    const before = fact.value;
    const known = run.signals.of(Number(actor.value));
    const facts = scene?.facts.filter((info) => known.has(info.name)) ?? [];
    replace(
      fact,
      ...facts.map((info) =>
        h(
          "option",
          { value: info.name, title: info.meaning },
          `${info.name}${info.unit ? ` [${unitText(info.unit)}]` : ""}`,
        ),
      ),
    );
    if (facts.some((info) => info.name === before)) fact.value = before;
  }
  function choose(who: number, what: string): void {
    if (what && !chosen.some((one) => one.actor === who && one.fact === what))
      chosen.unshift({ actor: who, fact: what });
    show();
  }
  function show(): void {
    plots.forEach((plot) => plot.destroy());
    replace(pictures);
    plots = chosen.map((one) => {
      const info = scene?.facts.find((candidate) => candidate.name === one.fact);
      const series = run.signals.get(one.actor, one.fact) ?? {
        times: new Float64Array(0),
        values: new Float64Array(0),
      };
      const box = h("div", { class: "chosen" });
      box.append(
        h(
          "button",
          {
            type: "button",
            class: "quiet remove",
            "aria-label": `Remove ${one.fact}`,
            onclick: () => {
              chosen.splice(chosen.indexOf(one), 1);
              show();
            },
          },
          "\u00d7",
        ),
      );
      pictures.append(box);
      return createPlot(box, {
        title: `${words(one.fact)} of ${visible(scene?.actors[one.actor].id ?? "")}${info ? ` \u2013 ${info.meaning}` : ""}`,
        lines: [{ name: words(one.fact), unit: info?.unit ?? "", role: "value", series }],
        window: store.state.range as [number, number],
        time: store.state.time,
        onTime: (time) => setTime(store, run, time),
      });
    });
  }

  replace(
    root,
    h("h2", { id: "signals-title" }, "Signals"),
    h("p", { class: "dim" }, "Any signal of any actor, over the time that the timeline shows."),
    h("div", { class: "choose" }, actor, fact, add),
    pictures,
  );
  fillFacts();
  if (run.ego >= 0) {
    chosen.push({ actor: run.ego, fact: "speed" });
    if (run.signals.get(run.ego, "acceleration")) chosen.push({ actor: run.ego, fact: "acceleration" });
  }
  store.watch(["range"], show);
  store.watch(["time"], (state) => plots.forEach((plot) => plot.setCursor(state.time)));
  store.watch(["theme"], () => plots.forEach((plot) => plot.restyle()));
}
