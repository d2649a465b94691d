// Two layers step by step: both maps of a step, their difference, and the lines of source behind them.
import { diverging, node, number, put, say, sequential, shortNumber } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { legend } from "../kit/legend.js";
import { margins, matrix } from "../kit/matrix.js";
import { arrows, choice, clip, keysLine, press, rich, section } from "../kit/widgets.js";
import { TWO_STYLE } from "./style.js";

const SIDES = ["a", "b", "d"];

export const draw = drawing((self) => {
  const state = { place: 0, step: 0, head: 0, row: 0, column: 0 };
  const { words } = self.header;
  const top = node("div", { class: "bar" });
  const [said, steps, maps, read, strip, code] = [node("p", { class: "verdict" }), node("div", { class: "steps", role: "group" }),
    node("div", { class: "maps" }), node("p", { class: "read" }), node("div", { class: "legend" }), node("div", { class: "code" })];
  self.body.append(top, node("div", { class: "card" }, said, steps, maps, read, strip, code, keysLine(words)));

  const place = () => self.header.places[state.place];
  const step = () => place().steps[state.step];
  const array = (side) => self.arrays[`${state.place} ${step().name} ${side}`];
  const titles = () => [...self.header.names, say(words.difference, { one: self.header.names[0], other: self.header.names[1] })];
  const at = (side, i, j) => {
    const values = array(side);
    return values.sizes.length === 3 ? values.at(Math.min(state.head, values.sizes[0] - 1), i, j) : values.at(i, j);
  };
  const isWeight = () => step().name === "weights";
  const apart = (one) => one.difference === null ? (one.a && one.b ? words.shapes : words.missing) : one.same ? words.same : say(words.apart, { difference: number(one.difference, 3) });

  function sheet(side) {
    const { rows, columns, scale, difference } = step(), weights = isWeight() && side !== "d" && scale <= 1.0001;
    return {
      rows: array(side).sizes.at(-2), columns: array(side).sizes.at(-1), at: (i, j) => at(side, i, j),
      hatched: (i, j) => side !== "d" && at(side, i, j) === -Infinity,
      colour: weights ? sequential(self.palette) : diverging(self.palette, self.palette.weight_full, side === "d" ? Math.max(difference || 0, 1e-9) : scale),
      print: (value, fewer) => shortNumber(value, weights, fewer), shows: (i, j, value) => Math.abs(value) > (side === "d" ? 0.05 * difference : 0) && rows.length * columns.length <= 400,
    };
  }
  // Labels that fit this side: a layer with another shape has other rows or columns.
  const fitting = (list, count) => (list.length === count ? list : Array.from({ length: count }, (_, n) => ({ label: String(n + 1), full: String(n + 1) })));

  function paint() {
    const { rows, columns, same, name } = step(), { first } = place();
    const parted = first === null ? null : place().steps[first], line = parted && (parted.b ?? parted.a);
    put(said, rich(first === null ? words.never : say(first ? words.first : state.place ? words.start : words.begin, { step: parted.name, ...line })));
    said.className = `verdict ${first === null ? "good" : "bad"}`;
    put(steps, place().steps.map((one, n) => press([one.name, node("i", {}, apart(one))], () => self.goTo({ step: n }),
      { class: `${one.same ? "" : "apart"} ${n === first ? "first" : ""}`, "aria-pressed": n === state.step })));
    const family = getComputedStyle(self.body).fontFamily, wide = self.width() - 40;
    const sides = SIDES.filter((side) => array(side));
    const longest = Math.max(...sides.map((side) => array(side).sizes.at(-1)));
    const across = wide > 560 ? sides.length : 1; // on a narrow page one below the other
    const needs = (size) => {
      const room = margins(rows, columns, size, size, family);
      return room.left + (across - 1) * 16 + across * (longest * size + room.right + 18);
    };
    let cell = Math.max(2, Math.min(44, Math.floor(wide / across / longest)));
    while (cell > 9 && needs(cell) > wide) cell--;
    const high = Math.max(14, Math.min(30, cell));
    const tell = (i, j) => {
      const seen = (side) => { const values = array(side); return values && i < values.sizes.at(-2) && j < values.sizes.at(-1) ? number(at(side, i, j)) : "–"; };
      const [a, b] = self.header.names;
      read.textContent = say(words.read, { row: rows[i]?.full ?? i + 1, column: columns[j]?.full ?? j + 1, one: seen("a"), other: seen("b"), d: seen("d"), a, b });
    };
    const painted = sides.map((side, n) => {
      const host = node("div", { class: "scroller" }), now = sheet(side);
      const [left, upper] = [fitting(rows, now.rows), fitting(columns, now.columns)];
      const blank = left.map((item) => ({ ...item, label: "" }));
      const grid = matrix(host, {
        rows: n && across > 1 ? blank : left, columns: cell < 7 ? upper.map((item) => ({ ...item, label: "" })) : upper, wide: cell, high, sheet: now, palette: self.palette, family,
        pick: (row, column) => self.show({ row, column }), hover: (i, j) => (i === null ? tell(state.row, state.column) : tell(i, j)),
        describe: (i, j) => say(words.tip, { row: left[i].full, column: upper[j].full, value: number(at(side, i, j)) }),
      });
      return [node("div", {}, node("p", { class: "label" }, node("b", {}, titles()[SIDES.indexOf(side)])), host), () => grid.paint(now, state.row, state.column)];
    });
    const missing = SIDES.slice(0, 2).filter((side) => !array(side)).map((side) => node("p", { class: "read soft" }, say(words.without, { name: self.header.names[SIDES.indexOf(side)] })));
    put(maps, painted.map(([root]) => root), missing);
    painted.forEach(([, draw]) => draw());
    tell(state.row, state.column);
    const scale = sheet(sides[0]), most = step().scale, hidden = sides.some((side) => Array.from({ length: scale.rows }, (_, i) => at(side, i, scale.columns - 1)).includes(-Infinity));
    legend(strip, scale, self.palette, isWeight() ? [0, 1] : [-most, most], hidden ? words.hatched : "");
    put(code, SIDES.slice(0, 2).map(listing));
    for (const set of [wheres, heads]) set.root.isConnected && set.set(set === wheres ? state.place : state.head);
    const numbers = (side) => node("div", { class: "line wide" }, node("span", {}, titles()[SIDES.indexOf(side)]), node("span"), node("span", {}, array(side) ? number(at(side, Math.min(state.row, array(side).sizes.at(-2) - 1), Math.min(state.column, array(side).sizes.at(-1) - 1)), 6) : "–"));
    self.panel(section(words.cell, `${name}, ${rows[state.row]?.full ?? ""} · ${columns[state.column]?.full ?? ""}`, node("div", { class: "sum" }, SIDES.map(numbers))));
    self.tell(same ? "" : read.textContent);
  }
  // The function in which the line stands, with the shape beside each line that hands a value to a probe;
  // before it a method that the line calls, if the layer has one of its own.
  function listing(side, n) {
    const made = step()[side];
    if (!made) return null;
    const handed = (one) => one[side]?.listed.at(-1);
    const shapes = new Map(place().steps.filter(handed).map((one) => [`${handed(one).in} ${handed(one).line}`, `${one.name} (${one[side].shape.join(", ")})`]));
    const listed = ({ in: key, line }) => {
      const { file, begins, lines } = self.header.code[key];
      const indent = Math.min(...lines.filter((text) => text.trim()).map((text) => text.search(/\S/)));
      return [node("p", { class: "label" }, node("b", {}, self.header.names[n]), ` ${file}:${line}`),
        node("pre", {}, lines.map((text, k) => node("div", { class: begins + k === line ? "now" : "" }, node("span", { class: "number" }, String(begins + k)),
          node("span", { class: "text" }, text.slice(indent)), node("span", { class: "shape" }, shapes.get(`${key} ${begins + k}`) ?? ""))))];
    };
    return node("div", {}, made.listed.map(listed));
  }

  let wheres, heads;
  function controls() {
    wheres = choice(words.place, self.header.places.map(({ title, path }) => [title, path]), (to) => self.goTo({ place: to }));
    heads = choice(words.head, Array.from({ length: Math.max(...place().steps.map((one) => one.heads)) }, (_, k) => [String(k + 1)]), (head) => self.goTo({ head }));
    heads.root.prepend(node("span", { class: "name" }, words.head));
    put(top, wheres.root, heads.buttons.length > 1 ? heads.root : null, self.buttons(words));
  }
  const restore = (at) => { [state.place, state.step, state.head, state.row, state.column] = at.map((value) => Number(value) - 1 || 0); };
  const begin = () => { const { start } = self.header; restore([start.place, start.step, start.head, start.row, start.column]); };
  begin();
  controls();
  return {
    state, paint, restore,
    counts: () => ({ place: self.header.places.length }),
    settle() {
      state.step = clip(state.step, place().steps.length);
      state.head = clip(state.head, Math.max(...place().steps.map((one) => one.heads)));
      state.row = clip(state.row, step().rows.length);
      state.column = clip(state.column, step().columns.length);
      if (heads.buttons.length !== Math.max(...place().steps.map((one) => one.heads))) controls();
    },
    keys: (shift) => ({
      h: () => self.goTo({ head: (state.head + 1) % heads.buttons.length }), l: () => self.goTo({ place: (state.place + 1) % self.header.places.length }),
      ...(shift ? arrows((down, across) => self.goTo({ row: Math.max(0, state.row + down), column: Math.max(0, state.column + across) }))
        : { ArrowLeft: () => self.goTo({ step: Math.max(0, state.step - 1) }), ArrowRight: () => self.goTo({ step: state.step + 1 }) }),
    }),
    address: () => Object.values(state).map((value) => value + 1),
    take(before) {
      controls();
      if (before.title !== self.header.title) begin();
    },
  };
}, { style: TWO_STYLE });
