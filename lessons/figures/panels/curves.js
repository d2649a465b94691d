// Panels of curves, and of upright bars.
import { node, power, shape } from "../kit/core.js";
import { plot } from "../kit/plot.js";
import { withNumbers } from "../kit/tables.js";

const [HIGH, UPRIGHT] = [260, 110]; // pixels

export const CURVES = {
  curves({ title, curves, x, x_title: xTitle, choose, powers }, { self, all, said, filled, labels, room }) {
    const found = curves.map((one) => ({ ...one, values: all(one.from), colour: self.palette[one.hue] }));
    const every = found.flatMap(({ values }) => values);
    const y = [Math.min(0, Math.floor(Math.min(...every))), Math.max(0, Math.ceil(Math.max(...every)))];
    const at = choose && self.state[choose], last = x.length - 1;
    const mark = () => ({
      x: x[at], label: labels(self.header.choices.find(({ name }) => name === choose).labels)[at].label,
      before: at > last / 2, down: at > last - 2 ? 0.3 : 0.8, // without a curve
    });
    const item = ({ name, numbers, colour, dash }) => node("span", { class: "legend-item" },
      node("i", { class: dash ? "dashed" : "", style: `--of:${colour}` }), said(name, numbers));
    return [
      node("p", { class: "label" }, found.map(item)),
      plot({
        width: room, height: self.isFull() ? Math.min(HIGH, self.screen() / 3) : HIGH, left: powers ? 52 : undefined,
        x: [x[0], x[last]], y, whole: true, xTitle, name: filled(title).replaceAll("**", ""),
        print: powers ? (n) => (n ? power(n) : "1") : undefined, marks: choose ? [mark()] : [],
        curves: found.map(({ name, numbers, values, colour, dash }) => ({
          name: filled(name, numbers).replaceAll("**", ""),
          points: values.map((value, k) => [x[k], value]), colour, dash: dash || null, wide: 2.4, dots: dash ? 0 : 3,
        })),
        pick: choose ? (place) => self.goTo({ [choose]: nearest(x, place) }) : null,
      })];
  },

  heights({ from }, { self, all, room }) {
    const values = all(from), wide = room / values.length;
    const upright = self.isFull() ? Math.min(UPRIGHT, self.screen() / 8) : UPRIGHT;
    const bar = (value, k) => {
      const height = Math.max(1, value * (upright - 4)), width = Math.max(1, wide - 1);
      return shape("rect", { x: k * wide + 0.5, y: upright - height, width, height, fill: self.palette.weight });
    };
    const drawing = shape("svg", { class: "plot", width: room, height: upright, "aria-hidden": "true" },
      shape("line", { class: "rule", x1: 0, x2: room, y1: upright - 1, y2: upright - 1 }), values.map(bar));
    return withNumbers(drawing, () => [{ rows: values.map((_, k) => k + 1), columns: [""], at: (i) => values[i] }]);
  },
};

function nearest(all, place) {
  const away = all.map((one) => Math.abs(one - place));
  return away.indexOf(Math.min(...away));
}
