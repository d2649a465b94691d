// An image with the weights of a word on it, and the captions; with a pen, the user's own image.
import { captionRow, told } from "../kit/captions.js";
import { fixed, node, percent, put, say, shape, spot } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { withNumbers } from "../kit/tables.js";
import { paintPixels } from "../kit/pixels.js";
import { keysLine, press } from "../kit/widgets.js";
import { PICTURE_STYLE } from "./style.js";

const PAPER = ".", RUBBER = 1.6, FULL = 0.6, HALF = 1.0; // distance from the centre of the pen, in pixels

export const draw = drawing((self) => {
  const { state, header: { words } } = self;
  const side = () => self.header.side;
  let pixels = [...self.header.pixels], pen = "R", last = null, asked = null;
  const canvas = node("canvas", { width: side(), height: side(), role: "img" });
  const over = shape("svg", { "aria-hidden": "true" });
  const sheet = node("div", { class: "sheet" }, canvas, over);
  const [pens, says, below] = [node("div", { class: "pens" }), node("div", { class: "says" }), node("div")];
  const left = node("div", {}, pens, sheet);
  self.body.append(
    node("div", { class: "bar" }, self.buttons(words)),
    node("div", { class: "card" }, node("div", { class: "described" }, left, says), below));
  const mayDraw = () => self.header.draws && Boolean(self.options.choose);
  const known = () => pixels.join("") === self.header.pixels; // Python has described the drawing

  // ---- the pen --------------------------------------------------------------------------------------------
  function mark([x, y]) {
    for (let row = 0; row < side(); row++)
      for (let column = 0; column < side(); column++) {
        const far = Math.hypot(column + 0.5 - x, row + 0.5 - y), at = row * side() + column;
        if (pen === PAPER) pixels[at] = far < RUBBER ? PAPER : pixels[at];
        else if (far < FULL) pixels[at] = pen;
        else if (far < HALF && pixels[at] !== pen) pixels[at] = pen.toLowerCase();
      }
  }
  const under = (event) => spot(event, canvas).map((at) => (at * side()) / canvas.clientWidth);
  function stroke(event) {
    const to = under(event), from = last ?? to;
    const steps = Math.ceil(2 * Math.hypot(to[0] - from[0], to[1] - from[1])) || 1;
    for (let step = 1; step <= steps; step++)
      mark(from.map((at, axis) => at + ((to[axis] - at) * step) / steps));
    last = to;
    self.paint();
  }
  function commit() {
    if (!mayDraw() || known() || asked === pixels.join("")) return;
    asked = pixels.join("");
    self.options.choose({ pixels: asked });
  }
  function lift() {
    if (last === null) return;
    last = null;
    commit();
  }
  canvas.addEventListener("pointerdown", (event) => {
    if (!mayDraw()) return;
    event.preventDefault();
    canvas.setPointerCapture?.(event.pointerId);
    self.stop();
    stroke(event);
  });
  canvas.addEventListener("pointermove", (event) => last !== null && stroke(event));
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  const clear = () => (pixels.fill(PAPER), self.goTo({}), commit());
  function tools() {
    const { inks } = self.header;
    const one = (letter, name, dot) => press([dot ? node("i", { style: `background:${dot}` }) : null, name],
      () => ((pen = letter), self.paint()), { "aria-pressed": pen === letter });
    put(pens, mayDraw() ? [
      node("span", { class: "label" }, words.pen),
      Object.entries(inks).map(([letter, ink]) => one(letter, ink.name, ink.full)),
      one(PAPER, words.rubber), press(words.clear, clear),
    ] : null);
  }

  // ---- view -------------------------------------------------------------------------------------------------
  const weights = () => (known() ? self.arrays[`weights ${state.model}`] : null);
  function squares(most) {
    const { places, models } = self.header, found = weights();
    const box = found && models[state.model].boxes[state.word];
    over.setAttribute("viewBox", `0 0 ${places} ${places}`);
    const square = (at) => {
      const high = Math.sqrt(found.at(state.word, at) / most), edge = (1 - high) / 2;
      return high < 0.08 ? null : shape("rect", {
        class: "weight", x: (at % places) + edge, y: Math.trunc(at / places) + edge, width: high, height: high,
      });
    };
    const upTo = Array.from({ length: places }, (_, k) => k + 1);
    const table = { rows: upTo, columns: upTo, at: (i, j) => found.at(state.word, i * places + j) };
    withNumbers(over, () => (found ? [table] : []));
    put(over, found ? Array.from({ length: places * places }, (_, at) => square(at)) : null,
      box ? shape("rect", { class: "box", x: box[0], y: box[1], width: box[2], height: box[3] }) : null);
  }
  function sayings(most) {
    const { models, places } = self.header;
    if (!known()) return [node("p", { class: "told", role: "status" }, mayDraw() ? words.waits : words.fixed)];
    const model = models[state.model], word = model.words[state.word], box = model.boxes[state.word];
    const share = self.arrays[`inside ${state.model}`]?.at(state.word);
    return told(self, [
      word ? [words.looks, { word, most: fixed(most, 2) }] : null,
      box ? [words.inside, {
        share: percent(share, 0), size: percent((box[2] * box[3]) / (places * places), 0),
      }] : null,
    ]);
  }
  function paint() {
    const found = weights(), { places, models, draws } = self.header;
    const all = Array.from({ length: places * places }, (_, at) => found?.at(state.word, at) ?? 0);
    const most = Math.max(...all) || 1;
    const wide = Math.min(364, self.width() - 40, Math.max(224, self.screen() - 330));
    Object.assign(sheet.style, { width: `${wide}px`, height: `${wide}px` });
    sheet.classList.toggle("pen", mayDraw());
    canvas.setAttribute("aria-label", say(words.picture, { side: side(), places }));
    tools();
    paintPixels(canvas, pixels, side(), self.header.inks);
    squares(most);
    put(says, models.map((one, at) => captionRow(self, one, at)), node("div", {}, sayings(most)));
    const how = mayDraw() ? words.draw : words.fixed;
    put(below, draws ? node("p", { class: "caption" }, how) : null, keysLine(words));
    self.panel();
  }
  function take(before) {
    if (asked !== null && asked !== self.header.pixels && asked === pixels.join("")) return; // an outdated answer
    [pixels, asked] = [[...self.header.pixels], null];
    if (before.pixels !== self.header.pixels) self.reopen();
  }
  return { paint, take };
}, { style: PICTURE_STYLE });
