// What the model would write if it stopped after each sub-layer; and what each one adds to a score.
import { css, fixed, inkOn, node, number, say, sequential, shape } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { bars } from "../kit/bars.js";
import { choice, keysLine, press, rich, section } from "../kit/widgets.js";
import { STREAM_STYLE } from "./style.js";

const PAUSE = 1100; // milliseconds a sub-layer

export const draw = drawing((self) => {
  const { words } = self.header;
  const read = ({ stack, table, place, word, candidate, against }) =>
    ({ stack: stack - 1, table: table - 1, place: place - 1, word: word - 1, candidate: candidate - 1, against });
  const state = read(self.header.start);
  const stack = () => self.header.stacks[state.stack];
  const array = (name) => self.arrays[`${stack().name}.${name}`];
  const tokens = (place = state.place) => stack().tables[state.table].tokens[place][state.word];
  const last = () => stack().tables[0].tokens.at(-1)[state.word]; // what can be asked about
  const rival = () => last()[state.candidate ? 0 : 1];

  const [top, tells, table, below] = [node("div", { class: "bar" }), node("p", { class: "label" }), node("div", { class: "grid-scroll" }), node("div")];
  const play = press(words.play, self.toggle);
  const [up, down] = [press(words.up, () => move(-1, 0)), press(words.down, () => move(1, 0))];
  self.body.append(top, node("div", { class: "card" }, tells, table, below));
  const move = (places, along) => self.goTo({ place: Math.max(0, state.place + places), word: Math.max(0, state.word + along) });
  const turn = () => self.goTo({ table: (state.table + 1) % stack().tables.length });

  // ---- the grid: a row for each sub-layer, a column for each word -----------------------------------------
  function grid() {
    const { places, read: labels, tables } = stack(), colour = sequential(self.palette);
    const probability = array(`${state.table}.probability`);
    const cell = (place, word) => {
      const fill = colour(0.75 * probability.at(place, word, 0));
      const token = tables[state.table].tokens[place][word][0];
      const style = `background:${css(fill)};color:${inkOn(fill)}`;
      const title = `${token} ${fixed(probability.at(place, word, 0), 2)}`;
      return node("td", { class: place > state.place ? "later" : "" },
        press(token, () => self.goTo({ place, word }), { style, title, dir: "auto", "aria-pressed": place === state.place && word === state.word }));
    };
    const on = (is) => (is ? "on" : "");
    return node("table", { class: "stream" },
      node("thead", {}, node("tr", {}, node("th", {}, words.rows), labels.map(({ label, full }, k) => node("th", { class: on(k === state.word), title: full, dir: "auto" }, label)))),
      node("tbody", {}, places.map((name, place) => node("tr", {}, node("th", { scope: "row", class: on(place === state.place) }, name), labels.map((_, word) => cell(place, word))))));
  }

  // ---- one word: how its vector moves, and what every part adds to a score ----------------------------------
  function added(width) {
    const { parts, places } = stack(), w = state.word;
    const share = array(state.against ? "apart" : "share");
    const values = parts.map((_, part) => share.at(part, w, state.candidate));
    const most = Math.max(...values.map(Math.abs)), total = array(state.against ? "apart sum" : "share sum").at(w, state.candidate);
    const room = Math.max(80, Math.min(320, width * 0.42));
    const bar = (value) => {
      const long = Math.max(1, (Math.abs(value) / (most || 1)) * (room / 2 - 2));
      return shape("svg", { width: room, height: 14, "aria-hidden": "true" },
        shape("line", { x1: room / 2, x2: room / 2, y1: 0, y2: 14, stroke: self.palette.line }),
        shape("rect", { x: value < 0 ? room / 2 - long : room / 2, y: 2, width: long, height: 10, rx: 2, fill: self.palette[value < 0 ? "negative" : "weight"] }));
    };
    const place = (part) => Math.min(Math.max(0, part - 1), places.length); // word and position: both are place 0
    const shown = (name, k) => (k === null || Number.isNaN(array(name).at(k, w)) ? words.none : fixed(array(name).at(k, w), 2));
    const row = (name, part) => {
      const k = part === 0 || part === parts.length - 1 ? null : place(part); // after word and position are added
      return node("tr", { class: k === state.place ? "on" : "" }, node("th", { scope: "row" }, name),
        ["length", "before", "final"].map((what) => node("td", {}, shown(what, k))), node("td", {}, fixed(values[part], 2)), node("td", { class: "bar-cell" }, bar(values[part])));
    };
    return node("table", { class: "adds" },
      node("thead", {}, node("tr", {}, words.columns.map((name) => node("th", {}, name)), node("th"))),
      node("tbody", {}, parts.map(row), node("tr", { class: "total" }, node("th", { scope: "row" }, words.sum), [0, 1, 2].map(() => node("td")), node("td", {}, fixed(total, 4)), node("td"))));
  }
  function asked() {
    const pick = choice(words.why, last().map((token) => [token]), (candidate) => self.goTo({ candidate }));
    pick.set(state.candidate);
    const box = node("input", { type: "checkbox", checked: state.against || null, onchange: () => self.goTo({ against: box.checked }) });
    return node("div", { class: "asked" }, say(words.why, { token: last()[state.candidate] }), pick.root,
      last().length > 1 ? node("label", { class: "dial" }, box, say(words.against, { rival: rival() })) : null);
  }
  function exact() {
    if (state.against) return words.exact_apart;
    const [score, rest] = ["score", "rest"].map((name) => array(name).at(state.word, state.candidate));
    return say(words.exact, { score: fixed(score, 4), rest: number(rest, 1) });
  }
  function candidates() {
    const probability = array(`${state.table}.probability`);
    const items = tokens().map((label, k) => ({ label, full: label, value: probability.at(state.place, state.word, k) }));
    const where = say(words.cell, { place: stack().places[state.place], word: stack().read[state.word].label });
    return section(words.if_stopped, where,
      bars({ items, palette: self.palette, pitch: 24, width: 232, signed: false, scale: 1, colour: self.palette.weight, print: (value) => fixed(value, 2) }),
      node("p", { class: "note" }, say(stack().writes ? words.written : words.fits, { token: last()[0] })));
  }

  // The bar is made anew for another stack only, so that a button keeps the focus.
  let built = "", pickers = [];
  function bar() {
    const now = `${self.header.id} ${state.stack}`;
    if (now !== built) {
      const names = [[words.stack, self.header.stacks, (k) => self.goTo({ stack: k, table: 0, place: self.header.stacks[k].places.length - 1, word: 0, candidate: 0 }), "stack"],
        [words.table, stack().tables, (k) => self.goTo({ table: k }), "table"]];
      pickers = names.filter(([, all]) => all.length > 1).map(([label, all, pick, what]) => ({ what, ...choice(label, all.map(({ title }) => [title]), pick) }));
      top.replaceChildren(...pickers.map(({ root }) => root), node("div", { class: "player", role: "group", "aria-label": words.player }, up, play, down), ...self.buttons(words).filter(Boolean));
      built = now;
    }
    pickers.forEach(({ what, set }) => set(state[what]));
    play.textContent = self.playing() ? words.pause : words.play;
    [up.disabled, down.disabled] = [state.place === 0, state.place === stack().places.length - 1];
  }
  function paint() {
    const { model } = self.header;
    bar();
    const width = self.width() - 38, apart = { token: last()[state.candidate], rival: rival() };
    tells.replaceChildren(...[rich(stack().tells), state.table ? [" ", node("b", {}, words.foreign)] : []].flat());
    const held = table.contains(self.body.getRootNode().activeElement);
    table.replaceChildren(grid());
    const cell = table.querySelector("[aria-pressed=true]");
    if (held) cell.focus({ preventScroll: true });
    // The chosen column stays in sight beside the names of the rows.
    const names = table.querySelector("tbody th").offsetWidth, left = cell.closest("td").offsetLeft;
    if (left < table.scrollLeft + names) table.scrollLeft = left - names;
    else if (left + cell.offsetWidth > table.scrollLeft + table.clientWidth) table.scrollLeft = left + cell.offsetWidth - table.clientWidth;
    below.replaceChildren(
      asked(),
      node("p", { class: "label" }, say(state.against ? words.asked_apart : words.asked, apart)),
      node("div", { class: "grid-scroll" }, added(width)),
      node("p", { class: "read", role: "status" }, exact()),
      node("p", { class: "caption" }, words.about_columns), keysLine(words), self.origin(say(words.origin, { model })));
    self.panel(candidates());
  }
  return {
    state, paint,
    counts: () => ({ stack: self.header.stacks.length }),
    settle: () => {
      const most = { table: stack().tables.length, place: stack().places.length, word: stack().read.length, candidate: stack().tables[0].tokens[0][0].length };
      for (const [name, count] of Object.entries(most)) state[name] = Math.min(Math.max(0, Math.trunc(state[name]) || 0), count - 1);
    },
    keys: () => ({
      ArrowUp: () => move(-1, 0), ArrowDown: () => move(1, 0), ArrowLeft: () => move(0, -1), ArrowRight: () => move(0, 1),
      " ": self.toggle, t: turn, a: () => self.goTo({ against: !state.against }),
    }),
    address: () => [stack().name, state.table + 1, state.place + 1, state.word + 1, state.candidate + 1, Number(state.against)],
    restore([name, table, place, word, candidate, against]) {
      const found = self.header.stacks.findIndex((one) => one.name === name);
      if (found >= 0) Object.assign(state, { stack: found, table: table - 1, place: place - 1, word: word - 1, candidate: candidate - 1, against: against === "1" });
    },
    take: (before) => (before.title !== self.header.title || before.model !== self.header.model) && Object.assign(state, read(self.header.start)),
    play: { pace: () => PAUSE, ended: () => state.place === stack().places.length - 1, rewind: () => (state.place = 0), next: () => (state.place += 1) },
  };
}, { style: STREAM_STYLE });
