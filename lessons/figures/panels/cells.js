// Panels of coloured cells: a matrix, strips, small maps.
import { fixed, node, number, say, shortNumber, spot } from "../kit/core.js";
import { legend } from "../kit/legend.js";
import { matrix, margins, paintCanvas } from "../kit/matrix.js";
import { smallest } from "../kit/mode.js";
import { withNumbers } from "../kit/tables.js";
import { clip, press, rich } from "../kit/widgets.js";

const LEAST_OF_MANY = 2; // pixels: the least width of a matrix cell without a label
const [NAMED, LARGE] = [7, 30]; // pixels: a narrower cell has no label either; wider ones also show small weights
const WIDEST = 760; // pixels of a strip
const [STRIP, BLOCK] = [18, 96]; // pixels: height of a strip, and of a block of many
const LETTER = 9.5; // pixels of a bold heading above strips
const [SIGN, GAP] = [11, 28]; // pixels of a letter between matrices, and around it
const [TILE, TERM, STAGED] = [60, 96, 29]; // pixels: the side of a small map, of one in a sum, and in Present

// Small cells that show their number under the pointer; `name(i, j)` names a cell.
function strip({ numbers: { sizes, at }, colour, width, name }, { self, pointed }) {
  const rows = sizes.length > 1 ? sizes[0] : 1, columns = sizes.at(-1);
  const value = sizes.length > 1 ? at : (_, j) => at(j);
  const block = self.isFull() ? Math.min(BLOCK, self.screen() / 9) : BLOCK;
  const wide = width / columns, high = rows > 1 ? Math.max(2, Math.min(8, block / rows)) : STRIP;
  const canvas = node("canvas", { class: "points", "aria-hidden": "true" });
  paintCanvas(canvas, { rows, columns, at: value, colour, hatched: () => false }, self.palette, wide, high);
  canvas.onpointermove = (event) => {
    const [x, y] = spot(event, canvas), [i, j] = [clip(y / high, rows), clip(x / wide, columns)];
    pointed.textContent = `${name(rows > 1 ? `${i + 1}, ${j + 1}` : j + 1, j)}: ${number(value(i, j), 4)}`;
  };
  canvas.onpointerleave = () => (pointed.textContent = self.header.words.hover);
  return canvas;
}
// The same numbers as a table: one row of cells is written as a column.
const upTo = (count) => Array.from({ length: count }, (_, k) => k + 1);
const cellTable = (title, { sizes, at }) => (sizes.length > 1
  ? { title, rows: upTo(sizes[0]), columns: upTo(sizes[1]), at }
  : { title, rows: upTo(sizes[0]), columns: [title], at: (i) => at(i) });
const plain = (text) => text.replaceAll("**", "");
const counted = (self, name) => (at) => say(self.header.words.number, { name, at });

// ---- matrices: `plan`: what one shows. Labels that do not fit are blank, but are read under the pointer --------
const blank = (labels) => labels.map((one) => ({ ...one, label: "", full: one.full ?? one.label }));
function planned(panel, { numbers, all, labels }, unnamed = false) {
  const { at, sizes } = numbers(panel.from), many = !panel.columns;
  const rows = labels(panel.rows), columns = many ? Array(sizes[1]).fill({ label: "" }) : labels(panel.columns);
  return {
    panel, at, many, rows: unnamed ? blank(rows) : rows, values: all(panel.from),
    columns: (wide) => (wide < NAMED ? blank(columns) : columns), count: columns.length,
  };
}
const heightOf = ({ many, rows }, wide, { self }) =>
  (!many ? Math.max(smallest() + 1, wide) : Math.max(smallest(), rows.length > 20 ? 14 : self.isFull() ? 17 : 24));
const fontOf = ({ body }) => getComputedStyle(body).fontFamily;
function roomOf(plan, wide, here) {
  const m = margins(plan.rows, plan.columns(wide), wide, heightOf(plan, wide, here), fontOf(here.self));
  return m.left + m.right + plan.count * wide;
}
// The cell width with which these fit side by side; in Present all rows are visible at once.
function cellSize(plans, room, here) {
  const { self } = here, [{ panel, many }] = plans, sum = (of) => plans.reduce((before, plan) => before + of(plan), 0);
  const least = many ? LEAST_OF_MANY : panel.cells[0];
  const most = Math.max(...plans.map(({ rows }) => rows.length));
  const tall = self.isFull() ? (self.screen() - 124 - 8 * smallest()) / most : Infinity;
  let wide = Math.max(least, Math.min(panel.cells[1], tall, room / sum(({ count }) => count)));
  while (wide > least && sum((plan) => roomOf(plan, wide, here)) > room) wide = Math.max(least, wide * 0.97);
  return wide;
}
function drawn(plan, wide, here) {
  const { panel, at, many, rows, values } = plan, { self, colours, all, room, following, elsewhere } = here;
  const { palette } = self, { weights, hue, from: { digits } } = panel;
  const host = node("div", { class: "scroller" }), columns = plan.columns(wide), high = heightOf(plan, wide, here);
  host.classList.toggle("scrolls", roomOf(plan, wide, here) > room + 1 || rows.length > 40);
  const full = weights ? 1 : panel.full?.array ? all(panel.full)[0] : panel.full ?? undefined;
  const none = panel.legend || "–"; // what a cell without a number means
  const sheet = {
    rows: rows.length, columns: columns.length, at, hatched: (i, j) => at(i, j) === -Infinity,
    told: (i, j) => (at(i, j) === -Infinity ? none : at(i, j)),
    colour: colours(values, { full, hue }),
    print: (value, fewer) => (digits ? shortNumber(value, weights, fewer) : fixed(value, 0)),
    shows: (i, j, value) => !many && (!weights || wide > LARGE || value >= 0.095),
  };
  const [down, across] = panel.choose;
  const cell = (i, j) => ({ ...(down && { [down]: i }), ...(across && { [across]: j }) });
  const name = (labels, k) => labels[k].label || labels[k].full;
  const grid = matrix(host, {
    rows, columns, wide, high, sheet, palette, family: fontOf(self),
    hover: (i, j) => following.forEach((follow) => follow(i === null ? here : elsewhere(cell(i, j)))),
    pick: (i, j) => (down || across) && self.goTo(cell(i, j)),
    describe: (i, j) => say(panel.tip, {
      row: name(rows, i), column: many ? j + 1 : name(columns, j), value: number(at(i, j), digits && (many ? 2 : 4)),
    }),
  });
  grid.paint(sheet, down ? self.state[down] : null, across ? self.state[across] : null);
  if (panel.legend === null) return host;
  const strip = node("div", { class: "legend" }), most = full ?? here.largest(values);
  legend(strip, sheet, palette, [weights ? 0 : -most, most], values.includes(-Infinity) ? panel.legend : "");
  return [host, strip];
}

export const CELLS = {
  strips({ from, title, rows, amounts, hue }, here) {
    const { self, all, numbers, colours, labels, filled, room } = here;
    const colour = colours(all(from), { hue });
    if (!rows) {
      const name = counted(self, plain(filled(title)));
      const width = Math.min(WIDEST, room - 8);
      const cells = node("div", { class: "strips" }, strip({ numbers: numbers(from), colour, width, name }, here));
      return withNumbers(cells, () => [cellTable(filled(title), numbers(from))]);
    }
    const { sizes, at } = numbers(from), ends = amounts && all(amounts);
    const width = Math.min(WIDEST, room - 160); // the labels on both sides need the rest
    const line = ({ label }, k) => {
      const row = { sizes: [sizes[1]], at: (j) => at(k, j) }, name = counted(self, plain(label));
      const end = ends ? number(ends[k], amounts.digits) : "";
      return [node("span", {}, rich(label)), strip({ numbers: row, colour, width, name }, here), node("i", {}, end)];
    };
    const heads = labels(rows);
    return withNumbers(node("div", { class: "strips rows" }, heads.map(line)),
      () => [{ title: filled(title), rows: heads, columns: upTo(sizes[1]), at }]);
  },

  beside({ along, each, strips }, here) {
    const { self, all, numbers, colours, labels, said, filled, room } = here, heads = labels(each);
    const width = Math.min(230, room / heads.length - 12);
    const shown = strips.map(({ from, title, names, hue }) => {
      const head = node("p", { class: "label" }, said(title));
      if (!from.index.includes(along)) { // the same in all columns: one strip, as wide as all of them
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
    const look = heads.some(({ label }) => label.length * LETTER > width) ? "strips tight" : "strips";
    const columns = node("div", { class: look, style: `grid-template-columns:repeat(${heads.length},${width}px)` },
      heads.map(({ label }) => node("b", {}, label)), shown);
    return withNumbers(columns, () => strips.flatMap(({ from, title, names }) => {
      const every = heads.map((_, k) => numbers(from, { [along]: k })), [{ sizes }] = every;
      if (!from.index.includes(along)) return [cellTable(filled(title), every[0])];
      if (sizes.length > 1) return every.map((one, k) => cellTable(`${filled(title)} · ${heads[k].label}`, one));
      const rows = names ? labels(names) : upTo(sizes[0]);
      return [{ title: filled(title), rows, columns: heads, at: (i, k) => every[k].at(i) }];
    }));
  },

  matrix(panel, here) {
    const plan = planned(panel, here);
    return drawn(plan, cellSize([plan], here.room, here), here);
  },

  equation({ parts, least }, here) {
    const { room, picked, said, paintAll } = here, beside = room >= least;
    const shown = parts.map(picked), isMatrix = ({ kind }) => kind === "matrix", signs = [];
    const matrices = shown.filter(isMatrix);
    const plans = matrices.map((panel, k) => planned(panel, here, beside && k > 0 && panel.rows === matrices[0].rows));
    for (const one of shown) if (typeof one === "string") signs.push(one.length * SIGN + GAP);
    const left = room - signs.reduce((sum, wide) => sum + wide, 0) - GAP * plans.length;
    const wide = beside ? cellSize(plans, left, here) : Math.min(...plans.map((one) => cellSize([one], room, here)));
    return node("div", { class: "equation" }, shown.map((one) => {
      if (typeof one === "string") return node("span", { class: "sign" }, one);
      if (!isMatrix(one)) return node("div", {}, paintAll([one], room));
      const title = node("p", { class: "label" }, said(one.title));
      return node("div", {}, title, drawn(plans[matrices.indexOf(one)], wide, here));
    }));
  },

  tiles({ groups, choose: [group, one] }, { self, elsewhere }) {
    const tile = (g, { from, value, full, signs }) => ({ label, name, named }, k) => {
      const place = { ...(group && { [group]: g }), [one]: k }, there = elsewhere(place);
      const { sizes: [rows, columns], at } = there.numbers(from);
      const cell = (self.isFull() ? STAGED : signs ? TERM : TILE) / Math.max(rows, columns);
      const canvas = node("canvas", { "aria-hidden": "true" });
      const colour = full ? there.colours([], { full: there.all(full)[0], hue: "weight_full" }) : there.colours([1]);
      paintCanvas(canvas, { rows, columns, at, hatched: () => false, colour }, self.palette, cell, cell);
      const chosen = Object.entries(place).every(([choice, at]) => self.state[choice] === at);
      const number = value ? fixed(there.all(value)[0], value.digits) : name;
      const below = node("b", { class: `telling${named ? " named" : ""}` }, number);
      return press(
        [value ? null : node("u", { class: `telling${named ? "" : " plain"}` }), node("span", {}, label), canvas, below],
        () => self.goTo(place),
        { class: "thumb map-tile", "aria-pressed": chosen });
    };
    const sign = (text) => (text ? node("span", { class: "sign", "aria-hidden": "true" }, text) : null);
    // In Present they are beside the row's title, in one piece: the number of hatched names would give away
    // how many there are.
    const named = ({ names, value }) => value ? null : node("b", { class: "telling of-map" },
      names.filter((one) => one.named).map((one) => one.name).join(", ") || "\u00a0");
    const line = (of, g) => node("div", { class: "map-row", role: "group", "aria-label": of.title || null },
      of.title ? node("p", { class: "label" }, of.title, named(of)) : null,
      node("div", { class: `of${of.signs ? " terms" : ""}` },
        of.names.map(tile(g, of)).map((root, k) => [sign(of.signs?.[k]), root])));
    return node("div", { class: "map-tiles" }, groups.map(line));
  },
};
