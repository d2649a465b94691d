// Paint a mask and see its effects: scores, weights, what moves what. During painting, the browser computes the
// softmax of the model's own scores; on release, the model reads the sentences again.
import { copyText, diverging, node, number, put, say, sequential, shape, shortNumber } from "../../../figures/kit/core.js";
import { addressOf, restore } from "../../../figures/kit/choices.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { legend } from "../../../figures/kit/legend.js";
import { margins, matrix } from "../../../figures/kit/matrix.js";
import { choice, keysLine, press, rich } from "../../../figures/kit/widgets.js";
import { brushOn, outline } from "./brush.js";
import { bitsOf, formOf, hexOf } from "./forms.js";
import { MASK_STYLE } from "./style.js";

const [LEAST, MOST] = [13, 56]; // pixels per cell
const REST = 500; // milliseconds after the last key

export const draw = drawing((self) => {
  const { state, header: { words } } = self;
  const views = Object.keys(words.views), forms = Object.keys(words.form);
  const view = () => self.value("view");
  let masks = null, preset = "", resting = null, asked = null;
  const [bar, presets, halves, told, below] = ["bar", "presets", "halves", "told", "forms"].map((name) => node("div", { class: name }));
  const [left, right] = [node("div"), node("div")];
  const [leftHost, rightHost, leftTitle, rightTitle, key] = ["div", "div", "p", "p", "div"].map((tag) => node(tag));
  Object.assign(key, { className: "legend" });
  left.append(leftTitle, leftHost);
  right.append(rightTitle, rightHost, key);
  halves.append(left, right);
  const tools = self.buttons(words);
  self.body.append(bar, node("div", { class: "card" }, presets, halves, told, below));

  // ---- the mask: masks[sentence][row][column], true = may look --------------------------------------------
  const size = () => [self.header.rows.length, self.header.rows[0].length, self.header.columns[0].length];
  const given = (s, i, j) => self.arrays.mask.at(maskLayer(), s, i, j) > 0;
  const maskLayer = () => Math.min(state.layer, self.header.layers.length - 1);
  const allowed = (i, j) => (self.header.ruled ? given(state.sentence, i, j) : masks[state.sentence][i][j]);
  const fill = (at) => { const [s, q, k] = size(); return Array.from({ length: s }, (_, a) => Array.from({ length: q }, (_, i) => Array.from({ length: k }, (_, j) => at(a, i, j)))); };
  const fresh = () => { masks = fill((s, i, j) => self.arrays.mask.at(0, s, i, j) > 0); preset = self.header.preset; };
  const text = () => masks.map((one) => one.map((row) => row.map(Number).join("")));
  const known = () => self.header.ruled || masks.every((one, s) => one.every((row, i) => row.every((may, j) => may === (self.arrays.mask.at(0, s, i, j) > 0))));
  fresh();
  const paints = () => !self.header.ruled;
  function commit() {
    clearTimeout(resting);
    if (known() || !self.options.choose || asked === text().join()) return;
    asked = text().join();
    self.options.choose({ masks: text(), attention: self.header.attention });
  }
  // A link changes more than this figure: while the page follows it, Streamlit would drop one of two requests.
  function whenStill(looks = 5) {
    clearTimeout(resting);
    const state = document.querySelector("[data-testid=stApp]")?.dataset.testScriptState ?? "notRunning";
    if (looks === 0) return commit();
    resting = setTimeout(() => whenStill(state === "notRunning" ? looks - 1 : 5), 60);
  }
  function set(i, j, may) {
    if (!paints()) return;
    masks[state.sentence][i][j] = may;
    preset = Object.keys(self.header.presets).find((name) => self.header.presets[name].masks.join() === text().join()) ?? "painted";
    self.show({ row: i, column: j });
  }
  function usePreset(name) {
    if (!paints()) return;
    masks = self.header.presets[name].masks.map((one) => one.map((row) => [...row].map((bit) => bit === "1")));
    preset = name;
    self.goTo({});
    commit();
  }
  function flip() {
    if (!paints()) return;
    set(state.row, state.column, !allowed(state.row, state.column));
    clearTimeout(resting);
    resting = setTimeout(commit, REST);
  }

  // ---- effects ----------------------------------------------------------------------------------------------
  const through = () => (self.header.through === 1 ? 0 : state.layer); // for the view of what moves: one layer, or all of them
  const moved = (i, j) => self.arrays.moved.at(through(), state.sentence, i, j);
  const promised = (i, j) => self.arrays.promised.at(through(), state.sentence, i, j) > 0;
  const moves = (i, j) => moved(i, j) > self.header.least;
  const leaks = (i, j) => moves(i, j) && !promised(i, j);
  const scaled = (i, j) => self.arrays[`scaled ${maskLayer()}`].at(state.sentence, state.head, i, j);
  // The scores of the first layer do not depend on its mask, so their softmax under another mask is exact.
  const preview = () => !known() && maskLayer() === 0;
  const stale = () => !known() && !(preview() && view() !== "moves");
  function weight(i, j) {
    if (!preview()) return self.arrays[`weights ${maskLayer()}`].at(state.sentence, state.head, i, j);
    const open = self.header.columns[state.sentence].map((_, k) => k).filter((k) => allowed(i, k));
    const most = Math.max(...open.map((k) => scaled(i, k)));
    const sum = open.reduce((all, k) => all + Math.exp(scaled(i, k) - most), 0);
    return allowed(i, j) ? Math.exp(scaled(i, j) - most) / sum : 0;
  }
  const count = (test) => self.header.rows[0].flatMap((_, i) => self.header.columns[0].map((_, j) => [i, j])).filter(([i, j]) => test(i, j));
  function maskSheet() {
    const colour = sequential(self.palette);
    return { rows: size()[1], columns: size()[2], at: (i, j) => (allowed(i, j) ? 0.28 : 0), hatched: (i, j) => !allowed(i, j), shows: () => true, colour, print: () => "✓", told: () => "✓" };
  }
  function viewSheet() {
    const [rows, columns] = size().slice(1), { palette } = self;
    if (view() === "scores") {
      const limit = self.header.layers[maskLayer()].limit;
      return { rows, columns, at: scaled, hatched: (i, j) => !allowed(i, j), shows: () => !stale(), colour: diverging(palette, palette.weight_full, limit), print: (v, fewer) => shortNumber(v, false, fewer) };
    }
    if (view() === "weights")
      return { rows, columns, at: stale() ? () => 0 : weight, told: stale() ? () => NaN : weight, hatched: (i, j) => !allowed(i, j), shows: () => !stale(), colour: sequential(palette), print: (v, fewer) => shortNumber(v, true, fewer) };
    const at = (i, j) => (stale() ? 0 : leaks(i, j) ? -Math.max(moved(i, j), 0.25) : Math.min(1, moved(i, j))); // a leak is never pale
    const told = (i, j) => (stale() ? NaN : moved(i, j));
    return { rows, columns, at, told, hatched: (i, j) => !stale() && !promised(i, j) && !moves(i, j), shows: (i, j) => !stale() && moves(i, j), colour: diverging(palette, palette.weight_full, 1), print: () => "" };
  }

  // ---- the two matrices ---------------------------------------------------------------------------------------
  let built = "", grids = [];
  function build() {
    const wide = self.width() - 38, two = wide >= Math.max(640, 2 * (90 + LEAST * size()[2]));
    const seen = [wide, self.palette.paper, self.isFull() && self.screen()];
    const now = [self.header.id, state.sentence, ...seen, view()].join();
    if (now === built) return;
    built = now;
    halves.className = `halves${two ? "" : " one"}`;
    const room = two ? Math.floor((wide - 28) / 2) : wide, family = getComputedStyle(self.body).fontFamily;
    const [rows, columns] = [self.header.rows[state.sentence], self.header.columns[state.sentence]];
    let cell = MOST + 1, around;
    const high = Math.max(self.isFull() ? 170 : 240, self.screen() - (self.isFull() ? 190 : 520));
    do { cell -= 1; around = margins(rows, columns, cell, cell, family); }
    while (cell > LEAST && (around.left + around.right + columns.length * cell > room || around.top + rows.length * cell > high));
    const make = (host, sheet, describe) => matrix(host, {
      rows, columns, wide: cell, high: cell, sheet, palette: self.palette, family, describe,
      pick: (row, column) => self.goTo({ row, column }), hover: () => {},
    });
    const names = (i, j) => ({ row: rows[i].label, column: columns[j].label });
    grids = [
      make(leftHost, maskSheet(), (i, j) => say(allowed(i, j) ? words.cell_may : words.cell_not, names(i, j))),
      make(rightHost, viewSheet(), (i, j) => {
        if (view() === "moves") return say(words.cell_moves, { ...names(i, j), value: number(moved(i, j), 3) });
        if (!allowed(i, j)) return say(words.cell_not, names(i, j));
        return say(view() === "scores" ? words.cell_score : words.cell_weight, { ...names(i, j), value: number(view() === "scores" ? scaled(i, j) : weight(i, j), 3) });
      }),
    ];
    [leftHost, rightHost].forEach((host) => {
      const over = host.querySelector(".over");
      over.append(shape("path", { class: "cone" }), shape("g", { class: "leaks" }), shape("rect", { class: "cursor", width: cell, height: cell, rx: 4 }));
    });
    self.cell = cell;
    brushOn(leftHost.querySelector(".body"), cell, {
      inside: ([i, j]) => paints() && i >= 0 && j >= 0 && i < size()[1] && j < size()[2],
      allowed, set, commit, begin: self.stop, fixed: !paints(),
    });
  }
  function paintGrids() {
    const now = [maskSheet(), viewSheet()], cone = view() === "moves" && !stale();
    grids.forEach((grid, n) => {
      grid.paint(now[n], null, null);
      const over = [leftHost, rightHost][n].querySelector(".over");
      over.querySelector(".cone").setAttribute("d", n && cone ? outline(size().slice(1), self.cell, promised) : "");
      put(over.querySelector(".leaks"), n && cone ? count(leaks).map(([i, j]) => shape("rect", { x: j * self.cell + 1, y: i * self.cell + 1, width: self.cell - 2, height: self.cell - 2, rx: 3 })) : []);
      for (const [name, value] of [["x", state.column * self.cell], ["y", state.row * self.cell]]) over.querySelector(".cursor").setAttribute(name, value);
    });
  }

  // ---- text ---------------------------------------------------------------------------------------------------
  const label = (i, j) => ({ row: self.header.rows[state.sentence][i].label, column: self.header.columns[state.sentence][j].label });
  function verdict() {
    if (!known() && !self.options.choose) return node("p", { class: "verdict" }, words.no_python);
    if (view() === "moves" && !known()) return node("p", { class: "verdict", role: "status" }, words.wait);
    if (view() === "moves") {
      const [wrong, may, do_] = [count(leaks), count(promised), count((i, j) => promised(i, j) && moves(i, j))];
      if (wrong.length) {
        const [i, j] = wrong.reduce((a, b) => (moved(...b) > moved(...a) ? b : a));
        return node("p", { class: "verdict bad", role: "status" }, rich(say(words.leak, { leaks: wrong.length, pairs: wrong.length > 1 ? words.pairs : words.pair, ...label(i, j), value: number(moved(i, j), 3) })));
      }
      const missing = may.length - do_.length;
      return node("p", { class: `verdict ${missing ? "bad" : "good"}`, role: "status" }, rich(missing
        ? say(words.too_little, { missing, count: may.length }) : say(words.no_leak, { count: may.length, moved: do_.length })));
    }
    const empty = self.header.rows[state.sentence].findIndex((_, i) => self.header.columns[state.sentence].every((_, j) => !allowed(i, j)));
    if (empty >= 0) return node("p", { class: "verdict bad", role: "status" }, rich(say(words.nothing_left, label(empty, 0))));
    return node("p", { class: "verdict" }, preview() ? words.preview : self.header.presets[preset]?.about ?? words.painted);
  }
  function paint() {
    build();
    const { header } = self, layers = header.layers.map((_, n) => [say(words.layers, { number: n + 1 })]);
    const pick = (name, label, items) => { const made = choice(label, items, (at) => self.goTo({ [name]: at })); made.set(state[name]); return made.root; };
    const dial = (label, root) => node("span", { class: "dial" }, label, root), texts = header.rows.map((_, n) => [String(n + 1)]);
    const isMoves = view() === "moves", heads = header.layers[maskLayer()].heads;
    put(bar, pick("view", words.view, views.map((name) => [words.views[name]])),
      isMoves && header.through === 1 ? null : pick("layer", words.layer, isMoves ? [...layers, [words.whole]] : layers),
      !isMoves && heads > 1 ? dial(words.head, pick("head", words.head, Array.from({ length: heads }, (_, n) => [String(n + 1)]))) : null, tools);
    put(presets, paints() ? [node("span", {}, words.presets), Object.entries(header.presets).map(([name, { label, about }]) => press(label, () => usePreset(name), { title: about, "aria-pressed": preset === name })), preset === "painted" ? press(words.painted, () => {}, { "aria-pressed": true }) : null, node("span", { class: "grow" })] : [],
      texts.length > 1 ? dial(words.sentence, pick("sentence", words.sentence, texts)) : null);
    const names = { layer: maskLayer() + 1, head: state.head + 1, reads: header.reads, through: through() < header.layers.length && header.through > 1 ? say(words.layers, { number: through() + 1 }) : words.whole };
    put(leftTitle, rich(paints() ? words.mask_title : say(words.mask_in, names)), " ", paints() ? words.paint : "");
    put(rightTitle, rich(say(words[`${view()}_title`], names)));
    leftTitle.className = rightTitle.className = "label";
    // If the page asks which mask this is, the mask appears only after an answer.
    left.classList.toggle("telling", header.ruled);
    right.classList.toggle("telling", header.ruled && !isMoves);
    below.classList.toggle("telling", header.ruled);
    paintGrids();
    const sheet = viewSheet();
    legend(key, sheet, self.palette, view() === "scores" ? [-header.layers[maskLayer()].limit, header.layers[maskLayer()].limit] : [0, 1], isMoves ? words.forbidden : words.hatched);
    if (isMoves) key.append(node("span", { class: "both" }, node("i", { class: "leak" }), words.legend_leak));
    put(told, verdict(), isMoves ? node("p", { class: "caption" }, `${header.reads} ${words.outline}`) : "");
    const form = forms[state.form], written = formOf(form, fill((_, i, j) => allowed(i, j))[0], header.rows[state.sentence], header.columns[state.sentence], words);
    put(below, node("div", { class: "bar" }, node("span", { class: "dial" }, words.forms), pick("form", words.forms, forms.map((name) => [words.form[name]])), node("span", { class: "grow" }), press(words.copy, () => copyText(written), { class: "off-stage" })),
      node("p", { class: "caption" }, rich(words.form_about[form])), node("pre", { class: "form", tabindex: 0 }, written), keysLine(words));
    self.panel();
  }
  return {
    paint, end: () => clearTimeout(resting), keys: () => ({ x: flip, " ": flip }),
    address: () => [...addressOf(self.header, state), self.header.ruled ? "-" : preset === "painted" ? `x${hexOf(text())}` : preset],
    restore(parts) {
      restore(self.header, parts, state);
      const mask = parts[7];
      if (!paints() || !mask) return;
      const found = self.header.presets[mask]?.masks ?? (mask[0] === "x" ? bitsOf(mask.slice(1), size()) : null);
      if (!found) return;
      masks = found.map((one) => one.map((line) => [...line].map((bit) => bit === "1")));
      preset = self.header.presets[mask] ? mask : "painted";
      whenStill();
    },
    take(before) {
      if (asked === null && JSON.stringify(before.start) !== JSON.stringify(self.header.start)) self.reopen();
      const of = ({ attention, rows, columns }) => JSON.stringify([attention, rows, columns]);
      const other = of(before) !== of(self.header) || asked === null;
      if (other || asked === text().join()) fresh(), (asked = null);
    },
  };
}, { style: MASK_STYLE });
