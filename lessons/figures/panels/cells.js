// Panels of coloured cells: a matrix, strips, small maps.
import { node, number, say, shortNumber, spot } from "../kit/core.js";
import { matrix, margins, paintCanvas } from "../kit/matrix.js";
import { clip, press, rich } from "../kit/widgets.js";

const [LEAST, MOST] = [9, 30]; // pixels: the side of a matrix's cell with labels
const LEAST_OF_MANY = 2; // pixels: the least width of one that has no label
const WIDEST = 760; // pixels of a strip
const [STRIP, BLOCK] = [18, 96]; // pixels: how high a strip is, and a block of many
const [TILE, STAGED] = [60, 40]; // pixels: the side of a small map, and in Present

// Small cells that say their number where somebody points; `name(i, j)`: what a cell is.
function strip({ numbers: { sizes, at }, colour, width, name }, { self, pointed }) {
  const rows = sizes.length > 1 ? sizes[0] : 1, columns = sizes.at(-1);
  const value = sizes.length > 1 ? at : (_, j) => at(j);
  const wide = width / columns, high = rows > 1 ? Math.max(2, Math.min(8, BLOCK / rows)) : STRIP;
  const canvas = node("canvas", { class: "points", "aria-hidden": "true" });
  paintCanvas(canvas, { rows, columns, at: value, colour, hatched: () => false }, self.palette, wide, high);
  canvas.onpointermove = (event) => {
    const [x, y] = spot(event, canvas), [i, j] = [clip(y / high, rows), clip(x / wide, columns)];
    pointed.textContent = `${name(rows > 1 ? `${i + 1}, ${j + 1}` : j + 1, j)}: ${number(value(i, j), 4)}`;
  };
  canvas.onpointerleave = () => (pointed.textContent = self.header.words.hover);
  return canvas;
}
const plain = (text) => text.replaceAll("**", "");
const counted = (self, name) => (at) => say(self.header.words.number, { name, at });

export const CELLS = {
  strips({ from, title, rows, amounts, hue }, here) {
    const { self, all, numbers, colours, labels, filled, room } = here;
    const colour = colours(all(from), { hue });
    if (!rows) {
      const name = counted(self, plain(filled(title)));
      const width = Math.min(WIDEST, room - 8);
      return node("div", { class: "strips" }, strip({ numbers: numbers(from), colour, width, name }, here));
    }
    const { sizes, at } = numbers(from), ends = amounts && all(amounts);
    const width = Math.min(WIDEST, room - 160); // what stands at both sides needs the rest
    const line = ({ label }, k) => {
      const row = { sizes: [sizes[1]], at: (j) => at(k, j) }, name = counted(self, plain(label));
      const end = ends ? number(ends[k], amounts.digits) : "";
      return [node("span", {}, rich(label)), strip({ numbers: row, colour, width, name }, here), node("i", {}, end)];
    };
    return node("div", { class: "strips rows" }, labels(rows).map(line));
  },

  beside({ along, each, strips }, here) {
    const { self, all, numbers, colours, labels, said, filled, room } = here, heads = labels(each);
    const width = Math.min(230, room / heads.length - 12);
    const shown = strips.map(({ from, title, names, hue }) => {
      const head = node("p", { class: "label" }, said(title));
      if (!from.index.includes(along)) { // the same in all columns: one strip, as wide as they are
        const [colour, name] = [colours(all(from), { hue }), counted(self, plain(filled(title)))];
        const whole = { numbers: numbers(from), colour, width: width * heads.length, name };
        return [head, node("div", { class: "across" }, strip(whole, here))];
      }
      const places = heads.map((_, k) => ({ [along]: k })), called = names && labels(names);
      const colour = colours(places.flatMap((own) => all(from, own)), { hue });
      const name = (column) => (called ? (_, j) => `${column} · ${called[j].label}` : counted(self, column));
      const at = (k) => ({ numbers: numbers(from, places[k]), colour, width, name: name(heads[k].label) });
      return [head, heads.map((_, k) => strip(at(k), here))];
    });
    return node("div", { class: "strips", style: `grid-template-columns:repeat(${heads.length},${width}px)` },
      heads.map(({ label }) => node("b", {}, label)), shown);
  },

  matrix(panel, { self, numbers, all, colours, labels, room }) {
    const { at, sizes } = numbers(panel.from), { palette } = self, many = !panel.columns;
    const rows = labels(panel.rows);
    const columns = many ? Array.from({ length: sizes[1] }, () => ({ label: "" })) : labels(panel.columns);
    const host = node("div", { class: "scroller" }), family = getComputedStyle(self.body).fontFamily;
    const least = many ? LEAST_OF_MANY : LEAST, staged = self.isFull();
    const tall = staged ? (self.screen() - 300) / rows.length : MOST; // in Present all rows are seen at once
    let wide = Math.max(least, Math.min(MOST, tall, room / columns.length));
    const high = () => (!many ? Math.max(13, wide) : rows.length > 20 ? 14 : staged ? 17 : 24);
    const needs = () => ((m) => m.left + m.right + columns.length * wide)(margins(rows, columns, wide, high(), family));
    while (wide > least && needs() > room) wide = Math.max(least, wide * 0.97);
    host.classList.toggle("scrolls", needs() > room + 1 || rows.length > 40);
    const sheet = {
      rows: rows.length, columns: columns.length, at, hatched: (i, j) => at(i, j) === -Infinity,
      colour: colours(all(panel.from), panel.weights ? { full: 1 } : {}),
      print: (value, fewer) => shortNumber(value, panel.weights, fewer),
      shows: (i, j, value) => !many && (!panel.weights || value >= 0.095),
    };
    const [down, across] = panel.choose;
    const grid = matrix(host, {
      rows, columns, wide, high: high(), sheet, palette, family, hover: () => {},
      pick: (i, j) => (down || across) && self.goTo({ ...(down && { [down]: i }), ...(across && { [across]: j }) }),
      describe: (i, j) => say(panel.tip, {
        row: rows[i].label, column: many ? j + 1 : columns[j].label, value: number(at(i, j), many ? 2 : 4),
      }),
    });
    grid.paint(sheet, down ? self.state[down] : null, across ? self.state[across] : null);
    return host;
  },

  tiles({ groups, choose: [group, one] }, { self, numbers, colours }) {
    const side = self.isFull() ? STAGED : TILE;
    const tile = (g, from) => ({ label, name, named }, k) => {
      const { sizes: [rows, columns], at } = numbers(from, { [one]: k }), cell = side / Math.max(rows, columns);
      const canvas = node("canvas", { "aria-hidden": "true" });
      paintCanvas(canvas, { rows, columns, at, hatched: () => false, colour: colours([1]) }, self.palette, cell, cell);
      const chosen = self.state[group] === g && self.state[one] === k;
      const below = node("b", { class: `telling${named ? " named" : ""}` }, name);
      return press(
        [named ? node("u", { class: "telling" }) : null, node("span", {}, label), canvas, below],
        () => self.goTo({ [group]: g, [one]: k }),
        { class: "thumb map-tile", "aria-pressed": chosen, "data-choice": one });
    };
    const line = ({ title, names, from }, g) => node("div", { class: "map-row", role: "group", "aria-label": title },
      node("p", { class: "label" }, title), node("div", { class: "of" }, names.map(tile(g, from))));
    return node("div", { class: "map-tiles" }, groups.map(line));
  },
};
