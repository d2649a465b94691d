// The position lab: the table of a scheme, its waves, the dot products of all positions. Sliders are
// previewed here at full speed; on release Python's numbers replace the preview.
import { arraysOf, node, say } from "../kit/core.js";
import { choice, clip, container, keysLine, press } from "../kit/container.js";
import { diagonalSpread, preview, refusal } from "./formulas.js";
import { dials, numeric } from "./dials.js";
import { numberPanel, shiftPanel } from "./panel.js";
import { waveRows } from "./curves.js";
import { productsPart, tablePart } from "./maps.js";
import { mounting } from "../kit/app.js";

const NUMBERS = ["positions", "dimensions", "base"];
const CELL = ["position", "dimension", "other"];

// options: { key, home: "app" | "page" | "notebook", ask(cell), choose(setting), answer }
export function draw(root, header, floats, options = {}) {
  const state = { setting: { ...header.setting }, view: "products", cell: "table" };
  let arrays, refused, sure, spread, timer = null, waiting = null;
  const act = { paint: () => paint(), press: (key, shift) => onKey(key, shift) };
  const self = container(root, options, act);
  const { words } = header;
  const learned = () => arraysOf(header, floats).learned;
  const same = (a, b) => a.scheme === b.scheme && NUMBERS.every((name) => Object.is(a[name] ?? NaN, b[name] ?? NaN));

  // ---- what is computed where -------------------------------------------------------------------
  // The arrays of the present setting: Python's where it has sent them, the preview otherwise.
  function compute() {
    const { setting } = state;
    sure = same(setting, header.setting);
    const why = refusal(setting, header);
    refused = sure ? header.refused : why ? say(header.reasons[why[0]], why[1]) : "";
    if (refused) return;
    arrays = sure ? arraysOf(header, floats) : preview(setting, learned());
    spread = sure ? header.spread : diagonalSpread(arrays.products);
    const [n, d] = arrays.table.sizes;
    state.position = clip(state.position, n);
    state.other = clip(state.other, n);
    state.dimension = clip(state.dimension, d);
  }
  function change(setting) {
    state.setting = { ...state.setting, ...setting };
    if (state.setting.scheme === "learned" && header.learned.size) state.setting.dimensions = header.learned.size;
    compute();
    paint();
  }
  // A slider was released or a number typed: Python's turn.
  function commit() {
    if (sure || !options.choose) return;
    waiting = { ...state.setting };
    options.choose(waiting);
  }
  // A learned table ends soon: it opens with the positions that it has.
  function named(scheme) {
    const { rows } = header.learned;
    return scheme === "learned" && rows ? { scheme, positions: Math.min(state.setting.positions || 1, rows) } : { scheme };
  }
  const settle = (setting) => (change(setting), commit());

  // ---- controls, made once ------------------------------------------------------------------------
  const schemes = choice(words.schemes, header.schemes.map((s) => [s.title, s.formula]), (at) => (stop(), settle(named(header.schemes[at].name))));
  const views = choice(words.views, [[words.view_products], [words.view_waves]], (at) => show({ view: ["products", "waves"][at] }));
  const presets = header.presets.map(({ title, note, setting }) =>
    press(title, () => (stop(), settle(settingOf(setting))), { title: note }));
  const settingOf = ([scheme, positions, dimensions, base]) => ({ scheme, positions, dimensions, base });
  const sliders = dials(words, header.limits, change, commit);
  const badge = node("span", { class: "state" });
  const card = node("div", { class: "card" });
  const play = press(words.play, () => toggle());
  self.body.append(
    node("div", { class: "bar" }, schemes.root, self.buttons(words)),
    node("div", { class: "presets", role: "group", "aria-label": words.presets }, node("span", {}, words.presets), presets),
    node("div", { class: "dials" }, sliders.root),
    node("div", { class: "bar" }, views.root, node("span", { class: "grow" }), badge, node("div", { class: "player" }, play)),
    card);

  // ---- painting -------------------------------------------------------------------------------------
  function paint() {
    const { setting, view } = state;
    const scheme = header.schemes.find((s) => s.name === setting.scheme);
    schemes.set(header.schemes.indexOf(scheme));
    views.set(view === "waves" ? 1 : 0);
    presets.forEach((b, at) => b.setAttribute("aria-pressed", same(setting, settingOf(header.presets[at].setting))));
    sliders.set(setting, { base: header.waves.includes(setting.scheme), dimensions: setting.scheme !== "learned" });
    badge.textContent = sure ? words.checked : words.preview;
    badge.className = `state ${sure ? "sure" : "guess"}`;
    play.textContent = timer === null ? words.play : words.pause;
    if (refused) {
      card.replaceChildren(node("div", { class: "refused", role: "status" }, node("b", {}, words.refused), refused));
      self.panel();
    } else {
      const wide = self.width() - 38;
      const columns = wide >= 620 ? 2 : 1;
      const width = columns === 2 ? Math.floor((wide - 28) / 2) : wide;
      const maps = { words, arrays, spread, state, width, palette: self.palette, show };
      const origin = options.home === "app" ? null
        : node("p", { class: "caption origin" }, say(words.origin, { ...setting, scheme: scheme.title }), sure ? "" : ` ${words.only_preview}`);
      const parts = view === "waves" ? waves(width) : [tablePart(maps, scheme.caption), productsPart(maps)];
      card.replaceChildren(...[node("div", { class: `halves${columns === 1 ? " one" : ""}` }, parts), keysLine(words), origin].filter(Boolean));
      const about = {
        words, setting, arrays, limits: header.limits, sure, cell: state.cell, p: state.position, j: state.dimension, q: state.other,
        waves: header.waves.includes(setting.scheme), paired: header.paired.includes(setting.scheme),
      };
      self.panel(numberPanel(about, options), shiftPanel(about, options));
    }
    save();
  }
  const waves = (width) => waveRows({
    words, arrays, width, palette: self.palette, halves: state.setting.scheme === "concatenated", j: state.dimension, p: state.position,
    pick: (dimension) => show({ dimension, cell: "table" }),
    place: (position) => show({ position: clip(position, arrays.table.sizes[0]) }),
  });

  // ---- state, keys, address --------------------------------------------------------------------------
  function show(next) {
    stop();
    Object.assign(state, next);
    compute();
    paint();
  }
  function stop() {
    clearInterval(timer);
    timer = null;
  }
  function toggle() {
    if (timer !== null) return stop(), paint();
    timer = setInterval(() => {
      if (refused || state.dimension + 1 >= arrays.table.sizes[1]) stop();
      else state.dimension++;
      paint();
    }, 350);
    if (!refused && state.dimension + 1 >= arrays.table.sizes[1]) state.dimension = 0;
    paint();
  }
  function onKey(key, shift) {
    if (shift) return false;
    const n = header.schemes.length;
    if (key === "ArrowLeft") show({ dimension: state.dimension - 1, cell: "table" });
    else if (key === "ArrowRight") show({ dimension: state.dimension + 1, cell: "table" });
    else if (key === "ArrowUp") show({ position: state.position - 1 });
    else if (key === "ArrowDown") show({ position: state.position + 1 });
    else if (key === " ") toggle();
    else if (key.toLowerCase() === "v") show({ view: state.view === "waves" ? "products" : "waves" });
    else if (key.toLowerCase() === "s") {
      const at = header.schemes.findIndex((s) => s.name === state.setting.scheme);
      stop();
      settle(named(header.schemes[(at + 1) % n].name));
    } else return false;
    return true;
  }
  function save() {
    const { setting, view, cell } = state;
    self.save([setting.scheme, ...NUMBERS.map((name) => setting[name]), view, cell, ...CELL.map((name) => state[name])]);
  }
  // From the address, which somebody may have mistyped.
  function restore(parts) {
    const [scheme, n, d, base, view, cell, ...places] = parts;
    if (!header.schemes.some((s) => s.name === scheme)) return;
    state.setting = { scheme, positions: numeric(n), dimensions: numeric(d), base: numeric(base) };
    state.view = view === "waves" ? "waves" : "products";
    state.cell = cell === "product" ? "product" : "table";
    CELL.forEach((name, at) => (state[name] = clip(places[at], 1e6)));
  }
  function update(next, nextFloats, answer) {
    options.answer = answer;
    if (nextFloats) {
      [header, floats] = [next, nextFloats];
      const mine = waiting && same(waiting, next.setting);
      // An answer to an older choice: the sliders went on, and their own answer is under way.
      if (waiting && !mine) return compute(), paint();
      waiting = null;
      if (!mine) Object.assign(state, next.start, { setting: { ...next.setting } }); // Python chose
    }
    self.theme(header.palette);
    compute();
    paint();
  }

  Object.assign(state, header.start);
  const address = self.address();
  if (address) restore(address);
  self.name(header.title);
  self.theme(header.palette);
  compute();
  paint();
  commit();
  const end = self.listen(() => self.theme(header.palette));
  return { update, destroy: () => (stop(), end()) };
}

const mount = mounting(draw);
export default mount;
