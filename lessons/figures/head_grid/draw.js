// All heads of a model: a small map and a measured name each; the chosen one large, with its scores.
import { fixed, node, number, put, say, sequential, shortNumber } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { arrows, keysLine, press, rich } from "../kit/widgets.js";
import { matrix, paintCanvas } from "../kit/matrix.js";
import { GRID_STYLE } from "./style.js";

const TILE = 60, STAGED = 40; // pixels, of a small map, and of one in Present

export const draw = drawing((self) => {
  const state = { layer: self.header.start.layer - 1, head: self.header.start.head - 1 };
  const count = node("p", { class: "read heads-count telling" });
  const grid = node("div", { class: "heads-grid" }), large = node("div", { class: "heads-large" });
  const missing = node("div", {});
  const pair = node("div", { class: "heads-pair" }, grid, large);
  self.body.append(node("div", { class: "bar" }, self.buttons(self.header.words)), node("div", { class: "card" }, count, missing, pair));

  const row = () => self.header.rows[state.layer];
  const weights = (at) => self.arrays[`${at.path}.weights`];
  const scores = (at) => self.arrays[`${at.path}.scores`];
  const scoreOf = (at, head, name) => scores(at).at(head, at.patterns.findIndex((one) => one.name === name));
  const sheet = (at, head) => {
    const values = weights(at);
    return {
      rows: values.sizes[1], columns: values.sizes[2], at: (i, j) => values.at(head, i, j), hatched: () => false,
      colour: sequential(self.palette), print: (value, fewer) => shortNumber(value, true, fewer),
      shows: (i, j, value) => value >= 0.095,
    };
  };

  function tile(at, n, head) {
    const { words } = self.header;
    const [label, best] = [at.labels[head], at.best[head]];
    const score = best ? fixed(scoreOf(at, head, best), 2) : "";
    const on = n === state.layer && head === state.head;
    const canvas = node("canvas", { "aria-hidden": "true" });
    const button = node("button", {
      type: "button", class: "thumb heads-tile", "aria-pressed": on,
      onclick: () => self.goTo({ layer: n, head }),
    }, label ? node("u", { class: "telling" }) : null, node("span", {}, say(words.head, { head: head + 1 })), canvas,
      node("b", { class: `telling${label ? " named" : ""}` }, label ? say(words.label, { label, score }) : words.none));
    const one = sheet(at, head);
    const side = (self.isFull() ? STAGED : TILE) / Math.max(one.rows, one.columns);
    paintCanvas(canvas, one, self.palette, side, side);
    return button;
  }
  function paint() {
    const { rows, words } = self.header;
    put(count, rich(words.count));
    put(missing, self.header.missing.map((text) => node("p", { class: "verdict bad" }, text)));
    if (!rows.length) return put(pair, node("p", { class: "read" }, words.unseen));
    put(grid, rows.map((at, n) => node("div", { class: "heads-row", role: "group", "aria-label": at.title },
      node("p", { class: "label" }, at.title), node("div", { class: "heads-tiles" }, at.labels.map((_, head) => tile(at, n, head))))));
    const narrow = self.width() < 700;
    pair.classList.toggle("narrow", narrow);
    enlarge(narrow ? self.width() - 44 : Math.max(280, self.width() - grid.clientWidth - 76));
  }
  // The chosen head with its words, as large as there is room.
  function enlarge(room) {
    const { words, threshold } = self.header;
    const at = row(), one = sheet(at, state.head);
    const [label, best] = [at.labels[state.head], at.best[state.head]];
    const score = best ? fixed(scoreOf(at, state.head, best), 2) : "";
    const said = label ? say(words.said, { label, score, meaning: self.header.patterns[label] })
      : best ? say(words.nothing, { label: best, score, threshold: fixed(threshold, 2) }) : words.unasked;
    const host = node("div", { class: "scroller" });
    const family = getComputedStyle(self.body).fontFamily;
    const name = node("p", { class: "label" }, node("b", {}, `${at.title}, ${say(words.head, { head: state.head + 1 })}`));
    put(large, name, node("p", { class: "read heads-said telling" }, rich(said.replaceAll("*it*", "“it”"))), host);
    const cell = Math.max(9, Math.min(30, Math.floor((room - 110) / one.columns), Math.floor((self.isFull() ? self.screen() - 300 : 380) / one.rows)));
    const shown = matrix(host, {
      rows: at.rows, columns: at.columns, wide: cell, high: Math.max(cell, 13), sheet: one, palette: self.palette, family,
      pick: () => {}, hover: () => {},
      describe: (i, j) => say(words.tip, { row: at.rows[i].label, column: at.columns[j].label, value: number(one.at(i, j)) }),
    });
    shown.paint(one, null, null);
    host.classList.toggle("scrolls", at.columns.length * cell + 130 > room || at.rows.length > 40);
    large.append(bars(at), node("p", { class: "caption" }, words.rows), keysLine(words),
      self.origin(say(words.origin, { path: at.path, line: at.line, model: self.header.model })));
    self.panel();
  }
  // A bar for each pattern, with the line that a name needs and the mark of an even look.
  function bars(at) {
    const { words, threshold } = self.header;
    if (!at.patterns.length) return "";
    const items = at.patterns.map((one, n) => ({ ...one, score: scores(at).at(state.head, n) })).sort((a, b) => b.score - a.score);
    return node("div", { class: "heads-scores telling" },
      node("p", { class: "label" }, words.scores, "; ", say(words.threshold, { threshold: fixed(threshold, 2) })),
      items.map(({ name, score, chance, rows }) => node("div", { class: `heads-score${score >= threshold ? " over" : ""}`, title: say(words.pattern, { name, score: fixed(score, 3), chance: fixed(chance, 3), rows }) },
        node("span", {}, name),
        node("span", { class: "track" },
          node("i", { class: "fill", style: `width:${100 * Math.min(1, score)}%` }),
          node("i", { class: "even", style: `left:${100 * chance}%` }),
          node("i", { class: "needed", style: `left:${100 * threshold}%` })),
        node("b", {}, fixed(score, 2)))));
  }
  return {
    state, paint,
    counts: () => ({ layer: self.header.rows.length || 1 }),
    settle: () => (state.head = Math.min(Math.max(0, Math.trunc(state.head) || 0), (row()?.labels.length || 1) - 1)),
    keys: () => arrows((down, across) => self.goTo({ layer: state.layer + down, head: state.head + across })),
    address: () => [state.layer + 1, state.head + 1],
    restore: ([layer, head]) => Object.assign(state, { layer: layer - 1, head: head - 1 }),
    take: (before) => before.model !== self.header.model
      && Object.assign(state, { layer: self.header.start.layer - 1, head: self.header.start.head - 1 }),
  };
}, { style: GRID_STYLE });
