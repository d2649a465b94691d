// The model as one diagram with a legend, a sentence about the stop, and a player with named stops below.
import { beside } from "../../../figures/kit/beside.js";
import { css, diverging, node, put, say } from "../../../figures/kit/core.js";
import { press, rich } from "../../../figures/kit/widgets.js";
import { stopOf } from "./flow_layout.js";
import { paintPicture } from "./flow_picture.js";

const [SLIM, SMALL] = [680, 800]; // pixels: in less room it scrolls sideways, and titles have no numbers
const TAKEN = { page: 464, told: 428, stage: 204, slim: 232 }; // pixels of the screen outside the diagram
const TALE = { told: 320, least: 1120 }; // pixels: for the sentences beside the diagram, and the minimum for both

// player: its three buttons; open(box) opens a box of the model.
export function makeFlow(self, player, open) {
  const picture = node("div", { class: "picture" }), says = node("p", { class: "stop-says", role: "status" });
  const stops = node("div", { class: "stops" }), written = node("span", { class: "state" });
  const foot = node("div", { class: "flow-foot" }, stops, written);
  let buttons = [], named = null; // of the stops; for which figure
  const shown = node("div", {}, picture, says, foot), root = node("div", { class: "flow" }, shown);
  const rounds = () => stopOf(self.header, steps() - 1).round + 1;
  const go = (change) => self.goTo(change);

  const steps = () => self.header.choices.find(({ name }) => name === "step").labels.of[0];
  // The step of a stop: in this round, or before all rounds for stops that come once.
  function stepAt(stop, round) {
    const { before } = self.header.flow, { each } = stopOf(self.header, 0);
    return stop < before ? stop : stop + round * each;
  }
  // The step that shows a box of the model after the whole output is written.
  function stepOf(id, holds) {
    const { flow: { frames }, boxes } = self.header;
    if (id === null) return steps() - 1;
    const found = frames.findIndex(({ box }) => holds(box, id) || holds(id, box));
    const stop = found >= 0 ? found : frames.findIndex(({ lane }) => lane === boxes[id].lane);
    return stepAt(Math.max(0, stop), rounds() - 1);
  }

  function legend(followed) {
    const { words } = self.header, colour = diverging(self.palette, self.palette.weight_full, 1);
    const strip = [...Array(9)].map((_, k) => css(colour((k - 4) / 4))).join(",");
    const [below, zero, above] = words.ends;
    const item = (...content) => node("span", {}, content), line = (name) => node("i", { class: name });
    const scale = node("i", { class: "scale", title: zero, style: `background:linear-gradient(90deg,${strip})` });
    return node("span", { class: "flow-legend" }, item(words.number, " ", below, scale, above),
      item(line("thread-of"), say(words.row_of, { word: followed })), item(line("looks-at"), words.looks));
  }
  // Made once, so that the keyboard focus stays.
  function stopLine({ stop, round }) {
    const { flow: { frames, next }, words, id } = self.header;
    if (named !== (named = id)) {
      const name = ({ title }, k) => [node("i"), node("span", {}, say(words.stop, { at: k + 1, title }))];
      put(stops, (buttons = [...frames, next].map((frame, k) => press(name(frame, k), null))));
    }
    buttons.forEach((button, k) => {
      button.className = k < stop ? "past" : "";
      k === stop ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current");
      button.onclick = () => go({ step: stepAt(k, round) });
    });
  }
  // The sentences of all stops of this round.
  let now = null; // what the diagram shows
  const tale = beside(root, shown, TALE, () => {
    const { frames, next } = self.header.flow;
    const steps = [...frames, next].map(({ title }, k) => ({ title, said: rich(now.told(k)) }));
    return { shown: now.stop, steps, goTo: (k) => go({ step: stepAt(k, now.round) }) };
  });
  function paint(bar) {
    const { header, state } = self, { flow, lanes, words } = header;
    const room = tale.place(self.width()), told = room < self.width();
    const slim = room < SMALL, place = !self.isFull() ? (told ? "told" : "page") : slim ? "slim" : "stage";
    root.classList.toggle("slim", slim);
    says.classList.toggle("unseen", told); // the column shows the sentence
    now = paintPicture(self, picture, { wide: Math.max(SLIM, room), high: self.screen() - TAKEN[place], go, open });
    tale.paint();
    const stop = say(words.stop, { at: now.stop + 1, title: now.title });
    put(says, node("b", { class: "at-stop" }, stop), " ", rich(now.told(now.stop)));
    stopLine(now);
    written.hidden = flow.grows === null;
    written.textContent = say(words.written, { at: now.round + 1, count: rounds() });
    if (player.parentNode !== foot) foot.prepend(player);
    put(bar, legend(lanes[0].labels[flow.grows === 0 ? now.newest : state.word].label));
  }
  return { root, paint, steps, stepOf, end: tale.end };
}
