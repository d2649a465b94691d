// The controls of a declared figure: buttons, a slider, tiles, steps. Each returns { root, set(at) }.
import { node, say } from "../kit/core.js";
import { labelsOf, onward, picked } from "../kit/choices.js";
import { choice, press } from "../kit/widgets.js";
import { reading } from "./reading.js";

export function controlOf(self, one) {
  const { name, title, leads } = one, labels = labelsOf(one, self.state);
  // A choice also moves to what depends on it.
  const choose = (at) => {
    const led = Object.entries(leads).map(([other, least]) => [other, Math.max(self.state[other], least - 1)]);
    self.goTo({ [name]: at, ...Object.fromEntries(led) });
  };
  const parts = { self, one, labels, choose };
  return (CONTROLS[one.control.kind ?? one.control] ?? segment)(parts);

  function segment() {
    const buttons = choice(title, labels.map(({ label, full }) => [label, full]), choose);
    buttons.root.prepend(node("span", { class: "name" }, title));
    labels.forEach(({ off }, at) => Object.assign(buttons.buttons[at], off && { disabled: true, title: off }));
    if (self.header.plays !== name) return buttons;
    const steps = player(parts);
    return { root: [buttons.root, steps.root], set: (at) => (buttons.set(at), steps.set(at)) };
  }
}
// Controls as wide as the figure are inside its card.
export const isWide = ({ control }) => control === "tiles" || control === "slider";

const group = (name, title, ...content) => node("div", { class: name, role: "group", "aria-label": title }, content);

// The play button of the choice that plays by itself; other choices have none.
function playing(self, name) {
  const { plays, words } = self.header, root = plays === name ? press("", self.toggle) : null;
  return { root, set: () => root && (root.textContent = self.playing() ? words.pause : words.play) };
}

// Back, play, forward.
function player({ self, one, labels, choose }) {
  const { words } = self.header, { title } = one;
  const move = (word, by) => press(say(words[word], { title }), () => choose(onward(one, self.state, by)));
  const [back, forward] = [move("back", -1), move("forward", 1)];
  const play = playing(self, one.name);
  return {
    root: group("player", words.player, back, play.root, forward),
    set(at) {
      [back.disabled, forward.disabled] = [at === 0, at === labels.length - 1];
      play.set();
    },
  };
}

const CONTROLS = {
  slider({ self, one: { name, title }, labels, choose }) {
    const slider = node("input", { type: "range", min: 0, max: labels.length - 1, step: 1, "aria-label": title });
    const [value, note] = [node("b"), node("span")];
    slider.oninput = () => choose(Number(slider.value));
    const play = playing(self, name);
    const dial = node("label", { class: "dial said-dial" }, title, slider, value, note);
    return {
      root: [play.root && group("player", title, play.root), dial],
      set(at) {
        play.set();
        slider.value = at;
        [value.textContent, note.textContent] = [labels[at].label, labels[at].note ?? ""];
      },
    };
  },

  tiles({ one: { title }, labels, choose }) {
    // A tile with a thumbnail, or its note, can give away the answer to a question.
    const noted = (note, look) => (note ? node("i", { class: look === undefined ? null : "telling" }, note) : null);
    const tile = ({ label, note, look }, at) =>
      press([label, noted(note, look)], () => choose(at), { class: `tile ${look ?? ""}`, dir: "auto" });
    const buttons = labels.map(tile);
    return {
      root: group("tiles", title, buttons),
      set: (chosen) => buttons.forEach((button, at) => button.setAttribute("aria-pressed", at === chosen)),
    };
  },

  step(parts) {
    const { self, one, labels } = parts, { title } = one, steps = player(parts);
    const where = node("span", { class: "state", role: "status" });
    return {
      root: node("span", { class: "steps" }, steps.root, where),
      set(at) {
        where.textContent = say(self.header.words.at, { title, at: at + 1, count: labels.length });
        // Their number can give away the answer to a question.
        where.classList.toggle("telling", Boolean(picked(one.tells, self.state)));
        steps.set(at);
      },
    };
  },

  switch({ one: { name, title }, choose }) {
    const box = node("input", { type: "checkbox", onchange: () => choose(Number(box.checked)) });
    return { root: node("label", { class: "dial" }, box, title), set: (at) => (box.checked = at === 1) };
  },

  ranked({ self, one }) {
    const { words } = one.control;
    const to = (by) => () => toRanked(self, one, by);
    const buttons = [press(words.weaker, to(1)), press(words.stronger, to(-1))];
    return { root: group("player", words.title, buttons), set: () => {} };
  },
};

// Move to the next stronger (−1) or weaker (+1) value, by the numbers that rank it here.
export function toRanked(self, { name, control }, by) {
  const values = reading(self).all(control.from);
  const order = values.map((_, k) => k).sort((a, b) => values[b] - values[a] || a - b);
  const at = order.indexOf(self.state[name]) + by;
  self.goTo({ [name]: order[Math.min(order.length - 1, Math.max(0, at))] });
}
