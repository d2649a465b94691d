// LayerNorm of four numbers: a row for each step, as far as one has stepped.
import { css, diverging, inkOn, node, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { brief, choice, keysLine, press } from "../kit/widgets.js";
import { FOUR_STYLE } from "./style.js";

const PAUSE = 1700; // milliseconds a step

export const draw = drawing((self) => {
  const { words, vectors, rules, steps } = self.header;
  const read = ({ vector, rule, step }) => ({ vector: vector - 1, rule: rule - 1, step: step - 1 });
  const state = read(self.header.start);
  const vector = choice(words.vector, vectors.map((name) => [name]), (k) => self.goTo({ vector: k }));
  const rule = choice(words.rule, rules.map(({ button }) => [button]), (k) => self.goTo({ rule: k, step: Math.max(state.step, 5) }));
  const [back, play, forward] = [press(words.back, () => move(-1)), press(words.play, self.toggle), press(words.forward, () => move(1))];
  const move = (by) => self.goTo({ step: Math.max(0, state.step + by) });
  const card = node("div", { class: "card" });
  self.body.append(
    node("div", { class: "bar" }, vector.root, node("div", { class: "player", role: "group", "aria-label": words.player }, back, play, forward), self.buttons(words)),
    node("div", { class: "bar" }, node("span", { class: "label" }, words.rule), rule.root), card);

  const at = (name, k) => self.arrays[name].at(state.vector, state.rule, k);
  const printed = (value) => (Number.isNaN(value) ? "0 / 0" : brief(value));
  function row({ name, label }, number) {
    const alone = ["mean", "divisor"].includes(name);
    const numbers = alone ? [self.arrays[name].at(state.vector, state.rule)] : [0, 1, 2, 3].map((k) => at(name, k));
    const most = Math.max(1e-9, ...numbers.map((value) => Math.abs(value) || 0));
    const colour = diverging(self.palette, self.palette.weight_full, 2 * most);
    const cell = (value) => {
      const fill = colour(Number.isNaN(value) ? 0 : value);
      return node("td", { colspan: alone ? 4 : null, style: `background:${css(fill)};color:${inkOn(fill)}` }, printed(value));
    };
    const title = name === "divisor" ? rules[state.rule].formula : label;
    return node("tr", { class: `${number > state.step ? "unseen-step" : ""}${number === state.step ? " on" : ""}`, onclick: () => self.goTo({ step: number }) },
      node("th", { scope: "row" }, title), numbers.map(cell));
  }
  function told() {
    const { name, says } = steps[state.step];
    if (name === "output") return say(says, { gamma: self.header.gamma.join(", "), beta: self.header.beta.map((value) => brief(value)).join(", ") });
    if (name !== "divided") return says;
    const spread = self.arrays.spread.at(state.vector, state.rule);
    if (Number.isNaN(spread)) return words.undefined;
    if (spread === 0) return words.zero;
    return `${says} ${say(words.spread, { spread: brief(spread) })} ${Math.abs(spread - 1) < 1e-3 ? words.right : words.wrong}`;
  }
  function paint() {
    [vector.set(state.vector), rule.set(state.rule)];
    play.textContent = self.playing() ? words.pause : words.play;
    [back.disabled, forward.disabled] = [state.step === 0, state.step === steps.length - 1];
    card.replaceChildren(
      node("div", { class: "four-scroll" }, node("table", { class: "four" }, node("tbody", {}, steps.map(row)))),
      node("p", { class: "read four-says", role: "status" }, told()),
      node("p", { class: "caption" }, rules[state.rule].who), keysLine(words));
    self.panel();
  }
  return {
    state, paint,
    counts: () => ({ vector: vectors.length, rule: rules.length, step: steps.length }),
    keys: () => ({
      ArrowLeft: () => move(-1), ArrowRight: () => move(1), " ": self.toggle,
      ArrowUp: () => self.goTo({ rule: Math.max(0, state.rule - 1) }), ArrowDown: () => self.goTo({ rule: state.rule + 1 }),
      v: () => self.goTo({ vector: (state.vector + 1) % vectors.length }),
    }),
    address: () => [state.vector + 1, state.rule + 1, state.step + 1],
    restore: ([vector, rule, step]) => Object.assign(state, { vector: vector - 1, rule: rule - 1, step: step - 1 }),
    take: (before) => self.header.start !== before.start && Object.assign(state, read(self.header.start)),
    play: { pace: () => PAUSE, ended: () => state.step === steps.length - 1, rewind: () => (state.step = 0), next: () => (state.step += 1) },
  };
}, { style: FOUR_STYLE });
