// A figure that is said: its choices as controls, its panels one below the other. Python says what is shown.
import { node, put, say } from "../kit/core.js";
import { labelsOf } from "../kit/choices.js";
import { drawing } from "../kit/drawing.js";
import { choice, keysLine, press, section } from "../kit/widgets.js";
import { gaps, reading } from "./numbers.js";
import { paints } from "./paints.js";
import { PANELS_STYLE } from "./style.js";

export const draw = drawing((self) => {
  const bar = node("div", { class: "bar" }), card = node("div", { class: "card" });
  const pointed = node("p", { class: "read soft pointed", role: "status" });
  self.body.append(bar, card);
  const words = () => self.header.words;
  const go = (name, at) => self.goTo({ [name]: at });
  const player = press("", self.toggle);
  let made = "", controls = [];

  // What chooses: made once for its labels, so that a slider can be dragged and a button keeps the focus.
  function control(one) {
    const { name, title } = one, labels = labelsOf(one, self.state);
    if (one.control === "slider") {
      const slider = node("input", { type: "range", min: 0, max: labels.length - 1, step: 1, "aria-label": title }), said = node("b");
      slider.oninput = () => go(name, Number(slider.value));
      return { root: node("label", { class: "dial" }, title, slider, said), set: (at) => ([slider.value, said.textContent] = [at, labels[at].label]) };
    }
    if (one.control === "tick") {
      const box = node("input", { type: "checkbox", onchange: () => go(name, Number(box.checked)) });
      return { root: node("label", { class: "dial" }, box, title), set: (at) => (box.checked = at === 1) };
    }
    if (one.control === "step") {
      const [back, forward] = [["back", -1], ["forward", 1]].map(([word, by]) => press(say(words()[word], { title }), () => go(name, self.state[name] + by)));
      const plays = self.header.plays === name ? player : null;
      return {
        root: node("div", { class: "player", role: "group", "aria-label": words().player }, back, plays, forward),
        set: (at) => ([back.disabled, forward.disabled] = [at === 0, at === labels.length - 1]),
      };
    }
    if (one.control === "tiles") {
      const all = labels.map(({ label, note, look }, n) => press([label, note ? node("i", {}, note) : null], () => go(name, n), { class: `tile ${look ?? ""}`, dir: "auto" }));
      return { inside: true, root: node("div", { class: "tiles", role: "group", "aria-label": title }, all), set: (at) => all.forEach((tile, n) => tile.setAttribute("aria-pressed", n === at)) };
    }
    const buttons = choice(title, labels.map(({ label, full }) => [label, full]), (at) => go(name, at));
    buttons.root.prepend(node("span", { class: "name" }, title));
    return buttons;
  }
  function dress() {
    const shown = self.header.choices.filter((one) => one.control && labelsOf(one, self.state).length > 1);
    const now = JSON.stringify(shown.map((one) => [one.name, labelsOf(one, self.state)]));
    if (now !== made) {
      [made, controls] = [now, shown.map((one) => ({ name: one.name, ...control(one) }))];
      put(bar, controls.filter(({ inside }) => !inside).map(({ root }) => root), self.buttons(words()));
    }
    controls.forEach(({ name, set }) => set(self.state[name]));
    player.textContent = self.playing() ? words().pause : words().play;
  }

  function paint() {
    dress();
    const see = reading(self), beside = [];
    const paintAll = (panels, room) => panels.map((panel) => {
      if (panel.kind === "side") return void beside.push(panel);
      const title = panel.title ? node("p", { class: "label" }, see.said(panel.title)) : null;
      return node("div", { class: `panel-${panel.kind}` }, title, paints[panel.kind](panel, { ...see, self, room, paintAll, pointed }));
    });
    const held = self.body.getRootNode().activeElement?.dataset?.choice; // a button in a panel: it is made anew
    pointed.textContent = words().hover;
    const inside = paintAll(see.picked(self.header.panels), self.width() - 38);
    put(card, controls.filter((one) => one.inside).map(({ root }) => root), inside,
      card.querySelector("canvas.points") || inside.some((one) => one?.querySelector("canvas.points")) ? pointed : null,
      keysLine(words()), self.header.origin ? self.origin(see.said(self.header.origin)) : null);
    if (held) card.querySelector(`[data-choice=${held}][aria-pressed=true]`)?.focus({ preventScroll: true });
    self.panel(...beside.map(({ title, which, panels }) => section(say(see.picked(title), gaps(self)), say(see.picked(which), gaps(self)), paintAll(panels, 232))));
  }
  // To the next stronger or weaker value of a choice, by the numbers that a panel ranks it by.
  self.rank = (by) => {
    const { choice: name, from } = ranked(), values = reading(self).all(from);
    const order = values.map((_, k) => k).sort((a, b) => values[b] - values[a] || a - b);
    go(name, order[Math.min(order.length - 1, Math.max(0, order.indexOf(self.state[name]) + by))]);
  };
  const ranked = () => self.header.panels.find?.(({ kind }) => kind === "ranked");
  return {
    paint,
    keys: () => ({ ...(self.header.plays && { " ": self.toggle }), ...(ranked() && { s: () => self.rank(-1), w: () => self.rank(1) }) }),
  };
}, { style: PANELS_STYLE });
