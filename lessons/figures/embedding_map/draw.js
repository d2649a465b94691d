// An embedding table as a picture: words on a plane or in space ("map"), through training ("film"), or
// pair by pair ("pairs").
import { fixed, node, put, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { choice, clip, keysLine, press, rich } from "../kit/widgets.js";
import { wordPlot } from "./word_plot.js";
import { boundsOf, percent, rowOf, sceneOf } from "./scene.js";
import { neighbourLists, pairList, wordHead, wordLegend } from "./side.js";
import { wordTable } from "./table.js";
import { WORD_STYLE } from "./style.js";

const GLIDE = 420; // milliseconds from one recorded frame to the next
const PAUSE = 760;

export const draw = drawing((self) => {
  const state = { view: "2d", word: null, frame: 1, pair: null, only: null };
  let bounds, glide = null, version = 0, hovered = null, listed = null;
  const { words, mode } = self.header;
  const plot = wordPlot({ pick: pickMark, hover: (i) => ((hovered = i), speak()) });
  const part = (name, tag = "div") => node(tag, { class: name });
  const [bar, sentence, side, legend] = ["bar", "word-sentence", "word-side", "word-legend"].map((name) => part(name));
  const [caption, spoken, keysPlace] = [part("caption"), part("word-say", "p"), part("keys-place")];
  const zoom = node("div", { class: "word-zoom" },
    press(words.zoom_out, () => plot.zoom(1 / 1.35), { title: words.zoom_out_title }),
    press(words.zoom_in, () => plot.zoom(1.35), { title: words.zoom_in_title }), press(words.reset, () => plot.reset()));
  const left = node("div", { class: "word-left" }, plot.svg, zoom);
  const box = node("div", { class: "word-box" }, left, side);
  const table = mode === "map" ? wordTable({ words, pick: (word) => show({ word }) }) : null;
  self.body.append(bar, sentence, box, ...(table ? [table.root] : []), keysPlace);

  // ---- what is shown now ----------------------------------------------------------------------
  const dims = () => (mode === "map" && state.view === "3d" ? 3 : 2);
  const colour = (i) => self.palette[self.header.parts[self.header.points[i].part].colour];
  const pair = () => self.header.pairs[state.pair];
  const near = (i) => (mode === "film" ? self.arrays.near.row(state.frame - 1, i) : self.arrays.near.row(i));
  const shareOf = (axis) => (mode === "film" ? self.arrays.share.at(state.frame - 1, axis) : self.arrays.share.at(axis));
  const shown = () => percent(Array.from({ length: dims() }, (_, axis) => shareOf(axis)).reduce((a, b) => a + b, 0));

  const scene = () => sceneOf({
    header: self.header, arrays: self.arrays, state, bounds, dims: dims(), near, colour, key: `${version} ${self.palette.paper}`, at: pointAt,
    axes: Array.from({ length: dims() }, (_, axis) => say(self.header.axis, { number: axis + 1, share: percent(shareOf(axis)) })),
  });
  // While a film plays, marks glide from one recorded frame to the next.
  function pointAt(i) {
    if (mode !== "film") return self.arrays.points.row(i);
    const to = self.arrays.points.row(state.frame - 1, i);
    if (!glide) return to;
    const from = self.arrays.points.row(glide.from, i);
    return to.map((end, axis) => from[axis] + (end - from[axis]) * glide.share);
  }

  // ---- painting -------------------------------------------------------------------------------
  function size() {
    const inner = self.width() - 38;
    const full = self.isFull();
    const narrow = inner < 680;
    box.classList.toggle("narrow", narrow);
    const w = Math.floor(narrow ? inner : inner - 322 - 20);
    return [w, full ? Math.max(300, self.screen() - 210) : Math.round(Math.min(560, Math.max(380, w * 0.84)))];
  }
  function paint() {
    plot.show(scene(), size());
    paintSide();
    paintWords();
    legend.replaceChildren(...wordLegend({ header: self.header, palette: self.palette, points: self.header.points }, state.only, (only) => show({ only })));
    table?.show({
      array: self.arrays.table, points: self.header.points, chosen: state.word, palette: self.palette, limit: self.header.limit,
      title: say(words.table, { rows: self.header.points.length, d: self.header.d }),
    });
    refresh();
  }
  function paintWords() {
    const gaps = { d: self.header.d, axes: dims(), shown: shown() };
    if (mode === "film") Object.assign(gaps, { step: self.header.steps[state.frame - 1], steps: self.header.steps.at(-1) });
    caption.replaceChildren(...rich(say(self.header.caption, gaps)));
    sentence.hidden = !self.header.sentence?.length;
    sentence.replaceChildren(node("span", {}, self.header.sentence_title ?? ""), ...(self.header.sentence ?? []).map(({ label, full, row }) =>
      node("button", { type: "button", disabled: row === null, title: full, "aria-pressed": row !== null && row === state.word, onclick: () => show({ word: row }) }, node("bdi", {}, label))));
    plot.svg.setAttribute("aria-label", `${self.header.title}. ${caption.textContent}`);
    speak();
  }
  function paintSide() {
    const context = { header: self.header, colour, points: self.header.points, pick: (row) => show(mode === "pairs" ? { pair: row } : { word: row }) };
    const { word } = state;
    const now = [version, mode, word, state.frame, state.view, state.pair, self.palette.paper].join();
    if (now === listed) return; // a list that is being scrolled stays where it is
    listed = now;
    if (mode === "pairs") {
      const scrolled = side.querySelector(".pair-scroll")?.scrollTop ?? null;
      side.replaceChildren(pairList(context, state.pair));
      const list = side.querySelector(".pair-scroll");
      if (scrolled !== null) list.scrollTop = scrolled;
      const row = list.querySelector("tr.on");
      if (row && (row.offsetTop < list.scrollTop + 30 || row.offsetTop > list.scrollTop + list.clientHeight - 30)) list.scrollTop = row.offsetTop - 140;
      return;
    }
    if (word === null) return side.replaceChildren(node("p", { class: "word-empty" }, words.nothing));
    const found = near(word);
    const value = (k) => (mode === "film" ? self.arrays.cosines.at(state.frame - 1, word, k) : self.arrays.cosines.at(word, k));
    const exact = { title: words.near_title, note: say(words.near, { d: self.header.d }), items: found.map((row, k) => ({ row, value: value(k) })) };
    if (mode === "film") {
      exact.title = say(words.film_near, { step: self.header.steps[state.frame - 1] });
      return side.replaceChildren(wordHead(context, word), neighbourLists(context, [exact]));
    }
    const seen = self.arrays[`seen${dims()}`].row(word);
    const both = seen.filter((row) => found.includes(row)).length;
    side.replaceChildren(wordHead(context, word),
      neighbourLists(context, [exact, { title: words.seen_title, note: words.seen, items: seen.map((row) => ({ row })) }]),
      node("p", { class: "word-sum" }, say(words.both, { both, count: seen.length })),
      node("p", { class: "note" }, say(words.kept, { share: percent(self.header.kept[dims() - 2]) })));
  }
  // One sentence under the picture: the pair that is chosen or pointed at.
  function speak() {
    if (mode !== "pairs") return (spoken.hidden = true);
    const at = hovered === null ? state.pair : self.header.pairs.findIndex(({ start, wanted }) => start === hovered || wanted === hovered);
    const found = self.header.pairs[at ?? -1];
    const gaps = found && { ...found, start: self.header.points[found.start].full, wanted: self.header.points[found.wanted].full, cosine: fixed(self.arrays.cosines.at(at), 2) };
    spoken.textContent = found ? say(found.right ? words.pair_right : words.pair_wrong, gaps) : "";
  }

  // ---- controls: made once for a self.header ---------------------------------------------------------
  let refresh;
  function controls() {
    const parts = [];
    refresh = () => {};
    if (mode === "map") {
      const views = choice(words.views, self.header.views.map(({ title }) => [title, ""]), (at) => show({ view: self.header.views[at].name }));
      refresh = () => views.set(self.header.views.findIndex(({ name }) => name === state.view));
      parts.push(views.root);
    }
    if (mode === "film") {
      const slider = node("input", { type: "range", min: 1, max: self.header.steps.length, "aria-label": words.frame, oninput: () => (self.stop(), go(Number(slider.value))) });
      const player = press("", self.toggle, { title: words.loop_title });
      const step = node("b");
      refresh = () => {
        slider.value = state.frame;
        step.textContent = say(words.step, { step: self.header.steps[state.frame - 1] });
        slider.setAttribute("aria-valuetext", step.textContent);
        player.textContent = self.playing() ? words.pause : words.play;
      };
      parts.push(node("div", { class: "word-film" }, player, slider, step));
    }
    put(bar, parts, self.buttons(words));
    keysPlace.replaceChildren(keysLine({ keys: words.keys[mode] }));
    left.append(spoken, legend, caption);
  }

  // ---- state ------------------------------------------------------------------------------------
  function show(change) {
    self.show(change);
    if ("word" in change && state.word !== null && mode !== "pairs") {
      const { full, part: kind } = self.header.points[state.word];
      const others = near(state.word).slice(0, 3).map((row) => self.header.points[row].full).join(", ");
      self.tell(say(words.chosen, { word: full, part: self.header.parts[kind].title, near: others }));
    }
  }
  function pickMark(i) {
    if (mode !== "pairs") return show({ word: i === state.word ? null : i });
    const at = i === null ? -1 : self.header.pairs.findIndex(({ start, wanted }) => start === i || wanted === i);
    show({ pair: at < 0 || at === state.pair ? null : at });
  }
  function go(to) {
    const from = state.frame - 1;
    state.frame = clip(to - 1, self.header.steps.length) + 1;
    if (from === state.frame - 1) return self.paint();
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const begun = performance.now();
    cancelAnimationFrame(glide?.request);
    glide = calm ? null : { from, share: 0 };
    self.paint();
    const tick = (now) => {
      if (!glide) return;
      const t = Math.min(1, Math.max(0, (now - begun) / GLIDE));
      glide.share = t * t * (3 - 2 * t);
      if (t === 1) glide = null;
      if (glide) glide.request = requestAnimationFrame(tick);
      if (glide) plot.place({ moving: true });
      else self.paint();
    };
    if (glide) glide.request = requestAnimationFrame(tick);
  }
  // The arrow keys go through the film, or through the pairs.
  function sideways(by) {
    if (mode === "pairs") return show({ pair: clip((state.pair ?? -by) + by, self.header.pairs.length) });
    self.stop();
    go(state.frame + by);
  }
  const keys = (shift) => (shift ? {} : {
    ...((state.word ?? state.pair) !== null && { Escape: () => show({ word: null, pair: null }) }),
    ...(mode === "map" ? { d: () => show({ view: state.view === "2d" ? "3d" : "2d" }) }
      : { ArrowLeft: () => sideways(-1), ArrowRight: () => sideways(1) }),
    ...(mode === "film" && { " ": self.toggle }),
  });
  table?.root.querySelector("[role=listbox]").addEventListener("keydown", (event) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!by) return;
    event.preventDefault();
    show({ word: clip((state.word ?? -by) + by, self.header.points.length) });
  });
  // In the address everything counts from 1; 0 is "nothing chosen".
  const PLACES = { map: ["view", "word"], film: ["frame", "word"], pairs: ["pair"] };
  const address = () => PLACES[mode].map((name) => (name === "view" || name === "frame" ? state[name] : (state[name] ?? -1) + 1));
  function restore(parts) {
    const last = { word: self.header.points.length, pair: self.header.pairs?.length ?? 1 };
    PLACES[mode].forEach((name, at) => {
      if (name === "view") state.view = self.header.views.some((view) => view.name === parts[at]) ? parts[at] : state.view;
      else if (name === "frame") state.frame = clip(Number(parts[at]) - 1, self.header.steps.length) + 1;
      else state[name] = Number(parts[at]) > 0 ? clip(Number(parts[at]) - 1, last[name]) : null;
    });
  }
  function begin() {
    const { word = null, view = "2d", frame: first = 1, pair: chosen = null } = self.header.start;
    Object.assign(state, { word, view, frame: first, pair: chosen === null ? null : chosen - 1, only: null });
  }

  // ---- new data, new theme -----------------------------------------------------------------------
  function prepare() {
    for (const array of Object.values(self.arrays)) array.row = (...at) => rowOf(array, at);
    bounds = boundsOf(self.header, self.arrays.points);
    version += 1;
    controls();
  }
  function take(before) {
    const same = self.header.title === before.title && self.header.points.length === before.points.length;
    const { view, only } = state;
    [hovered, glide] = [null, null];
    begin();
    if (same) Object.assign(state, { view, only });
    prepare();
  }

  begin();
  prepare();
  return {
    state, paint, address, restore, take, keys, end: () => (glide = null),
    play: { pace: () => PAUSE, ended: () => state.frame === self.header.steps.length, rewind: () => go(1), next: () => go(state.frame + 1) },
  };
}, { style: WORD_STYLE });
