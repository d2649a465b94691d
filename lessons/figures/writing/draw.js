// A translation step by step: what goes in, where it looks, what could come next; and both ways below.
import { bars } from "../kit/bars.js";
import { diverging, fixed, node, put, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { paintCanvas } from "../kit/matrix.js";
import { choice, clip, keysLine, press, rich } from "../kit/widgets.js";
import { WRITING_STYLE } from "./style.js";

const PAUSE = 1400; // milliseconds a word
const NARROWEST = 185; // pixels of a column
const [PITCH, DENSE, MANY, KEYS] = [21, 16, 10, 100]; // pixels of a bar, of one among many, how many are many, pixels for all keys

export const draw = drawing((self) => {
  const { words } = self.header;
  const read = ({ way, step }) => ({ way: Math.max(0, self.header.ways.findIndex(({ name }) => name === way)), step: step - 1 });
  const state = read(self.header.start);
  const [back, play, forward] = [press(words.back, () => move(-1)), press(words.play, self.toggle), press(words.forward, () => move(1))];
  const at = node("span", { class: "state", role: "status" });
  const [pick, card] = [node("span"), node("div", { class: "card" })];
  self.body.append(node("div", { class: "bar" },
    node("div", { class: "player", role: "group", "aria-label": words.player }, back, play, forward), at, pick, self.buttons(words)), card);
  const way = () => self.header.ways[state.way];
  const array = (name) => self.arrays[`${way().name}.${name}`];
  const move = (by) => self.goTo({ step: state.step + by });
  const other = () => self.goTo({ way: (state.way + 1) % self.header.ways.length });

  function column(title, text, ...content) {
    return node("div", { class: "part" }, node("h3", {}, title), node("p", {}, rich(text)), content);
  }
  function shares(labels, value, colour, width) {
    const items = labels.map(({ label, full }, k) => ({ label, full, value: value(k) }));
    return node("div", { class: "long" }, bars({ items, pitch: self.header.sentence.length > MANY ? DENSE : PITCH, scale: 1, signed: false, colour, palette: self.palette, print: (x) => fixed(x, 2), width }));
  }
  // One query among the keys: the picture changes in its first row only.
  function strip(name, rows, first, width) {
    const { sizes: [, columns], at: of } = array(name), canvas = node("canvas", { role: "img", "aria-label": words[name === "query" ? "query" : "key_rows"] });
    const limit = Math.max(...[...Array(rows * columns)].map((_, k) => Math.abs(of(first + Math.floor(k / columns), k % columns))));
    const sheet = { rows, columns, at: (i, j) => of(first + i, j), hatched: () => false, colour: diverging(self.palette, self.palette[name], limit) };
    paintCanvas(canvas, sheet, self.palette, width / columns, rows > 1 ? Math.min(12, KEYS / rows) : 14);
    return canvas;
  }
  function line({ name, button, said, wrong }, k) {
    const { right } = self.header;
    const shown = k === state.way;
    const mark = (word, n) => {
      // On its own a slip moves all that follows: there, what counts is the number beside the line.
      const off = right.length && (name === "forced" ? word !== right[n] : right[n] !== word && said.slice(0, n).every((before, m) => before === right[m]));
      return node("span", { dir: "auto", class: `${n === state.step && shown ? "now" : ""}${off ? " off" : ""}${n > state.step ? " later" : ""}` }, word);
    };
    return [node("span", { class: `which${shown ? " on" : ""}` }, button), node("div", { class: `row ${name}` }, said.map(mark)),
      node("span", { class: "which telling" }, wrong === null ? "" : say(words.wrong, { count: wrong }))];
  }

  function paint() {
    const { sentence, ways, right, notes, vocabulary } = self.header;
    const { read: given, said, candidates, name, says } = way(), { step } = state;
    const width = self.width() - 38;
    const columns = Math.max(1, Math.min(3, Math.floor((width + 24) / (NARROWEST + 24))));
    const each = Math.min(340, (width - 24 * (columns - 1)) / columns);
    const chosen = choice(words.ways, ways.map(({ button }) => [button]), (k) => self.goTo({ way: k }));
    chosen.set(state.way);
    put(pick, ways.length > 1 ? chosen.root : null);
    play.textContent = self.playing() ? words.pause : words.play;
    [back.disabled, forward.disabled] = [step === 0, step === given.length - 1];
    at.textContent = say(words.step, { at: step + 1, count: given.length });
    const label = (text) => ({ label: text, full: text });
    const next = name === "forced" ? say(words.next_forced, { word: said[step], right: right[step] }) : say(words.next_says, { word: said[step], count: vocabulary });
    put(card,
      node("p", { class: "label" }, rich(says)),
      node("div", { class: "lines" }, ways.map(line), right.length ? [node("span", { class: "which" }, words.right), node("div", { class: "row" }, right.map((word) => node("span", { dir: "auto" }, word)))] : null),
      node("div", { class: "written" },
        column(words.self, say(words.self_says, { word: given[step] }),
          array("self") ? shares(given.slice(0, step + 1).map(label), (k) => array("self").at(step, k), self.palette.weight, each) : null),
        column(words.cross, words.cross_says,
          array("cross") ? shares(sentence, (k) => array("cross").at(step, k), self.palette.weight, each) : null,
          array("query") && array("key") ? [node("span", { class: "about" }, words.query), strip("query", 1, step, each),
            node("span", { class: "about" }, words.key_rows), strip("key", sentence.length, 0, each)] : null),
        column(words.next, next, shares(candidates[step].map(label), (k) => array("shares").at(step, k), self.palette.value, each))),
      notes.map((text) => node("p", { class: "caption" }, text)),
      node("p", { class: "caption" }, words.source), keysLine(words));
    self.panel();
  }
  return {
    state, paint,
    counts: () => ({ way: self.header.ways.length }),
    settle: () => (state.step = clip(state.step, way().read.length)),
    keys: () => ({ ArrowLeft: () => move(-1), ArrowRight: () => move(1), t: other, " ": self.toggle }),
    address: () => [way().name, state.step + 1],
    restore([name, step]) { Object.assign(state, read({ way: name, step: Math.trunc(step) || 1 })); },
    take: (before) => before.title !== self.header.title && Object.assign(state, read(self.header.start)),
    play: { pace: () => PAUSE, ended: () => state.step >= way().read.length - 1, rewind: () => (state.step = 0), next: () => (state.step += 1) },
  };
}, { style: WRITING_STYLE });
