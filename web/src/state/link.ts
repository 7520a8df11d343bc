// What the page shows as the end of its address, so that a link leads to an issue, a moment and a view:
// #issue=3&t=12.34&view=120.5,-40,7 (the middle of the top view and its pixels for a metre), or &follow=ID&scale=7.

import type { Camera } from "../views/top/camera.ts";

export interface Link {
  issue: number | null;
  time: number | null;
  view: Camera | null; // where nobody is followed
  follow: string | null; // the actor's id ...
  scale: number | null; // ... and the pixels for a metre
}

export const kNoLink: Link = { issue: null, time: null, view: null, follow: null, scale: null };

function numberOf(text: string | null | undefined): number | null {
  const value = text === null || text === undefined || text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

export function parseLink(hash: string): Link {
  const words = new URLSearchParams(hash.replace(/^#/, "").replace(/\+/g, "%2B"));
  const [x, y, scale, ...rest] = (words.get("view") ?? "").split(",").map(numberOf);
  const isView = rest.length === 0 && typeof x === "number" && typeof y === "number" && (scale ?? 0) > 0;
  const own = numberOf(words.get("scale"));
  return {
    issue: numberOf(words.get("issue")),
    time: numberOf(words.get("t")),
    view: isView ? { x, y, scale: scale as number } : null,
    follow: words.get("follow"),
    scale: own !== null && own > 0 ? own : null,
  };
}

export function formatLink(link: Partial<Link>): string {
  const words: string[] = [];
  const short = (value: number, digits: number) => String(Number(value.toFixed(digits)));
  if (typeof link.issue === "number") words.push(`issue=${link.issue}`);
  if (typeof link.time === "number") words.push(`t=${short(link.time, 3)}`);
  if (link.view) words.push(`view=${short(link.view.x, 2)},${short(link.view.y, 2)},${short(link.view.scale, 3)}`);
  if (typeof link.follow === "string") words.push(`follow=${encodeURIComponent(link.follow)}`);
  if (typeof link.scale === "number") words.push(`scale=${short(link.scale, 3)}`);
  return words.length > 0 ? `#${words.join("&")}` : "";
}
