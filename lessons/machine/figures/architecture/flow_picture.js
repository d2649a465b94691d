// The diagram: words on the left, one lane each, through all boxes to the next word on the right.
import { css, diverging, node, put, say, shape } from "../../../figures/kit/core.js";
import { PALE, strand } from "../../../figures/kit/strands.js";
import { press } from "../../../figures/kit/widgets.js";
import { layout, short, stopOf } from "./flow_layout.js";
import { nextWord } from "./flow_next.js";

const FINE = 9; // pixels of a weight of 1
const [NONE, WEAK] = [0.02, 0.08]; // lower weights are not drawn, for the followed word and for others

// Refills host. wide, high: available pixels; go(change) changes the state, open(box) opens a box. Returns the stop,
// the word being written, the newest row, and the text of each stop.
export function paintPicture(self, host, { wide, high, go, open }) {
  const { header, palette, arrays, state } = self, { flow, lanes, words } = header;
  const place = layout(header, { wide, high, family: getComputedStyle(host).fontFamily });
  const { y, size, cell, tall, end } = place, count = flow.frames.length;
  const { stop, round } = stopOf(header, state.step), newest = flow.begins - 1 + round;

  // The followed row: the newest one in the output lane, otherwise the chosen word.
  const alike = (lane) => lanes[lane].labels.length === lanes[0].labels.length;
  const followed = (lane) => (lane === flow.grows ? newest : alike(lane) ? state.word : null);
  // How many rows a frame has at this stop; words that go in later have none.
  function seen(k) {
    const { lane } = flow.frames[k], now = k <= stop;
    if (lane !== flow.grows) return now ? lanes[lane].labels.length : 0;
    return now ? flow.begins + round : round ? newest : 0;
  }
  const text = (x, at, content, attributes, letters) =>
    shape("text", { x, y: at + size * 0.35, "font-size": size, fill: palette.ink, dir: "auto", ...attributes },
      short(content, letters), shape("title", {}, content));
  const pen = { palette, text };

  // ---- contents of a frame ---------------------------------------------------------------------------
  function word({ lane }, part, row) {
    const { label } = lanes[lane].labels[row], on = row === followed(lane), at = y(lane, row);
    const [x, width] = [part.from, part.to - part.from - 4];
    const ground = { x, y: at - tall / 2 - 1, width, height: tall + 2, rx: 5, fill: palette.query, opacity: 0.13 };
    const look = { "text-anchor": "end", fill: on ? palette.query_text : palette.ink, "font-weight": on ? 700 : 400 };
    const chooses = lane === 0 && flow.grows !== 0 ? { class: "follow", onclick: () => go({ word: row }) } : {};
    return shape("g", { ...chooses, "data-word": row },
      on ? shape("rect", ground) : null, text(part.to - 10, at, label, look));
  }
  function carpet({ lane }, { array, one, limit, from }, row) {
    const values = arrays[array], colour = diverging(palette, palette.weight_full, limit);
    const drawn = Math.min(flow.drawn, values.sizes.at(-1)), value = (j) => (one ? values.at(j) : values.at(row, j));
    const top = (one ? place.middle(lane) : y(lane, row)) - tall / 2, on = !one && row === followed(lane);
    const cells = Array.from({ length: drawn }, (_, j) =>
      shape("rect", { x: from + j * cell, y: top, width: cell, height: tall, fill: css(colour(value(j))) }));
    const edge = { x: from - 1, y: top - 1, width: drawn * cell + 2, height: tall + 2, rx: 3, fill: "none" };
    const stroke = on ? { stroke: palette.query, "stroke-width": 2.4 } : { stroke: palette.line };
    const outline = shape("rect", { ...edge, ...stroke });
    return shape("g", { class: "carpet", "data-array": array, "data-row": row }, cells, outline);
  }
  // The lines of one head: the one in which the followed word's row is clearest.
  function looks({ lane }, { array, columns, chosen: heads, from, to }, rows) {
    const { sizes, at } = arrays[array], each = heads.length > 1; // otherwise all words attend together
    const chosen = each ? (followed(lane) ?? 0) : 0, { head } = heads[chosen];
    const line = (i, j) => {
      const weight = at(...[head, i, j].slice(3 - sizes.length)), strong = i === chosen;
      const ends = [from, y(columns, j), to, each ? y(lane, i) : place.middle(lane)];
      if (weight < (strong ? NONE : WEAK)) return null;
      const faint = strong ? 1 : Math.max(PALE, 0.34 * weight);
      const path = strand(ends, weight, { strong, faint, thick: FINE, palette });
      path?.setAttribute("data-cell", `${i},${j}`);
      return path;
    };
    const there = heads.map((_, i) => i).filter((i) => i < rows || !each);
    const order = there.sort((a, b) => (a === chosen) - (b === chosen)); // the strong ones on top
    const lines = order.map((i) => lanes[columns].labels.map((_, j) => line(i, j)));
    return shape("g", { class: "looks", "data-array": array, "data-head": head }, lines);
  }
  function inside(frame, k) {
    const rows = seen(k), { labels } = lanes[frame.lane];
    const there = frame.lane === flow.grows ? Math.max(rows, flow.begins) : labels.length; // words
    const each = (draw, many) => labels.slice(0, many).map((_, row) => draw(row));
    const draw = {
      words: (part) => each((row) => word(frame, part, row), there),
      looks: (part) => (rows ? looks(frame, part, rows) : null),
      carpet: (part) => each((row) => carpet(frame, part, row), part.one ? Math.min(rows, 1) : rows),
    };
    return frame.parts.map((part) => draw[part.kind](part));
  }
  function border(frame, k) {
    if (frame.open) return null;
    const lit = k === stop, [x, top] = [frame.left, place.titles];
    const room = { x, y: top, width: frame.right - x, height: place.bottom - top, rx: 10 };
    const stroke = { stroke: lit ? palette.ink : palette.line, "stroke-width": lit ? 2 : 1.2 };
    return shape("rect", { ...room, ...stroke, fill: palette.panel, "stroke-dasharray": seen(k) ? null : "5 4" });
  }

  // ---- lanes: each continues to the last frame that has it or attends to it ------------------------------
  function lane(k) {
    const has = (part, frame) => part.kind === "looks" && part.columns === k && frame.lane !== k;
    const ends = place.frames.map((frame) =>
      frame.lane === k ? frame.parts.at(-1).to : (frame.parts.find((part) => has(part, frame))?.from ?? 0));
    const begin = place.frames.find((frame) => frame.lane === k).parts[0].to - 4, grown = k === flow.grows;
    const mine = place.frames.map((frame, n) => (frame.lane === k ? seen(n) : 0));
    const rows = grown ? Math.max(...mine) : lanes[k].labels.length;
    const thin = { stroke: palette.line, "stroke-width": 1.6 };
    const line = (row, until, look) =>
      shape("line", { x1: begin, x2: until, y1: y(k, row), y2: y(k, row), ...look });
    const pale = Array.from({ length: rows }, (_, row) => line(row, Math.max(...ends, grown ? end.left : 0), thin));
    const on = followed(k), reached = Math.max(...ends.slice(0, stop + 1), grown && stop === count ? end.left : 0);
    const blue = { class: "thread", stroke: palette.query, "stroke-width": 3.2 };
    return [pale, on === null || on >= rows || reached <= begin ? null : line(on, reached, blue)];
  }

  // ---- titles: HTML, because they wrap -------------------------------------------------------------------
  const box = (name, left, right, top, high, ...content) =>
    node("div", { class: name, style: `inset:${top}px auto auto ${left}px;width:${right - left}px;height:${high}px` },
      content);
  function title(name, k, left, right, note) {
    const when = k === stop ? " now" : k > stop ? " later" : "";
    const under = place.narrow ? "" : node("span", { title: note }, note), number = node("i", {}, String(k + 1));
    return box(`stop-title${when}`, left, right, 0, place.titles - 4, number, node("b", {}, name), under);
  }
  function plus({ title: name, box: id, right }) {
    const said = say(words.inside, { name }), style = `left:${right - 30}px;top:${place.titles - 11}px`;
    return press("+", () => open(id), { class: "plus", title: said, "aria-label": said, style });
  }
  function titled(frame, k) {
    const note = seen(k) ? frame.notes[followed(frame.lane) ?? 0] : "", high = place.top - place.titles;
    const named = frame.together ? frame.parts.filter(({ kind }) => kind !== "carpet") : [];
    const part = ({ kind, columns, title: name, from, to }) => {
      const [before, after] = columns === frame.lane ? [24, 0] : [0, 40]; // beside the input, to the right of its lines
      const said = name ?? lanes[frame.lane].title;
      return box(`part-title ${kind}`, from - before, to + after, place.titles + 3, high, said);
    };
    const opens = !frame.open && header.boxes[frame.box].children.length && header.depth > 1;
    const right = place.frames[k + 1]?.left ?? end.left;
    return [title(frame.title, k, frame.left, right - 4, note), [opens ? plus(frame) : "", named.map(part)]];
  }

  const next = nextWord(self, pen, { place, stop, newest, go });
  const { width, height } = place, room = { width, height, viewBox: `0 0 ${width} ${height}` };
  const svg = shape("svg", { ...room, role: "img", "aria-label": header.title },
    place.frames.map(border), lanes.map((_, k) => lane(k)), place.frames.map(inside), next);
  const above = place.frames.map(titled), last = title(flow.next.title, count, end.left, end.right, "");
  put(host, node("div", { class: "titles" }, above.map(([one]) => one), last), svg, above.map(([, others]) => others));
  host.style.maxHeight = `${Math.max(high, 330) + 12}px`;
  host.classList.toggle("tall", place.height > high);
  const shown = y(flow.grows ?? 0, flow.grows === null ? state.word : newest) + 3 * place.pitch;
  host.scrollTop = place.height > high ? shown - high : 0;
  const all = [...flow.frames, flow.next], row = flow.grows === null ? 0 : newest;
  const told = (k) => all[k].says[k === count ? row : (followed(all[k].lane) ?? 0)];
  return { stop, round, newest, title: all[stop].title, told };
}
