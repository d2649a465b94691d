// The merges of a token as a tree whose leaves, from left to right, spell the token.
import { shape } from "../../../figures/kit/core.js";
import { smallest } from "../../../figures/kit/mode.js";

const [HIGH, GAP, LEVEL, PAD] = [26, 8, 46, 16];

// parts: token → { pair, merge } for tokens merged in the steps shown.
// Returns the svg of one tree. look: { labels, isMerged, hue, fresh, pick }.
export function tree(token, parts, look) {
  const number = smallest(), letters = Math.max(14.5, number);
  const widthOf = (label) => Math.max(26, 0.635 * letters * [...label].length + PAD);
  const boxes = [];
  const lines = [];
  let right = 0;
  // Leaves are placed from the left; a merged token is above the middle of its two parts.
  function lay(id) {
    const made = parts.get(id);
    const wide = widthOf(look.labels[id]);
    const own = { id, wide, merge: made?.merge, height: 0 };
    if (made) {
      const from = right;
      const [a, b] = made.pair.map((part) => lay(part));
      own.height = 1 + Math.max(a.height, b.height);
      own.x = (a.x + b.x) / 2;
      const short = from + wide / 2 - own.x; // a wide token over narrow parts must not stick out
      if (short > 0) own.x += short;
      right = Math.max(right, own.x + wide / 2 + GAP);
      lines.push([own, a], [own, b]);
    } else {
      own.x = right + wide / 2;
      right += wide + GAP;
    }
    boxes.push(own);
    return own;
  }
  const root = lay(token);
  const y = (box) => (root.height - box.height) * LEVEL + 14; // all leaves are on one line
  const draw = ({ id, x, wide, merge }, top) => {
    const merged = look.isMerged(id);
    return shape("g", { onclick: () => look.pick(id) },
      shape("rect", {
        x: x - wide / 2, y: top, width: wide, height: HIGH, rx: 7,
        class: [merged && "merged", id === look.fresh && "fresh"].filter(Boolean).join(" "),
        style: merged ? `fill: var(--tint-${look.hue(id)})` : null,
      }),
      shape("text", { x, y: top + 18, "font-size": letters, "text-anchor": "middle" }, look.labels[id]),
      merge ? shape("text", { x, y: top - 4, "font-size": number, "text-anchor": "middle", class: "rank" }, String(merge)) : null);
  };
  const [wide, high] = [right - GAP, root.height * LEVEL + 14 + HIGH];
  return shape("svg", { width: wide, height: high, role: "img", "aria-label": look.labels[token] },
    lines.map(([above, below]) => {
      const [from, to] = [y(above) + HIGH, y(below) - (below.merge ? 14 : 0)];
      return shape("path", { d: `M${above.x} ${from} C${above.x} ${(from + to) / 2} ${below.x} ${(from + to) / 2} ${below.x} ${to}` });
    }),
    boxes.map((box) => draw(box, y(box))));
}

// The tokens that are not part of another token, newest first: together they show the whole vocabulary.
export function roots(parts) {
  const used = new Set([...parts.values()].flatMap(({ pair }) => pair));
  return [...parts.keys()].filter((token) => !used.has(token)).reverse();
}
