// An ablation: three columns, each with its accuracy, one attention map and its output.
import { css, fixed, inkOn, node, percent, put, say, sequential, shape, shortNumber } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { withNumbers } from "../../../figures/kit/tables.js";
import { smallest } from "../../../figures/kit/mode.js";
import { fitting, widthOf } from "../../../figures/kit/matrix.js";
import { choice, keysLine, press } from "../../../figures/kit/widgets.js";
import { ABLATION_STYLE } from "./style.js";

const cut = (word) => (word.length > 9 ? `${word.slice(0, 8)}…` : word);
const HUES = { whole: "query", off: "key", without: "value" };

export const draw = drawing((self) => {
  const { state } = self;
  const top = node("div", { class: "bar" });
  const grid = node("div", { class: "ablation" });
  const below = node("div", {});
  self.body.append(top, node("div", { class: "card" }, grid, below));

  function paint() {
    const { words, columns, maps, examples } = self.header;
    const kinds = choice(words.map, maps.map((title) => [title, ""]), (map) => self.show({ map }));
    kinds.set(state.map);
    put(top, kinds.root, self.buttons(words));
    const cells = (part) => columns.map((column) => part(column));
    grid.replaceChildren(
      ...cells((c) => (c.missing ? missing(c) : score(c))),
      picker(), ...cells((c) => (c.missing ? node("div", { class: waits() }) : sentence(c))));
    const names = self.header.models.join(", ");
    put(below, node("p", { class: "caption" }, words.rows), examples.length > 1 ? keysLine(words) : null,
      self.origin(say(words.origin, { names, count: self.header.count })));
    self.panel();
  }

  const waits = () => (self.header.heading === "covered" ? "waits" : ""); // until the question is answered
  const missing = ({ title, where, missing: reason }) =>
    node("section", { class: `column empty ${waits()}` }, node("h2", {}, title, origin(where)), node("p", { class: "note" }, reason));
  const origin = (where) => (where ? node("span", { class: "small where" }, where) : null);

  // The accuracy with its interval, and the result of the paired test.
  function score(column) {
    const { words, count } = self.header;
    const [share, low, high, next] = [0, 1, 2, 3].map((k) => self.arrays[`shares ${column.name}`].at(k));
    const colour = self.palette[HUES[column.name]];
    const said = column.verdict && node("p", { class: `found ${column.verdict}` }, node("b", {}, column.said));
    return node("section", { class: "column", "data-column": column.name },
      node("h2", {}, title(column), origin(column.where)),
      node("div", { class: "measured" }, node("p", { class: "big", style: `color:${colour}` }, percent(share)), whisker(share, low, high, colour)),
      node("p", { class: "small" }, `${say(words.right, { right: column.right, count })}. `,
        node("span", { class: "off-stage" }, `${say(words.between, { low: percent(low), high: percent(high) })}.`)),
      node("p", { class: "small" }, say(words.next, { next: percent(next, 2) })),
      said, column.changed ? node("p", { class: "small off-stage" }, `${column.changed} ${column.paired}`) : null);
  }
  const title = (column) => [node("i", { class: "dot", style: `background:${self.palette[HUES[column.name]]}` }), column.title];
  function whisker(share, low, high, colour) {
    const width = Math.min(200, Math.max(130, columnWidth() - 130)); // beside the number or below it
    const X = (value) => 6 + value * (width - 12);
    const rule = (name, from, to, y, attributes) => shape("line", { class: name, x1: X(from), x2: X(to), y1: y, y2: y, ...attributes });
    const ends = [low, high].map((value) => shape("line", { x1: X(value), x2: X(value), y1: 5, y2: 19, stroke: colour, "stroke-width": 2 }));
    return shape("svg", { class: "whisker", width, viewBox: `0 0 ${width} 34`, role: "img", "aria-label": percent(share) },
      rule("rule", 0, 1, 12), rule("", low, high, 12, { stroke: colour, "stroke-width": 4 }), ends,
      shape("circle", { cx: X(share), cy: 12, r: 4.5, fill: colour }),
      [0, 0.5, 1].map((value) => shape("text", { x: X(value), y: 32, "text-anchor": value === 0 ? "start" : value === 1 ? "end" : "middle" }, percent(value, 0))));
  }

  const columnWidth = () => Math.floor(innerWidth > 620 ? (self.width() - 90) / 3 : self.width() - 38);

  // The choice of the sentence.
  function picker() {
    const { words, examples } = self.header;
    const rows = examples.map(({ source, target }, at) =>
      press([node("span", { class: "from" }, source.join(" ")), node("span", { class: "to" }, `→ ${target.join(" ")}`)],
        () => self.show({ example: at }), { class: "example", "aria-pressed": at === state.example }));
    return node("div", { class: "picker" }, node("h2", {}, words[self.header.heading]), rows);
  }

  // One column for the sentence: its map and its output, with the wrong words marked.
  function sentence(column) {
    const { words, examples } = self.header;
    const { source, target } = examples[state.example];
    const written = column.outputs[state.example];
    const inputs = [words.start, ...target];
    const rows = state.map === 0 ? source : inputs;
    const keys = state.map === 1 ? inputs : source;
    const array = self.arrays[`map ${column.name} ${state.map} ${state.example}`];
    const read = node("p", { class: "small read" }, column.moved ? say(words.moved, { moved: column.moved[state.map] }) : " ");
    const told = written.map((word, k) => node("span", { class: word === target[k] ? "" : "wrong" }, word));
    if (written.length && written.length < target.length) told.push(...target.slice(written.length).map(() => node("span", { class: "wrong" }, "·")));
    return node("section", { class: "column", "data-column": column.name },
      map(array, rows, keys, read), read,
      node("p", { class: "writes" }, node("span", { class: "note" }, words.writes), written.length ? told : node("span", { class: "note" }, words.nothing)));
  }
  function map(array, rows, keys, read) {
    const { words } = self.header;
    const [count, wide] = array.sizes;
    const letters = smallest(), { fontFamily } = getComputedStyle(self.body);
    const long = keys.some((word) => word.length > 2);
    const longest = (words, least) => Math.max(least, ...words.map((word) => widthOf(cut(word), letters, fontFamily)));
    const left = longest(rows, 44) + 6, at = long ? longest(keys, 24) + 8 : 22; // room for the words
    const room = Math.min(330, columnWidth()), size = room - left - (long ? 34 : 4);
    const tall = self.isFull() ? (self.screen() - 320) / count : Infinity;
    const w = size / wide, h = Math.max(letters + 1, Math.min(tall, size / count, w)); // one line of letters
    const colour = sequential(self.palette);
    const short = (value, fewer) => shortNumber(value, true, fewer);
    const plain = read.textContent;
    const id = `hatch-${Math.round(w * 100)}`;
    const cells = [];
    for (let i = 0; i < count; i++)
      for (let j = 0; j < wide; j++) {
        const value = array.at(i, j);
        const hidden = Number.isNaN(value);
        const gaps = { row: rows[i], column: keys[j], weight: hidden ? "" : fixed(value, 2) };
        const box = { x: left + j * w, y: at + i * h, width: w, height: h };
        const cell = shape("rect", { ...box, fill: hidden ? `url(#${id})` : css(colour(value)), class: "cell", "data-weight": hidden ? "hidden" : value,
          onpointerenter: () => (read.textContent = say(hidden ? words.hidden : words.reads, gaps)), onpointerleave: () => (read.textContent = plain) });
        cells.push(cell);
        if (!hidden && w > 2 * letters && h > 1.25 * letters && value >= 0.005)
          cells.push(shape("text", { x: box.x + w / 2, y: box.y + h / 2 + 3.5, "text-anchor": "middle", class: "in", style: `fill:${inkOn(colour(value))}` }, fitting(short, value, letters, w - 3, fontFamily)));
      }
    const hatch = shape("pattern", { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      shape("rect", { width: 6, height: 6, fill: self.palette.panel }), shape("line", { x1: 0, y1: 0, x2: 0, y2: 6, stroke: self.palette.hatch, "stroke-width": 2.4 }));
    const rowNames = rows.slice(0, count).map((word, i) =>
      shape("text", { x: left - 5, y: at + (i + 0.5) * h + letters / 3, "text-anchor": "end" }, cut(word)));
    const keyNames = keys.slice(0, wide).map((word, j) => {
      const [x, y] = [left + (j + 0.5) * w, at - 6];
      return word.length > 2 ? shape("text", { x, y, transform: `rotate(${w < 1.25 * letters ? -80 : -55} ${x} ${y})` }, cut(word)) : shape("text", { x, y, "text-anchor": "middle" }, word);
    });
    const box = { width: room, height: at + count * h + 4, viewBox: `0 0 ${room} ${at + count * h + 4}` };
    const drawn = shape("svg", { class: "small-map", ...box, role: "img", "aria-label": self.header.maps[state.map] },
      shape("defs", {}, hatch), cells, rowNames, keyNames);
    const table = { title: self.header.maps[state.map], rows: rows.slice(0, count), columns: keys.slice(0, wide) };
    return withNumbers(drawn, () => [{ ...table, at: (i, j) => array.at(i, j) }]);
  }

  return { paint, take() {} }; // with another part removed, the map and the sentence stay
}, { style: ABLATION_STYLE });
