// Four maps that add up to the scores of the first layer: words and places of query and key.
import { diverging, node, number, put, say, shortNumber } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { choice, keysLine, rich, section } from "../kit/widgets.js";
import { answerTo, callText, recomputeRow } from "../kit/recompute.js";
import { legend } from "../kit/legend.js";
import { matrix, margins, paintCanvas } from "../kit/matrix.js";

const PARTS = 4;
const SIDE = 260; // pixels for the bars beside the map
const SMALL = 112; // pixels of a small map

export const draw = drawing((self) => {
  const { words } = self.header;
  const { state } = self;
  let heads;
  const bar = node("div", { class: "bar" });
  const card = node("div", { class: "card" });
  const more = node("details", { class: "more" }); // made once: it stays open
  self.body.append(bar, card);

  const name = () => self.header.maps[state.map].name;
  const gaps = (i, j) => ({ row: self.header.labels[i].label, column: self.header.labels[j].label, value: number(self.arrays[name()].at(state.head, i, j)) });
  // One scale for all six maps of a head, so that they can be compared and added by eye.
  function scale() {
    let most = 1e-9;
    for (const { name: map } of self.header.maps)
      for (let i = 0; i < self.header.labels.length; i++)
        for (let j = 0; j < self.header.labels.length; j++) most = Math.max(most, Math.abs(self.arrays[map].at(state.head, i, j)));
    return most;
  }
  function sheet(map, limit) {
    return {
      rows: self.header.labels.length, columns: self.header.labels.length,
      at: (i, j) => self.arrays[map].at(state.head, i, j), hatched: () => false,
      colour: diverging(self.palette, self.palette.weight_full, limit),
      print: (value, fewer) => shortNumber(value, false, fewer), shows: (i) => i === state.row,
    };
  }

  function paint() {
    heads.set(state.head);
    const { labels, maps } = self.header;
    const wide = self.width() - 38;
    const beside = wide >= 760;
    const room = beside ? wide - SIDE - 30 : wide;
    const family = getComputedStyle(self.body).fontFamily;
    let cell = Math.min(42, Math.floor(room / labels.length));
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
      pick: (i, j) => self.show({ row: i, column: j }),
      hover: (i, j) => (i === null ? tell(state.row, state.column) : tell(i, j)),
      describe: (i, j) => say(words.tip, gaps(i, j)),
    });
    const strip = node("div", { class: "legend" });
    legend(strip, sheet(name(), limit), self.palette, [-limit, limit], "");
    tell(state.row, state.column);
    // One term of the sum: its map, small, and its number in the chosen cell.
    const small = Math.max(2, Math.floor(SMALL / labels.length));
    const thumb = ({ name: map, title }, at) => {
      const canvas = node("canvas", { "aria-hidden": "true" });
      paintCanvas(canvas, sheet(map, limit), self.palette, small, small);
      return node("button", { type: "button", class: "thumb", "aria-pressed": at === state.map, title: maps[at].note, onclick: () => self.show({ map: at }) },
        node("span", {}, node("b", {}, title), node("i", { class: "term" }, number(self.arrays[map].at(state.head, state.row, state.column), 2))), canvas);
    };
    const sign = (at) => node("span", { class: "sign", "aria-hidden": "true" }, at < PARTS ? "+" : at === PARTS ? "=" : "≈");
    const terms = node("div", { class: "terms" }, maps.map((map, at) => [at ? sign(at) : null, thumb(map, at)]).flat());
    // How much each part varies along a row: what the head looks for.
    const spread = (at) => self.arrays.spread.at(state.head, at);
    const widest = Math.max(...Array.from({ length: PARTS }, (_, at) => spread(at)));
    const bars = node("div", { class: "spreads" }, node("p", { class: "label" }, rich(words.spread)),
      maps.slice(0, PARTS).map(({ title }, at) => node("div", { class: "spread" }, node("span", {}, title), node("b", {}, number(spread(at), 2)),
        node("span", { class: "share" }, node("i", { style: `width:${(100 * spread(at)) / widest}%;background:var(--weight)` })))),
      node("p", { class: "caption" }, words.spread_note));
    const { row: from, column: to } = gaps(state.row, state.column);
    const agrees = self.header.difference <= 1e-4 * Math.max(1, limit);
    put(card,
      node("p", { class: "label" }, rich(say(words.maps, { row: from, column: to, head: state.head + 1 }))), terms,
      node("p", { class: `verdict ${agrees ? "good" : "bad"}` }, rich(say(agrees ? words.equal : words.unequal, { difference: number(self.header.difference, 2) }))),
      node("div", { class: `parts${beside ? "" : " one"}` },
        node("div", {}, node("p", { class: "label" }, node("b", {}, maps[state.map].title), " ", maps[state.map].note), scroller, read, strip),
        bars),
      more, keysLine(words), self.origin(self.header.origin));
    grid.paint(sheet(name(), limit), state.row, state.column);
    panel();
  }
  function panel() {
    const { head, row: i, column: j } = state;
    const value = (map) => self.arrays[map].at(head, i, j);
    const line = (text, sign, amount, now) => node("div", { class: `line adds${now ? " now" : ""}` },
      node("span", { class: "name" }, text), node("span", {}, sign), node("span", { class: "amount" }, amount));
    const asked = { head: head + 1, row: i + 1, column: j + 1 };
    const { row, column } = gaps(i, j);
    const title = say(words.cell_title, { row, column, head: head + 1 });
    self.panel(section(words.this_cell, title,
      node("div", { class: "sum" },
        self.header.maps.slice(0, PARTS).map(({ name: map, title: text }, at) => line(text, at ? "+" : "", number(value(map)), at === state.map)),
        line(words.sum_of, "=", number(value("sum")), name() === "sum"),
        line(words.real, "", number(value("scaled")), name() === "scaled"),
        line(words.difference, "", number(Math.abs(value("sum") - value("scaled")), 2))),
      recomputeRow(words, { ask: self.options.ask ? () => self.options.ask(asked) : null, answer: answerTo(self.options.answer, asked), call: callText(asked) })),
    section(words.line, "", node("div", { class: "source" }, node("div", { class: "code" }, self.header.line))));
  }

  function controls() {
    heads = choice(words.head, Array.from({ length: self.header.heads }, (_, k) => [String(k + 1)]), (head) => self.show({ head }));
    heads.root.prepend(node("span", { class: "name" }, words.head));
    put(bar, heads.root, self.buttons(words));
    put(more, node("summary", {}, words.more), node("p", { class: "caption" }, rich(words.why_first)),
      node("p", { class: "caption" }, self.header.pre ? [rich(words.norm), " "] : null, words.bias));
  }
  controls();
  return {
    paint,
    take(before) { // another sentence has its own cell; the map and the head stay
      const { title, start: { row, column } } = self.header;
      if (title !== before.title) Object.assign(state, { row: row - 1, column: column - 1 });
      controls();
    },
  };
});
