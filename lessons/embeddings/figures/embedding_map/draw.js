// An embedding table as a figure: words in 2-D or 3-D ("map"), through training ("film"), or pair by pair
// ("pairs"). Plotly draws the words; this file adds neighbours, pairs, the table and the address.
import { fixed, node, put, say } from "../../../figures/kit/core.js";
import { chartsOf } from "../../../figures/kit/chart.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { choice, keysLine, rich } from "../../../figures/kit/widgets.js";
import { genderLegend, neighbourLists, pairList, wordHead } from "./side.js";
import { wordTable } from "./table.js";
import { WORD_STYLE } from "./style.js";

const hundredths = (share) => fixed(100 * share, 1);
// The last axis of an array at one index, as a list.
const rowOf = (array, ...at) => Array.from({ length: array.sizes.at(-1) }, (_, k) => array.at(...at, k));
export const draw = drawing((self) => {
  const { state } = self, { words, mode } = self.header;
  const part = (name, tag = "div") => node(tag, { class: name });
  const [bar, sentence, side, legend] = ["bar", "word-sentence", `word-side${mode === "map" ? " telling" : ""}`, "word-legend"].map((name) => part(name));
  const [caption, spoken, keysPlace] = [part("caption"), part("word-say telling", "p"), part("keys-place")];
  const table = mode === "map" ? wordTable({ words, pick: (word) => self.goTo({ word }), ifThere: self.ifThere }) : null;
  const charts = chartsOf(self);
  let playing = false, views = null, listed = null, told = null;
  self.body.append(bar, caption, sentence, node("div", { class: "word-box" }, side, spoken, legend), ...(table ? [table.root] : []), keysPlace);

  // ---- what is shown now ----------------------------------------------------------------------
  const dims = () => (state.view ? 3 : 2);
  const colour = (i) => self.palette[self.header.parts[self.header.points[i].part].colour];
  const here = (array, ...at) => (mode === "film" ? rowOf(array, state.frame, ...at) : rowOf(array, ...at));
  const near = (i) => here(self.arrays.near, i);

  // ---- painting -------------------------------------------------------------------------------
  function paint() {
    charts.show();
    views?.set(state.view);
    tell();
    paintSide();
    paintWords();
    table?.show({
      array: self.arrays.table, points: self.header.points, chosen: state.word, palette: self.palette, limit: self.header.limit,
      title: say(words.table, { rows: self.header.points.length, d: self.header.d }),
    });
  }
  function paintWords() {
    const shown = here(self.arrays.share).slice(0, dims()).reduce((a, b) => a + b, 0);
    const gaps = { d: self.header.d, axes: dims(), shown: hundredths(shown) };
    if (mode === "film") Object.assign(gaps, { step: self.header.steps[state.frame], steps: self.header.steps.at(-1) });
    put(caption, rich(say(self.header.caption, gaps)));
    sentence.hidden = !self.header.sentence?.length;
    put(sentence, node("span", {}, self.header.sentence_title ?? ""), (self.header.sentence ?? []).map(({ label, full, row }) =>
      node("button", { type: "button", disabled: row === null, title: full, "aria-pressed": row !== null && row === state.word, onclick: () => self.goTo({ word: row }) }, node("bdi", {}, label))));
    const found = self.header.pairs?.[state.pair ?? -1];
    spoken.hidden = !found;
    if (!found) return;
    const gap = { ...found, start: self.header.points[found.start].full, wanted: self.header.points[found.wanted].full, cosine: fixed(self.arrays.cosines.at(state.pair), 2) };
    spoken.textContent = say(found.right ? words.pair_right : words.pair_wrong, gap);
  }
  function paintSide() {
    const context = { header: self.header, colour, points: self.header.points, pick: (row) => self.goTo(mode === "pairs" ? { pair: row } : { word: row }) };
    const { word } = state;
    const now = [self.header.id, word, state.frame, state.view, state.pair, self.palette.paper].join();
    if (now === listed) return; // a list keeps its scroll position
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
      exact.title = say(words.film_near, { step: self.header.steps[state.frame] });
      return put(side, wordHead(context, word), neighbourLists(context, [exact]));
    }
    const seen = rowOf(self.arrays[`seen${dims()}`], word);
    const both = seen.filter((row) => found.includes(row)).length;
    put(side,
      node("div", {}, wordHead(context, word), node("p", { class: "word-sum" }, say(words.both, { both, count: seen.length })),
        node("p", { class: "note" }, say(words.kept, { share: hundredths(self.header.kept[dims() - 2]) }))),
      neighbourLists(context, [exact, { title: words.seen_title, note: words.seen, items: seen.map((row) => ({ row })) }]));
  }
  function controls() {
    const [{ name, title, labels }] = self.header.choices;
    views = name === "view" ? choice(title, labels.map((label) => [label]), (view) => self.goTo({ view })) : null;
    put(bar, views?.root, self.buttons(words));
    put(keysPlace, keysLine({ keys: words.keys[mode] }), self.origin(say(words.origin, self.header.run)));
    put(legend, genderLegend(self.header));
  }

  // ---- the choice ------------------------------------------------------------------------------
  // Read aloud: the word and its nearest neighbours.
  function tell() {
    if (told === (told = state.word ?? null) || told === null || getComputedStyle(side).visibility === "hidden") return;
    const { full, part: kind } = self.header.points[told];
    const others = near(told).slice(0, 3).map((row) => self.header.points[row].full).join(", ");
    self.tell(say(words.chosen, { word: full, part: self.header.parts[kind].title, near: others }));
  }
  const next = (name, by) => self.goTo({ [name]: Math.max(0, (state[name] ?? -by) + by) });
  const keys = (shift) => (shift ? {} : {
    ...((state.word ?? state.pair ?? null) !== null && { Escape: () => self.goTo(mode === "pairs" ? { pair: null } : { word: null }) }),
    ...(mode === "pairs" && { ArrowLeft: () => next("pair", -1), ArrowRight: () => next("pair", 1) }),
    ...(mode === "film" && { " ": () => (charts.press(Number(playing)), (playing = !playing)) }),
  });
  table?.root.querySelector("[role=listbox]").addEventListener("keydown", (event) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!by) return;
    event.preventDefault();
    next("word", by);
  });
  // The chosen view stays for the same table.
  function take(before) {
    const { view } = state, same = self.header.title === before.title && self.header.points.length === before.points.length;
    self.reopen();
    if (same && view !== undefined) state.view = view;
    controls();
  }

  controls();
  return { paint, take, keys, end: charts.end };
}, { style: WORD_STYLE });
