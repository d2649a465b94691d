// One layer of attention at one word: a column a head, from the split query to what it writes; below, the sum.
import { diverging, node, number, put, say, sequential, spot } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { choice, clip, keysLine, press, rich } from "../kit/widgets.js";
import { paintCanvas } from "../kit/matrix.js";
import { SUM_STYLE } from "./style.js";

export const draw = drawing((self) => {
  const { words } = self.header;
  const state = { layer: self.header.start.layer - 1, word: self.header.start.word - 1 };
  const box = node("div", {}), refused = node("div", {});
  const layers = choice(words.layer, self.header.layers.map(({ title }) => [title, ""]), (layer) => self.goTo({ layer }));
  self.body.append(node("div", { class: "bar" }, layers.root, self.buttons(words)), node("div", { class: "card" }, refused, box));
  const read = node("p", { class: "read soft sum-read", role: "status" });

  const layer = () => self.header.layers[state.layer];
  const array = (name) => self.arrays[`${layer().path}.${name}`];
  const largest = (name, pick) => {
    const { sizes } = array(name);
    let most = 1e-9;
    pick((...index) => (most = Math.max(most, Math.abs(array(name).at(...index)))), sizes);
    return most;
  };
  // A strip or block of numbers; `name(i, j)` says in words what a cell is.
  function cells({ rows, columns, at, colour, wide, high, name }) {
    const canvas = node("canvas", { class: "sum-cells", "aria-hidden": "true" });
    const sheet = { rows, columns, at, colour, hatched: () => false };
    paintCanvas(canvas, sheet, self.palette, wide, high);
    canvas.onpointermove = (event) => {
      const [x, y] = spot(event, canvas);
      const [i, j] = [clip(y / high, rows), clip(x / wide, columns)];
      read.textContent = say(words.read, { what: name(i, j), value: number(at(i, j), 4) });
    };
    canvas.onpointerleave = () => (read.textContent = words.hover);
    return canvas;
  }
  function paint() {
    const { heads, size, d_model: d, rows, columns, difference, path } = layer();
    const at = state.word, { palette } = self;
    layers.set(state.layer);
    const all = Array.from({ length: heads }, (_, h) => h);
    const room = Math.max(320, self.width() - 44);
    const column = Math.min(230, Math.floor(room / heads) - 12);
    const headName = (h) => say(words.head, { head: h + 1 });
    const over = (name, sizes) => largest(name, (see) => all.forEach((h) => { for (let n = 0; n < sizes; n++) see(h, at, n); }));
    const hue = (scale, full = palette.weight_full) => diverging(palette, full, scale);
    const strip = (name, colour, count) => all.map((h) => cells({
      rows: 1, columns: count, at: (_, j) => array(name).at(h, at, j), colour, wide: column / count, high: 18,
      name: (_, j) => (name === "weights" ? say(words.look, { name: headName(h), word: columns[j].label }) : say(words.at, { name: headName(h), at: j + 1 })),
    }));
    const matrix = largest("W_O", (see, [m, n]) => { for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) see(i, j); });
    const block = all.map((h) => cells({
      rows: size, columns: d, at: (i, j) => array("W_O").at(j, h * size + i), colour: hue(matrix, palette.value_full), wide: column / d, high: Math.max(2, Math.min(6, 96 / size)),
      name: (i, j) => say(words.row, { row: h * size + i + 1, at: j + 1 }),
    }));
    const gaps = { word: rows[at].label, size, d, joined: heads * size };
    const title = (text) => node("p", { class: "label" }, rich(say(text, gaps)));
    const line = (parts) => node("div", { class: "sum-row", style: `grid-template-columns:repeat(${heads},${column}px)` }, parts);
    const mixed = over("head_output", size);
    put(refused, self.header.refused.map((text) => node("p", { class: "verdict bad" }, text)));
    put(box,
      node("div", { class: "tiles", role: "group", "aria-label": words.word }, rows.map(({ label }, n) => press(label, () => self.goTo({ word: n }), { class: "tile", "aria-pressed": n === at, dir: "auto" }))),
      line(all.map((h) => node("b", { class: "sum-head" }, headName(h)))),
      title(words.query), line(strip("query", hue(over("query", array("query").sizes[2]), palette.query), array("query").sizes[2])),
      title(words.weights), line(strip("weights", sequential(palette), columns.length)),
      title(words.mixed), line(strip("head_output", hue(mixed), size)),
      title(words.joined), node("div", { class: "sum-joined" }, cells({
        rows: 1, columns: heads * size, at: (_, j) => array("head_output").at(Math.floor(j / size), at, j % size), colour: hue(mixed), wide: (column * heads) / (heads * size), high: 18,
        name: (_, j) => say(words.at, { name: headName(Math.floor(j / size)), at: (j % size) + 1 }),
      })),
      title(words.block), line(block), title(words.written), total(all, at, d, headName, hue, room),
      node("p", { class: "read" }, say(words.same, { difference: number(difference, 1) })), read, keysLine(words),
      self.origin(say(words.origin, { path, model: self.header.model })));
    read.textContent = words.hover;
    self.panel();
  }
  // One row a head, the bias, and their sum, the output: all of d_model numbers, on one scale.
  function total(all, at, d, headName, hue, room) {
    const rows = [
      ...all.map((h) => [headName(h), (j) => array("written").at(h, at, j)]),
      [words.bias, (j) => array("bias").at(j)], [words.output, (j) => array("output").at(at, j)],
    ];
    const lengths = rows.map(([, value]) => Math.hypot(...Array.from({ length: d }, (_, j) => value(j))));
    const most = Math.max(...rows.flatMap(([, value]) => Array.from({ length: d }, (_, j) => Math.abs(value(j)))), 1e-9);
    return node("div", { class: "sum-total" }, rows.map(([name, value], n) => [
      node("span", { class: n === rows.length - 1 ? "last" : "" }, `${n === rows.length - 1 ? "= " : n ? "+ " : ""}${name}`),
      cells({ rows: 1, columns: d, at: (_, j) => value(j), colour: hue(most), wide: Math.min(12, (room - 170) / d), high: 18, name: (_, j) => say(words.at, { name, at: j + 1 }) }),
      node("i", {}, number(lengths[n], 2))]));
  }
  return {
    state, paint,
    counts: () => ({ layer: self.header.layers.length }),
    settle: () => (state.word = clip(state.word, layer().rows.length)),
    keys: () => ({
      ArrowLeft: () => self.goTo({ word: state.word - 1 }), ArrowRight: () => self.goTo({ word: state.word + 1 }),
      ArrowUp: () => self.goTo({ layer: state.layer - 1 }), ArrowDown: () => self.goTo({ layer: state.layer + 1 }),
    }),
    address: () => [state.layer + 1, state.word + 1],
    restore: ([at, word]) => Object.assign(state, { layer: clip(at - 1, self.header.layers.length), word: word - 1 }),
    take: (before) => before.model !== self.header.model && Object.assign(state, { layer: 0, word: 0 }),
  };
}, { style: SUM_STYLE });
