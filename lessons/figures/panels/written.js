// Panels of text: sentences, tables, and rows of numbers that appear one after the other.
import { css, fixed, inkOn, node, number, put, say, sequential } from "../kit/core.js";
import { meant } from "../kit/choices.js";
import { answerTo, callText, recomputeRow } from "../kit/recompute.js";
import { brief, columnHead, press, rich } from "../kit/widgets.js";

const NARROW = 640; // pixels
const CONTEXT = 2; // lines of source before and after the marked one
const FULL = 0.75; // opacity of the colour for a fraction of 1, so that its word stays readable

const isWhole = (value) => Number.isNaN(value) || Number.isInteger(Number(value.toPrecision(7))); // of float32

// A bar from the left; from the middle if there are `signs`.
function share(value, full, signs) {
  const long = ((signs ? 50 : 100) * Math.abs(value)) / full, begins = signs ? 50 - (value < 0 ? long : 0) : 0;
  const style = `margin-left:${begins}%;width:${long}%;background:var(--${value < 0 ? "negative" : "weight"})`;
  return node("span", { class: `share wide${signs ? " signed" : ""}` }, node("i", { style }));
}

// The first and last line of a function's docstring: Infinity if it has none.
function docstring(lines) {
  const first = lines.findIndex((text) => /^\s*r?"""/.test(text));
  const last = lines.findIndex((text, k) => k >= first && /"""\s*$/.test(text) && (k > first || /""".*"""/.test(text)));
  return first < 0 ? [Infinity, Infinity] : [first, last];
}

// Never cut off: long text wraps and is indented, its comment as one piece.
function sourceLine(text) {
  const [, spaces, code, comment = ""] = text.match(/^(\s*)(.*?)(\s{2}#.*)?$/), deep = spaces.length + 2;
  return node("span", { class: "text", style: `padding-left:${deep}ch` }, code, node("span", { class: "comment" }, comment));
}

// A number as a dot on a line between two ends.
const dot = (value, [low, high]) => node("span", { class: "dots" },
  Number.isNaN(value) ? null : node("i", { style: `left:${(100 * (value - low)) / (high - low)}%` }));

export const WRITTEN = {
  text({ text, look, hue, follows, numbers }, { said, picked, following }) {
    const style = hue ? `--bold:var(--${hue}_text, var(--${hue}))` : null;
    const role = picked(look).startsWith("output") ? "status" : null; // read aloud when it changes
    const root = node("p", { class: picked(look), style, role, dir: "auto" }, said(text, numbers));
    if (follows) following.push((there) => put(root, there.said(text, numbers)));
    return root;
  },

  sentence({ name, words, marks, even, hue }, { labels, picked, said }) {
    const marked = picked(marks);
    const word = ({ label }, k) =>
      node("span", { class: `word mark-${marked[k] ?? "o"}`, dir: "auto", translate: "no" }, label);
    const title = name ? node("span", { class: "note" }, said(name)) : null;
    return node("p", { class: even ? "sentence even" : "sentence", style: `--bold:var(--${hue}_text, var(--${hue}))` }, title, node("span", {}, labels(words).map(word)));
  },

  table({ names, rows, columns, best }, { all, labels, largest, said, picked, room }) {
    const of = best ? all(best) : [], marked = of.indexOf(Math.max(...of));
    const cells = columns.map(({ texts, from, bar, dots, hue, tells }) => {
      const style = hue ? `color:var(--${hue}_text, var(--${hue}))` : null, look = (name) => (picked(tells) ? `${name} telling` : name);
      const prose = look(hue === "soft" ? "prose" : "");
      if (texts) return labels(texts).map(({ label }) => node("td", { style, class: prose, dir: "auto" }, label));
      if (dots) return all(from).map((value) => node("td", { class: look("dotted") }, dot(value, picked(dots))));
      const values = all(from), signs = values.some((value) => value < 0);
      const full = Math.max(signs ? 0 : 1, largest(values));
      const digits = bar || !values.every(isWhole) ? from.digits : 0; // the same in all rows
      const shown = (value) => [bar ? share(value, full, signs) : null, fixed(value, digits)];
      return values.map((value) => node("td", { style, class: look("amount") }, Number.isNaN(value) ? "–" : shown(value)));
    });
    const line = ({ label, note, look }, k) => node("tr", { class: k === marked ? "best" : look ?? "" },
      node("th", { scope: "row", dir: "auto" }, label, note ? node("span", { class: "note" }, note) : null),
      cells.map((column) => column[k]));
    const narrow = room < NARROW && columns.some(({ dots }) => dots) ? " narrow" : ""; // names on separate lines
    return node("div", { class: "scroll-x" }, node("table", { class: `told-table${narrow}` },
      node("thead", {}, node("tr", {}, [names, ...columns.map(({ title }) => title)].map((title) => columnHead(said(title))))),
      node("tbody", {}, labels(rows).map(line))));
  },

  hits({ name, from, texts, choose: [which, place, along], full }, { self, all, largest, picked }) {
    const values = all(from), most = full ?? largest(values);
    const word = (marks) => (text, n) => [node("span", { class: `word mark-${marks[n] ?? "o"}` }, text), " "];
    const hit = ({ words, marks, right }, k) => {
      const chosen = self.state[which] === place && self.state[along] === k;
      const look = { class: right ? "right" : null, "aria-pressed": chosen };
      const read = node("span", { class: "sentence", dir: "auto", translate: "no" }, words.map(word(marks)));
      const amount = node("span", { class: "amount" }, share(values[k], most, false), fixed(values[k], from.digits));
      return node("li", {}, press([read, amount], () => self.goTo({ [which]: place, [along]: k }), look));
    };
    return node("ol", { class: "hits", "aria-label": name }, picked(texts).map(hit));
  },

  word_grid({ from, texts, rows, columns, choose: [down, across], corner }, { self, numbers, labels, picked }) {
    const { at } = numbers(from), colour = sequential(self.palette), found = picked(texts);
    const heads = labels(columns), [row, column] = [self.state[down], self.state[across]];
    const on = (is) => (is ? "on" : null);
    const cell = (i, j) => {
      const fill = colour(FULL * at(i, j)), chosen = i === row && j === column;
      const look = { style: `background:${css(fill)};color:${inkOn(fill)}`, title: `${found[i][j]} ${fixed(at(i, j), 2)}` };
      const held = { dir: "auto", translate: "no", "aria-pressed": chosen };
      const word = press(found[i][j], () => self.goTo({ [down]: i, [across]: j }), { ...look, ...held });
      return node("td", { class: i > row ? "later" : null }, word);
    };
    const head = ({ label, full }, j) => columnHead(label, { class: on(j === column), title: full, dir: "auto" });
    const line = ({ label }, i) => node("tr", {},
      node("th", { scope: "row", class: on(i === row) }, label), heads.map((_, j) => cell(i, j)));
    return node("div", { class: "scroll-x" }, node("table", { class: "word-grid" },
      node("thead", {}, node("tr", {}, columnHead(corner), heads.map(head))),
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
        const colspan = values.length === 1 ? widest : null;
        return node("td", { colspan, style }, Number.isNaN(value) ? "0 / 0" : brief(value));
      };
      const look = k > at ? "unseen-step" : k === at ? "on" : "";
      return node("tr", { class: look, onclick: () => self.goTo({ [reveal]: k }) },
        node("th", { scope: "row" }, label), values.map(cell));
    };
    const table = node("table", { class: "lines-table" }, node("tbody", {}, shown.map(line)));
    return node("div", { class: "scroll-x" }, table);
  },

  sums({ rows, mark }, { self, all, said }) {
    const line = ([name, sign, from], k) =>
      node("div", { class: `line adds${mark && self.state[mark] === k ? " now" : ""}` },
        node("span", {}, said(name)), node("span", {}, sign),
        node("span", { class: "amount" }, from ? number(all(from)[0], from.digits) : "–"));
    return node("div", { class: "sum" }, rows.map(line));
  },

  listing({ head, begins, lines, marked, notes }, { self, filled, picked }) {
    const line = picked(marked), behind = picked(notes), said = docstring(lines);
    const indent = Math.min(...lines.filter((text) => text.trim()).map((text) => text.search(/\S/)));
    const alone = self.isFull(); // Present shows only this line
    const near = (k) => (alone ? begins + k === line : Math.abs(begins + k - line) <= CONTEXT || behind[begins + k]);
    const isSeen = (k) => self.whole || k === 0 || (near(k) && !(k >= said[0] && k <= said[1]));
    const row = (k) => node("div", { class: begins + k === line ? "now" : "" },
      node("span", { class: "number" }, String(begins + k)),
      sourceLine(lines[k].slice(indent)),
      behind[begins + k] ? node("span", { class: "shape" }, behind[begins + k]) : null);
    const rows = [];
    for (let k = 0, first = null; k < lines.length; k++) {
      if (!isSeen(k)) first ??= k;
      if (first !== null && !isSeen(k) && (k === lines.length - 1 || isSeen(k + 1))) {
        const text = first === k ? `⋯ ${begins + k}` : `⋯ ${begins + first}–${begins + k}`;
        rows.push(press(text, () => ((self.whole = true), self.paint()), { class: "folded" }));
        first = null;
      }
      if (isSeen(k)) rows.push(row(k));
    }
    return [node("p", { class: "label" }, rich(say(filled(head), { line }))), node("pre", {}, rows)];
  },

  // It stays open when its panel is rebuilt.
  unfold({ summary, panels }, { self, paintAll, room }) {
    const ontoggle = (event) => (self.unfolded = event.target.open);
    return node("details", { class: "more", open: Boolean(self.unfolded), ontoggle },
      node("summary", {}, summary), paintAll(panels, room));
  },

  recompute({ of, words }, { self: { options, header, state } }) {
    const asked = header.choices.filter(({ name }) => of.includes(name));
    const cell = Object.fromEntries(asked.map((one) => [one.name, meant(one, state)]));
    return recomputeRow(words, {
      ask: options.ask ? () => options.ask(cell) : null, answer: answerTo(options.answer, cell), call: callText(cell),
    });
  },
};
