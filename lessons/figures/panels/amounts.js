// Panels of bars.
import { fixed, node, say } from "../kit/core.js";
import { bars } from "../kit/bars.js";
import { smallest } from "../kit/mode.js";

const [WIDEST_BARS, MOST_LETTERS] = [560, 18]; // pixels, with words and numbers; of a word
const [PITCH, DENSE, MANY] = [21, 16, 10]; // pixels of a bar, of a bar among many, and how many are many
const ABOVE = 240; // pixels of a screen without bars, in Present

export const AMOUNTS = {
  bars({ from, labels: given, full, hue, printed, numbers }, { self, all, largest, labels, room }) {
    const values = all(from), shown = labels(given);
    const amounts = Object.entries(numbers).map(([gap, ref]) => [gap, all(ref).map((n) => fixed(n, ref.digits))]);
    const text = (k) => say(printed, Object.fromEntries(amounts.map(([gap, of]) => [gap, of[k]])));
    const texts = shown.map((_, k) => (printed ? text(k) : fixed(values[k], from.digits)));
    const pitch = shown.length > MANY ? DENSE : PITCH;
    const items = shown.map(({ label, full: whole }, k) => ({ label, full: whole, value: values[k] }));
    return node("div", { class: "long" }, bars({
      items, palette: self.palette, colour: self.palette[hue], width: Math.min(WIDEST_BARS, room),
      letters: Math.min(MOST_LETTERS, Math.max(12, ...shown.map(({ label }) => label.length))),
      pitch: self.isFull() ? Math.max(smallest() + 1, Math.min(pitch, (self.screen() - ABOVE) / shown.length)) : pitch,
      scale: full ?? largest(values), signed: values.some((value) => value < 0), print: (_, k) => texts[k],
    }));
  },

  // One mark for the line from which a value counts, and one for the value expected by chance.
  meters({ rows, line }, { picked, all }) {
    const meter = ({ label, tip, value, digits, baseline }) =>
      node("div", { class: `meter${value >= line ? " over" : ""}`, title: tip }, node("span", {}, label),
        node("span", { class: "track" },
          node("i", { class: "fill", style: `width:${100 * Math.min(1, value)}%` }),
          node("i", { class: "baseline", style: `left:${100 * baseline}%` }),
          node("i", { class: "needed", style: `left:${100 * line}%` })),
        node("b", {}, fixed(value, digits)));
    const found = picked(rows).map((one) => ({ ...one, value: all(one.from)[0], digits: one.from.digits }));
    return node("div", { class: "meters telling" }, found.sort((a, b) => b.value - a.value).map(meter));
  },
};
