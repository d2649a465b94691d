// A head on a body: columns of positions, from the words below to the answer above.
import { diverging, node, percent, put } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { paintCanvas } from "../kit/matrix.js";
import { keysLine, press, rich } from "../kit/widgets.js";
import { HEADS_STYLE } from "./style.js";

const LEAST = 46; // pixels of a column; where there is less room, one scrolls

export const draw = drawing((self) => {
  const card = node("div", { class: "card" });
  self.body.append(node("div", { class: "bar" }, self.buttons(self.header.words)), card);

  // What stands at each position of an array, as squares of one scale.
  function squares(name, cell) {
    const array = self.arrays[name], [positions, rows, columns] = array.sizes;
    let most = 0;
    for (let p = 0; p < positions; p++)
      for (let k = 0; k < rows * columns; k++)
        most = Math.max(most, Math.abs(array.at(p, Math.trunc(k / columns), k % columns)));
    const colour = diverging(self.palette, self.palette.value_full, most);
    return (p) => {
      const canvas = node("canvas", { "aria-hidden": "true" });
      const sheet = { rows, columns, at: (i, j) => array.at(p, i, j), hatched: () => false, colour };
      paintCanvas(canvas, sheet, self.palette, cell, cell);
      return canvas;
    };
  }
  // What the head says at a position: of a span two bars, of tags the likeliest.
  function says(p) {
    const { task, read, labels, answer } = self.header;
    if (!read[p]) return node("div");
    const each = labels.map((name, k) => [name, self.arrays.chances.at(p, k)]);
    if (task === "tags") {
      const [name, chance] = each.reduce((a, b) => (b[1] > a[1] ? b : a));
      return node("div", { class: "says" }, node("b", {}, name), node("span", {}, percent(chance, 0)));
    }
    const bar = ([name, chance]) => node("i", { class: name, style: `height:${100 * chance}%`, title: name });
    const bars = each.map((one) => node("span", { class: "upright" }, bar(one)));
    const name = p >= answer[0] && p <= answer[1] ? "says in" : "says";
    return node("div", { class: name }, node("div", { class: "pair" }, bars));
  }
  // One answer for the whole: a bar for each label.
  function whole() {
    const { labels, answer } = self.header, { chances } = self.arrays;
    return node("div", { class: "whole" }, labels.map((name, k) =>
      node("div", { class: k === answer[0] ? "most" : "" }, node("span", {}, name),
        node("span", { class: "track" }, node("i", { style: `width:${100 * chances.at(k)}%` })),
        node("b", {}, percent(chances.at(k))))));
  }
  function paint() {
    const { tokens, segments, read, head, said, told, task, labels, words } = self.header;
    const one = self.arrays.chances.sizes.length === 1, here = self.state.position;
    const wide = Math.max(LEAST, Math.min(96, Math.floor((self.width() - 40) / tokens.length) - 4));
    const cell = Math.max(3, Math.min(6, Math.floor((wide - 10) / 8)));
    const [before, after] = [squares("before", cell), squares("after", cell)];
    const each = (made) => tokens.map((_, p) => made(p));
    const named = (name, p) => `${name}${p === here ? " here" : ""}${read[p] ? " read" : ""}`;
    const arrow = (p, on) => node("span", { class: named("arrow", p), "aria-hidden": "true" }, on ? "↑" : "");
    const square = (p, made, name) => node("div", { class: named(`square ${name}`, p) }, made(p));
    const across = (name, ...inside) =>
      node("div", { class: `box ${name}`, style: `grid-column: 1 / span ${tokens.length}` }, inside);
    const token = (p) => press(
      [node("span", {}, tokens[p].label), node("small", {}, "AB"[segments[p]])], () => self.goTo({ position: p }),
      { class: named("token", p), "aria-pressed": p === here, title: tokens[p].full });
    const legend = labels.map((name) => node("span", {}, node("i", { class: name }), name));
    const columns = `grid-template-columns: repeat(${tokens.length}, ${wide}px)`;
    put(card,
      node("p", { class: "read answer", role: "status" }, rich(said),
        task === "span" ? node("span", { class: "ends" }, legend) : null),
      one ? whole() : null,
      node("div", { class: "scroller" }, node("div", { class: "stack", style: columns },
        one ? null : each(says),
        across("head", node("span", {}, rich(head)), node("em", { class: "telling" }, words.new)),
        each((p) => arrow(p, read[p])), each((p) => square(p, after, "out")),
        across("body", words.body),
        each((p) => square(p, before, "in")), each((p) => arrow(p, true)), each(token))),
      node("p", { class: "read at" }, told[here]),
      node("p", { class: "caption" }, words.how), keysLine(words));
    self.panel();
  }
  return { paint };
}, { style: HEADS_STYLE });
