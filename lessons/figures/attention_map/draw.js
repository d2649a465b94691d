// The attention map: which word looks at which, head by head and step by step. `draw` is the whole
// figure and knows of no home; `mount` puts it into the app.
import {
  arraysOf, diverging, dress, fixed, forgetAddress, isDark, node, number, readAddress, say, sequential, shortNumber,
  watchTheme, writeAddress,
} from "../kit/core.js";
import { panelHost, takeKeys, watchPanel } from "../kit/keys.js";
import { matrix } from "../kit/matrix.js";
import { bars } from "../kit/bars.js";
import { legend } from "../kit/legend.js";
import { makeThumbnails, paintThumbnails } from "./thumbnails.js";
import { cellPanel } from "./cell_panel.js";
import { keysHint, makeControls, origin } from "./controls.js";
import { BARS, LARGE, sizes, skeleton } from "./layout.js";
import { STYLE } from "../kit/style.js";

// What each step shows is its name in the header: scores, scaled, masked, weights and head_output, or
// the weights alone, of a layer that does not show how it came to them.
const STAGES = ["scores", "scaled", "masked", "weights", "head_output"];
const ARRAYS = ["query", "key", "value", ...STAGES, "exponentials", "sums", "contributions"];
const PLACE = ["map", "layer", "head", "step", "row", "column", "dimension"]; // in the address, from 1

const rich = (text) => text.split("**").map((part, i) => (i % 2 ? node("b", {}, part) : part));
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const clip = (value, count) => Math.min(Math.max(0, Math.trunc(value) || 0), count - 1);

// options: { key, home: "app" | "page" | "notebook", ask(cell), answer }. Returns { update, destroy }.
export function draw(root, header, floats, options = {}) {
  const parts = skeleton();
  const { figure } = parts;
  const hasAddress = options.home !== "notebook" && Boolean(options.key);
  const state = { map: 0, layer: 0, head: 0, step: 0 };
  let locks = {}; // of each map: { row, column, dimension }; row is null while nothing is locked
  const forBars = {}; // { pitch, above, width }: the bars stand beside the rows
  let arrays, palette, refresh, map, grid, built, timer = null, near = [null, null], version = 0;
  root.replaceChildren(node("style", {}, STYLE), figure);

  // ---- what is shown now ----------------------------------------------------------------------
  const layer = () => map.layers[state.layer];
  const array = (name) => arrays[`${layer().prefix}.${name}`];
  const lock = () => (locks[map.name] ??= { ...map.lock, dimension: 0 });
  const stage = () => header.steps[state.step].name;
  const isOutput = () => stage() === "head_output";
  const isWeights = () => stage() === "weights";
  const columns = () => (isOutput() ? layer().dimensions : map.columns);
  const other = () => (lock().row === null ? null : isOutput() ? lock().dimension : lock().column);
  const isFull = () => figure.matches(":fullscreen");
  const hides = () => stage() === "masked" || isWeights(); // steps that show the mask
  const isHidden = (head, i, j) => hides() && array("masked")?.at(head, i, j) === -Infinity;
  const isForbidden = (i, j) => isHidden(state.head, i, j);
  const valueAt = (i, j) => array(stage()).at(state.head, i, j);
  // What the gaps of a sentence about one cell are filled with.
  const gaps = (i, j) => ({ row: map.rows[i].label, column: columns()[j].label, value: number(valueAt(i, j)) });

  function sheet(head) {
    const [values, { row }, weights] = [array(stage()), lock(), isWeights()];
    const hue = isOutput() ? palette.value_full : palette.weight_full;
    return {
      rows: values.sizes[1],
      columns: values.sizes[2],
      at: (i, j) => values.at(head, i, j),
      hatched: (i, j) => isHidden(head, i, j),
      colour: weights ? sequential(palette) : diverging(palette, hue, layer().scales[stage()]),
      print: (value) => shortNumber(value, weights),
      // Weights near zero are left blank: the colour says it, and the picture stays calm.
      shows: (i, j, value) => !weights || value >= 0.095 || i === row,
    };
  }

  // ---- building: after a change of map, layer, size or theme ------------------------------------
  function build() {
    const family = getComputedStyle(figure).fontFamily;
    const width = parts.left.clientWidth || 900; // 0 while a hidden tab holds the figure
    const { wide, high, stacked, below, avail, letters } = sizes(map, columns(), { width, full: isFull(), family });
    const { box, pair, scroller, scrollNote, heads, right } = parts;
    if (isFull()) right.prepend(heads);
    else box.append(heads);
    box.classList.toggle("stacked", stacked);
    pair.classList.toggle("below", below);
    scroller.classList.toggle("as-output", isOutput());
    grid = matrix(scroller, {
      rows: map.rows, columns: columns(), wide, high, sheet: sheet(0), palette, family, letters,
      pick: select,
      hover: (i, j) => ((near = [i, j]), read()),
      describe: (i, j) => say(header.words.tip, gaps(i, j)),
    });
    const needed = grid.room.left + grid.room.right + columns().length * wide;
    const [rows, across] = [map.rows.length, columns().length];
    const scrolls = needed > avail + 4 || Math.max(rows, across) > 64;
    scroller.classList.toggle("scrolls", scrolls);
    scroller.style.maxWidth = `${avail}px`;
    scrollNote.textContent = scrolls ? say(header.words.scrolls, { rows, columns: across }) : "";
    const beyond = below ? 0 : avail - needed - 18;
    Object.assign(forBars, below ? { pitch: 22, above: 34 } : { pitch: high, above: grid.room.top });
    forBars.width = Math.min(BARS + 110, Math.max(BARS, beyond));
    makeThumbnails(parts.thumbs, header.words, layer().notes, (head) => show({ head }));
  }

  // ---- painting -------------------------------------------------------------------------------
  function paint() {
    grid.paint(sheet(state.head), lock().row, other());
    paintBars();
    const limit = isWeights() ? 1 : layer().scales[stage()];
    const hatched = map.masked && hides() ? header.words.hatched : "";
    legend(parts.legend, sheet(state.head), palette, [isWeights() ? 0 : -limit, limit], hatched);
    paintThumbnails(parts.thumbs, sheet, state.head, palette, isOutput());
    const captions = [header.steps[state.step].caption, map.captions[stage()], map.captions.always];
    parts.caption.replaceChildren(...captions.filter(Boolean).flatMap((text) => [...rich(text), " "]));
    read();
    panel();
    save();
  }
  function paintBars() {
    const { row } = lock();
    const { beside } = parts;
    const { pitch, above, width } = forBars;
    if (row === null) return beside.replaceChildren();
    const mixing = (isWeights() || isOutput()) && array("contributions") !== undefined;
    const name = mixing ? "contributions" : stage();
    let items = map.columns.map((column, j) => ({ ...column, value: array(name).at(state.head, row, j) }));
    let what = say(header.steps[state.step].bars, { row: map.rows[row].label });
    if (items.length > LARGE) {
      items = items.sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, 12);
      what = say(header.words.largest, { what, count: items.length });
    }
    beside.replaceChildren(
      node("div", { class: mixing ? "title" : "title plain", style: `height:${above}px;max-width:${width}px` }, what),
      bars({
        items, palette, pitch, width, signed: !mixing, scale: layer().scales[name],
        colour: mixing ? palette.value : palette.weight, print: (value) => fixed(value, mixing ? 3 : 2),
      }));
  }
  function sentenceFor(i, j) {
    return say(isForbidden(i, j) ? header.words.say_forbidden : header.steps[state.step].say, gaps(i, j));
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
    const [l, h, s, i, j] = [state.layer, state.head, state.step, row, other()].map((n) => n + 1);
    const cell = { map: map.name, layer: l, head: h, step: s, row: i, column: j }; // counted from 1
    const { answer } = options;
    const answered = answer && Object.keys(cell).every((name) => answer.cell[name] === cell[name]);
    const view = {
      ...state, row, column, dimension,
      words: header.words, stage: stage(), own: layer().own, line: layer().lines[stage()], rows: map.rows, columns: map.columns,
      arrays: Object.fromEntries(ARRAYS.map((name) => [name, array(name)])),
    };
    const call = Object.entries(cell).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(", ");
    cellPanel(outside ? away.firstChild : parts.inside, view, {
      ask: options.ask ? () => options.ask(cell) : null, recomputable: array("query") !== undefined,
      answer: answered ? answer : null,
      call: `figure.recompute(${call})`,
    });
  }

  // ---- state: changed by buttons, keys, clicks; written to the address, read from it once -----------
  function save() {
    const { row, column, dimension } = lock();
    const locked = row === null ? [] : [row, column, dimension];
    const counted = [state.layer, state.head, state.step, ...locked].map((n) => n + 1);
    if (hasAddress) writeAddress(options.key, [map.name, ...counted]);
  }
  function restore(place) {
    state.map = Math.max(0, header.maps.findIndex((m) => m.name === place.map));
    map = header.maps[state.map];
    for (const name of ["layer", "head", "step"]) state[name] = place[name] - 1;
    const [row, column, dimension] = [place.row, place.column, place.dimension].map((n) => n - 1);
    locks[map.name] = place.row
      ? { row: clip(row, map.rows.length), column: clip(column, map.columns.length), dimension }
      : { row: null, column: 0, dimension: 0 };
  }
  function show(change = null) {
    if (change) stop();
    Object.assign(state, change);
    map = header.maps[state.map];
    state.layer = clip(state.layer, map.layers.length);
    state.head = clip(state.head, layer().heads);
    state.step = clip(state.step, header.steps.length);
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
    state.step = clip(step, header.steps.length);
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
      if (state.step + 2 >= header.steps.length) stop();
      goTo(state.step + 1);
    }, 1300);
    goTo(state.step === header.steps.length - 1 ? 0 : state.step);
  }
  function step(by) {
    stop();
    goTo(state.step + by);
  }
  function press(key, shift) {
    const { row } = lock();
    const move = shift && row !== null && MOVES[key];
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
    const act = { show, step, play, present: document.fullscreenEnabled ? present : null };
    refresh = makeControls(parts.top, parts.stepBar, header, hasAddress, act);
    keysHint(parts.keys, header.words);
    if (options.home !== "app") origin(parts.origin, header);
    parts.headsTitle.textContent = header.words.all_heads;
    parts.unlock.textContent = header.words.unlock;
    parts.unlock.onclick = release;
    figure.setAttribute("aria-label", header.title);
  }
  // A new sentence: what is locked stays where the same word is still there.
  function take(next) {
    const moved = (items, before, at) => {
      const { label } = before[at];
      return items[at]?.label === label ? at : items.findIndex((item) => item.label === label);
    };
    const kept = {};
    for (const to of next.maps) {
      const [from, was] = [header.maps.find((m) => m.name === to.name), locks[to.name]];
      if (!from || !was) continue;
      if (was.row === null) kept[to.name] = was;
      else {
        const [row, column] = [moved(to.rows, from.rows, was.row), moved(to.columns, from.columns, was.column)];
        if (row >= 0 && column >= 0) kept[to.name] = { ...was, row, column };
      }
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
