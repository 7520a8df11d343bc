// What the page shows as the end of its address, so that a link leads to an issue and a moment: #issue=3&t=12.34

export interface Link {
  issue: number | null;
  time: number | null;
}

export function parseLink(hash: string): Link {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string) => {
    const text = words.get(name);
    const value = text === null || text.trim() === "" ? NaN : Number(text);
    return Number.isFinite(value) ? value : null;
  };
  return { issue: number("issue"), time: number("t") };
}

export function formatLink(link: Link): string {
  const words: string[] = [];
  if (link.issue !== null) words.push(`issue=${link.issue}`);
  if (link.time !== null) words.push(`t=${Number(link.time.toFixed(3))}`);
  return words.length > 0 ? `#${words.join("&")}` : "";
}
