// Byte-pair encoding, merge by merge. Python computes all counts; this file only looks them up and
// draws them.
import { node, put, say } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { keysLine, press } from "../../../figures/kit/widgets.js";
import { FEW, corpus, encoded, grouped, headline, lengths, pairTable, vocabulary } from "./panels.js";
import { pieces, telling } from "./pieces.js";
import { BPE_STYLE } from "./style.js";

export const draw = drawing((self) => {
  const { state } = self;
  let says, last, parts, look, controls, merged, waiting = null;
  const section = (name, ...children) => node("section", { class: name }, children);
  const bar = node("div", { class: "bar" });
  const said = node("div", { class: "headline", "aria-live": "polite" });
  const [words, tokens, pairs, one, length] = ["words", "tokens", "pairs", "one", "length"].map((name) => section(name));
  const grid = node("div", { class: "bpe" },
    node("div", { class: "left" }, words, tokens), pairs, node("div", { class: "halves" }, one, length));
  const foot = node("div");
  self.body.append(bar, said, grid, foot);

  function paint() {
    const { header } = self;
    const { merge } = state;
    // Sizes are read before anything changes: a layout in between would cost as much as everything else.
    const wide = length.clientWidth || 460;
    const scrolled = words.querySelector(".corpus")?.scrollTop ?? 0;
    const screen = self.isFull() ? self.screen() : null; // in Present: its height
    grid.classList.toggle("narrow", self.width() < (screen ? 560 : 760));
    grid.classList.toggle("long", screen !== null && header.words.length > FEW);
    const { slider, at, back, rewind, forward, play } = controls;
    slider.value = merge;
    slider.setAttribute("aria-valuetext", say(says.at.replaceAll("**", ""), { merge, last }));
    at.replaceChildren(...telling(says.at, { merge: grouped(merge), last: grouped(last) }));
    back.disabled = rewind.disabled = merge === 0;
    forward.disabled = merge === last;
    play.textContent = self.playing() ? says.pause : says.play;
    const made = merge ? header.merges[merge - 1] : null; // the last merge
    const coming = merge < last ? header.merges[merge] : null; // the next merge
    const view = { header, state, step: header.steps[merge], last, made, coming, parts, look, wide, scrolled, count, go, soon, pick };
    Object.assign(view, { screen, large: self.width() > 900 });
    headline(said, view);
    corpus(words, view);
    pairTable(pairs, view);
    vocabulary(tokens, view);
    encoded(one, view);
    merged = lengths(length, view);
  }

  // ---- state: changed by buttons, keys, the slider, the curve ---------------------------------------
  const count = () => self.show({ counted: 1 });
  const pick = (token) => self.show({ token: state.token === token ? null : token });
  const go = (merge) => self.goTo({ merge, counted: 1 });
  // A dragged slider reports more often than the screen is drawn.
  function soon(merge) {
    if (waiting === null) requestAnimationFrame(() => (go(waiting), (waiting = null)));
    waiting = merge;
  }
  const move = (by) => go(state.merge + by);
  function toggle() {
    state.counted = 1;
    self.toggle();
  }
  let dragging = false;
  length.onpointerdown = (event) => {
    if (!event.target.closest(".plot")) return;
    dragging = true;
    length.setPointerCapture(event.pointerId);
    merged(event);
  };
  length.onpointermove = (event) => dragging && merged(event);
  length.onpointerup = length.onpointercancel = () => (dragging = false);

  // ---- new data -------------------------------------------------------------------------------------
  function prepare() {
    const { header } = self;
    [says, last] = [header.says, header.steps.length - 1];
    parts = new Map();
    header.merges.forEach(({ pair, token }, at) => parts.has(token) || parts.set(token, { pair, merge: at + 1 }));
    look = pieces(header);
    controls = {
      rewind: press(says.rewind, () => go(0), { title: says.rewind_title }),
      back: press(says.back, () => move(-1), { title: says.back_title }),
      forward: press(says.forward, () => move(1), { title: says.forward_title }),
      play: press(says.play, toggle),
      slider: node("input", { type: "range", class: "range", min: 0, max: last, value: 0, "aria-label": says.slider }),
      at: node("span", { class: "at" }),
    };
    const { rewind, back, forward, play, slider, at } = controls;
    slider.oninput = () => soon(Number(slider.value));
    put(bar,
      node("div", { class: "player", role: "group", "aria-label": says.player }, rewind, back, forward, play),
      slider, at, self.buttons(says));
    put(foot, keysLine({ keys: says.keys }), self.origin(say(says.origin, header.run)));
  }
  prepare();
  return {
    paint,
    settle: () => (state.counted ||= Number(state.merge > 0)),
    keys: () => ({ " ": toggle, Home: () => go(0), ...(state.token !== null && { Escape: () => pick(state.token) }) }),
    // An edit keeps the current step; another scene opens at its own start.
    take(before) {
      self.stop();
      const same = JSON.stringify(before.start) === JSON.stringify(self.header.start);
      prepare();
      if (same) state.token = null;
      else self.reopen();
    },
  };
}, { style: BPE_STYLE, lab: false });
