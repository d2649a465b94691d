// The parts of an attention map and the size of its cells.
import { node } from "../kit/core.js";
import { margins } from "../kit/matrix.js";

export const LARGE = 24; // above this number of columns: no numbers in cells, only the longest bars
export const BARS = 190; // pixels at least
const HEADS = 186;
const AROUND = 118; // pixels of a screen above and below a map: choices, sentence, colours

// The empty figure: every part by name, to be filled later.
export function skeleton() {
  const part = (name, ...children) => node("div", { class: name }, children);
  const p = {
    sentence: node("span"),
    unlock: node("button", { type: "button" }),
    lines: node("div"),
    scroller: node("div", { class: "scroller", tabindex: 0, role: "img" }),
    top: part("bar which"),
    stepBar: part("bar"),
    beside: part("beside"),
    legend: part("legend"),
    thumbs: part("thumbs"),
    keys: node("div"),
    headsTitle: part("title"),
    scrollNote: part("caption scroll-note"),
    caption: part("caption"),
    origin: node("div"),
  };
  p.pair = part("pair", p.lines, p.scroller, p.beside);
  p.heads = part("heads", p.headsTitle, p.thumbs, p.keys);
  const reading = part("reading", p.sentence, p.unlock);
  p.box = part("box", part("main", p.scrollNote, p.pair, reading, p.legend, p.caption, p.origin), p.heads);
  return p;
}

// map: { rows, columns }; shown: the columns of this step; width of the figure; screen: in Present, its height;
// bare: the heads are not beside the map.
export function sizes(map, shown, { width, screen, bare, family }) {
  const { rows } = map;
  const stacked = width < 640 || bare;
  const avail = width - 44 - (stacked ? 0 : HEADS + 18);
  const names = () => margins(rows, map.columns, 24, 24, family).top;
  const [most, tall] = screen ? [52, screen - AROUND - names()] : [rows.length <= 9 ? 44 : 38, 700];
  const largest = Math.min(most, Math.max(screen && rows.length <= LARGE ? 20 : 16, Math.floor(tall / rows.length)));
  const smallest = 13; // smaller cells have no room for labels, so the map scrolls
  const fits = (wide, high, spare) => {
    const room = margins(rows, map.columns, wide, high, family);
    return room.left + room.right + map.columns.length * wide + spare <= avail;
  };
  const fitting = (spare) => {
    for (let cell = largest; cell > smallest; cell--) if (fits(cell, cell, spare)) return cell;
    return smallest;
  };
  const below = map.columns.length > LARGE || (!screen && fitting(BARS + 14) < Math.min(25, fitting(0)));
  const spare = below ? 0 : BARS + 14, high = fitting(spare);
  let wide = high;
  if (screen) while (wide < 2 * high && fits(wide + 1, high, spare)) wide++; // the numbers of the chosen row need it
  if (shown !== map.columns) {
    // The output has d_v columns: the rows keep their positions, and the columns share the width.
    const { left } = margins(rows, shown, 10, high, family);
    const rest = avail - left - spare - 10;
    wide = Math.max(7, Math.min(high, Math.floor(rest / shown.length)));
  }
  return { wide, high, stacked, below, avail };
}
