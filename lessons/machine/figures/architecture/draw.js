// A model as one diagram (flow.js) or, in more detail, as nested boxes; each lights up when a value leaves it.
// The state has two numbers: the depth, and the step among those visible at that depth.
import { BESIDE_STYLE } from "../../../figures/kit/beside.js";
import { diverging, node, put, say, sequential } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { paintCanvas } from "../../../figures/kit/matrix.js";
import { choice, clip, keysLine, press } from "../../../figures/kit/widgets.js";
import { makeFlow } from "./flow.js";
import { FLOW_STYLE } from "./flow_style.js";
import { stopOf } from "./flow_layout.js";
import { links } from "./links.js";
import { MAP_STYLE } from "./style.js";
import { view } from "./view.js";

const NARROW = 640; // pixels: from here on, the map and the values of a box are side by side
const STRIP = [46, 11]; // pixels of the small image in a box
const ABOVE = { page: 300, stage: 100 }; // pixels of the screen that are not the map's

export const draw = drawing((self) => {
  const { state, header: { words } } = self;
  const strips = new Map(); // of this palette
  let painted = null;
  const [back, forward] = [press(words.back, () => move(-1)), press(words.forward, () => move(1))];
  const play = press(words.play, self.toggle);
  const player = node("div", { class: "player", role: "group", "aria-label": words.player }, back, play, forward);
  const at = node("span", { class: "state", role: "status" }), first = node("span", { class: "first" });
  const tabs = node("span");
  let detail = null; // its tabs: one per level of this model
  const map = node("div", { class: "map", role: "group", "aria-label": words.map });
  const card = node("div", { class: "view" });
  const both = node("div", { class: "machine" }, map, card);
  const foot = node("div"), flow = makeFlow(self, player, (id) => goDeep(2, id));
  self.body.append(
    node("div", { class: "bar" }, first, node("span", { class: "grow" }), tabs, self.buttons(words)), foot);

  const box = (id) => self.header.boxes[id];
  const deep = () => state.depth + 1; // the state counts from 0, the boxes from 1
  const frontier = (depth = deep()) => self.header.boxes.map((_, id) => id)
    .filter((id) => box(id).depth === depth || (box(id).depth < depth && !box(id).children.length))
    .sort((a, b) => box(a).left - box(b).left);
  const far = () => state.depth === 0; // the one diagram
  const stop = () => stopOf(self.header, state.step).stop;
  // null: the answer, after the last box
  const current = () => (far() ? self.header.flow.frames[stop()]?.box : frontier()[state.step]) ?? null;
  const holds = (id, other) => other !== null && (id === other || box(id).children.some((child) => holds(child, other)));
  const layered = (id) => box(id).depth === 1 && box(id).children.some((child) => box(child).children.length);
  const opened = (id) => box(id).children.length > 0 && box(id).depth < deep() && (holds(id, current()) || layered(id));

  // Go to that depth, to the box around the current one or the first one inside it.
  function goDeep(depth, id) {
    if (depth === 1) return self.goTo({ depth: 0, step: flow.stepOf(id, holds) });
    const shown = frontier(depth);
    const step = id === null ? shown.length : shown.findIndex((other) => holds(id, other) || holds(other, id));
    self.goTo({ depth: depth - 1, step });
  }
  const move = (by) => self.goTo({ step: state.step + by });
  const open = (id) => goDeep(Math.max(deep(), box(id).depth + (box(id).children.length ? 1 : 0)), id);
  const openHere = () => current() !== null && box(current()).children.length && goDeep(deep() + 1, current());
  const closeHere = () => {
    if (far()) return;
    if (deep() === 2) return goDeep(1, current());
    const holder = self.header.boxes.findIndex((one) => one.children.includes(current()));
    if (holder >= 0) goDeep(box(holder).depth, holder);
  };

  // ---- the map ---------------------------------------------------------------------------------------
  function sheet(id, head = 0) {
    const { array, limit, share } = box(id);
    const { sizes, at: of } = self.arrays[array];
    const [rows, columns] = sizes.length > 1 ? sizes.slice(-2) : [1, sizes[0] ?? 1];
    const lead = sizes.length > 2 ? [...Array(sizes.length - 3).fill(0), head] : [];
    const value = (i, j) => (sizes.length > 1 ? of(...lead, i, j) : sizes.length ? of(j) : of());
    return {
      rows, columns, heads: sizes.length > 2 ? sizes.at(-3) : 1, at: value, hatched: (i, j) => value(i, j) === -Infinity,
      colour: share ? sequential(self.palette) : diverging(self.palette, self.palette.weight_full, limit),
    };
  }
  function strip(id) {
    if (!strips.has(id)) {
      const [canvas, small] = [node("canvas", { "aria-hidden": "true" }), sheet(id)];
      paintCanvas(canvas, small, self.palette, STRIP[0] / small.columns, STRIP[1] / small.rows);
      strips.set(id, canvas);
    }
    return strips.get(id);
  }
  function closed(id) {
    const { name, children, left } = box(id);
    const lit = id === current();
    const past = current() === null || left <= box(current()).left;
    const title = children.length ? say(words.open, { name }) : name;
    return node("button", {
      type: "button", class: `box${past ? " past" : ""}${children.length ? " deep" : ""}`, "aria-current": lit ? "step" : null, "data-box": id,
      title, onclick: () => open(id),
    }, node("span", { class: "what" }, name), node("span", { class: "strip" }, past ? strip(id) : null));
  }
  function drawn(id) {
    if (!opened(id)) return closed(id);
    const { name, children, depth } = box(id);
    const title = node("button", { type: "button", class: "title", title: say(words.close, { name }), onclick: () => goDeep(depth, id) }, name);
    return node("div", { class: `inside-of${holds(id, current()) ? " lit" : ""}`, "data-box": id }, title, looped(children));
  }
  // Boxes inside a residual connection are behind a line.
  function looped(ids) {
    const found = [];
    for (const id of ids) {
      const { around } = box(id);
      if (!around || found.at(-1)?.around !== around) found.push({ around, ids: [] });
      found.at(-1).ids.push(id);
    }
    return found.map(({ around, ids: some }) => (around ? node("div", { class: "loop", title: around }, some.map(drawn)) : some.map(drawn)));
  }
  function lane({ title, labels, boxes }, k) {
    // The output is empty before its side has begun.
    const later = k > 0 && current() !== null && !frontier().some((id) => box(id).lane === k && box(id).left <= box(current()).left);
    const given = node("div", { class: `given${labels.length > 24 ? " many" : ""}${later ? " later" : ""}` },
      node("i", {}, later ? say(words.later, { title }) : title), labels.map(({ label }) => node("span", { dir: "auto" }, label)));
    const last = k === self.header.lanes.length - 1;
    const lit = current() === null;
    const answer = node("button", { type: "button", class: `box${lit ? " past" : ""}`, "aria-current": lit ? "step" : null, onclick: () => self.goTo({ step: frontier().length }) }, words.answer);
    return node("div", { class: "lane" }, given, boxes.map(drawn), last ? answer : null);
  }

  function details() {
    const names = [...Array(self.header.depth)].map((_, depth) => [String(depth + 1), words.detail_of.at(depth) ?? ""]);
    detail = choice(words.detail, names, (depth) => goDeep(depth + 1, current()));
    detail.root.prepend(node("span", { class: "name" }, words.detail));
    put(tabs, detail.root);
  }
  function paint() {
    if (detail?.buttons.length !== self.header.depth) details();
    const last = far() ? flow.steps() - 1 : frontier().length;
    const [one, other] = far() ? [flow.root, both] : [both, flow.root];
    if (!one.parentNode) foot.before(one);
    other.remove();
    play.textContent = self.playing() ? words.pause : words.play;
    [back.disabled, forward.disabled] = [state.step === 0, state.step >= last];
    detail.set(state.depth);
    at.textContent = say(words.step, { at: state.step + 1, count: last + 1 });
    const hint = far() ? words.hint_flow : words.hint, follows = far() && self.header.flow.grows !== 0;
    const keys = [...words.keys, ...(follows ? words.keys_flow : [])];
    put(foot, node("p", { class: "caption" }, hint, " ", words.source), keysLine({ keys }));
    self.panel();
    if (far()) return flow.paint(first);
    if (player.parentNode !== first) put(first, player, at); // the keyboard focus stays
    paintBoxes();
  }
  function paintBoxes() {
    if (painted !== self.palette) strips.clear();
    painted = self.palette;
    const wide = self.width(), beside = wide >= NARROW;
    both.classList.toggle("one", !beside);
    const high = Math.max(300, self.screen() - (self.isFull() ? ABOVE.stage : ABOVE.page));
    both.style.setProperty("--high", `${high}px`);
    both.style.setProperty("--view", self.isFull() ? "0" : "420px");
    const top = map.scrollTop;
    put(map, self.header.lanes.map(lane));
    map.scrollTop = top;
    put(card, view(self, current(), { sheet, wide: beside ? (wide - 18) * 0.465 - 30 : wide - 30, high }));
    const lit = map.querySelector("[aria-current]");
    if (lit) {
      const [a, b] = [lit.offsetTop, lit.offsetTop + lit.offsetHeight];
      if (a < map.scrollTop + 30) map.scrollTop = a - 30;
      if (b > map.scrollTop + map.clientHeight - 40) map.scrollTop = b - map.clientHeight + 40;
    }
    links(map, self.header.boxes, current());
  }
  return {
    paint, end: flow.end, keys: () => ({ ArrowDown: openHere, ArrowUp: closeHere, " ": self.toggle }),
    take(before) {
      strips.clear();
      if (before.title === self.header.title) return;
      const { depth } = state; // the same depth as before
      Object.assign(self.reopen(), depth ? { depth, step: 0 } : {});
    },
  };
}, { style: MAP_STYLE + BESIDE_STYLE + FLOW_STYLE });
