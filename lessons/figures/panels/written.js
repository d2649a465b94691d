// Panels that are read: sentences, tables, and rows of numbers that appear one after the other.
import { css, fixed, inkOn, node } from "../kit/core.js";
import { brief } from "../kit/widgets.js";

const share = (value, full) =>
  node("span", { class: "share wide" }, node("i", { style: `width:${(100 * Math.abs(value)) / full}%;background:var(--weight)` }));

export const WRITTEN = {
  text({ text, look, hue, numbers }, { said }) {
    const style = hue ? `--bold:var(--${hue})` : null;
    return node("p", { class: look, style, role: look === "output" ? "status" : null, dir: "auto" }, said(text, numbers));
  },

  sentence({ name, words, marks }, { labels, picked, said }) {
    const marked = picked(marks);
    const word = ({ label }, k) => node("span", { class: `word mark-${marked[k] ?? "o"}`, dir: "auto" }, label);
    return node("p", { class: "sentence" }, node("span", { class: "note" }, said(name)), node("span", {}, labels(words).map(word)));
  },

  table({ names, rows, columns, best }, { all, labels, largest }) {
    const of = best ? all(best) : [], marked = of.indexOf(Math.max(...of));
    const cells = columns.map(({ texts, from, bar, hue }) => {
      const style = hue ? `color:var(--${hue})` : null;
      if (texts) return labels(texts).map(({ label }) => node("td", { style, class: hue === "soft" ? "prose" : "", dir: "auto" }, label));
      const values = all(from), full = Math.max(1, largest(values));
      const shown = (value) => (bar ? [share(value, full), fixed(value, from.digits)] : brief(value, from.digits));
      return values.map((value) => node("td", { style, class: "amount" }, shown(value)));
    });
    const head = (title) => node("th", { scope: "col" }, title);
    const line = ({ label }, k) => node("tr", { class: k === marked ? "best" : "" },
      node("th", { scope: "row", dir: "auto" }, label), cells.map((column) => column[k]));
    return node("div", { class: "scroll-x" }, node("table", { class: "told-table" },
      node("thead", {}, node("tr", {}, [names, ...columns.map(({ title }) => title)].map(head))),
      node("tbody", {}, labels(rows).map(line))));
  },

  lines({ lines, reveal }, { self, all, colours, largest, picked }) {
    const shown = lines.map(({ label, from }) => ({ label: picked(label), values: all(from) }));
    const widest = Math.max(...shown.map(({ values }) => values.length)), at = self.state[reveal];
    const line = ({ label, values }, k) => {
      const colour = colours(values, { full: 2 * largest(values) });
      const cell = (value) => {
        const fill = colour(Number.isNaN(value) ? 0 : value);
        const style = `background:${css(fill)};color:${inkOn(fill)}`;
        return node("td", { colspan: values.length === 1 ? widest : null, style }, Number.isNaN(value) ? "0 / 0" : brief(value));
      };
      const look = k > at ? "unseen-step" : k === at ? "on" : "";
      return node("tr", { class: look, onclick: () => self.goTo({ [reveal]: k }) }, node("th", { scope: "row" }, label), values.map(cell));
    };
    return node("div", { class: "scroll-x" }, node("table", { class: "lines-table" }, node("tbody", {}, shown.map(line))));
  },
};
