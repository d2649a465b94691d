// The frames of a video, the weight of each for the chosen word below it, and the captions.
import { captionRow, told } from "../../../figures/kit/captions.js";
import { node, percent, put, say, shape } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { paintPixels } from "../../../figures/kit/pixels.js";
import { keysLine } from "../../../figures/kit/widgets.js";
import { STRIP_STYLE } from "./style.js";

const LEAST = 52; // minimum pixels of a frame; otherwise the strip continues in a second row

export const draw = drawing((self) => {
  const { state, header: { words } } = self;
  const strip = node("div", { class: "strip", role: "group" });
  const [says, below] = [node("div", { class: "says" }), node("div")];
  self.body.append(
    node("div", { class: "bar" }, self.buttons(words)), node("div", { class: "card" }, strip, says, below));
  const weights = () => self.arrays[`weights ${state.model}`];

  function frame(pixels, at) {
    const { side, inks, models } = self.header, box = models[state.model].boxes[state.word];
    const canvas = node("canvas", { width: side, height: side, "aria-hidden": "true" });
    paintPixels(canvas, pixels, side, inks);
    const weight = weights()?.at(state.word, at) ?? 0;
    const bar = shape("rect", { class: "weight", x: 25, y: 100 - 100 * weight, width: 50, height: 100 * weight });
    const inside = box && at >= box[0] && at < box[0] + box[1];
    return node("div", { class: inside ? "about" : "" }, canvas,
      shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, bar),
      node("p", {}, weights() ? percent(weight, 0) : String(at + 1)));
  }
  function sayings() {
    const { models, frames } = self.header, model = models[state.model], found = weights();
    const word = model.words[state.word], box = model.boxes[state.word];
    const row = frames.map((_, at) => found?.at(state.word, at) ?? 0), most = Math.max(...row);
    return told(self, [
      word ? [words.looks, { word, frame: row.indexOf(most) + 1, most: percent(most, 0) }] : null,
      box ? [words.inside, {
        share: percent(self.arrays[`inside ${state.model}`].at(state.word), 0),
        size: percent(box[1] / frames.length, 0),
      }] : null,
    ]);
  }
  function paint() {
    const { frames, models, side } = self.header;
    const columns = self.width() / frames.length < LEAST ? Math.ceil(frames.length / 2) : frames.length;
    strip.style.setProperty("--columns", columns);
    strip.setAttribute("aria-label", say(words.strip, { frames: frames.length, side }));
    put(strip, frames.map(frame));
    put(says, models.map((one, at) => captionRow(self, one, at)), node("div", {}, sayings()));
    put(below, keysLine(words));
    self.panel();
  }
  return { paint };
}, { style: STRIP_STYLE });
