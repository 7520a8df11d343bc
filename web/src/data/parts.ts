// The data of a report lies in its page, in parts: <script type="text/plain" data-part="NAME">base64 of zlib</script>.
// A part is unpacked when somebody first asks for it.

import { unzlibSync } from "fflate";

export interface Parts {
  has(name: string): boolean;
  bytes(name: string): Uint8Array;
}

const kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const kValues = new Uint8Array(128);
for (let i = 0; i < kAlphabet.length; ++i) kValues[kAlphabet.charCodeAt(i)] = i;

export function fromBase64(text: string): Uint8Array {
  let end = text.length;
  while (end > 0 && (text.charCodeAt(end - 1) === 61 || text.charCodeAt(end - 1) <= 32)) --end;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let at = 0;
  let i = 0;
  for (; i + 3 < end; i += 4) {
    const word =
      (kValues[text.charCodeAt(i)] << 18) |
      (kValues[text.charCodeAt(i + 1)] << 12) |
      (kValues[text.charCodeAt(i + 2)] << 6) |
      kValues[text.charCodeAt(i + 3)];
    bytes[at++] = word >> 16;
    bytes[at++] = (word >> 8) & 255;
    bytes[at++] = word & 255;
  }
  if (end - i >= 2) {
    const first = kValues[text.charCodeAt(i)];
    const second = kValues[text.charCodeAt(i + 1)];
    bytes[at++] = (first << 2) | (second >> 4);
    if (end - i === 3) bytes[at++] = ((second & 15) << 4) | (kValues[text.charCodeAt(i + 2)] >> 2);
  }
  return bytes;
}

export function packedParts(texts: ReadonlyMap<string, string>): Parts {
  const unpacked = new Map<string, Uint8Array>();
  return {
    has: (name) => texts.has(name),
    bytes(name) {
      let found = unpacked.get(name);
      if (!found) {
        const text = texts.get(name);
        if (text === undefined) throw new Error(`the report has no part "${name}"`);
        found = unzlibSync(fromBase64(text));
        unpacked.set(name, found);
      }
      return found;
    },
  };
}

export function partsOfPage(page: Document): Parts {
  const texts = new Map<string, string>();
  for (const element of page.querySelectorAll<HTMLElement>("script[data-part]"))
    texts.set(element.dataset.part ?? "", element.textContent ?? "");
  return packedParts(texts);
}

export function json<T>(parts: Parts, name: string): T {
  return JSON.parse(new TextDecoder().decode(parts.bytes(name))) as T;
}
