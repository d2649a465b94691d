// What the plot is asked to show: which marks, which of them matter, which lines.
import { fixed } from "../kit/core.js";

export const percent = (share) => fixed(100 * share, 1);
// The last axis of an array at one place, as a list.
export const rowOf = (array, at) => Array.from({ length: array.sizes.at(-1) }, (_, k) => array.at(...at, k));

// The smallest box around all marks, in a film of all its frames: so the scale never changes.
export function boundsOf(header, points) {
  const film = header.mode === "film";
  const places = [];
  for (let f = 0; f < (film ? points.sizes[0] : 1); f++)
    for (let i = 0; i < header.points.length; i++) places.push(film ? points.row(f, i) : points.row(i));
  const along = (axis) => places.map((place) => place[axis]);
  const [low, high] = [Math.min, Math.max].map((end) => places[0].map((_, axis) => end(...along(axis))));
  const middle = low.map((value, axis) => (value + high[axis]) / 2);
  const reach = Math.max(...places.map((place) => Math.hypot(...place.map((value, axis) => value - middle[axis]))));
  return { low, high, reach };
}

// view: { header, arrays, state, bounds, dims, near(i), colour(i), key, at(i), axes }
export function sceneOf({ header, arrays, state, bounds, dims, near, colour, key, at, axes }) {
  const { points, mode } = header;
  const { word, only } = state;
  const strong = [], links = [];
  let trail = [];
  if (mode === "pairs") {
    header.pairs.forEach(({ start, wanted, right }, n) => {
      const faded = state.pair !== null && n !== state.pair;
      links.push([start, wanted, `arrow${right ? "" : " missed"}${n === state.pair ? " on" : faded ? " faded" : ""}`]);
      if (n === state.pair) strong.push(start, wanted);
    });
    links.sort((a, b) => a[2].includes(" on") - b[2].includes(" on")); // the chosen one on top
  } else if (word !== null) {
    strong.push(...near(word));
    links.push(...near(word).map((other) => [word, other, "near"]));
    if (mode === "film") trail = Array.from({ length: state.frame }, (_, frame) => arrays.points.row(frame, word));
  }
  for (const { row } of header.sentence ?? []) if (row !== null) strong.push(row);
  const matters = new Set([...strong, word]);
  return {
    key, dims, at, axes, strong, links, trail, colour, count: points.length,
    low: bounds.low.slice(0, dims), high: bounds.high.slice(0, dims), reach: bounds.reach,
    name: (i) => points[i].label, gender: (i) => points[i].gender,
    faint: (i) => only !== null && points[i].part !== only && !matters.has(i),
    chosen: mode === "pairs" ? null : word,
    middle: (axis, end) => [0, 0, 0].map((zero, k) => (k === axis ? (end < 0 ? bounds.low : bounds.high)[axis] : zero)),
  };
}
