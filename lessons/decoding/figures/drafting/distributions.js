// Three little rows of bars over the same symbols: the target's distribution, the draft's, and the residual.
import { fixed, number, shape } from "../../../figures/kit/core.js";
import { withNumbers } from "../../../figures/kit/tables.js";

export const share = (value) => (value > 0 && value < 0.0005 ? number(value, 0) : fixed(value, 3));
const ROW = 82, LEAST = 38; // the height of a row, the width of a symbol

// The symbols to show: the most probable ones of each distribution, and those of this position.
function chosen(distributions, about, most) {
  const [p] = distributions, size = Array.from({ length: p.count }, (_, n) => Math.max(...distributions.map(({ at }) => at(n))));
  const rank = (n) => (about.includes(n) ? 2 : size[n]);
  const best = size.map((_, n) => n).sort((a, b) => rank(b) - rank(a)).slice(0, most);
  return best.sort((a, b) => p.at(b) - p.at(a));
}

// distributions: [{ name, title, at(token), count }]; about: tokens that must be shown; the first is marked.
export function threeDistributions({ distributions, labels, about, width }) {
  const shown = chosen(distributions, about, Math.min(12, Math.floor(width / LEAST)));
  const step = width / shown.length;
  const top = Math.max(...distributions.flatMap(({ at }) => shown.map(at))); // one scale for all rows
  const root = shape("svg", { class: "distributions", width, height: distributions.length * ROW + 20, role: "img", "aria-label": distributions.map(({ title }) => title).join(", ") });
  distributions.forEach(({ name, title, at }, row) => {
    const [base, high] = [row * ROW + ROW - 6, ROW - 42];
    root.append(shape("text", { class: "distribution", x: 0, y: row * ROW + 13 }, title), shape("line", { x1: 0, x2: width, y1: base, y2: base }));
    shown.forEach((token, n) => {
      const [value, x] = [at(token), (n + 0.5) * step];
      const tall = value > 0 ? Math.max(1, (value / top) * high) : 0;
      root.append(
        shape("rect", { class: `of-${name}`, x: x - step * 0.3, width: step * 0.6, y: base - tall, height: tall, rx: 2 }),
        value >= 0.005 ? shape("text", { x, y: base - tall - 4, "text-anchor": "middle", class: token === about[0] ? "on" : "" }, fixed(value, 2).replace(/^0/, "")) : "");
    });
  });
  shown.forEach((token, n) => root.append(
    shape("text", { x: (n + 0.5) * step, y: distributions.length * ROW + 12, "text-anchor": "middle", class: token === about[0] ? "on" : "" }, labels[token])));
  const [rows, columns] = [shown.map((token) => labels[token]), distributions.map(({ title }) => title)];
  return withNumbers(root, () => [{ rows, columns, at: (i, j) => share(distributions[j].at(shown[i])) }]);
}
