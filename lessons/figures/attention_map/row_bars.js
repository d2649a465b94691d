// What the locked row receives from each column, as bars beside or below the map.
import { fixed, node, say } from "../kit/core.js";
import { bars } from "../kit/bars.js";
import { BARS, LARGE } from "./layout.js";

const MOST = 12; // bars of a large map

// Beside the map, bars are level with its rows and use the room left (beyond); below it they need little.
export function roomForBars({ below, high, above, beyond }) {
  const width = Math.min(BARS + 110, Math.max(BARS, below ? 0 : beyond));
  return below ? { pitch: 22, above: 34, width } : { pitch: high, above, width };
}

// array(name) belongs to the layer shown; step, map, scales and words come from the header.
export function rowBars(host, { pitch, above, width, palette, array, step, row, head, map, scales, words }) {
  if (row === null) return host.replaceChildren();
  const mixing = ["weights", "head_output"].includes(step.name) && array("contributions") !== undefined;
  const name = mixing ? "contributions" : step.name;
  let items = map.columns.map((column, j) => ({ ...column, value: array(name).at(head, row, j) }));
  let what = say(step.bars, { row: map.rows[row].label });
  if (items.length > LARGE) {
    items = items.sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, MOST);
    what = say(words.largest, { what, count: items.length });
  }
  host.replaceChildren(
    node("div", { class: mixing ? "title" : "title plain", style: `height:${above}px;max-width:${width}px` }, what),
    bars({
      items, palette, pitch, width, signed: !mixing, scale: scales[name],
      colour: mixing ? palette.value : palette.weight, print: (value) => fixed(value, mixing ? 3 : 2),
    }));
}
