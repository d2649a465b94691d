// The right end of the diagram: the output words, the next candidates, and the path of a word back to the input.
import { fixed, say, shape } from "../../../figures/kit/core.js";
import { stopOf } from "./flow_layout.js";

const TINY = 0.0001; // a smaller probability has no digit
const SHOWN = 4; // the most probable words; one bar for the rest

// newest: the row whose next word is computed; stop: the current stop.
export function nextWord(self, { palette, text }, { place, stop, newest, go }) {
  const { flow, lanes, answer, words } = self.header, shares = self.arrays.answer;
  const { y, tall, end, pitch } = place, { grows } = flow;
  const now = stop === flow.frames.length, row = grows === null ? 0 : newest;
  const dim = { "text-anchor": "end", "font-size": place.small };
  const dashes = { fill: "none", stroke: palette.query, "stroke-width": 1.8, "stroke-dasharray": "5 4" };

  function pill(at) {
    const on = now && at === newest, middle = y(grows, at), { each } = stopOf(self.header, 0);
    const there = () => go({ step: flow.before + (at - flow.begins + 2) * each - 1 });
    const look = { fill: on ? palette.query : palette.paper, stroke: on ? palette.query : palette.line };
    const place = { x: end.left, y: middle - tall / 2 - 1, width: end.pills - end.left, height: tall + 2, rx: 7 };
    return shape("g", { class: "pill follow", onclick: there }, shape("rect", { ...place, ...look }),
      text((end.left + end.pills) / 2, middle, answer[at][0], {
        "text-anchor": "middle", fill: on ? palette.paper : palette.ink, "font-weight": on ? 700 : 400 }));
  }
  // From the output word back to its input position.
  function again() {
    const { parts: [{ from, to }] } = place.frames.find((frame) => frame.lane === grows);
    const [low, at, x] = [place.bottom + 13, y(grows, newest + 1), from - (place.narrow ? 5 : 9)];
    const middle = (end.left + end.pills) / 2, { label } = lanes[grows].labels[newest + 1];
    const begins = `M${middle},${y(grows, newest) + tall / 2 + 2} V${low - 8} q0,8 -8,8`;
    const way = `${begins} H${x + 8} q-8,0 -8,-8 V${at + 6} q0,-6 6,-6 h4`;
    const waits = { x: x + 16, y: at - tall / 2, width: Math.max(20, to - x - 20), height: tall, rx: 6 };
    return shape("g", { class: "again" }, shape("path", { ...dashes, d: way }),
      shape("path", { d: `M${x + 8},${at - 5} l8,5 l-8,5 z`, fill: palette.query }),
      shape("rect", { ...dashes, ...waits, fill: palette.paper, "stroke-dasharray": "4 3", "stroke-width": 1.2 }),
      text(to - 10, at, label, { "text-anchor": "end", fill: palette.query_text }),
      text(middle - 14, low + 12, words.again, { ...dim, fill: palette.query_text }, Infinity));
  }
  function written() {
    if (grows === null) return [];
    const first = flow.begins - 1, many = newest - first + (now ? 1 : 0);
    const goes = now && lanes[grows].labels[newest + 1];
    return [Array.from({ length: many }, (_, k) => pill(first + k)), goes ? again() : null];
  }

  // ---- the most probable words and all others; they sum to 1 -----------------------------------------------
  function candidates() {
    const some = Math.min(SHOWN, shares.sizes[1]), step = Math.min(28, Math.max(21, pitch)), high = (some + 2.3) * step;
    const near = grows === null ? place.top : y(grows, newest) - 2.6 * step;
    const top = Math.max(place.titles + 6, Math.min(place.bottom - high, near));
    const left = end.pills + (grows === null ? 0 : 12);
    const frame = { x: left, y: top, width: end.right - left, height: high, rx: 10, stroke: palette.line };
    if (!now) return shape("rect", { ...frame, fill: palette.panel, "stroke-dasharray": "5 4" });
    const given = Array.from({ length: some }, (_, k) => shares.at(row, k));
    const rest = Math.max(0, 1 - given.reduce((a, b) => a + b, 0));
    const all = self.header.vocabulary > some ? [...given, rest] : given;
    const bar = (share, k) => {
      const other = k === some, at = top + (k + (other ? 1.85 : 1.7)) * step, strong = { "font-weight": k ? 400 : 700 };
      const [name, letters] = other ? [words.others, Infinity] : [answer[row][k], place.named];
      const said = share < TINY ? `< ${TINY}` : fixed(share, share < 0.01 ? 4 : 2);
      const hue = other ? palette.hatch : k ? palette.weight : palette.query, long = Math.max(1.5, share * end.bar);
      return shape("g", { class: "candidate", "data-share": share },
        text(end.names, at, name, { ...dim, ...strong, fill: k ? palette.ink : palette.query_text }, letters),
        shape("rect", { x: end.bars, y: at - 8, width: long, height: 16, rx: 3, fill: hue }),
        text(end.bars + long + 6, at, said, { ...strong, "font-size": place.small }));
    };
    const after = grows === null ? "" : say(words.after_word, { word: lanes[grows].labels[row].label });
    const from = y(grows ?? 0, row), begin = top + 1.7 * step;
    const link = grows === null ? null : shape("path", { fill: "none", stroke: palette.query, "stroke-width": 1.8,
      d: `M${end.pills + 2},${from} C${end.pills + 10},${from} ${left - 6},${begin} ${left + 2},${begin}` });
    const title = text(end.right - 4, top + 0.65 * step, after, { ...dim, "font-weight": 600 }, Infinity);
    return [link, title, all.map(bar)];
  }
  return [candidates(), written()];
}
