// Attention by hand: the matrices of one step, and how the chosen number comes about.
import { diverging, fixed, node, readAddress, say, sequential } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { matrix } from "../kit/matrix.js";
import { brief, choice, clip, keysLine, press, rich } from "../kit/widgets.js";
import { HAND_STYLE } from "./style.js";

const PAUSE = 3500; // milliseconds a step
const OTHER = "figure"; // in the address, the attention map
const [LEAST, MOST] = [44, 64]; // pixels of a cell
const [NAMES, NUMBERS, SIGN, AROUND] = [88, 36, 56, 400]; // of row labels, what stands between, what is above and below

export const draw = drawing((self) => {
  const { words } = self.header;
  const read = ({ step, row, column, divide }) => ({ step: step - 1, row: row - 1, column: column - 1, divide });
  const state = read(self.header.start);
  let built = "", grids = [];
  const steps = choice(words.steps, self.header.steps.map(({ button }) => [button]), (step) => self.goTo({ step }));
  const [back, play, forward] = [press(words.back, () => move(-1)), press(words.play, self.toggle), press(words.forward, () => move(1))];
  const divide = node("input", { type: "checkbox", onchange: () => self.goTo({ divide: divide.checked }) });
  const [caption, equation, worked, foot] = ["p", "div", "p", "div"].map((tag) => node(tag));
  Object.assign(caption, { className: "hand-caption" });
  Object.assign(equation, { className: "equation hand" });
  Object.assign(worked, { className: "worked", role: "status" });
  self.body.append(
    node("div", { class: "bar steps" }, steps.root,
      node("div", { class: "player", role: "group", "aria-label": words.player }, back, play, forward),
      node("label", { class: "dial" }, divide, words.divide), self.buttons(words)),
    node("div", { class: "card" }, caption, equation, worked, foot));

  const step = () => self.header.steps[state.step];
  const there = (at) => self.header.steps[at] && (state.divide || self.header.steps[at].name !== "scaled");
  function move(by) {
    let at = state.step + by;
    while (self.header.steps[at] && !there(at)) at += by;
    if (there(at)) self.goTo({ step: at });
  }

  // ---- one matrix: at(i, j) is the tensor's number ---------------------------------------------------
  const ending = () => (state.divide ? " divided" : "");
  const array = (name) => self.arrays[name + ending()] ?? self.arrays[name];
  function at(name) {
    const { array: of, turned } = self.header.matrices[name];
    return turned ? (i, j) => array(of).at(j, i) : (i, j) => array(of).at(i, j);
  }
  function sheet(name) {
    const { hue, limit, rows, columns } = self.header.matrices[name];
    const { palette } = self;
    return {
      rows: rows.length, columns: columns.length, at: at(name), hatched: () => false, shows: () => true,
      colour: name === "weights" ? sequential(palette) : diverging(palette, palette[hue], 2 * limit), // pale: numbers are read
      print: (value) => fixed(value, Number.isInteger(value) ? 0 : 2),
    };
  }
  // Undivided, the softmax reads the scores as they are.
  const left = () => (step().left === "scaled" && !state.divide ? "scores" : step().left);
  const right = () => step().right;
  const used = () => [left(), right(), step().name].filter(Boolean);
  function build() {
    const [width, full] = [self.width() - 38, self.isFull()];
    const now = [self.header.id, state.step, state.divide, width, self.palette.paper, full].join();
    if (now === built) return;
    built = now;
    // The rows of a product are those of its left matrix: a number is enough there.
    const named = (name) => (right() && name === step().name ? self.header.matrices[name].rows.map((_, k) => String(k + 1)) : self.header.matrices[name].rows);
    const beside = used().reduce((sum, name) => sum + (named(name)[0].length > 1 ? NAMES : NUMBERS), SIGN * (used().length - 1));
    const columns = used().reduce((sum, name) => sum + self.header.matrices[name].columns.length, 0);
    const high = full ? (self.screen() - AROUND) / 4 : MOST;
    const cell = Math.max(LEAST, Math.floor(Math.min(MOST, high, (width - beside) / columns)));
    const family = getComputedStyle(self.body).fontFamily;
    const label = (text) => ({ label: text });
    const shown = used().map((name, k) => {
      const { title, columns, hue } = self.header.matrices[name];
      const host = node("div");
      const last = k === used().length - 1;
      const grid = matrix(host, {
        rows: named(name).map(label), columns: columns.map(label), wide: cell, high: cell, sheet: sheet(name), palette: self.palette, family,
        // The left matrix gives the row, the right one the column, the result both.
        pick: (i, j) => self.goTo(last ? { row: i, column: j } : k === 0 ? (step().right ? { row: i } : { row: i, column: j }) : { column: j }),
        hover: () => {}, describe: (i, j) => brief(at(name)(i, j)),
      });
      return { name, grid, look: node("figure", {}, node("figcaption", { style: `color:${self.palette[hue]}` }, title), host) };
    });
    grids = shown.map(({ name, grid }) => ({ name, grid }));
    const sign = { "×": "×", "÷": `÷ ${self.header.root.label}`, softmax: `→ ${words.softmax} →` }[step().sign];
    const between = [step().sign === "softmax" ? [sign] : step().right ? [sign, "="] : [sign + " ="]].flat();
    equation.replaceChildren(...shown.flatMap(({ look }, k) => (k ? [node("span", { class: "sign" }, between[k - 1]), look] : [look])));
  }

  // ---- how the chosen number comes about; nothing is computed here ---------------------------------------
  function arithmetic() {
    const { row: i, column: j } = state;
    const { right, name: result, sign } = step();
    const tint = (name, value) => node("b", { style: `color:${self.palette[self.header.matrices[name].hue]}` }, brief(value));
    const found = [" = ", tint(result, at(result)(i, j))];
    if (sign === "÷") return [tint(left(), at(left())(i, j)), ` ÷ ${self.header.root.label} = `, brief(at(left())(i, j)), ` ÷ ${brief(self.header.root.value)}`, found];
    if (sign === "softmax") {
      const power = (k) => ["e", node("sup", {}, tint(left(), at(left())(i, k)))];
      const sum = self.header.matrices[left()].columns.map((_, k) => [k ? " + " : "", power(k)]);
      return [power(j), " ÷ (", sum, `) = ${brief(array("powers").at(i, j), 2)} ÷ ${brief(array("sums").at(i), 2)}`, found];
    }
    const terms = self.header.matrices[left()].columns.flatMap((_, k) =>
      [k ? " + " : "", tint(left(), at(left())(i, k)), " · ", tint(right, at(right)(k, j))]);
    return [terms, found];
  }

  function paint() {
    build();
    steps.set(state.step);
    self.header.steps.forEach((_, k) => (steps.buttons[k].disabled = !there(k)));
    divide.checked = state.divide;
    play.textContent = self.playing() ? words.pause : words.play;
    [back.disabled, forward.disabled] = [state.step === 0, state.step === self.header.steps.length - 1];
    const note = step().name === "head_output" && !state.divide ? self.header.rounded : "";
    caption.replaceChildren(...rich(step().caption), " ", ...rich(note));
    const { row, column } = state;
    grids.forEach(({ name, grid }, k) => {
      const last = k === grids.length - 1, alone = !step().right;
      grid.paint(sheet(name), last || alone || k === 0 ? row : null, last || (alone && step().sign === "÷") || k === 1 ? column : null);
    });
    const what = say(step().what, { row: row + 1, column: column + 1 });
    worked.replaceChildren(node("span", { class: "note" }, what), ...arithmetic().flat(Infinity));
    foot.replaceChildren(node("p", { class: "caption" }, words.hint, " ", words.cited), keysLine(words));
    self.panel();
  }
  const shift = (down, across) => self.goTo({ row: state.row + down, column: state.column + across });
  return {
    state, paint,
    counts: () => ({ step: self.header.steps.length, row: 3, column: 3 }),
    settle: () => there(state.step) || (state.step += 1),
    keys: (held) => (held
      ? { ArrowLeft: () => shift(0, -1), ArrowRight: () => shift(0, 1), ArrowUp: () => shift(-1, 0), ArrowDown: () => shift(1, 0) }
      : { ArrowLeft: () => move(-1), ArrowRight: () => move(1), " ": self.toggle, d: () => self.goTo({ divide: !state.divide }) }),
    address: () => [step().name, state.row + 1, state.column + 1, Number(state.divide)],
    restore([name, row, column, divided]) {
      const found = self.header.steps.findIndex((one) => one.name === name);
      if (found >= 0) Object.assign(state, { step: found, row: clip(row - 1, 3), column: clip(column - 1, 3), divide: divided === "1" });
    },
    // An address that holds the place of the page's other picture, and none of this one: it is meant.
    ready: () => self.hasAddress && !self.address() && readAddress(OTHER) && self.options.choose?.(OTHER),
    take: (before) => self.header.start !== before.start && Object.assign(state, read(self.header.start)),
    play: {
      pace: () => PAUSE, ended: () => state.step === self.header.steps.length - 1, rewind: () => (state.step = 0),
      next: () => { state.step += 1; if (!there(state.step)) state.step += 1; },
    },
  };
}, { style: HAND_STYLE });
