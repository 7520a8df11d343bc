// A list of any length that only has elements for what is in sight. All rows have the same height.

import { h, replace } from "./dom.ts";

export interface VirtualList {
  element: HTMLElement;
  show(count: number, fromTop?: boolean): void; // there are so many rows now
  reveal(place: number): void;
}

const kBeyond = 6; // rows kept above and below what is in sight

export function virtualList(
  attributes: Record<string, string | number>,
  rowHeight: number,
  row: (place: number, top: number) => HTMLElement,
): VirtualList {
  const room = h("div", { class: "issue-room" });
  const element = h("div", { class: "issue-list", tabindex: 0, ...attributes, onscroll: () => showRows() }, room);
  let all = 0;
  function showRows(): void {
    const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - kBeyond);
    const bottom = element.scrollTop + (element.clientHeight || 600);
    const last = Math.min(all, Math.ceil(bottom / rowHeight) + kBeyond);
    room.style.height = `${all * rowHeight}px`;
    const rows: HTMLElement[] = [];
    for (let place = first; place < last; ++place) rows.push(row(place, place * rowHeight));
    replace(room, ...rows);
  }
  new ResizeObserver(showRows).observe(element);
  return {
    element,
    show(count, fromTop = false) {
      all = count;
      room.style.height = `${all * rowHeight}px`;
      if (fromTop) element.scrollTop = 0;
      showRows();
    },
    reveal(place) {
      const top = place * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = top + rowHeight - element.clientHeight;
      showRows();
    },
  };
}
