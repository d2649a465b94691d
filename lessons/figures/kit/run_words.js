// What a training's model is given, and what it writes.
import { node } from "./core.js";
import { paintPixels } from "./pixels.js";

// What was given, of a figure's header: words, each made by `word`; or pictures, one after another.
export function givenTo({ given, seen }, word) {
  if (!seen) return given.map(({ label }) => word(label));
  return seen.frames.map((pixels) => {
    const canvas = node("canvas", { class: "film-seen", width: seen.side, height: seen.side });
    paintPixels(canvas, pixels, seen.side, seen.inks);
    return canvas;
  });
}

// How many of the written words can be compared with the right ones, place by place: all of an answer; of a
// text that may go on in many ways, those before it first goes on otherwise.
export function agreed(written, { open, right }) {
  const other = written.findIndex((text, k) => text !== right[k]);
  return open && other >= 0 ? other : written.length;
}
