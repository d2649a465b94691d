// The attention map: which word looks at which, head by head and step by step. `draw` is the whole
// figure and knows of no home; `mount` at the end is what the app needs.
import {
  arraysOf, diverging, dress, fixed, floatsOf, forgetAddress, isDark, node, number, readAddress, say, sequential, shortNumber,
  watchTheme, writeAddress,
} from "./core.js";
import { panelHost, takeKeys, watchPanel } from "./keys.js";
import { margins, matrix } from "./matrix.js";
import { bars, legend, makeThumbnails, paintThumbnails } from "./around.js";
import { cellPanel } from "./cell_panel.js";
import { keysHint, makeControls, origin } from "./controls.js";
import { STYLE } from "./style.js";

const STAGES = ["scores", "scaled", "masked", "weights", "head_output"]; // what each step shows
const ARRAYS = ["query", "key", "value", ...STAGES, "exponentials", "sums", "contributions"];
const [MASKED, WEIGHTS, OUTPUT] = [2, 3, 4];
const PLACE = ["map", "layer", "head", "step", "row", "column", "dimension"]; // in the address, from 1
const [BARS, HEADS, LARGE] = [190, 186, 24]; // widths in pixels; more columns than this get no numbers

const rich = (text) => text.split("**").map((part, i) => (i % 2 ? node("b", {}, part) : part));
const clip = (value, count) => Math.min(Math.max(0, Math.trunc(value) || 0), count - 1);

// The empty figure: every part that is filled later, by name.
function skeleton() {
  const part = (name, attributes = {}) => node("div", { class: name, ...attributes });
  const parts = {
    top: part("bar"), stepBar: part("bar"), scroller: part("scroller", { tabindex: 0, role: "img" }), beside: part("beside"),
    legend: part("legend"), thumbs: part("thumbs"), keys: part("keys"), inside: part("inside panels"),
    sentence: node("span"), unlock: node("button", { type: "button" }), scrollNote: part("caption scroll-note"), caption: part("caption"),
    headsTitle: part("title"), origin: part("caption origin"), live: part("unseen", { "aria-live": "polite" }),
  };
  const p = parts;
  p.pair = node("div", { class: "pair" }, p.scroller, p.beside);
  const main = node("div", { class: "main" }, p.scrollNote, p.pair, node("div", { class: "reading" }, p.sentence, p.unlock), p.legend, p.caption, p.origin);
  p.heads = node("div", { class: "heads" }, p.headsTitle, p.thumbs, p.keys);
  p.box = node("div", { class: "box" }, main, p.heads);
  p.left = node("div", { class: "left" }, p.top, p.stepBar, p.box);
  p.right = node("div", { class: "right" }, p.inside);
  p.figure = node("div", { class: "gb", tabindex: "-1", role: "group" }, p.left, p.right, p.live);
  return parts;
}

// options: { key, home: "app" | "page" | "notebook", ask(cell), answer }. Returns { update, destroy }.
export function draw(root, header, floats, options = {}) {
  const parts = skeleton();
  const { figure } = parts;
  const hasAddress = options.home !== "notebook" && Boolean(options.key);
  const state = { map: 0, layer: 0, head: 0, step: 0 };
  let locks = {}; // of each map: { row, column, dimension }; row is null while nothing is locked
  let arrays, palette, refresh, map, grid, built, timer = null, near = [null, null], version = 0;
  root.replaceChildren(node("style", {}, STYLE), figure);

  // ---- what is shown now ----------------------------------------------------------------------
  const layer = () => map.layers[state.layer];
  const array = (name) => arrays[`${layer().prefix}.${name}`];
  const lock = () => (locks[map.name] ??= { ...map.lock, dimension: 0 });
  const isOutput = () => state.step === OUTPUT;
  const stage = () => STAGES[state.step];
  const columns = () => (isOutput() ? layer().dimensions : map.columns);
  const other = () => (lock().row === null ? null : isOutput() ? lock().dimension : lock().column);
  const isFull = () => figure.matches(":fullscreen");
  const isForbidden = (i, j) => (state.step === MASKED || state.step === WEIGHTS) && array("masked").at(state.head, i, j) === -Infinity;

  function sheet(head) {
    const [values, masked, { row }, { step }] = [array(stage()), array("masked"), lock(), state];
    const hue = isOutput() ? palette.value_full : palette.weight_full;
    return {
      rows: values.sizes[1],
      columns: values.sizes[2],
      at: (i, j) => values.at(head, i, j),
      hatched: (i, j) => (step === MASKED || step === WEIGHTS) && masked.at(head, i, j) === -Infinity,
      colour: step === WEIGHTS ? sequential(palette) : diverging(palette, hue, layer().scales[stage()]),
      print: (value) => shortNumber(value, step === WEIGHTS),
      // Weights near zero are left blank: the colour says it, and the picture stays calm.
      shows: (i, j, value) => step !== WEIGHTS || value >= 0.095 || i === row,
    };
  }

  // ---- how large everything is ----------------------------------------------------------------
  function sizes() {
    const { rows } = map;
    const full = isFull();
    const width = parts.left.clientWidth || 900; // 0 while a hidden tab holds the figure
    const stacked = full || width < 700; // the heads are not beside the map
    const avail = width - 44 - (stacked ? 0 : HEADS + 18);
    const text = [getComputedStyle(figure).fontFamily, full ? 19 : 14]; // font and largest letters
    const [most, tall] = full ? [76, Math.max(400, innerHeight - 400)] : [rows.length <= 9 ? 44 : 38, 700];
    const largest = Math.min(most, Math.max(16, Math.floor(tall / rows.length)));
    const smallest = Math.max(rows.length, map.columns.length) > 64 ? 12 : 9; // then it scrolls anyway
    const fitting = (spare) => {
      for (let cell = largest; cell > smallest; cell--) {
        const room = margins(rows, map.columns, cell, cell, ...text);
        if (room.left + room.right + map.columns.length * cell + spare <= avail) return cell;
      }
      return smallest;
    };
    const below = map.columns.length > LARGE || fitting(BARS + 14) < Math.min(25, fitting(0));
    const high = fitting(below ? 0 : BARS + 14);
    const found = { wide: high, high, stacked, below, avail, family: text[0], letters: text[1] };
    if (!isOutput()) return found;
    // The output has d_v columns: the rows stay where they are, the columns share the width.
    const rest = avail - margins(rows, columns(), 10, high, ...text).left - (below ? 0 : BARS + 14) - 10;
    return { ...found, wide: Math.max(7, Math.min(high, Math.floor(rest / columns().length))) };
  }

  function build() {
    const { wide, high, stacked, below, avail, family, letters } = sizes();
    const { box, pair, scroller, scrollNote, beside, heads, right } = parts;
    if (isFull()) right.prepend(heads);
    else box.append(heads);
    box.classList.toggle("stacked", stacked);
    pair.classList.toggle("below", below);
    scroller.classList.toggle("as-output", isOutput());
    grid = matrix(scroller, {
      rows: map.rows, columns: columns(), wide, high, sheet: sheet(0), palette, family, letters, pick: select,
      hover: (i, j) => ((near = [i, j]), read()),
      describe: (i, j) => say(header.words.tip, { row: map.rows[i].label, column: columns()[j].label, value: number(array(stage()).at(state.head, i, j)) }),
    });
    const needed = grid.room.left + grid.room.right + columns().length * wide;
    const scrolls = needed > avail + 4 || Math.max(map.rows.length, columns().length) > 64;
    scroller.classList.toggle("scrolls", scrolls);
    scroller.style.maxWidth = `${avail}px`;
    scrollNote.textContent = scrolls ? say(header.words.scrolls, { rows: map.rows.length, columns: columns().length }) : "";
    const beyond = below ? 0 : avail - needed - 18;
    Object.assign(beside, { pitch: below ? 22 : high, above: below ? 34 : grid.room.top, across: Math.min(BARS + 110, Math.max(BARS, beyond)) });
    makeThumbnails(parts.thumbs, header.words, layer().notes, (head) => show({ head }));
  }

  // ---- painting -------------------------------------------------------------------------------
  function paint() {
    grid.paint(sheet(state.head), lock().row, other());
    paintBars();
    const limit = state.step === WEIGHTS ? 1 : layer().scales[stage()];
    const hatched = map.masked && (state.step === MASKED || state.step === WEIGHTS) ? header.words.hatched : "";
    legend(parts.legend, sheet(state.head), palette, [state.step === WEIGHTS ? 0 : -limit, limit], hatched);
    paintThumbnails(parts.thumbs, sheet, state.head, palette, isOutput());
    parts.caption.replaceChildren(...[header.steps[state.step].caption, map.captions[stage()], map.captions.always].flatMap((text) => (text ? [...rich(text), " "] : [])));
    read();
    panel();
    save();
  }
  function paintBars() {
    const { row } = lock();
    const { beside } = parts;
    if (row === null) return beside.replaceChildren();
    const mixing = state.step >= WEIGHTS;
    const name = mixing ? "contributions" : stage();
    let items = map.columns.map((column, j) => ({ ...column, value: array(name).at(state.head, row, j) }));
    let what = say(header.steps[state.step].bars, { row: map.rows[row].label });
    if (items.length > LARGE) {
      items = items.sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, 12);
      what = say(header.words.largest, { what, count: items.length });
    }
    beside.replaceChildren(
      node("div", { class: `title ${mixing ? "" : "plain"}`, style: `height:${beside.above}px;max-width:${beside.across}px` }, what),
      bars({
        items, palette, pitch: beside.pitch, width: beside.across, signed: !mixing, scale: layer().scales[name],
        colour: mixing ? palette.value : palette.weight, print: (value) => fixed(value, mixing ? 3 : 2),
      }));
  }
  function sentenceFor(i, j) {
    const gaps = { row: map.rows[i].label, column: columns()[j].label, value: number(array(stage()).at(state.head, i, j)) };
    return say(isForbidden(i, j) ? header.words.say_forbidden : header.steps[state.step].say, gaps);
  }
  function read() {
    const { row } = lock();
    const [i, j] = near[0] === null ? [row, other()] : near;
    parts.sentence.textContent = i === null ? header.words.not_locked : sentenceFor(i, j);
    parts.unlock.hidden = row === null;
    parts.scroller.setAttribute("aria-label", `${map.title}. ${parts.sentence.textContent}`);
  }

  // ---- the panel: under the figure, or where the app has a place for it ---------------------------
  const away = node("div", { class: "gb" }, node("div", { class: "panels" }));
  let awayIn = null;
  function panel() {
    const host = options.key ? panelHost(options.key) : null;
    if (host && host !== awayIn) host.replaceChildren(node("style", {}, STYLE), away);
    awayIn = host;
    const outside = host !== null && !isFull(); // in full screen only the figure itself is seen
    if (host) dress(away, palette);
    parts.inside.replaceChildren();
    const { row, column, dimension } = lock();
    const cell = { map: map.name, layer: state.layer + 1, head: state.head + 1, step: state.step + 1, row: row + 1, column: (other() ?? 0) + 1 };
    const answered = options.answer && Object.keys(cell).every((name) => options.answer.cell[name] === cell[name]);
    const view = {
      words: header.words, line: layer().lines[stage()], rows: map.rows, columns: map.columns, ...state, row, column, dimension,
      arrays: Object.fromEntries(ARRAYS.map((name) => [name, array(name)])),
    };
    const call = Object.entries(cell).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(", ");
    cellPanel(outside ? away.firstChild : parts.inside, view, {
      ask: options.ask ? () => options.ask(cell) : null, answer: answered ? options.answer : null, call: `figure.recompute(${call})`,
    });
  }

  // ---- state: changed by buttons, keys, clicks; written to the address, read from it once -----------
  function save() {
    const { row, column, dimension } = lock();
    const counted = [state.layer, state.head, state.step, ...(row === null ? [] : [row, column, dimension])].map((n) => n + 1);
    if (hasAddress) writeAddress(options.key, [map.name, ...counted]);
  }
  function restore(place) {
    state.map = Math.max(0, header.maps.findIndex((m) => m.name === place.map));
    map = header.maps[state.map];
    for (const name of ["layer", "head", "step"]) state[name] = place[name] - 1;
    const [row, column, dimension] = [place.row, place.column, place.dimension].map((n) => n - 1);
    locks[map.name] = place.row ? { row: clip(row, map.rows.length), column: clip(column, map.columns.length), dimension } : { row: null, column: 0, dimension: 0 };
  }
  function show(change = null) {
    if (change) stop();
    Object.assign(state, change);
    map = header.maps[state.map];
    state.layer = clip(state.layer, map.layers.length);
    state.head = clip(state.head, layer().heads);
    state.step = clip(state.step, STAGES.length);
    lock().dimension = clip(lock().dimension, layer().size);
    refresh(state, map.layers.length, timer !== null);
    const now = [version, state.map, state.layer, isOutput(), parts.left.clientWidth, palette.paper, isFull()].join();
    if (now !== built) build();
    built = now;
    paint();
  }
  function select(i, j) {
    const now = lock();
    if (now.row === i && other() === j) return release();
    now.row = i;
    now[isOutput() ? "dimension" : "column"] = j;
    show();
    parts.live.textContent = sentenceFor(i, j);
  }
  const release = () => ((lock().row = null), show());
  function goTo(step) {
    state.step = clip(step, STAGES.length);
    show();
    parts.live.textContent = `${header.steps[state.step].formula} ${header.steps[state.step].title}`;
  }
  function stop() {
    clearInterval(timer);
    timer = null;
  }
  function play() {
    if (timer !== null) return stop(), show();
    timer = setInterval(() => {
      if (state.step + 1 >= OUTPUT) stop();
      goTo(state.step + 1);
    }, 1300);
    goTo(state.step === OUTPUT ? 0 : state.step);
  }
  function step(by) {
    stop();
    goTo(state.step + by);
  }
  function press(key, shift) {
    const { row } = lock();
    const move = shift && row !== null && { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
    if (move) {
      const to = [clip(row + move[0], map.rows.length), clip(other() + move[1], columns().length)];
      if (to[0] !== row || to[1] !== other()) select(...to);
    } else if (key === "ArrowLeft") step(-1);
    else if (key === "ArrowRight") step(1);
    else if (key === " ") play();
    else if (key.toLowerCase() === "h") show({ head: (state.head + 1) % layer().heads });
    else if (key.toLowerCase() === "l") show({ layer: (state.layer + 1) % map.layers.length });
    else if (key === "Escape" && row !== null && !isFull()) release();
    else return false;
    return true;
  }

  // ---- new data, new theme -----------------------------------------------------------------------
  function theme() {
    const dark = isDark(figure);
    palette = header.palette[dark ? "dark" : "light"];
    dress(figure, palette);
    figure.style.colorScheme = away.style.colorScheme = dark ? "dark" : "light";
  }
  function words() {
    const present = () => (isFull() ? document.exitFullscreen() : figure.requestFullscreen());
    refresh = makeControls(parts.top, parts.stepBar, header, hasAddress, { show, step, play, present: document.fullscreenEnabled ? present : null });
    keysHint(parts.keys, header.words);
    if (options.home !== "app") origin(parts.origin, header);
    parts.headsTitle.textContent = header.words.all_heads;
    parts.unlock.textContent = header.words.unlock;
    parts.unlock.onclick = release;
    figure.setAttribute("aria-label", header.title);
  }
  // A new sentence: what is locked stays where the same word is still there.
  function take(next) {
    const moved = (items, before, at) => (items[at]?.label === before[at].label ? at : items.findIndex((item) => item.label === before[at].label));
    const kept = {};
    for (const to of next.maps) {
      const [from, was] = [header.maps.find((m) => m.name === to.name), locks[to.name]];
      if (!from || !was) continue;
      const [row, column] = was.row === null ? [null, 0] : [moved(to.rows, from.rows, was.row), moved(to.columns, from.columns, was.column)];
      if (row === null || (row >= 0 && column >= 0)) kept[to.name] = { ...was, row, column };
    }
    state.map = Math.max(0, next.maps.findIndex((m) => m.name === map.name));
    [header, locks, version] = [next, kept, version + 1];
  }
  function update(next, nextFloats, answer) {
    options.answer = answer;
    if (nextFloats) {
      take(next);
      arrays = arraysOf(next, nextFloats);
      words();
    }
    theme();
    show();
  }

  arrays = arraysOf(header, floats);
  const address = hasAddress ? readAddress(options.key) : null;
  restore(address ? Object.fromEntries(address.map((text, at) => [PLACE[at], text])) : header.start);
  words();
  theme();
  show();
  const resized = new ResizeObserver(() => show());
  resized.observe(figure);
  const undo = [
    watchTheme(() => (theme(), show())),
    takeKeys({ root: figure, press, onlyInside: options.home === "notebook" }),
    options.key ? watchPanel(options.key, () => panel()) : () => {},
    () => resized.disconnect(),
    () => forgetAddress(options.key),
    stop,
  ];
  return { update, destroy: () => undo.forEach((end) => end()) };
}

// ---- the app: Streamlit calls this again whenever data or theme change -----------------------------
const instances = new WeakMap();
export default function mount({ header, bytes, key, answer, parentElement, setTriggerValue }) {
  let instance = instances.get(parentElement);
  if (instance) {
    instance.figure.update(header, header.id === instance.id ? null : floatsOf(bytes), answer);
  } else {
    const place = node("div");
    parentElement.append(place);
    instance = { runs: 0 };
    const ask = (cell) => instance.ask(cell);
    instance.figure = draw(place, header, floatsOf(bytes), { key, home: "app", ask, answer });
    instances.set(parentElement, instance);
  }
  instance.id = header.id;
  instance.ask = (cell) => setTriggerValue("recompute", cell);
  const run = ++instance.runs;
  return () => {
    // An older run may be told late that it ended: only the latest one takes the figure away.
    if (instance.runs !== run) return;
    instance.figure.destroy();
    instances.delete(parentElement);
  };
}
