// How each kind of panel of a said figure is painted. Each gets the panel and what `reading` found; returns elements.
import { css, fixed, inkOn, node, number, say, shortNumber, spot } from "../kit/core.js";
import { bars } from "../kit/bars.js";
import { matrix, margins, paintCanvas } from "../kit/matrix.js";
import { brief, clip, press } from "../kit/widgets.js";

const share = (value, most, hue) => node("span", { class: "share wide" }, node("i", { style: `width:${(100 * Math.abs(value)) / most}%;background:${hue}` }));
// Small cells that say their number where somebody points.
function cells({ rows, columns, at, colour, wide, high, name }, { self, pointed }) {
  const canvas = node("canvas", { class: "points", "aria-hidden": "true" });
  paintCanvas(canvas, { rows, columns, at, colour, hatched: () => false }, self.palette, wide, high);
  canvas.onpointermove = (event) => {
    const [x, y] = spot(event, canvas), [i, j] = [clip(y / high, rows), clip(x / wide, columns)];
    pointed.textContent = `${name(i, j)}: ${number(at(i, j), 4)}`;
  };
  canvas.onpointerleave = () => (pointed.textContent = self.header.words.hover);
  return canvas;
}

export const paints = {
  text: ({ text, look, numbers }, { said, amounts }) => node("p", { class: look, role: look === "output" ? "status" : null, dir: "auto" }, said(text, amounts(numbers))),

  table({ rows, columns, best }, { all, labels, largest }) {
    const marked = best && all(best), most = best && marked.indexOf(Math.max(...marked));
    const made = columns.map(({ texts, from, bar, hue }) => {
      const style = hue ? `color:var(--${hue})` : null;
      if (texts) return labels(texts).map(({ label }) => node("td", { style, dir: "auto" }, label));
      const values = all(from), full = Math.max(1, largest(values));
      return values.map((value) => node("td", { class: "amount", style }, bar ? [share(value, full, "var(--weight)"), fixed(value, from.digits)] : brief(value, from.digits)));
    });
    const line = ({ label }, k) => node("tr", { class: k === most ? "best" : "" }, node("th", { scope: "row", dir: "auto" }, label), made.map((one) => one[k]));
    return node("div", { class: "scroll-x" }, node("table", { class: "told" },
      node("thead", {}, node("tr", {}, node("th"), columns.map(({ title }) => node("th", { scope: "col" }, title)))),
      node("tbody", {}, labels(rows).map(line))));
  },

  lines({ lines, reveal }, { self, all, colours, largest, picked }) {
    const widest = Math.max(...lines.map(({ from }) => all(from).length)), at = self.state[reveal];
    const line = ({ label, from }, k) => {
      const values = all(from), colour = colours(values, { full: 2 * largest(values) });
      const cell = (value) => {
        const fill = colour(Number.isNaN(value) ? 0 : value);
        return node("td", { colspan: values.length === 1 ? widest : null, style: `background:${css(fill)};color:${inkOn(fill)}` }, Number.isNaN(value) ? "0 / 0" : brief(value));
      };
      return node("tr", { class: k > at ? "unseen-step" : k === at ? "on" : "", onclick: () => self.goTo({ [reveal]: k }) }, node("th", { scope: "row" }, picked(label)), values.map(cell));
    };
    return node("div", { class: "scroll-x" }, node("table", { class: "lines-table" }, node("tbody", {}, lines.map(line))));
  },

  strips(panel, here) {
    const { self, all, numbers, colours, labels, room } = here, { words } = self.header;
    const each = labels(panel.each), names = panel.names && labels(panel.names), shown = panel.along ? each.map((_, k) => ({ [panel.along]: k })) : [{}];
    const colour = colours(shown.flatMap((own) => all(panel.from, own)), { hue: panel.hue || undefined });
    const wide = panel.along ? Math.min(230, room / each.length - 12) : Math.min(760, room - (panel.down ? 160 : 8));
    const strip = (rows, columns, at, label) => cells({
      rows, columns, at, colour, wide: wide / columns, high: rows > 1 ? Math.max(2, Math.min(6, 96 / rows)) : 18,
      name: (i, j) => (names ? `${label} · ${names[j].label}` : say(words.number, { name: label, at: (rows > 1 ? `${i + 1}, ` : "") + (j + 1) })),
    }, here);
    if (panel.along) {
      const column = ({ label }, k) => {
        const { sizes, at } = numbers(panel.from, shown[k]), [rows, columns] = sizes.length > 1 ? sizes : [1, ...sizes];
        return node("div", {}, node("b", {}, label), strip(rows, columns, sizes.length > 1 ? at : (_, j) => at(j), label));
      };
      return node("div", { class: "strips", style: `grid-template-columns:repeat(${each.length},${wide}px)` }, each.map(column));
    }
    const { sizes, at } = numbers(panel.from), ends = panel.amounts && all(panel.amounts);
    if (!panel.down) return node("div", { class: "strips" }, strip(sizes.length > 1 ? sizes[0] : 1, sizes.at(-1), sizes.length > 1 ? at : (_, j) => at(j), each[0].label));
    return node("div", { class: "strips down" }, each.map(({ label }, k) =>
      [node("span", {}, label), strip(1, sizes[1], (_, j) => at(k, j), label), node("i", {}, ends ? number(ends[k], 2) : "")]));
  },

  matrix(panel, { self, numbers, all, colours, labels, room }) {
    const rows = labels(panel.rows), columns = labels(panel.columns), { at } = numbers(panel.from), { palette } = self;
    const host = node("div", { class: "scroller" }), family = getComputedStyle(self.body).fontFamily;
    const least = panel.plain ? 2 : 9, tall = self.isFull() ? (self.screen() - 300) / rows.length : 99;
    let wide = Math.max(least, Math.min(panel.most ?? 44, tall, room / columns.length));
    const high = () => (panel.plain ? (rows.length > 20 ? 14 : self.isFull() ? 17 : 24) : Math.max(13, wide));
    const needs = () => ((m) => m.left + m.right + columns.length * wide)(margins(rows, columns, wide, high(), family));
    while (wide > least && needs() > room) wide = Math.max(least, wide * 0.97);
    host.classList.toggle("scrolls", needs() > room + 1 || rows.length > 40);
    const sheet = {
      rows: rows.length, columns: columns.length, at, hatched: (i, j) => at(i, j) === -Infinity, colour: colours(all(panel.from), panel),
      print: (value, fewer) => shortNumber(value, panel.weights, fewer), shows: (i, j, value) => !panel.plain && (!panel.weights || value >= 0.095),
    };
    const [down, across] = panel.choose, tip = panel.tip ?? "{row} · {column}: {value}";
    const grid = matrix(host, {
      rows, columns, wide, high: high(), sheet, palette, family, hover: () => {},
      pick: (i, j) => (down || across) && self.goTo({ ...(down && { [down]: i }), ...(across && { [across]: j }) }),
      describe: (i, j) => say(tip, { row: rows[i].full, column: columns[j].full || j + 1, value: number(at(i, j), panel.plain ? 2 : 4) }),
    });
    grid.paint(sheet, down ? self.state[down] : null, across ? self.state[across] : null);
    return host;
  },

  bars(panel, { self, all, largest, labels, room }) {
    const values = all(panel.from), shown = labels(panel.labels), { print } = panel;
    const amounts = print && Object.entries(print.numbers).map(([gap, ref]) => [gap, ref.digits, all(ref)]);
    const text = (value, k) => (print ? say(print.text, Object.fromEntries(amounts.map(([gap, digits, of]) => [gap, fixed(of[k], digits)]))) : fixed(value, panel.from.digits));
    const items = shown.map(({ label, full }, k) => ({ label, full, value: values[k], text: text(values[k], k) })).filter(({ value }) => !panel.only || value > 0);
    const texts = items.map((one) => one.text);
    return node("div", { class: "long" }, bars({
      items, palette: self.palette, pitch: shown.length > 10 ? 16 : 24, width: Math.min(560, room), signed: values.some((value) => value < 0),
      scale: panel.full ?? largest(values), colour: self.palette[panel.hue ?? "weight"], print: () => texts.shift(),
    }));
  },

  sentence({ name, words, marks }, { labels, picked, said }) {
    const marked = picked(marks);
    const word = ({ label }, k) => node("span", { class: `word mark-${marked[k] ?? "o"}` }, label);
    return node("p", { class: "sentence", dir: "auto" }, node("span", { class: "note" }, said(name)), node("span", {}, labels(words).map(word)));
  },

  // A mark for the line that counts, and one for what chance gives.
  meters({ rows, line }, { picked, all }) {
    const meter = ({ label, tip, from, even }) => {
      const [value] = all(from), over = value >= line;
      return [value, node("div", { class: `meter${over ? " over" : ""}`, title: tip }, node("span", {}, label), node("span", { class: "track" },
        node("i", { class: "fill", style: `width:${100 * Math.min(1, value)}%` }), node("i", { class: "even", style: `left:${100 * even}%` }),
        node("i", { class: "needed", style: `left:${100 * line}%` })), node("b", {}, fixed(value, from.digits)))];
    };
    return node("div", { class: "meters telling" }, picked(rows).map(meter).sort(([a], [b]) => b - a).map(([, one]) => one));
  },

  // To the next stronger or weaker one at this place.
  ranked({ words }, { self }) {
    return node("div", { class: "player", role: "group", "aria-label": words.title }, press(words.before, () => self.rank(1)), press(words.after, () => self.rank(-1)));
  },

  tiles({ groups, choose: [group, one] }, { self, numbers, colours }) {
    const side = self.isFull() ? 40 : 60; // pixels
    const tile = (g, { from, names }) => ({ label, name, named }, k) => {
      const { sizes: [rows, columns], at } = numbers(from, { [one]: k }), canvas = node("canvas", { "aria-hidden": "true" });
      const cell = side / Math.max(rows, columns), chosen = self.state[group] === g && self.state[one] === k;
      paintCanvas(canvas, { rows, columns, at, hatched: () => false, colour: colours([1]) }, self.palette, cell, cell);
      return press([named ? node("u", { class: "telling" }) : null, node("span", {}, label), canvas, node("b", { class: `telling${named ? " named" : ""}` }, name)],
        () => self.goTo({ [group]: g, [one]: k }), { class: "thumb map-tile", "aria-pressed": chosen, "data-choice": one });
    };
    return node("div", { class: "map-tiles" }, groups.map((held, g) => node("div", { class: "map-row", role: "group", "aria-label": held.title },
      node("p", { class: "label" }, held.title), node("div", { class: "of" }, held.names.map(tile(g, held))))));
  },

  row({ columns, widths, least }, { room, paintAll, picked }) {
    const fits = room >= least, part = fits && widths.split(" ");
    const wide = (k) => (!fits ? room : part[k]?.endsWith("px") ? parseInt(part[k]) : room - 28 * (columns.length - 1) - part.reduce((sum, one) => sum + (parseInt(one) || 0), 0));
    const even = (room - 28 * (columns.length - 1)) / columns.length;
    const style = `grid-template-columns:${!fits ? "minmax(0, 1fr)" : widths || `repeat(${columns.length}, minmax(0, 1fr))`}`;
    return node("div", { class: "side-by-side", style }, columns.map((panels, k) => node("div", {}, paintAll(picked(panels), widths ? wide(k) : fits ? even : room))));
  },
};
