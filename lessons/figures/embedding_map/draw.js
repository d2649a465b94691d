// An embedding table as a picture: words on a plane or in space ("map"), through training ("film"), or
// pair by pair ("pairs"). `draw` is the whole figure and knows of no home; `mount` puts it into the app.
import { arraysOf, fixed, node, say } from "../kit/core.js";
import { choice, clip, container, keysLine, press, rich } from "../kit/container.js";
import { wordPlot } from "./word_plot.js";
import { boundsOf, percent, rowOf, sceneOf } from "./scene.js";
import { neighbourLists, pairList, wordHead, wordLegend } from "./side.js";
import { wordTable } from "./table.js";
import { WORD_STYLE } from "./style.js";
import { mounting } from "../kit/app.js";

const GLIDE = 420; // milliseconds from one recorded frame to the next
const PAUSE = 760;

// options: { key, home: "app" | "page" | "notebook" }. Returns { update, destroy }.
export function draw(root, header, floats, options = {}) {
  const state = { view: "2d", word: null, frame: 1, pair: null, only: null };
  let arrays, bounds, timer = null, glide = null, version = 0, hovered = null, listed = null;
  const self = container(root, options, { paint: () => paint(), press: (key, shift) => onKey(key, shift) });
  const { words, mode } = header;
  const plot = wordPlot({ pick: pickMark, hover: (i) => ((hovered = i), speak()) });
  const part = (name, tag = "div") => node(tag, { class: name });
  const [bar, sentence, side, legend] = ["bar", "word-sentence", "word-side", "word-legend"].map((name) => part(name));
  const [caption, spoken, keys] = [part("caption"), part("word-say", "p"), part("keys-place")];
  const zoom = node("div", { class: "word-zoom" },
    press(words.zoom_out, () => plot.zoom(1 / 1.35), { title: words.zoom_out_title }),
    press(words.zoom_in, () => plot.zoom(1.35), { title: words.zoom_in_title }), press(words.reset, () => plot.reset()));
  const left = node("div", { class: "word-left" }, plot.svg, zoom);
  const box = node("div", { class: "word-box" }, left, side);
  const table = mode === "map" ? wordTable({ words, pick: (word) => show({ word }) }) : null;
  self.body.append(node("style", {}, WORD_STYLE), bar, sentence, box, ...(table ? [table.root] : []), keys);

  // ---- what is shown now ----------------------------------------------------------------------
  const dims = () => (mode === "map" && state.view === "3d" ? 3 : 2);
  const colour = (i) => self.palette[header.parts[header.points[i].part].colour];
  const pair = () => header.pairs[state.pair];
  const near = (i) => (mode === "film" ? arrays.near.row(state.frame - 1, i) : arrays.near.row(i));
  const shareOf = (axis) => (mode === "film" ? arrays.share.at(state.frame - 1, axis) : arrays.share.at(axis));
  const shown = () => percent(Array.from({ length: dims() }, (_, axis) => shareOf(axis)).reduce((a, b) => a + b, 0));

  const scene = () => sceneOf({
    header, arrays, state, bounds, dims: dims(), near, colour, key: `${version} ${self.palette.paper}`, at: pointAt,
    axes: Array.from({ length: dims() }, (_, axis) => say(header.axis, { number: axis + 1, share: percent(shareOf(axis)) })),
  });
  // While a film plays, marks glide from one recorded frame to the next.
  function pointAt(i) {
    if (mode !== "film") return arrays.points.row(i);
    const to = arrays.points.row(state.frame - 1, i);
    if (!glide) return to;
    const from = arrays.points.row(glide.from, i);
    return to.map((end, axis) => from[axis] + (end - from[axis]) * glide.share);
  }

  // ---- painting -------------------------------------------------------------------------------
  function size() {
    const inner = self.width() - 38;
    const full = self.isFull();
    const narrow = inner < 680;
    box.classList.toggle("narrow", narrow);
    const w = Math.floor(narrow ? inner : inner - (full ? 430 : 322) - 20);
    return [w, full ? Math.max(420, innerHeight - 290) : Math.round(Math.min(560, Math.max(380, w * 0.84)))];
  }
  function paint() {
    plot.show(scene(), size());
    paintSide();
    paintWords();
    legend.replaceChildren(...wordLegend({ header, palette: self.palette, points: header.points }, state.only, (only) => show({ only })));
    table?.show({
      array: arrays.table, points: header.points, chosen: state.word, palette: self.palette, limit: header.limit,
      title: say(words.table, { rows: header.points.length, d: header.d }),
    });
    refresh();
    save();
  }
  function paintWords() {
    const gaps = { d: header.d, axes: dims(), shown: shown() };
    if (mode === "film") Object.assign(gaps, { step: header.steps[state.frame - 1], steps: header.steps.at(-1) });
    caption.replaceChildren(...rich(say(header.caption, gaps)));
    sentence.hidden = !header.sentence?.length;
    sentence.replaceChildren(node("span", {}, header.sentence_title ?? ""), ...(header.sentence ?? []).map(({ label, full, row }) =>
      node("button", { type: "button", disabled: row === null, title: full, "aria-pressed": row !== null && row === state.word, onclick: () => show({ word: row }) }, node("bdi", {}, label))));
    plot.svg.setAttribute("aria-label", `${header.title}. ${caption.textContent}`);
    speak();
  }
  function paintSide() {
    const context = { header, colour, points: header.points, pick: (row) => show(mode === "pairs" ? { pair: row } : { word: row }) };
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
    const value = (k) => (mode === "film" ? arrays.cosines.at(state.frame - 1, word, k) : arrays.cosines.at(word, k));
    const exact = { title: words.near_title, note: say(words.near, { d: header.d }), items: found.map((row, k) => ({ row, value: value(k) })) };
    if (mode === "film") {
      exact.title = say(words.film_near, { step: header.steps[state.frame - 1] });
      return side.replaceChildren(wordHead(context, word), neighbourLists(context, [exact]));
    }
    const seen = arrays[`seen${dims()}`].row(word);
    const both = seen.filter((row) => found.includes(row)).length;
    side.replaceChildren(wordHead(context, word),
      neighbourLists(context, [exact, { title: words.seen_title, note: words.seen, items: seen.map((row) => ({ row })) }]),
      node("p", { class: "word-sum" }, say(words.both, { both, count: seen.length })),
      node("p", { class: "note" }, say(words.kept, { share: percent(header.kept[dims() - 2]) })));
  }
  // One sentence under the picture: the pair that is chosen or pointed at.
  function speak() {
    if (mode !== "pairs") return (spoken.hidden = true);
    const at = hovered === null ? state.pair : header.pairs.findIndex(({ start, wanted }) => start === hovered || wanted === hovered);
    const found = header.pairs[at ?? -1];
    const gaps = found && { ...found, start: header.points[found.start].full, wanted: header.points[found.wanted].full, cosine: fixed(arrays.cosines.at(at), 2) };
    spoken.textContent = found ? say(found.right ? words.pair_right : words.pair_wrong, gaps) : "";
  }

  // ---- controls: made once for a header ---------------------------------------------------------
  let refresh;
  function controls() {
    const parts = [];
    refresh = () => {};
    if (mode === "map") {
      const views = choice(words.views, header.views.map(({ title }) => [title, ""]), (at) => show({ view: header.views[at].name }));
      refresh = () => views.set(header.views.findIndex(({ name }) => name === state.view));
      parts.push(views.root);
    }
    if (mode === "film") {
      const slider = node("input", { type: "range", min: 1, max: header.steps.length, "aria-label": words.frame, oninput: () => (stop(), go(Number(slider.value))) });
      const player = press("", toggle, { title: words.loop_title });
      const step = node("b");
      refresh = () => {
        slider.value = state.frame;
        step.textContent = say(words.step, { step: header.steps[state.frame - 1] });
        slider.setAttribute("aria-valuetext", step.textContent);
        player.textContent = timer ? words.pause : words.play;
      };
      parts.push(node("div", { class: "word-film" }, player, slider, step));
    }
    bar.replaceChildren(...[...parts, ...self.buttons(words)].filter(Boolean));
    keys.replaceChildren(keysLine({ keys: words.keys[mode] }));
    left.append(spoken, legend, caption);
    self.name(header.title);
  }

  // ---- state ------------------------------------------------------------------------------------
  function show(change) {
    Object.assign(state, change);
    paint();
    if ("word" in change && state.word !== null && mode !== "pairs") {
      const { full, part: kind } = header.points[state.word];
      const others = near(state.word).slice(0, 3).map((row) => header.points[row].full).join(", ");
      self.tell(say(words.chosen, { word: full, part: header.parts[kind].title, near: others }));
    }
  }
  function pickMark(i) {
    if (mode !== "pairs") return show({ word: i === state.word ? null : i });
    const at = i === null ? -1 : header.pairs.findIndex(({ start, wanted }) => start === i || wanted === i);
    show({ pair: at < 0 || at === state.pair ? null : at });
  }
  function go(to) {
    const from = state.frame - 1;
    state.frame = clip(to - 1, header.steps.length) + 1;
    if (from === state.frame - 1) return paint();
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const begun = performance.now();
    cancelAnimationFrame(glide?.request);
    glide = calm ? null : { from, share: 0 };
    paint();
    const tick = (now) => {
      if (!glide) return;
      const t = Math.min(1, Math.max(0, (now - begun) / GLIDE));
      glide.share = t * t * (3 - 2 * t);
      if (t === 1) glide = null;
      if (glide) glide.request = requestAnimationFrame(tick);
      if (glide) plot.place({ moving: true });
      else paint();
    };
    if (glide) glide.request = requestAnimationFrame(tick);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
  }
  function toggle() {
    if (timer) return stop(), paint();
    timer = setInterval(() => {
      if (state.frame >= header.steps.length - 1) stop();
      go(state.frame + 1);
    }, PAUSE);
    go(state.frame === header.steps.length ? 1 : state.frame);
  }
  function onKey(key, shift) {
    if (shift) return false;
    const side_ = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    if (key === "Escape" && !self.isFull() && (state.word ?? state.pair) !== null) show({ word: null, pair: null });
    else if (mode === "map" && key.toLowerCase() === "d") show({ view: state.view === "2d" ? "3d" : "2d" });
    else if (mode === "film" && side_) stop(), go(state.frame + side_);
    else if (mode === "film" && key === " ") toggle();
    else if (mode === "pairs" && side_) show({ pair: clip((state.pair ?? -side_) + side_, header.pairs.length) });
    else return false;
    return true;
  }
  table?.root.querySelector("[role=listbox]").addEventListener("keydown", (event) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!by) return;
    event.preventDefault();
    show({ word: clip((state.word ?? -by) + by, header.points.length) });
  });
  // In the address everything counts from 1; 0 is "nothing chosen".
  const PLACES = { map: ["view", "word"], film: ["frame", "word"], pairs: ["pair"] };
  function save() {
    self.save(PLACES[mode].map((name) => (name === "view" || name === "frame" ? state[name] : (state[name] ?? -1) + 1)));
  }
  function restore(parts) {
    const last = { word: header.points.length, pair: header.pairs?.length ?? 1 };
    PLACES[mode].forEach((name, at) => {
      if (name === "view") state.view = header.views.some((view) => view.name === parts[at]) ? parts[at] : state.view;
      else if (name === "frame") state.frame = clip(Number(parts[at]) - 1, header.steps.length) + 1;
      else state[name] = Number(parts[at]) > 0 ? clip(Number(parts[at]) - 1, last[name]) : null;
    });
  }
  function begin() {
    const { word = null, view = "2d", frame: first = 1, pair: chosen = null } = header.start;
    Object.assign(state, { word, view, frame: first, pair: chosen === null ? null : chosen - 1, only: null });
  }

  // ---- new data, new theme -----------------------------------------------------------------------
  function take() {
    arrays = arraysOf(header, floats);
    for (const array of Object.values(arrays)) array.row = (...at) => rowOf(array, at);
    bounds = boundsOf(header, arrays.points);
    version += 1;
    self.theme(header.palette);
    controls();
  }
  function update(next, nextFloats) {
    if (nextFloats) {
      const same = next.title === header.title && next.points.length === header.points.length;
      const before = { ...state };
      [header, floats, hovered, glide] = [next, nextFloats, null, null];
      begin();
      if (same) Object.assign(state, { view: before.view, only: before.only });
      take();
    }
    self.theme(header.palette);
    paint();
  }

  begin();
  take();
  const address = self.address();
  if (address) restore(address);
  paint();
  const end = self.listen(() => self.theme(header.palette));
  return { update, destroy: () => (stop(), (glide = null), end()) };
}

const mount = mounting(draw);
export default mount;
