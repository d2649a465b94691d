// Beside the figure: the chosen word and its neighbours, or the pairs and their answers.
import { fixed, node, say, shape } from "../../../figures/kit/core.js";
import { columnHead } from "../../../figures/kit/widgets.js";

const FORMS = { // by gender, as in the chart
  m: "M-3.7,-3.7h7.4v7.4h-7.4z", f: "M0,-5.1L4.7,3.5L-4.7,3.5Z", "": "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0",
};
const markOf = (colour, gender) =>
  shape("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, shape("path", { d: FORMS[gender], fill: colour }));

// The head of a word: mark, word, part of speech, gender, row.
export function wordHead({ header, colour, points }, i) {
  const { words, side } = header;
  const { full, part, gender } = points[i];
  const about = [header.parts[part].title];
  if (gender) about.push(say(words.french[side], { gender: words.gender[gender] }));
  about.push(say(words.row, { row: i }));
  return node("div", { class: "word-head" },
    node("h2", {}, markOf(colour(i), gender), node("bdi", {}, full)), node("p", { class: "note" }, about.join(" · ")));
}

// lists: [{ title, note, items: [{ row, value }] }]; rows in all lists are bold.
export function neighbourLists({ header, colour, points, pick }, lists) {
  const everywhere = lists.map(({ items }) => new Set(items.map(({ row }) => row)));
  const shared = (row) => lists.length > 1 && everywhere.every((rows) => rows.has(row));
  return node("div", { class: `word-lists${lists.length > 1 ? " two" : ""}` }, lists.map(({ title, note, items }) =>
    node("div", {}, node("p", { class: "list-title" }, node("b", {}, title), node("span", {}, note)),
      items.map(({ row, value }) =>
        node("button", { type: "button", class: `word-row${shared(row) ? " both" : ""}`, onclick: () => pick(row) },
          markOf(colour(row), points[row].gender), node("bdi", {}, points[row].label),
          value === undefined ? null : node("i", { style: `--share:${Math.max(0, value)}` }, fixed(value, 2)))))));
}

// Every pair with its answer; the accuracy above.
export function pairList({ header, points, pick }, chosen) {
  const { words, pairs, score } = header;
  const rows = pairs.map(({ start, found, neighbour, right, lucky }, at) =>
    node("tr", { class: at === chosen ? "on" : null, onclick: () => pick(at) },
      node("th", { scope: "row" }, node("button", { type: "button", "aria-pressed": at === chosen }, points[start].label)),
      node("td", { class: `telling ${right ? "right" : "wrong"}` }, right ? "✓ " : "✗ ", node("bdi", {}, found)),
      node("td", { class: `telling ${lucky ? "right" : "wrong"}` }, lucky ? "✓ " : "✗ ", node("bdi", {}, neighbour))));
  return node("div", {},
    node("p", { class: "score" }, node("b", { class: "telling" }, say(words.pair_head, score))),
    node("p", { class: "note telling" }, say(words.pair_base, score), node("br"), say(words.pair_chance, score)),
    node("div", { class: "pair-scroll", tabindex: 0 }, node("table", {},
      node("thead", {}, node("tr", {}, words.pair_columns.map((name) => columnHead(name)))), node("tbody", {}, rows))),
    node("p", { class: "note telling" }, say(words.pair_stays, score)));
}

// The meaning of the marks' shapes; the chart's own legend explains the colours.
export const genderLegend = ({ genders, words }) =>
  genders.map((gender) => node("span", { class: "form" }, markOf("currentColor", gender), words.gender[gender]));
