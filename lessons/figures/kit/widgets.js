// Small parts of figures.
import { copyText, flushAddress, node, number } from "./core.js";

export const rich = (text) => text.split("**").map((part, i) => (i % 2 ? node("b", {}, part) : part));
// A float32 has seven significant digits: rounded to these first, 0.99995 does not become 0.9999.
export function brief(value, digits = 4) {
  const rounded = Number(value.toPrecision(7));
  return number(rounded, Number.isInteger(rounded) ? 0 : digits);
}
export const clip = (value, count) => Math.min(Math.max(0, Math.trunc(value) || 0), count - 1);
export const press = (label, onclick, attributes = {}) =>
  node("button", { type: "button", onclick, ...attributes }, label);

// Copy the address of this view to the clipboard.
export function copyLink(words, attributes = {}) {
  const button = press(words.copy_link, async () => {
    flushAddress();
    await copyText(location.href);
    button.textContent = words.copied;
    setTimeout(() => (button.textContent = words.copy_link), 1600);
  }, attributes);
  return button;
}

// Buttons, one of which is pressed: items are [label, title]; returns { root, set(chosen) }.
export function choice(label, items, pick) {
  const buttons = items.map(([text, title], at) => press(text, () => pick(at), { title }));
  const root = node("div", { class: "segment", role: "group", "aria-label": label }, buttons);
  const set = (chosen) => buttons.forEach((b, at) => b.setAttribute("aria-pressed", at === chosen));
  return { root, buttons, set };
}

// The head of a column; above the names of rows it can be empty, and is then no head.
export function columnHead(content, attributes = {}) {
  const head = node("th", { scope: "col", ...attributes }, content);
  return head.textContent ? head : node("td", attributes);
}

// The four arrow keys as actions: go(down, across).
export const arrows = (go) => ({
  ArrowLeft: () => go(0, -1), ArrowRight: () => go(0, 1), ArrowUp: () => go(-1, 0), ArrowDown: () => go(1, 0),
});

export function keysLine(words) {
  const look = (names) => ({ class: names.some((name) => /^[A-Z]$/.test(name)) ? "letter" : null });
  return node("div", { class: "keys" }, words.keys.map(([names, what]) =>
    node("span", look(names), names.map((name) => [node("kbd", {}, name), " "]), what)));
}

// One box of the panel.
export const section = (title, which, ...content) =>
  node("section", { class: "panel" },
    node("h2", {}, title, which ? node("span", { class: "which" }, which) : null), content);
