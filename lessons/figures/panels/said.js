// A declared figure: controls on top, its panels one below the other. Python declares what to show.
import { BESIDE_STYLE } from "../kit/beside.js";
import { node, put } from "../kit/core.js";
import { labelsOf } from "../kit/choices.js";
import { chartsOf } from "../kit/chart.js";
import { drawing } from "../kit/drawing.js";
import { keysLine, section } from "../kit/widgets.js";
import { AMOUNTS } from "./amounts.js";
import { CELLS } from "./cells.js";
import { controlOf, isWide, toRanked } from "./controls.js";
import { CURVES } from "./curves.js";
import { reading } from "./reading.js";
import { story } from "./story.js";
import { PANELS_STYLE } from "./style.js";
import { WRITTEN } from "./written.js";

const [PADDING, BOX] = [38, 232]; // pixels: of the card, both sides together; inside a box beside the figure
// If a panel gives away the answer, only these are hatched. Names of rows and columns stay, and the ends of a grid.
const TELLING_CELLS = { matrix: ".body", word_grid: "tbody tr:not(:last-child) > td" };

// paint(panel, here) → elements. `here`: the result of `reading`, and { self, room, paintAll(panels, room), pointed,
// following }, functions that read another state.
const PAINTS = {
  ...WRITTEN, ...CELLS, ...AMOUNTS, ...CURVES,
  story: WRITTEN.text, // if it is not beside the figure: the text of this step

  row({ columns, widths, least }, { room, paintAll, picked }) {
    const gap = 28, fits = room >= least, given = widths.split(" ").map((width) => parseInt(width) || 0);
    const rest = room - gap * (columns.length - 1) - given.reduce((sum, width) => sum + width, 0);
    const free = columns.filter((_, k) => !given[k]).length; // columns that share the remaining width
    const wide = (k) => (fits ? given[k] || rest / free : room);
    const template = columns.map((_, k) => (given[k] ? `${given[k]}px` : "minmax(0, 1fr)")).join(" ");
    return node("div", { class: "side-by-side", style: `grid-template-columns:${fits ? template : "minmax(0, 1fr)"}` },
      columns.map((panels, k) => node("div", {}, paintAll(picked(panels), wide(k)))));
  },

  buttons({ of }, { self, filled }) {
    return node("div", { class: "choosing" }, of.map(({ name, title }) => {
      const one = self.header.choices.find((other) => other.name === name);
      const made = controlOf(self, { ...one, title: filled(title), control: one.values?.includes(true) ? "switch" : "segment" });
      made.set(self.state[name]);
      return made.root;
    }));
  },
};

// A wide table keeps its scroll position, and its chosen column stays visible beside the names of its rows.
function inSight(table, moved) {
  table.scrollLeft = moved;
  const cell = table.querySelector("td:has([aria-pressed=true])");
  if (!cell) return;
  const names = table.querySelector("tbody th").offsetWidth, { offsetLeft: left, offsetWidth: wide } = cell;
  table.scrollLeft = Math.min(left - names, Math.max(moved, left + wide - table.clientWidth));
}

// `also(self)`: additional code of one figure, { take, end }.
export const saidFigure = (also = () => ({})) => drawing((self) => {
  const charts = self.header.chart ? chartsOf(self) : null;
  const bar = node("div", { class: "bar" }), dials = node("div", { class: "said-dials" }), panels = node("div");
  const pointed = node("p", { class: "read soft pointed", role: "status" });
  const picture = node("div", { class: "telling-beside" }, bar, node("div", { class: "card" }, dials, panels));
  self.body.append(picture);
  const tale = story(self, picture);
  let made = "", controls = [];

  // Rebuilt only for other labels, so that a slider can be dragged and a button keeps the focus.
  function choosing() {
    const count = (one) => labelsOf(one, self.state).length;
    const shown = self.header.choices.filter((one) => one.control && count(one) > (one.control === "tiles" ? 0 : 1));
    const now = JSON.stringify(shown.map((one) => [one.name, labelsOf(one, self.state)]));
    if (now !== made) {
      made = now;
      controls = shown.map((one) => ({ ...controlOf(self, one), name: one.name, wide: isWide(one) }));
      const roots = (wide) => controls.filter((one) => one.wide === wide).map(({ root }) => root);
      put(bar, roots(false), self.buttons(self.header.words));
      put(dials, roots(true));
    }
    for (const { name, set } of controls) set(self.state[name]);
  }

  function paint() {
    choosing();
    const { words, origin } = self.header, see = reading(self), boxes = [], following = [];
    function paintAll(list, room) {
      const there = ({ kind, labels, marked }) => kind !== "side" && (kind !== "bars" || see.labels(labels).length > 0)
        && see.picked(marked) !== null;
      return list.map(see.picked).filter(there).map((panel) => {
        const title = panel.title ? node("p", { class: "label" }, see.said(panel.title)) : null;
        const painted = PAINTS[panel.kind](panel, { ...see, self, room, paintAll, pointed, following });
        const box = node("div", { class: `panel-${panel.kind}` }, title, painted), cells = TELLING_CELLS[panel.kind];
        const telling = !see.picked(panel.tells) ? [] : cells ? box.querySelectorAll(cells) : [box];
        telling.forEach((one) => one.classList.add("telling"));
        return box;
      });
    }
    const shown = see.picked(self.header.panels).map(see.picked);
    const moved = [...panels.querySelectorAll(".scroll-x")].map(({ scrollLeft }) => scrollLeft);
    const room = tale.place(shown, self.width());
    put(panels, paintAll(room < self.width() ? shown.filter(({ kind }) => kind !== "story") : shown, room - PADDING));
    tale.paint();
    panels.querySelectorAll(".scroll-x").forEach((table, k) => inSight(table, moved[k] ?? 0));
    pointed.textContent = words.hover;
    if (panels.querySelector("canvas.points")) panels.append(pointed);
    panels.append(keysLine(words), origin ? self.origin(see.said(origin)) : "");
    for (const { kind, title, which, panels: inside } of shown)
      if (kind === "side") boxes.push(section(see.filled(title), see.filled(which), paintAll(inside, BOX)));
    self.panel(...boxes);
    charts?.show();
  }

  const ranking = () => self.header.choices.find(({ control }) => control.kind === "ranked");
  const { take, end } = also(self);
  return {
    paint, ...(take && { take }), end: () => (tale.end(), charts?.end(), end?.()),
    keys: () => ({
      ...(self.header.plays && { " ": self.toggle }),
      ...(ranking() && { s: () => toRanked(self, ranking(), -1), w: () => toRanked(self, ranking(), 1) }),
    }),
  };
}, { style: PANELS_STYLE + BESIDE_STYLE });
