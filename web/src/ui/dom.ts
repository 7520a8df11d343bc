// Elements from code. Text is always text: nothing that a run or a map is called can become part of the page's markup.

type Child = Node | string | number | null | undefined | false;
type Attributes = { [name: string]: string | number | boolean | null | undefined | ((event: never) => void) };

// h("button", {type: "button", onclick: go, class: "wide"}, "Go"). True sets an attribute without a value, false none.
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

export function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(typeof child === "object" ? child : document.createTextNode(String(child)));
  }
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.textContent = "";
  append(parent, children);
}

// A name from a run, kept from turning the text around it (right-to-left names do).
export function name(text: string, title?: string): HTMLElement {
  return h("bdi", { class: "name", title: title ?? text }, visible(text));
}

// Characters that would be invisible or turn the direction of writing, as their code.
export function visible(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return `\u2039U+${code}\u203a`;
  });
}

// For canvases and plain text, which have no bdi.
export function isolated(text: string): string {
  return `\u2068${visible(text)}\u2069`;
}

export function shortened(text: string, most: number): string {
  const letters = Array.from(text);
  if (letters.length <= most) return text;
  const half = Math.floor((most - 1) / 2);
  return `${letters.slice(0, half).join("")}\u2026${letters.slice(letters.length - half).join("")}`;
}
