// How the lines of a picture look: what is measured is solid, limits are dashed and red, the rest is dotted.

import type { Line } from "../data/align.ts";
import type { LineRole } from "../data/words.ts";
import { h } from "../ui/dom.ts";
import { numberText, unitText } from "../ui/format.ts";
import type { Palette } from "../ui/severity.ts";

export interface LineLook {
  colour: string;
  width: number;
  dash: number[];
}

export function lineLook(lines: readonly { role: LineRole }[], place: number, palette: Palette): LineLook {
  const { role } = lines[place];
  const nth = lines.slice(0, place).filter((line) => line.role === role).length;
  if (role === "limit") return { colour: palette.error, width: 1.6, dash: nth === 0 ? [7, 4] : [2, 4] };
  if (role === "context") return { colour: palette.dim, width: 1.4, dash: [3, 3] };
  return { colour: palette.series[nth % palette.series.length], width: 2, dash: nth === 0 ? [] : [10, 2] };
}

export interface Legend {
  element: HTMLElement;
  show(x: number | null, values: readonly (number | null)[]): void;
  restyle(palette: Palette): void;
}

const kSvg = "http://www.w3.org/2000/svg";

// The lines' names, each with its value at one place.
export function createLegend(lines: readonly Line[], axis: { name: string; unit: string }): Legend {
  const where = h("span", { class: "legend-where" });
  const values = lines.map(() => h("span", { class: "legend-value" }));
  const swatches = lines.map(() => {
    const svg = document.createElementNS(kSvg, "svg");
    svg.setAttribute("viewBox", "0 0 22 8");
    svg.setAttribute("aria-hidden", "true");
    const line = document.createElementNS(kSvg, "path");
    line.setAttribute("d", "M0 4h22");
    svg.appendChild(line);
    return { svg, line };
  });
  const element = h(
    "div",
    { class: "plot-legend" },
    where,
    ...lines.map((line, i) => {
      const item = h("span", { class: "legend-item" });
      item.append(swatches[i].svg, line.name, values[i]);
      return item;
    }),
  );
  return {
    element,
    show(x, shown) {
      where.textContent = x === null ? "" : `${axis.name} ${numberText(x)} ${unitText(axis.unit)}`;
      lines.forEach((line, i) => {
        const value = shown[i];
        values[i].textContent =
          value === null || value === undefined ? "\u2013" : `${numberText(value)} ${unitText(line.unit)}`;
      });
    },
    restyle(palette) {
      lines.forEach((_, i) => {
        const look = lineLook(lines, i, palette);
        swatches[i].line.setAttribute("stroke", look.colour);
        swatches[i].line.setAttribute("stroke-width", String(look.width + 0.6));
        swatches[i].line.setAttribute("stroke-dasharray", look.dash.join(" "));
      });
    },
  };
}
