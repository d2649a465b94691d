// Four maps that add up to the scores of the first layer: words and places of query and key.
import { arraysOf, diverging, node, number, say, shortNumber } from "../kit/core.js";
import { answerTo, callText, choice, clip, container, keysLine, recomputeRow, rich, section } from "../kit/container.js";
import { legend } from "../kit/legend.js";
import { matrix, margins, paintCanvas } from "../kit/matrix.js";
import { mounting } from "../kit/app.js";

const PARTS = 4;
const SIDE = 300; // pixels for the thumbnails
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function draw(root, header, floats, options = {}) {
  const { words } = header;
  const state = { map: 0, head: 0, row: 0, column: 0 };
  let arrays = arraysOf(header, floats), heads;
  const act = { paint: () => paint(), press: (key, shift) => onKey(key, shift) };
  const self = container(root, options, act);
  const bar = node("div", { class: "bar" });
  const card = node("div", { class: "card" });
  self.body.append(bar, card);

  const name = () => header.maps[state.map].name;
  const gaps = (i, j) => ({ row: header.labels[i].label, column: header.labels[j].label, value: number(arrays[name()].at(state.head, i, j)) });
  // One scale for all six maps of a head, so that they can be compared and added by eye.
  function scale() {
    let most = 1e-9;
    for (const { name: map } of header.maps)
      for (let i = 0; i < header.labels.length; i++)
        for (let j = 0; j < header.labels.length; j++) most = Math.max(most, Math.abs(arrays[map].at(state.head, i, j)));
    return most;
  }
  function sheet(map, limit) {
    return {
      rows: header.labels.length, columns: header.labels.length,
      at: (i, j) => arrays[map].at(state.head, i, j), hatched: () => false,
      colour: diverging(self.palette, self.palette.weight_full, limit),
      print: (value) => shortNumber(value, false), shows: () => true,
    };
  }

  function paint() {
    heads.set(state.head);
    const { labels, maps } = header;
    const wide = self.width() - 38;
    const beside = wide >= 760;
    const room = beside ? wide - SIDE - 30 : wide;
    const family = getComputedStyle(self.body).fontFamily;
    let cell = Math.min(44, Math.floor(room / labels.length));
    const needs = (size) => {
      const m = margins(labels, labels, size, size, family);
      return m.left + m.right + labels.length * size;
    };
    while (cell > 9 && needs(cell) > room) cell--;
    const limit = scale();
    const scroller = node("div", { class: "scroller" });
    const read = node("p", { class: "read" });
    const tell = (i, j) => (read.textContent = say(words.read, { ...gaps(i, j), map: maps[state.map].title }));
    const grid = matrix(scroller, {
      rows: labels, columns: labels, wide: cell, high: cell, sheet: sheet(name(), limit), palette: self.palette, family,
      pick: (i, j) => show({ row: i, column: j }),
      hover: (i, j) => (i === null ? tell(state.row, state.column) : tell(i, j)),
      describe: (i, j) => say(words.tip, gaps(i, j)),
    });
    const strip = node("div", { class: "legend" });
    legend(strip, sheet(name(), limit), self.palette, [-limit, limit], "");
    tell(state.row, state.column);
    const small = Math.min(118, Math.floor(118 / labels.length) * labels.length) / labels.length;
    const thumb = ({ name: map, title }, at) => {
      const canvas = node("canvas", { "aria-hidden": "true" });
      paintCanvas(canvas, sheet(map, limit), self.palette, small, small);
      const spread = at < PARTS ? node("i", {}, say(words.spread, { value: number(arrays.spread.at(state.head, at), 2) })) : null;
      return node("button", { type: "button", class: "thumb", "aria-pressed": at === state.map, title: maps[at].note, onclick: () => show({ map: at }) },
        node("span", {}, node("b", {}, title), spread), canvas);
    };
    const sign = (text) => node("span", { class: "sign", "aria-hidden": "true" }, text);
    const all = maps.map(thumb);
    const pictures = node("div", { class: "sums" },
      all[0], sign("+"), all[1], sign("+"), all[2], sign("+"), all[3], sign("="), all[4], sign("≈"), all[5], node("span", {}));
    const agrees = header.difference <= 1e-4 * Math.max(1, limit);
    card.replaceChildren(...[
      node("div", { class: `parts${beside ? "" : " one"}` },
        node("div", {}, node("p", { class: "label" }, node("b", {}, maps[state.map].title), " ", maps[state.map].note), scroller, read, strip),
        node("div", {}, node("p", { class: "label" }, words.maps), pictures)),
      node("p", { class: `verdict ${agrees ? "good" : "bad"}` }, rich(say(agrees ? words.equal : words.unequal, { difference: number(header.difference, 2) }))),
      node("p", { class: "caption" }, words.spread_note),
      node("p", { class: "caption" }, rich(words.why_first)),
      node("p", { class: "caption" }, header.pre ? [rich(words.norm), " "] : null, words.bias),
      keysLine(words), options.home === "app" ? null : node("p", { class: "caption origin" }, header.origin)].filter(Boolean));
    grid.paint(sheet(name(), limit), state.row, state.column);
    panel();
    self.save([state.map + 1, state.head + 1, state.row + 1, state.column + 1]);
  }
  function panel() {
    const { head, row: i, column: j } = state;
    const value = (map) => arrays[map].at(head, i, j);
    const line = (text, sign, amount, now) => node("div", { class: `line adds${now ? " now" : ""}` },
      node("span", { class: "name" }, text), node("span", {}, sign), node("span", { class: "amount" }, amount));
    const asked = { head: head + 1, row: i + 1, column: j + 1 };
    const { row, column } = gaps(i, j);
    const title = say(words.cell_title, { row, column, head: head + 1 });
    self.panel(section(words.this_cell, title,
      node("div", { class: "sum" },
        header.maps.slice(0, PARTS).map(({ name: map, title: text }, at) => line(text, at ? "+" : "", number(value(map)), at === state.map)),
        line(words.sum_of, "=", number(value("sum")), name() === "sum"),
        line(words.real, "", number(value("scaled")), name() === "scaled"),
        line(words.difference, "", number(Math.abs(value("sum") - value("scaled")), 2))),
      recomputeRow(words, { ask: options.ask ? () => options.ask(asked) : null, answer: answerTo(options.answer, asked), call: callText(asked) })),
    section(words.line, "", node("div", { class: "source" }, node("div", { class: "code" }, header.line))));
  }

  function show(change) {
    Object.assign(state, change);
    state.head = clip(state.head, header.heads);
    state.map = clip(state.map, header.maps.length);
    state.row = clip(state.row, header.labels.length);
    state.column = clip(state.column, header.labels.length);
    paint();
  }
  function onKey(key, shift) {
    const move = shift && MOVES[key];
    if (move) show({ row: state.row + move[0], column: state.column + move[1] });
    else if (key === "ArrowLeft") show({ map: state.map - 1 });
    else if (key === "ArrowRight") show({ map: state.map + 1 });
    else if (key.toLowerCase() === "h") show({ head: (state.head + 1) % header.heads });
    else return false;
    return true;
  }
  function controls() {
    heads = choice(words.head, Array.from({ length: header.heads }, (_, k) => [String(k + 1)]), (head) => show({ head }));
    heads.root.prepend(node("span", { class: "name" }, words.head));
    bar.replaceChildren(heads.root, ...self.buttons(words).filter(Boolean));
    self.name(header.title);
  }
  function restore([map, head, row, column]) {
    const named = header.maps.findIndex((m) => m.name === map); // in the address it is a number
    state.map = named >= 0 ? named : clip(map - 1, header.maps.length);
    Object.assign(state, {
      head: clip(head - 1, header.heads), row: clip(row - 1, header.labels.length), column: clip(column - 1, header.labels.length),
    });
  }
  function update(next, nextFloats, answer) {
    options.answer = answer;
    if (nextFloats) {
      const other = next.title !== header.title;
      [header, floats, arrays] = [next, nextFloats, arraysOf(next, nextFloats)];
      if (other) restore([name(), state.head + 1, next.start.row, next.start.column]);
      controls();
    }
    self.theme(header.palette);
    show({});
  }

  const { start } = header;
  restore(self.address() ?? [start.map, start.head, start.row, start.column]);
  controls();
  self.theme(header.palette);
  paint();
  const end = self.listen(() => self.theme(header.palette));
  return { update, destroy: end };
}

const mount = mounting(draw);
export default mount;
