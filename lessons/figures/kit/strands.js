// A weight as a line between the word that attends and the word attended to, as thick as the weight.
import { shape } from "./core.js";

const THICK = 14; // pixels for a weight of 1
const DOTTED = 0.01; // a lower weight is
export const PALE = 0.07; // of the lines of other words

// strong: for the chosen word; for others, thin lines are omitted, because a long text has thousands.
export function strand([x0, y0, x1, y1], weight, { strong, faint, palette, thick = THICK }) {
  if (!(weight > (strong ? 0 : DOTTED))) return null;
  const bend = (x1 - x0) / 2;
  return shape("path", {
    d: `M${x0},${y0} C${x0 + bend},${y0} ${x1 - bend},${y1} ${x1},${y1}`, fill: "none",
    stroke: strong ? palette.weight_full : palette.weight, opacity: faint, "stroke-linecap": "round",
    "stroke-width": Math.max(0.8, weight * thick), "stroke-dasharray": weight < DOTTED ? "1 5" : null,
  });
}
