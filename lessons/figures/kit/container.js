// What the figures of a lesson share around their picture: theme, size, keys, address, where the panel
// with the arithmetic sits, full screen. A drawing says what is inside.
import {
  copyText, dress, flushAddress, forgetAddress, isDark, node, number, readAddress, say, watchTheme, writeAddress,
} from "./core.js";
import { panelHost, takeKeys, watchPanel } from "./keys.js";
import { STYLE } from "./style.js";
import { LAB_STYLE } from "./lab_style.js";

export const rich = (text) => text.split("**").map((part, i) => (i % 2 ? node("b", {}, part) : part));
// Of float32 seven digits mean something: rounded to these first, 0.99995 does not become 0.9999.
export function brief(value, digits = 4) {
  const rounded = Number(value.toPrecision(7));
  return number(rounded, Number.isInteger(rounded) ? 0 : digits);
}
export const clip = (value, count) => Math.min(Math.max(0, Math.trunc(value) || 0), count - 1);
export const press = (label, onclick, attributes = {}) =>
  node("button", { type: "button", onclick, ...attributes }, label);

// Buttons of which one is pressed: items are [label, title]; returns { root, set(chosen) }.
export function choice(label, items, pick) {
  const buttons = items.map(([text, title], at) => press(text, () => pick(at), { title }));
  const root = node("div", { class: "segment", role: "group", "aria-label": label }, buttons);
  const set = (chosen) => buttons.forEach((b, at) => b.setAttribute("aria-pressed", at === chosen));
  return { root, buttons, set };
}

// act: { paint(), press(key, shift) → handled }. The drawing fills `body`; `paint` is called again
// after a change of size or theme.
export function container(root, options, act) {
  const body = node("div", { class: "left" });
  const inside = node("div", { class: "inside panels" });
  const right = node("div", { class: "right" }, inside);
  const live = node("div", { class: "unseen", "aria-live": "polite" });
  const figure = node("div", { class: "gb lab", tabindex: "-1", role: "group" }, body, right, live);
  const away = node("div", { class: "gb lab" }, node("div", { class: "panels" }));
  const hasAddress = options.home !== "notebook" && Boolean(options.key);
  let awayIn = null;
  root.replaceChildren(node("style", {}, STYLE + LAB_STYLE), figure);

  const self = {
    body, palette: null, hasAddress,
    isFull: () => figure.matches(":fullscreen"),
    width: () => body.clientWidth || 900, // 0 while a hidden tab holds the figure
    tell: (sentence) => (live.textContent = sentence),
    name: (title) => figure.setAttribute("aria-label", title),
    save: (parts) => hasAddress && writeAddress(options.key, parts),
    address: () => (hasAddress ? readAddress(options.key) : null),
    // The sections of the panel: beside the figure where the page has a place for them, or under it.
    panel(...sections) {
      const host = options.key ? panelHost(options.key) : null;
      if (host && host !== awayIn) host.replaceChildren(node("style", {}, STYLE + LAB_STYLE), away);
      awayIn = host;
      if (host) dress(away, self.palette);
      const outside = host !== null && !self.isFull(); // in full screen only the figure itself is seen
      inside.replaceChildren();
      (outside ? away.firstChild : inside).replaceChildren(...sections.filter(Boolean));
    },
    // "Copy link" and "Present", at the right end of a bar.
    buttons(words) {
      const copy = press(words.copy_link, async () => {
        flushAddress();
        await copyText(location.href);
        copy.textContent = words.copied;
        setTimeout(() => (copy.textContent = words.copy_link), 1600);
      });
      const present = press(words.present, () =>
        (self.isFull() ? document.exitFullscreen() : figure.requestFullscreen()), { class: "primary" });
      return [node("span", { class: "grow" }), hasAddress ? copy : null, document.fullscreenEnabled ? present : null];
    },
    theme(colours) {
      const dark = isDark(figure);
      self.palette = colours[dark ? "dark" : "light"];
      dress(figure, self.palette);
      figure.style.colorScheme = away.style.colorScheme = dark ? "dark" : "light";
    },
    // Called once, when the drawing is ready to paint.
    listen(themed) {
      const resized = new ResizeObserver(() => act.paint());
      resized.observe(figure);
      const undo = [
        watchTheme(() => (themed(), act.paint())),
        takeKeys({ root: figure, press: act.press, onlyInside: options.home === "notebook" }),
        options.key ? watchPanel(options.key, () => act.paint()) : () => {},
        () => resized.disconnect(),
        () => forgetAddress(options.key),
      ];
      return () => undo.forEach((end) => end());
    },
  };
  return self;
}

export function keysLine(words) {
  return node("div", { class: "keys" }, words.keys.map(([names, what]) =>
    node("span", {}, names.map((name) => [node("kbd", {}, name), " "]), what)));
}

// One box of the panel.
export const section = (title, which, ...content) =>
  node("section", { class: "panel" },
    node("h3", {}, title, which ? node("span", { class: "which" }, which) : null), content);

// "Recompute": asks Python in the app; elsewhere it shows the call. `answer` is for this cell, or null.
export function recomputeRow(words, { ask, answer, call }) {
  if (!ask)
    return node("div", { class: "ask" }, node("span", { class: "note" }, words.recompute_here), node("code", { class: "call" }, call));
  const button = press(words.recompute, () => {
    button.disabled = true;
    button.textContent = words.recomputing;
    ask();
  }, { class: "press" });
  if (!answer) return node("div", { class: "ask" }, button);
  const [kind, sentence] = answer.same ? ["chip good", words.same] : ["chip bad", words.differs];
  const found = say(sentence, { difference: answer.shown_difference, value: answer.shown_value });
  return node("div", { class: "ask" }, button, node("span", { class: kind, role: "status" }, found));
}
export const callText = (cell) =>
  `figure.recompute(${Object.entries(cell).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(", ")})`;
// Whether Python's answer belongs to this cell.
export const answerTo = (answer, cell) =>
  answer && Object.keys(cell).every((name) => answer.cell[name] === cell[name]) ? answer : null;
