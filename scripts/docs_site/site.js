// The menu on small screens, and the search: all words have to be in a section, as beginnings of words; headings count most.
"use strict";

const up = document.body.dataset.up;
const field = document.getElementById("search");
const list = document.getElementById("found");
const wordsOf = (text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

function score(entry, wanted) {
  let sum = 0;
  for (const word of wanted) {
    const begins = (text) => wordsOf(text).filter((one) => one.startsWith(word)).length;
    const inText = begins(entry.text);
    const inHeading = begins(entry.heading);
    const inPage = begins(entry.page);
    if (inText + inHeading + inPage === 0) return 0;
    sum += 20 * inHeading + 8 * inPage + Math.min(inText, 6);
  }
  const phrase = wanted.join(" ");
  if (wanted.length > 1 && wordsOf(`${entry.heading} ${entry.text}`).join(" ").includes(phrase)) sum += 25;
  return entry.url.startsWith("docs/") ? sum : sum / 4; // the changelog and the like come last
}

function excerpt(text, wanted) {
  const places = wanted.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 40);
  const shown = (start > 0 ? "... " : "") + text.slice(start, start + 160) + (start + 160 < text.length ? " ..." : "");
  const line = document.createElement("small");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${wanted.join("|")})`, "giu");
  shown.split(pattern).forEach((part, i) => {
    const piece = document.createElement(i % 2 === 1 ? "mark" : "span");
    piece.textContent = part;
    line.append(piece);
  });
  return line;
}

function show() {
  const wanted = wordsOf(field.value);
  list.replaceChildren();
  list.hidden = wanted.length === 0;
  if (list.hidden) return;
  const found = window.searchIndex
    .map((entry, place) => ({ entry, place, score: score(entry, wanted) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, 20);
  for (const { entry } of found) {
    const link = document.createElement("a");
    link.href = `${up}/${entry.url}`;
    const title = document.createElement("b");
    title.textContent = entry.heading === entry.page ? entry.page : `${entry.page}: ${entry.heading}`;
    link.append(title, excerpt(entry.text, wanted));
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  if (found.length === 0) {
    const item = document.createElement("li");
    item.textContent = "Nothing found";
    list.append(item);
  }
}

field.addEventListener("input", show);
field.addEventListener("focus", show);
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search")) list.hidden = true;
});
document.addEventListener("keydown", (event) => {
  const links = [...list.querySelectorAll("a")];
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
    field.select();
  } else if (event.key === "Escape") {
    list.hidden = true;
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && event.target.closest(".search") && links.length > 0) {
    event.preventDefault();
    const next = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    (links[next] ?? field).focus();
  } else if (event.key === "Enter" && event.target === field && links.length > 0) {
    links[0].click();
  }
});

const button = document.getElementById("menu-button");
button.addEventListener("click", () => {
  const isOpen = document.getElementById("menu").classList.toggle("open");
  button.setAttribute("aria-expanded", String(isOpen));
});

// ?q=WORDS in the address searches at once.
const asked = new URLSearchParams(window.location.search).get("q");
if (asked) {
  field.value = asked;
  show();
}
