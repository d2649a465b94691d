// The input of a run's model, and its output.
import { node } from "./core.js";
import { paintPixels } from "./pixels.js";

// The input, from a figure's header: words, each made by `word`; or images, one after another.
export function givenTo({ given, seen }, word) {
  if (!seen) return given.map(({ label }) => word(label));
  return seen.frames.map((pixels) => {
    const canvas = node("canvas", { class: "film-seen", width: seen.side, height: seen.side });
    paintPixels(canvas, pixels, seen.side, seen.inks);
    return canvas;
  });
}

// How many of the output words can be compared with the right ones, position by position: all of an answer; of a
// text, which can continue in many ways, those before it first differs.
export function agreed(written, { open, right }) {
  const other = written.findIndex((text, k) => text !== right[k]);
  return open && other >= 0 ? other : written.length;
}
