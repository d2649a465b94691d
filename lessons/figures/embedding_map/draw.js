// An embedding table as a picture: words on a plane or in space ("map"), through training ("film"), or pair by pair
// ("pairs"). Plotly draws the words; here is what goes with them: neighbours, pairs, the table, the address.
import { fixed, node, put, say } from "../kit/core.js";
import { chartsOf } from "../kit/chart.js";
import { drawing } from "../kit/drawing.js";
import { choice, clip, keysLine, rich } from "../kit/widgets.js";
import { genderLegend, neighbourLists, pairList, wordHead } from "./side.js";
import { wordTable } from "./table.js";
import { WORD_STYLE } from "./style.js";

const percent = (share) => fixed(100 * share, 1);
// The last axis of an array at one place, as a list.
const rowOf = (array, ...at) => Array.from({ length: array.sizes.at(-1) }, (_, k) => array.at(...at, k));
// In the address everything counts from 1; 0 is "nothing chosen".
const PLACES = { map: ["view", "word"], film: ["frame", "word"], pairs: ["pair"] };

export const draw = drawing((self) => {
  const state = { view: "2d", word: null, frame: 1, pair: null };
  const { words, mode } = self.header;
  const part = (name, tag = "div") => node(tag, { class: name });
  const [bar, sentence, side, legend] = ["bar", "word-sentence", "word-side", "word-legend"].map((name) => part(name));
  const [caption, spoken, keysPlace] = [part("caption"), part("word-say", "p"), part("keys-place")];
  const table = mode === "map" ? wordTable({ words, pick: (word) => show({ word }) }) : null;
  const charts = chartsOf(self, {
    click: ({ customdata }) => customdata !== undefined && (self.options.charts || state.view === "3d") && pick(customdata), // of a plane Streamlit tells Python
    frame: (name) => Number(name) !== state.frame && (heard = true, show({ frame: Number(name) })),
  });
  let playing = false, views = null, listed = null, heard = false;
  self.body.append(bar, caption, sentence, node("div", { class: "word-box" }, side, spoken, legend), ...(table ? [table.root] : []), keysPlace);

  // ---- what is shown now ----------------------------------------------------------------------
  const dims = () => (mode === "map" && state.view === "3d" ? 3 : 2);
  const colour = (i) => self.palette[self.header.parts[self.header.points[i].part].colour];
  const here = (array, ...at) => (mode === "film" ? rowOf(array, state.frame - 1, ...at) : rowOf(array, ...at));
  const near = (i) => here(self.arrays.near, i);
  const start = () => Object.fromEntries(PLACES[mode].map((name) => [name, name === "pair" && state.pair !== null ? state.pair + 1 : state[name]]));

  // ---- painting -------------------------------------------------------------------------------
  function paint() {
    if (!heard) charts.goes(start());
    heard = false;
    views?.set(self.header.chart.moves[0].values.indexOf(state.view));
    paintSide();
    paintWords();
    table?.show({
      array: self.arrays.table, points: self.header.points, chosen: state.word, palette: self.palette, limit: self.header.limit,
      title: say(words.table, { rows: self.header.points.length, d: self.header.d }),
    });
  }
  function paintWords() {
    const shown = here(self.arrays.share).slice(0, dims()).reduce((a, b) => a + b, 0);
    const gaps = { d: self.header.d, axes: dims(), shown: percent(shown) };
    if (mode === "film") Object.assign(gaps, { step: self.header.steps[state.frame - 1], steps: self.header.steps.at(-1) });
    put(caption, rich(say(self.header.caption, gaps)));
    sentence.hidden = !self.header.sentence?.length;
    put(sentence, node("span", {}, self.header.sentence_title ?? ""), (self.header.sentence ?? []).map(({ label, full, row }) =>
      node("button", { type: "button", disabled: row === null, title: full, "aria-pressed": row !== null && row === state.word, onclick: () => show({ word: row }) }, node("bdi", {}, label))));
    const found = self.header.pairs?.[state.pair ?? -1];
    spoken.hidden = !found;
    if (!found) return;
    const gap = { ...found, start: self.header.points[found.start].full, wanted: self.header.points[found.wanted].full, cosine: fixed(self.arrays.cosines.at(state.pair), 2) };
    spoken.textContent = say(found.right ? words.pair_right : words.pair_wrong, gap);
  }
  function paintSide() {
    const context = { header: self.header, colour, points: self.header.points, pick: (row) => show(mode === "pairs" ? { pair: row } : { word: row }) };
    const { word } = state;
    const now = [self.header.id, word, state.frame, state.view, state.pair, self.palette.paper].join();
    if (now === listed) return; // a list that is being scrolled stays where it is
    listed = now;
    if (mode === "pairs") {
      const scrolled = side.querySelector(".pair-scroll")?.scrollTop ?? null;
      put(side, pairList(context, state.pair));
      const list = side.querySelector(".pair-scroll");
      if (scrolled !== null) list.scrollTop = scrolled;
      const row = list.querySelector("tr.on");
      if (row && (row.offsetTop < list.scrollTop + 30 || row.offsetTop > list.scrollTop + list.clientHeight - 30)) list.scrollTop = row.offsetTop - 140;
      return;
    }
    if (word === null) return put(side, node("p", { class: "word-empty" }, words.nothing));
    const found = near(word), cosines = here(self.arrays.cosines, word);
    const exact = { title: words.near_title, note: say(words.near, { d: self.header.d }), items: found.map((row, k) => ({ row, value: cosines[k] })) };
    if (mode === "film") {
      exact.title = say(words.film_near, { step: self.header.steps[state.frame - 1] });
      return put(side, wordHead(context, word), neighbourLists(context, [exact]));
    }
    const seen = rowOf(self.arrays[`seen${dims()}`], word);
    const both = seen.filter((row) => found.includes(row)).length;
    put(side,
      node("div", {}, wordHead(context, word), node("p", { class: "word-sum" }, say(words.both, { both, count: seen.length })),
        node("p", { class: "note" }, say(words.kept, { share: percent(self.header.kept[dims() - 2]) }))),
      neighbourLists(context, [exact, { title: words.seen_title, note: words.seen, items: seen.map((row) => ({ row })) }]));
  }
  function controls() {
    const { values, labels, control, title } = self.header.chart.moves[0];
    views = control ? choice(title, labels.map((label) => [label]), (at) => show({ view: values[at] })) : null;
    put(bar, views?.root, self.buttons(words));
    put(keysPlace, keysLine({ keys: words.keys[mode] }), self.origin(say(words.origin, self.header.run)));
    put(legend, genderLegend(self.header));
  }

  // ---- state ------------------------------------------------------------------------------------
  function show(change) {
    self.show(change);
    if (!("word" in change) || state.word === null) return;
    const { full, part: kind } = self.header.points[state.word];
    const others = near(state.word).slice(0, 3).map((row) => self.header.points[row].full).join(", ");
    self.tell(say(words.chosen, { word: full, part: self.header.parts[kind].title, near: others }));
  }
  function pick(at) {
    if (mode !== "pairs") return show({ word: at === state.word ? null : at });
    show({ pair: at - 1 === state.pair ? null : at - 1 });
  }
  // The arrow keys go through the film, or through the pairs.
  function sideways(by) {
    if (mode === "pairs") return show({ pair: clip((state.pair ?? -by) + by, self.header.pairs.length) });
    show({ frame: clip(state.frame - 1 + by, self.header.steps.length) + 1 });
    charts.step(start(), state.frame);
  }
  const keys = (shift) => (shift ? {} : {
    ...((state.word ?? state.pair) !== null && { Escape: () => show({ word: null, pair: null }) }),
    ...(mode === "map" ? { d: () => show({ view: state.view === "2d" ? "3d" : "2d" }) }
      : { ArrowLeft: () => sideways(-1), ArrowRight: () => sideways(1) }),
    ...(mode === "film" && { " ": () => (charts.press(Number(playing)), (playing = !playing)) }),
  });
  table?.root.querySelector("[role=listbox]").addEventListener("keydown", (event) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!by) return;
    event.preventDefault();
    show({ word: clip((state.word ?? -by) + by, self.header.points.length) });
  });
  const address = () => PLACES[mode].map((name) => (name === "view" || name === "frame" ? state[name] : (state[name] ?? -1) + 1));
  function restore(parts) {
    const last = { word: self.header.points.length, pair: self.header.pairs?.length ?? 1 }, before = state.frame;
    PLACES[mode].forEach((name, at) => {
      if (name === "view") state.view = ["2d", "3d"].includes(parts[at]) ? parts[at] : state.view;
      else if (name === "frame") state.frame = clip(Number(parts[at]) - 1, self.header.steps.length) + 1;
      else state[name] = Number(parts[at]) > 0 ? clip(Number(parts[at]) - 1, last[name]) : null;
    });
    if (state.frame !== before) charts.step(start(), state.frame);
  }
  function begin() {
    const { word = null, view = "2d", frame = 1, pair = null } = self.header.start;
    Object.assign(state, { word, view, frame, pair: pair === null ? null : pair - 1 });
  }
  function take(before) {
    const { view } = state, same = self.header.title === before.title && self.header.points.length === before.points.length;
    begin();
    if (same) state.view = view;
    controls();
  }

  begin();
  controls();
  return { state, paint, address, restore, take, keys, end: charts.end };
}, { style: WORD_STYLE });
