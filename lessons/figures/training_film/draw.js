// The recording of a training run: one slider moves the loss cursor, every head's map, the output, the words.
import { fixed, node, percent, put, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { brief, keysLine, press, rich } from "../kit/widgets.js";
import { chart, cursorOf } from "../kit/run_chart.js";
import { across, cellOf, headSheet, largeHead, thumbnails } from "../kit/run_heads.js";
import { agreed, givenTo } from "../kit/run_words.js";
import { RUN_STYLE } from "../kit/run_style.js";
import { filmPoints } from "./points.js";

const PAUSE = 450; // milliseconds per frame

export const draw = drawing((self) => {
  const { words } = self.header;
  const state = { frame: self.header.start.frame - 1, head: self.header.start.head - 1 };
  let built = "", cursors = [], large = null, largeOf = null, paintThumbs = null, points = null;
  const part = (name, tag = "div") => node(tag, { class: name });
  const slider = node("input", { type: "range", min: 1, step: 1, "aria-label": words.frame });
  slider.oninput = () => self.goTo({ frame: Number(slider.value) - 1 });
  const play = press(words.play, self.toggle);
  const step = node("b");
  const jumps = part("presets");
  const [top, lines, mapTitle, map, mapRead, mapNote] = [part("film-top"), part("film-lines telling", "dl"), part("label", "p"), part("film-map"), part("read", "p"), part("caption", "p")];
  const [heads, pointsPlace, after, rests] = [part("film-heads"), part("film-points-place"), part("after"), part("read", "p")];
  const headsTitle = node("p", { class: "label" }, rich(words.heads));
  const card = node("div", { class: "card film-card" }, top, rests, lines,
    node("div", { class: "film-parts telling" }, node("div", {}, mapTitle, map, mapRead, mapNote),
      node("div", {}, headsTitle, heads, pointsPlace)), after);
  self.body.append(
    node("div", { class: "bar" }, node("div", { class: "player" }, play), jumps, self.buttons(words)),
    node("div", { class: "film-bar" }, slider, step), card);

  // ---- current state ------------------------------------------------------------------------------
  const head = (at = state.head) => self.header.heads[at];
  const sheet = (at = state.head) => headSheet(self.header, self.arrays[head(at).kind], head(at), state.frame, self.palette);
  const bestLook = (at) => {
    const [, layers, count] = self.arrays.looks.sizes;
    let best = 0;
    for (let l = 0; l < layers; l++) for (let h = 0; h < count; h++) best = Math.max(best, self.arrays.looks.at(at, l, h));
    return best;
  };

  // ---- rebuilt only when a size, the theme or the data change --------------------------------------
  function build() {
    const wide = self.width() - 38;
    const one = wide < (self.isFull() ? 560 : 720);
    const now = [wide, one, self.palette.paper, self.header.id, self.isFull() && self.screen()].join();
    if (now !== built) {
      built = now;
      card.classList.toggle("one", one);
      buildCharts(one ? wide : Math.floor((wide - 28) * 0.555), one ? wide : Math.floor((wide - 28) * 0.444));
      for (const part of [lines, mapTitle, map, mapRead, headsTitle, heads]) part.hidden = !head();
      paintThumbs = head() && thumbnails(heads, { text: self.header, heads: self.header.heads, sheet, palette: self.palette, pick: (at) => self.show({ head: at }) });
      const width = one ? wide : Math.floor((wide - 28) * 0.444);
      points = self.header.points.length ? filmPoints({ header: self.header, arrays: self.arrays, width, height: Math.max(230, Math.min(360, Math.round(width * 0.72))), family: getComputedStyle(self.body).fontFamily }) : null;
      pointsPlace.replaceChildren(node("p", { class: "label" }, rich(points ? words.points : words.no_points)), ...(points ? [points.root, points.note] : []));
      if (head()) buildMap(one ? wide : Math.floor((wide - 28) * 0.555));
    } else if (head() && largeOf !== state.head) buildMap(one ? wide : Math.floor((wide - 28) * 0.555));
  }
  function buildCharts(left, right) {
    const { frames, steps } = self.header;
    const { palette } = self;
    top.hidden = !self.header.charts;
    if (!self.header.charts) return void (cursors = []);
    const pick = (x) => self.show({ frame: nearest(x) });
    const height = self.isFull() ? Math.max(96, Math.min(168, self.screen() / 4)) : 168;
    const common = { height, steps, pick, say: (at, values) => say(words.at, { step: at, values }) };
    const loss = Array.from({ length: self.arrays.loss.sizes[0] }, (_, k) => [k + 1, self.arrays.loss.at(k)]);
    const at = (name) => Array.from({ length: self.arrays[name].sizes[0] }, (_, k) => [self.arrays.measured.at(k), self.arrays[name].at(k)]);
    const losses = [{ name: words.trained, points: loss, colour: palette.ink, wide: 1.5 }];
    if (self.arrays.bits) losses.push({ name: words.held_out, points: at("bits").map(([x, bits]) => [x, bits * Math.LN2]), colour: palette.good, dots: 2.4 });
    const series = [{ name: words.exact, points: at("score"), colour: palette.good, dots: 2.4 }];
    if (self.arrays.looks) series.push({ name: words.right_word, points: frames.map((at, k) => [at, bestLook(k)]), colour: palette.weight, dots: 2.4, dash: "5 3" });
    const { cliff, plateau } = self.header.jumps;
    const marks = cliff ? [{ x: cliff.step, colour: palette.negative, label: plateau ? words.cliff_mark : words.fall_mark }] : [];
    const level = plateau && (plateau.low + plateau.high) / 2;
    if (plateau) losses.push({ name: words.plateau_mark, points: [[plateau.first, level], [plateau.last, level]], colour: palette.key, wide: 5 });
    top.replaceChildren(
      chart({ ...common, width: left, title: rich(words.loss), name: words.loss, series: losses, floor: self.header.floor, levels: self.header.yardsticks,
        floorColour: palette.soft, floorLabel: say(words.floor, { floor: brief(self.header.floor, 3) }), marks }),
      chart({ ...common, width: right, title: rich(words.scores), name: words.scores, top: 1, series, print: (y) => percent(y, 0) }));
    // The page asks which of the two rises first: both are hidden while the question is open.
    const hatched = top.lastElementChild.querySelectorAll("path.curve, circle, .run-said");
    hatched.forEach((mark) => mark.classList.add("telling"));
    cursors = [...top.querySelectorAll("svg")].map((svg) => cursorOf(svg, steps, palette.ink));
  }
  function buildMap(room) {
    const family = getComputedStyle(self.body).fontFamily;
    const [most, high] = self.isFull() ? [46, self.screen() - 340] : [38, 470];
    largeOf = state.head;
    large = largeHead(map, {
      text: self.header, one: head(), cell: cellOf(self.header, head(), { room, high, most, family }), room, sheet, palette: self.palette, family,
      hover: (i, j) => (mapRead.textContent = i === null ? "" : large.read(i, j)),
    });
  }

  // ---- painting a frame -----------------------------------------------------------------------------
  function paint() {
    build();
    const { frames } = self.header;
    const now = frames[state.frame];
    slider.max = frames.length;
    slider.value = state.frame + 1;
    step.textContent = say(words.step, { step: now });
    slider.setAttribute("aria-valuetext", step.textContent);
    play.textContent = self.playing() ? words.pause : words.play;
    for (const move of cursors) move(now);
    points?.paint(state.frame);
    self.panel();
    if (!head()) return void put(mapNote, words.without); // a layer of the model is missing
    paintWords();
    paintThumbs(state.head);
    large.paint();
    const { title, layer, head: number_ } = head();
    mapTitle.replaceChildren(...rich(say(words.map, { kind: title, layer: layer + 1, head: number_ + 1, step: now })));
    const looks = across(head()) && self.arrays.looks ? `${say(words.share, { share: percent(self.arrays.looks.at(state.frame, layer, number_), 0), count: self.header.asked })} ` : "";
    mapNote.textContent = `${looks}${words.rests}${across(head()) && self.header.known.some((k) => k >= 0) ? ` ${words.known}` : ""}`;
  }
  function paintWords() {
    const written = self.header.written[state.frame];
    const word = (text, name = "") => node("span", { class: `film-word ${name}` }, text);
    const right = self.header.right.map(({ label }) => label);
    const same = agreed(written, { ...self.header, right });
    const other = self.header.open ? "" : "wrong";
    const missing = Array.from({ length: self.header.open ? 0 : Math.max(0, right.length - written.length) }, () => word("·", "wrong"));
    const said = written.length ? [...written.map((text, k) => word(text, text === right[k] && k < same ? "right" : other)), ...missing] : [node("span", { class: "note" }, words.nothing)];
    const line = (name, content) => [node("dt", {}, name), node("dd", {}, content)];
    lines.replaceChildren(...line(words.given, givenTo(self.header, word)), ...line(words.right, right.map((text) => word(text))), ...line(words.writes, said));
  }
  function controls() {
    const { plateau, cliff, looks } = self.header.jumps;
    const two = (name) => brief(plateau[name], 2);
    rests.hidden = !plateau || !cliff || !self.header.charts;
    if (!rests.hidden) rests.replaceChildren(...rich(say(words.plateau_said, { ...plateau, low: two("low"), high: two("high"), cliff: cliff.step })));
    const go = (text, frame_, title, change = {}) => press(text, () => self.goTo({ frame: frame_, ...change }), { title });
    const items = [node("span", {}, words.jump)];
    if (plateau) items.push(go(words.plateau, plateau.frame, say(words.plateau_title, { width: plateau.width })));
    if (cliff) items.push(go(plateau ? words.cliff : words.fall, cliff.frame, say(words.cliff_title, { width: cliff.width, before: brief(cliff.before, 2), after: brief(cliff.after, 2) })));
    items.push(go(words.last, self.header.frames.length - 1, ""));
    if (looks) {
      const at = self.header.heads.findIndex((one) => across(one) && one.layer === looks.layer && one.head === looks.head);
      const named = `${say(words.layer, { layer: looks.layer + 1 })}, ${say(words.head, { head: looks.head + 1 })}`;
      const why = looks.guided ? words.looks_guided : words.looks_title;
      const finds = go(words.looks, looks.frame, say(why, { count: self.header.asked, head: named }), { head: at });
      finds.classList.add("telling");
      items.push(finds);
    }
    jumps.replaceChildren(...items);
    put(after, keysLine(words), self.origin(say(words.origin, { run: self.header.run, frames: self.header.frames.join(", ") })));
  }

  // ---- moving ----------------------------------------------------------------------------------------
  const nearest = (x) => self.header.frames.reduce((best, at, k) => (Math.abs(at - x) < Math.abs(self.header.frames[best] - x) ? k : best), 0);
  function take(before) {
    const { run, frames, start } = self.header;
    const latest = state.frame === before.frames.length - 1; // a viewer of the newest frame moves on to the next one
    const sent = frames.length === before.frames.length && start.frame !== before.start.frame;
    const other = run !== before.run || sent;
    state.frame = other || latest ? start.frame - 1 : nearest(before.frames[state.frame]);
    if (other) state.head = start.head - 1;
    built = "";
    controls();
  }
  controls();
  return {
    state, paint, take,
    counts: () => ({ frame: self.header.frames.length, head: Math.max(1, self.header.heads.length) }),
    keys: () => ({
      ArrowLeft: () => self.goTo({ frame: state.frame - 1 }), ArrowRight: () => self.goTo({ frame: state.frame + 1 }),
      " ": self.toggle, h: () => self.show({ head: (state.head + 1) % Math.max(1, self.header.heads.length) }),
    }),
    address: () => [self.header.frames[state.frame], state.head + 1],
    restore: ([step, head]) => Object.assign(state, { frame: nearest(Number(step) || 0), head: head - 1 }),
    play: { pace: () => PAUSE, ended: () => state.frame >= self.header.frames.length - 1, rewind: () => (state.frame = 0), next: () => state.frame++ },
  };
}, { style: RUN_STYLE });
