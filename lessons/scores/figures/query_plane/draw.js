// Drag a query among the keys of its head: weights and output follow, and then the model writes.
import { fixed, node, put, say, shape, spot } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { withNumbers } from "../../../figures/kit/tables.js";
import { keysLine, press, rich } from "../../../figures/kit/widgets.js";
import { bars } from "../../../figures/kit/bars.js";
import { smallest } from "../../../figures/kit/mode.js";
import { wordLabels } from "../../../figures/kit/word_labels.js";
import { previewOf } from "./preview.js";
import { PLANE_STYLE } from "./style.js";

const ABOVE = 150; // pixels of the screen not available to a plane
const REST = 350; // milliseconds after the last key before Python is asked
const round = (x) => Math.round(x * 100) / 100;

export const draw = drawing((self) => {
  const { words } = self.header;
  const alive = () => Boolean(self.options.choose);
  let place = [...self.header.place], held = false, waiting = null, timer = null;
  const back = press(words.back, () => go(self.header.model_place));
  const state = node("span", { class: "state", role: "status" });
  const left = plane("keys"), right = plane("values");
  const rows = node("div"), said = node("div");
  const how = node("p", { class: "caption" });
  const planes = node("div", { class: "planes" }, left.host,
    node("div", {}, node("p", { class: "label" }, node("b", {}, words.weights_title)), rows), right.host);
  const card = node("div", { class: "card" }, said, planes, how, keysLine(words));
  self.body.append(node("div", { class: "bar" }, back, state, self.buttons(words)), card);
  const at = (pair) => pair.map(round).join();
  const known = () => at(place) === at(self.header.place); // Python has answered for this position

  function move(next) {
    place = next.map(round);
    self.goTo({});
  }
  function go(next) {
    clearTimeout(timer);
    move(next);
    if (alive() && !known()) self.options.choose({ place: (waiting = place) });
  }
  const step = (dx, dy) => {
    move([place[0] + dx * left.reach() / 20, place[1] + dy * left.reach() / 20]);
    tellMost();
    clearTimeout(timer);
    timer = setTimeout(() => go(place), REST);
  };

  // One of the two planes: points with names, and a mark that is dragged or follows.
  function plane(name) {
    const svg = shape("svg", { class: "plane", role: "img" }), layer = shape("g");
    const title = node("p", { class: "label" });
    const host = node("div", {}, title, svg), named = wordLabels(layer);
    const reach = () => {
      const points = self.arrays[name], all = name === "keys" ? [...self.header.model_place, ...self.header.place] : [];
      for (let j = 0; j < points.sizes[0]; j++) all.push(points.at(j, 0), points.at(j, 1));
      return 1.25 * Math.max(0.1, ...all.map(Math.abs));
    };
    function paint(size, mark, colour, hue, weights) {
      const points = self.arrays[name], limit = reach();
      const X = (x) => size / 2 + (x / limit) * (size / 2), Y = (y) => size / 2 - (y / limit) * (size / 2);
      title.replaceChildren(...rich(words[`${name}_title`]));
      svg.replaceChildren();
      const [rows, columns] = [self.header.labels, ["x", "y", words.weights_title]];
      withNumbers(svg, () => [{ rows, columns, at: (j, axis) => (axis < 2 ? points.at(j, axis) : weights[j]) }]);
      for (const [key, value] of Object.entries({ width: size, height: size, "aria-label": words[`${name}_title`].replaceAll("**", "") })) svg.setAttribute(key, value);
      const line = (x1, y1, x2, y2, style) => svg.append(shape("line", { x1, y1, x2, y2, ...style }));
      line(0, size / 2, size, size / 2, { class: "axis" });
      line(size / 2, 0, size / 2, size, { class: "axis" });
      const seen = weights.map((_, j) => [X(points.at(j, 0)), Y(points.at(j, 1))]);
      const order = weights.map((_, j) => j).sort((a, b) => weights[b] - weights[a]);
      seen.forEach(([x, y], j) => svg.append(shape("circle", {
        cx: x, cy: y, r: 4 + 6 * Math.sqrt(weights[j]), fill: self.arrays.allowed.at(j) ? colour : self.palette.hatch, opacity: 0.45 + 0.55 * weights[j],
      }, shape("title", {}, self.header.labels[j].full))));
      const [mx, my] = [X(mark[0]), Y(mark[1])];
      line(size / 2, size / 2, mx, my, { class: "ray", style: `stroke:${hue}` });
      svg.append(shape("circle", { class: "mark", cx: mx, cy: my, r: 10, fill: hue }), layer);
      named.place({
        seen, size: [size, size], moving: held, letters: Math.max(13, smallest()),
        taken: [[mx - 12, my - 12, mx + 12, my + 12]], first: order.filter((j) => weights[j] > 0.05),
        scene: { count: seen.length, name: (j) => self.header.labels[j].label, faint: () => false, chosen: order[0] },
      });
    }
    return { host, svg, reach, paint };
  }
  function pointed(event) {
    const size = Number(left.svg.getAttribute("width")), limit = left.reach();
    const [x, y] = spot(event, left.svg);
    move([((x - size / 2) / (size / 2)) * limit, ((size / 2 - y) / (size / 2)) * limit]);
  }
  function tellMost() {
    const { weights } = known() ? numbers() : previewOf(self.arrays, place), weight = Math.max(...weights);
    const [x, y] = place.map((value) => fixed(value, 2)), { full } = self.header.labels[weights.indexOf(weight)];
    self.tell(say(words.moved, { x, y, word: full, weight: fixed(weight, 3) }));
  }
  left.svg.onpointerdown = (event) => {
    held = true;
    left.svg.setPointerCapture(event.pointerId);
    pointed(event);
  };
  left.svg.onpointermove = (event) => held && pointed(event);
  left.svg.onpointerup = () => held && ((held = false), go(place));
  left.svg.onpointercancel = () => ((held = false), go(self.header.place));

  function paint() {
    const wide = self.width() - 38, room = wide >= (self.isFull() ? 560 : 760) ? 3 : wide >= 480 ? 2 : 1; // columns
    const high = self.isFull() ? Math.max(200, self.screen() - ABOVE) : 430;
    const size = Math.min(high, Math.floor(room === 3 ? (wide - 40) * 0.4 : room === 2 ? wide * 0.52 : wide));
    const small = Math.round(room === 3 ? size * 0.72 : room === 2 ? size * 0.6 : size);
    const { weights, output } = known() ? numbers() : previewOf(self.arrays, place);
    planes.style.gridTemplateColumns = { 3: `${size}px minmax(0, 1fr) ${small}px`, 2: `${size}px minmax(0, 1fr)`, 1: "minmax(0, 1fr)" }[room];
    left.host.style.gridRow = room === 2 ? "1 / span 2" : "";
    how.textContent = `${words.how} ${self.header.head}.`;
    left.paint(size, place, self.palette.key, self.palette.query, weights);
    right.paint(small, output, self.palette.value, self.palette.weight, weights);
    const items = self.header.labels.map(({ label, full }, j) => ({ label, full, value: weights[j] }));
    put(rows, bars({
      items, palette: self.palette, pitch: Math.max(19, Math.min(26, (room === 2 ? size * 0.8 : size - 10) / items.length)), width: room === 3 ? wide - 40 - size - small : room === 2 ? wide - 20 - size : wide, scale: 1,
      signed: false, colour: self.palette.weight, print: (value) => fixed(value, 3),
    }));
    back.disabled = at(place) === at(self.header.model_place);
    state.textContent = known() ? words.measured : waiting && !held ? words.waiting : words.preview;
    state.className = `state ${known() ? "sure" : "guess"}`;
    const { before, after, same } = self.header;
    put(said, node("dl", { class: "said" },
      node("dt", {}, words.wrote), node("dd", { dir: "auto" }, before || words.nothing),
      node("dt", {}, words.writes), node("dd", { dir: "auto" }, node("span", { role: "status" },
        !known() ? (alive() ? "…" : words.fixed) : same ? words.same : node("b", {}, after || words.nothing)))));
    self.panel();
  }
  const numbers = () => ({
    weights: self.header.labels.map((_, j) => self.arrays.weights.at(j)), output: [self.arrays.output.at(0), self.arrays.output.at(1)],
  });
  return {
    paint,
    keys: () => ({ ArrowLeft: () => step(-1, 0), ArrowRight: () => step(1, 0), ArrowUp: () => step(0, 1), ArrowDown: () => step(0, -1), b: () => go(self.header.model_place) }),
    address: () => place.map(round),
    restore(parts) {
      const found = parts.map(Number);
      if (found.length === 2 && found.every((x) => Number.isFinite(x) && Math.abs(x) <= 1000)) place = found;
      if (alive() && !known()) queueMicrotask(() => go(place)); // the address named a position: the model runs
    },
    // An answer to an older position is kept, but the query has moved on; another row or sentence starts afresh.
    take(before) {
      const other = before.title !== self.header.title || before.head !== self.header.head || before.before !== self.header.before;
      if (other || (!held && (waiting === null || known()))) [place, waiting] = [[...self.header.place], null];
      if (known()) waiting = null;
    },
    end: () => clearTimeout(timer),
  };
}, { style: PLANE_STYLE });
