// One row per token: the model's probability, the sampling probability, and the drawn fraction.
import { fixed, node, number, say, shape } from "../../../figures/kit/core.js";
import { withNumbers } from "../../../figures/kit/tables.js";

export const probability = (value) => (value === 0 ? "0" : value < 0.0005 ? number(value, 0) : fixed(value, 3));
export const counted = (count) => count.toLocaleString("en");
export const PITCH = 25; // pixels of a row
const SPREAD = 1.96; // standard deviations: 19 of 20 drawn fractions are within this distance of the expected value

// The axis ends at a round number above the longest bar.
const roundTop = (most) => [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1].find((top) => most <= top) ?? 1;

// rows: [{ label, full, model, distribution, kept, count, why }], count: null before any draw.
export function tokenRows({ rows, draws, words, width }) {
  const [pitch, head] = [PITCH, 22];
  const narrow = width < 480;
  const column = narrow ? 50 : 64;
  const names = narrow ? 62 : 82;
  const columns = narrow ? ["distribution", "count"] : ["model", "distribution", "count"];
  const room = width - names - columns.length * column - 14;
  const top = roundTop(Math.max(...rows.map(({ model, distribution }) => Math.max(model, distribution))));
  const X = (value) => names + (value / top) * room;
  const root = shape("svg", { class: "plot rows", width, height: head + rows.length * pitch + 6, role: "img", "aria-label": words.distribution });
  const text = (x, y, anchor, name, ...content) => root.append(shape("text", { x, y, "text-anchor": anchor, class: name }, content));
  for (const tick of [0, top / 2, top]) {
    root.append(shape("line", { class: "rule", x1: X(tick), x2: X(tick), y1: head - 4, y2: head + rows.length * pitch }));
    text(X(tick), head - 9, "middle", "", String(Number(tick.toFixed(3))));
  }
  columns.forEach((name, at) => text(width - (columns.length - 1 - at) * column, head - 9, "end", "", words[name]));
  const textOf = (row, name) => (name === "model" ? probability(row.model)
    : name === "count" ? (row.count === null ? "" : counted(row.count)) : row.kept ? probability(row.distribution) : "–");
  let told = null;
  rows.forEach((row, at) => {
    const y = head + at * pitch;
    const group = shape("g", { class: row.kept ? "token" : "token cut" }, shape("title", {}, row.why ? `${row.full}: ${row.why.said}` : row.full));
    const bar = (value, high, name) =>
      shape("rect", { x: X(0), y: y + (pitch - high) / 2, width: Math.max(1, X(value) - X(0)), height: high, rx: 2.5, class: `of-${name}` });
    const write = (x, anchor, name, content) => shape("text", { x, y: y + pitch / 2 + 4.5, "text-anchor": anchor, class: name }, content);
    group.append(write(names - 8, "end", "word", row.label), bar(row.model, 17, row.kept ? "model" : "cut"));
    if (row.kept) group.append(bar(row.distribution, 8, "distribution"));
    else if (row.why && row.why.kind !== told && X(row.model) + 300 < X(top) + 24) group.append(write(X(row.model) + 8, "start", "why", row.why.said));
    told = row.why?.kind ?? told;
    if (row.count !== null && row.kept) group.append(...whisker(row.distribution, row.count / draws, y + pitch / 2));
    columns.forEach((name, place) =>
      group.append(write(width - (columns.length - 1 - place) * column, "end", name, textOf(row, name))));
    root.append(group);
  });

  function whisker(distribution, share, y) {
    const off = SPREAD * Math.sqrt((distribution * (1 - distribution)) / draws);
    const [from, to] = [X(Math.max(0, distribution - off)), X(Math.min(1, distribution + off))];
    return [
      shape("path", { class: "whisker", d: `M${from} ${y - 5}v10M${from} ${y}H${to}M${to} ${y - 5}v10` }),
      shape("circle", { class: "share", cx: X(Math.min(share, top)), cy: y, r: 3.4 }),
    ];
  }
  const [title, heads] = [words.distribution, columns.map((name) => words[name])];
  return withNumbers(root, () => [{ title, rows, columns: heads, at: (i, j) => textOf(rows[i], columns[j]) }]);
}

export const keyOf = (words, drawn) =>
  node("div", { class: "legend" }, ["model", "distribution", "cut", drawn ? "drawn" : null].filter(Boolean).map((name) =>
    node("span", { class: "legend-item" }, node("i", { class: `of-${name}` }), words[`key_${name}`])));

export const reason = (words, kind, { rank, k, p, before }) =>
  kind && { kind, said: say(words[kind], { rank, k, p, before: probability(before) }) };
