// The attention map: which word attends to which, head by head and step by step.
import { diverging, number, say, sequential, shortNumber } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { answerTo, callText } from "../kit/recompute.js";
import { arrows, clip, keysLine, rich } from "../kit/widgets.js";
import { matrix } from "../kit/matrix.js";
import { legend } from "../kit/legend.js";
import { makeThumbnails, paintThumbnails } from "./thumbnails.js";
import { lines } from "./lines.js";
import { cellPanel } from "./cell_panel.js";
import { makeControls } from "./controls.js";
import { carried } from "./locks.js";
import { rowBars, roomForBars } from "./row_bars.js";
import { sizes, skeleton } from "./layout.js";
import { MAP_STYLE } from "./style.js";

// Each step is named in the header by what it shows: scores, scaled, masked, weights and head_output, or
// only weights for a layer that does not show their computation.
const STAGES = ["scores", "scaled", "masked", "weights", "head_output"];
const ARRAYS = ["query", "key", "value", ...STAGES, "exponentials", "sums", "contributions"];

export const draw = drawing((self) => {
  const parts = skeleton();
  const { state } = self; // row, column and dimension: the locked cell, or null
  const folds = { open: false }; // whether all products of a cell are unfolded
  let locks = {}; // for each map that was left
  let refresh, grid, built, barRoom, near = [null, null];
  self.body.append(parts.top, parts.stepBar, parts.box);

  // ---- what is shown now ----------------------------------------------------------------------
  const map = () => self.header.maps[state.map];
  const layer = () => map().layers[state.layer];
  const array = (name) => self.arrays[`${layer().prefix}.${name}`];
  const lock = ({ row, column, dimension } = state) => ({ row, column, dimension });
  const lockOf = ({ name, lock: opened }) => locks[name] ?? { ...opened, dimension: 0 };
  const step = () => self.header.steps[state.step];
  const stage = () => step().name;
  const isOutput = () => stage() === "head_output";
  const isWeights = () => stage() === "weights";
  const columns = () => (isOutput() ? layer().dimensions : map().columns);
  const isLines = () => state.view !== null && isWeights(); // only weights add up to 1
  const other = () => (state.row === null ? null : isOutput() ? state.dimension : state.column);
  const hides = () => stage() === "masked" || isWeights(); // steps that show the mask
  const isVeiled = (i) => state.map === 0 && i !== null && i === (self.options.veil ?? -1);
  const isHidden = (head, i, j) => isVeiled(i) || (hides() && array("masked")?.at(head, i, j) === -Infinity);
  const valueAt = (i, j) => array(stage()).at(state.head, i, j);
  // The values for the fields of a sentence about one cell.
  const gaps = (i, j) => ({ row: map().rows[i].label, column: columns()[j].label, value: number(valueAt(i, j)) });
  const sentenceFor = (i, j) => say(isHidden(state.head, i, j) ? self.header.words.say_forbidden : step().say, gaps(i, j));

  function sheet(head) {
    const { palette } = self;
    const [values, { row }, weights] = [array(stage()), state, isWeights()];
    const hue = isOutput() ? palette.value_full : palette.weight_full;
    return {
      rows: values.sizes[1],
      columns: values.sizes[2],
      at: (i, j) => values.at(head, i, j),
      hatched: (i, j) => isHidden(head, i, j),
      colour: weights ? sequential(palette) : diverging(palette, hue, layer().scales[stage()]),
      print: (value, fewer) => shortNumber(value, weights, fewer),
      // Weights near zero have no number: the colour shows them, and the figure stays readable.
      shows: (i, j, value) => !weights || value >= 0.095 || i === row,
    };
  }

  // ---- building: after a change of sentence, map, layer, size or theme ---------------------------
  function build() {
    const { header: { words, id }, palette } = self;
    const [width, full] = [self.width(), self.isFull()];
    const seen = [width, palette.paper, full && self.screen(), self.isBare()];
    const now = [id, state.map, state.layer, isOutput(), ...seen].join();
    if (now === built) return;
    built = now;
    const [{ rows }, across] = [map(), columns()];
    if (!(near[0] < rows.length && near[1] < across.length)) near = [null, null]; // that cell is gone
    const family = getComputedStyle(self.body).fontFamily;
    const { wide, high, stacked, below, avail } = sizes(map(), across, {
      width, screen: full && self.screen(), bare: self.isBare(), family,
    });
    const { box, pair, scroller, scrollNote } = parts;
    box.classList.toggle("stacked", stacked);
    pair.classList.toggle("below", below);
    scroller.classList.toggle("as-output", isOutput());
    grid = matrix(scroller, {
      title: map().title, rows, columns: across, wide, high, sheet: sheet(0), palette, family,
      pick: select,
      hover: (i, j) => ((near = [i, j]), read()),
      describe: (i, j) => (isVeiled(i) ? "?" : say(words.tip, gaps(i, j))),
    });
    const needed = grid.room.left + grid.room.right + across.length * wide;
    const scrolls = needed > avail + 4 || Math.max(rows.length, across.length) > 64;
    scroller.classList.toggle("scrolls", scrolls);
    scroller.style.maxWidth = `${avail}px`;
    scrollNote.textContent = scrolls ? say(words.scrolls, { rows: rows.length, columns: across.length }) : "";
    barRoom = roomForBars({ below, high, above: grid.room.top, beyond: avail - needed - 18 });
    makeThumbnails(parts.thumbs, words, layer().notes, (head) => self.goTo({ head }));
  }

  // ---- painting -------------------------------------------------------------------------------
  function paint() {
    const { header, palette } = self;
    refresh(state, map().layers.length, self.playing());
    build();
    parts.pair.classList.toggle("as-lines", isLines());
    if (isLines()) paintLines();
    // The strongest cell is locked at first and would give the answer away.
    grid.paint(sheet(state.head), state.row, isVeiled(state.row) ? null : other());
    rowBars(parts.beside, {
      ...barRoom, palette, array, step: step(), row: isVeiled(state.row) ? null : state.row, head: state.head,
      map: map(), scales: layer().scales, words: header.words,
    });
    const limit = isWeights() ? 1 : layer().scales[stage()];
    const hatched = map().masked && hides() ? header.words.hatched : "";
    legend(parts.legend, sheet(state.head), palette, [isWeights() ? 0 : -limit, limit], hatched);
    paintThumbnails(parts.thumbs, sheet, state.head, palette, isOutput());
    const captions = [step().caption, map().captions[stage()], map().captions.always];
    parts.caption.replaceChildren(...captions.filter(Boolean).flatMap((text) => [...rich(text), " "]));
    read();
    panel();
  }
  function paintLines(pointed = null) {
    const { rows } = map(), weights = array("weights");
    parts.lines.replaceChildren(lines({
      rows, columns: columns(), at: (i, j) => weights.at(state.head, i, j), veiled: isVeiled, row: state.row,
      column: isVeiled(state.row) ? null : other(), near: pointed, width: grid.room.left + grid.room.right + grid.width,
      ...linePitch(), palette: self.palette,
      pick: (i, j) => select(i ?? state.row ?? 0, j ?? strongest(i)),
      hover: (i) => paintLines(i),
    }));
  }
  // The same height as the bars beside them.
  function linePitch() {
    const { above, pitch } = barRoom; // with bars below, the lines have their own
    return pitch === 22 ? { above: 6, pitch: Math.max(22, grid.height / map().rows.length) } : { above, pitch };
  }
  const strongest = (i) => columns().reduce((best, _, j) => (valueAt(i, j) > valueAt(i, best) ? j : best), 0);
  function read() {
    const { row } = state;
    const [i, j] = near[0] === null ? [row, other()] : near;
    parts.sentence.textContent = i === null || isVeiled(i) ? self.header.words.not_locked : sentenceFor(i, j);
    parts.unlock.hidden = row === null;
    parts.scroller.setAttribute("aria-label", `${map().title}. ${parts.sentence.textContent}`);
  }
  function panel() {
    const { words } = self.header;
    if (isVeiled(state.row)) return self.panel();
    const [name, l, h, s, i, j] = [map().name, state.layer, state.head, state.step, state.row, other()];
    const cell = { map: name, layer: l + 1, head: h + 1, step: s + 1, row: i + 1, column: j + 1 };
    const view = {
      ...state, words, folds, stage: stage(), own: layer().own, line: layer().lines[stage()],
      rows: map().rows, columns: map().columns, arrays: Object.fromEntries(ARRAYS.map((of) => [of, array(of)])),
    };
    const ask = self.options.ask ? () => self.options.ask(cell) : null;
    self.panel(...cellPanel(view, { ask, answer: answerTo(self.options.answer, cell), call: callText(cell) }));
  }

  // ---- state: changed by buttons, keys, clicks ------------------------------------------------------
  function select(i, j) {
    if (state.row === i && other() === j) return release();
    self.show({ row: i, [isOutput() ? "dimension" : "column"]: j });
    if (!isVeiled(i)) self.tell(sentenceFor(i, j));
  }
  const release = () => self.show({ row: null });
  function move(down, across) {
    const [i, j] = [clip(state.row + down, map().rows.length), clip(other() + across, columns().length)];
    if (i !== state.row || j !== other()) select(i, j);
  }
  // Each map keeps its locked cell.
  function go({ map: next = state.map, ...change }) {
    if (next !== state.map) {
      locks[map().name] = lock();
      Object.assign(change, lockOf(self.header.maps[next]));
    }
    self.goTo({ map: next, ...change });
  }
  const tellStep = () => self.tell(`${step().formula} ${step().title}`);
  const stepBy = (by) => (self.goTo({ step: state.step + by }), tellStep());
  const play = () => (self.toggle(), tellStep());

  function prepare() {
    const { header } = self;
    const { words } = header;
    refresh = makeControls(parts, header, { show: go, stepBy, play, buttons: self.buttons(words) });
    parts.keys.replaceChildren(keysLine(words));
    parts.origin.replaceChildren(self.origin(say(words.origin, header.run)));
    parts.headsTitle.textContent = words.all_heads;
    parts.unlock.textContent = words.unlock;
    parts.unlock.onclick = release;
  }
  prepare();
  return {
    paint,
    settle() {
      for (const axis of ["column", "dimension"]) state[axis] = state.row === null ? null : state[axis] ?? 0;
    },
    keys: (shift) => ({
      v: () => self.goTo({ view: state.view === null ? 0 : null }),
      ArrowLeft: () => stepBy(-1), ArrowRight: () => stepBy(1), " ": play,
      ...(state.row !== null && { ...(shift && arrows(move)), Escape: release }),
    }),
    take(before) {
      const { name } = before.maps[state.map];
      locks = carried({ ...locks, [name]: lock() }, before.maps, self.header.maps);
      state.map = Math.max(0, self.header.maps.findIndex((one) => one.name === name));
      Object.assign(state, lockOf(map()));
      prepare();
    },
    play: {
      next() {
        state.step += 1;
        tellStep();
      },
    },
  };
}, { style: MAP_STYLE, lab: false });
