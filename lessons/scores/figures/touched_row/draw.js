// A row of attention weights to edit: four aligned bars per word, and what the model writes.
import { fixed, node, put, say } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { keysLine, press, rich } from "../../../figures/kit/widgets.js";
import { sharedRow } from "./preview.js";
import { ROW_STYLE } from "./style.js";

export const draw = drawing((self) => {
  const { words } = self.header;
  const alive = () => Boolean(self.options.choose);
  let touch = self.header.changed, waiting = false, lines = [], built = "";
  const back = press(words.back, () => commit(null));
  const state = node("span", { class: "state", role: "status" });
  const table = node("div", { class: "touch" }), said = node("div"), remark = node("p", { class: "verdict below telling" }), how = node("p", { class: "caption" });
  self.body.append(node("div", { class: "bar" }, back, state, self.buttons(words)),
    node("div", { class: "card" }, said, table, remark, how, keysLine(words)));
  const values = (name) => self.header.labels.map((_, j) => self.arrays[name].at(j));
  const key = (change) => (change ? `${change.column}/${change.weight.toFixed(3)}` : "");
  const known = () => key(touch) === key(self.header.changed);
  const row = () => (known() ? values("weights") : touch ? sharedRow(values("before"), touch.column, touch.weight) : values("before"));

  function commit(next) {
    touch = next;
    waiting = alive() && !known();
    self.goTo({});
    if (waiting) self.options.choose({ change: touch && [touch.column, touch.weight] });
  }
  function build() {
    const now = [self.header.labels.map(({ full }) => full).join("\n"), self.header.head, self.header.alone].join();
    if (now === built) return;
    built = now;
    const bar = (hue) => node("i", { style: `background:${hue}` });
    lines = self.header.labels.map(({ label, full }, j) => {
      const slider = node("input", { type: "range", min: 0, max: 1, step: 0.001, "aria-label": say(words.weight_of, { word: label }), disabled: self.header.alone || !self.arrays.allowed.at(j) });
      const chosen = () => ({ column: j, weight: Number(slider.value) });
      slider.oninput = () => ((touch = chosen()), self.goTo({}));
      slider.onchange = () => commit(chosen());
      const parts = { slider, weight: node("b"), length: bar("var(--value)"), long: node("span"), here: bar("var(--negative)"), missed: node("span"), effect: bar("var(--negative)"), lost: node("span") };
      parts.line = node("div", { class: "word" }, node("span", { dir: "auto", title: full }, label),
        node("span", { class: "drag" }, slider, parts.weight), node("span", { class: "track" }, parts.length, parts.long),
        node("span", { class: "track here" }, parts.here, parts.missed), node("span", { class: "track telling" }, parts.effect, parts.lost));
      return parts;
    });
    put(table, node("div", { class: "word heads" }, node("span", {}, words.word), ["weight", "length", "here", "effect"].map((name) => node("span", {}, rich(words[name])))),
      lines.map(({ line }) => line));
  }
  function paint() {
    build();
    const [weights, norms, heres, effects] = [row(), values("norms"), values("here"), values("effects")];
    const [longest, most] = [Math.max(...norms, 1e-9), Math.max(...[...effects, ...heres].map(Math.abs), 0.01)];
    const bright = weights.indexOf(Math.max(...weights)), decides = effects.map(Math.abs).indexOf(Math.max(...effects.map(Math.abs)));
    const lose = (bar, text, value) => {
      bar.style.width = `${(70 * Math.abs(value)) / most}%`;
      bar.style.opacity = value < 0 ? 1 : 0.45;
      text.textContent = Math.abs(value) < 0.005 ? "0.00" : (value > 0 ? "+" : "") + fixed(value, 2);
    };
    lines.forEach(({ slider, weight, length, long, here, missed, effect, lost, line }, j) => {
      slider.value = weights[j];
      weight.textContent = fixed(weights[j], 3);
      length.style.width = `${(70 * weights[j] * norms[j]) / longest}%`;
      long.textContent = fixed(weights[j] * norms[j], 2);
      lose(here, missed, heres[j]);
      lose(effect, lost, effects[j]);
      line.classList.toggle("bright", j === bright);
      line.classList.toggle("decides", j === decides);
    });
    back.disabled = touch === null;
    state.textContent = known() ? words.measured : waiting ? words.waiting : words.preview;
    state.className = `state ${known() ? "sure" : "guess"}`;
    const { before, after, same, change, still, alone } = self.header;
    const written = !known() ? (alive() ? "…" : words.fixed) : same ? words.same : node("b", {}, after || words.nothing);
    how.textContent = `${words.how} ${self.header.head}.`;
    put(remark, rich(alone ? words.alone : self.header.remark));
    put(said, node("dl", { class: "said" }, node("dt", {}, words.wrote), node("dd", { dir: "auto" }, before || words.nothing),
        touch ? [node("dt", {}, words.writes), node("dd", { dir: "auto" }, node("span", { role: "status" }, written))] : null),
      touch && known() ? node("p", { class: "read" }, rich(still ? words.still : say(words.change, { change: fixed(change, 2) }))) : null);
    self.panel();
  }
  return {
    paint,
    keys: () => (touch ? { b: () => commit(null) } : {}),
    address: () => (touch ? [touch.column + 1, touch.weight] : [0]),
    restore([column, weight]) {
      const [j, w] = [Number(column) - 1, Number(weight)];
      if (Number.isInteger(j) && j >= 0 && j < self.header.labels.length && w >= 0 && w <= 1) touch = { column: j, weight: w };
      if (alive() && !known()) queueMicrotask(() => commit(touch)); // the address named a change: the model runs
    },
    take(before) {
      const other = before.head !== self.header.head || before.before !== self.header.before;
      if (other || known()) waiting = false;
      if (other) touch = self.header.changed;
    },
  };
}, { style: ROW_STYLE });
