// The film of a training: one slider moves the loss cursor, every head's map, what is written, the words.
import { arraysOf, fixed, node, say } from "../kit/core.js";
import { brief, clip, container, keysLine, press, rich } from "../kit/container.js";
import { chart, cursorOf } from "../kit/run_chart.js";
import { cellOf, headSheet, largeHead, thumbnails } from "../kit/run_heads.js";
import { player } from "../kit/player.js";
import { agreed } from "../kit/run_words.js";
import { RUN_STYLE } from "../kit/run_style.js";
import { filmPoints } from "./points.js";
import { mounting } from "../kit/app.js";

export function draw(root, header, floats, options = {}) {
  const { words } = header;
  const state = { frame: 0, head: 0 };
  let arrays, built = "", cursors = [], large = null, largeOf = null, paintThumbs = null, points = null;
  const self = container(root, options, { paint: () => paint(), press: (key) => onKey(key) });
  const part = (name, tag = "div") => node(tag, { class: name });
  const slider = node("input", { type: "range", min: 1, step: 1, "aria-label": words.frame });
  slider.oninput = () => (film.stop(), show({ frame: Number(slider.value) - 1 }));
  const film = player({
    ended: () => state.frame >= header.frames.length - 1, rewind: () => (state.frame = 0),
    next: () => show({ frame: state.frame + 1 }), paint: () => paint(),
  });
  const play = press(words.play, () => film.toggle());
  const step = node("b");
  const jumps = part("presets");
  const [top, lines, mapTitle, map, mapRead, mapNote] = [part("film-top"), part("film-lines", "dl"), part("label", "p"), part("film-map"), part("read", "p"), part("caption", "p")];
  const [heads, pointsPlace, after] = [part("film-heads"), part("film-points-place"), part("after")];
  const card = node("div", { class: "card film-card" }, top, lines,
    node("div", { class: "film-parts" }, node("div", {}, mapTitle, map, mapRead, mapNote),
      node("div", {}, node("p", { class: "label" }, rich(words.heads)), heads, pointsPlace)), after);
  self.body.append(node("style", {}, RUN_STYLE),
    node("div", { class: "bar" }, node("div", { class: "player" }, play), jumps, self.buttons(words)),
    node("div", { class: "film-bar" }, slider, step), card);

  // ---- what is shown now --------------------------------------------------------------------------
  const head = (at = state.head) => header.heads[at];
  const sheet = (at = state.head) => headSheet(header, arrays[head(at).kind], head(at), state.frame, self.palette);
  const percent = (share) => `${fixed(100 * share, 0)} %`;
  const bestLook = (at) => {
    const [, layers, count] = arrays.looks.sizes;
    let best = 0;
    for (let l = 0; l < layers; l++) for (let h = 0; h < count; h++) best = Math.max(best, arrays.looks.at(at, l, h));
    return best;
  };

  // ---- made anew only when a size, the theme or the data change ------------------------------------
  function build() {
    const wide = self.width() - 38;
    const one = wide < 720;
    const now = [wide, one, self.palette.paper, header.id, self.isFull()].join();
    if (now !== built) {
      built = now;
      card.classList.toggle("one", one);
      buildCharts(one ? wide : Math.floor((wide - 28) * 0.555), one ? wide : Math.floor((wide - 28) * 0.444));
      paintThumbs = thumbnails(heads, { text: header, heads: header.heads, sheet, palette: self.palette, pick: (at) => show({ head: at }) });
      const width = one ? wide : Math.floor((wide - 28) * 0.444);
      points = header.points.length ? filmPoints({ header, arrays, width, height: Math.max(230, Math.min(360, Math.round(width * 0.72))), family: getComputedStyle(self.body).fontFamily }) : null;
      pointsPlace.replaceChildren(node("p", { class: "label" }, rich(points ? words.points : words.no_points)), ...(points ? [points.root, points.note] : []));
      buildMap(one ? wide : Math.floor((wide - 28) * 0.555));
    } else if (largeOf !== state.head) buildMap(one ? wide : Math.floor((wide - 28) * 0.555));
  }
  function buildCharts(left, right) {
    const { frames, steps } = header;
    const { palette } = self;
    top.hidden = !header.charts;
    if (!header.charts) return void (cursors = []);
    const pick = (x) => show({ frame: nearest(x) });
    const common = { height: 168, steps, pick, say: (at, values) => say(words.at, { step: at, values }) };
    const loss = Array.from({ length: arrays.loss.sizes[0] }, (_, k) => [k + 1, arrays.loss.at(k)]);
    const at = (name) => Array.from({ length: arrays[name].sizes[0] }, (_, k) => [arrays.measured.at(k), arrays[name].at(k)]);
    const losses = [{ name: words.trained, points: loss, colour: palette.weight, wide: 1.5 }];
    if (arrays.bits) losses.push({ name: words.held_out, points: at("bits").map(([x, bits]) => [x, bits * Math.LN2]), colour: palette.good, dots: 2.4 });
    const series = [{ name: words.exact, points: at("score"), colour: palette.good, dots: 2.4 }];
    if (arrays.looks) series.push({ name: words.right_word, points: frames.map((at, k) => [at, bestLook(k)]), colour: palette.weight, dots: 2.4, dash: "5 3" });
    const { cliff } = header.jumps;
    top.replaceChildren(
      chart({ ...common, width: left, title: rich(words.loss), name: words.loss, series: losses, floor: header.floor, levels: header.yardsticks,
        floorColour: palette.soft, floorLabel: say(words.floor, { floor: brief(header.floor, 3) }), marks: cliff ? [{ x: cliff.step, colour: palette.negative }] : [] }),
      chart({ ...common, width: right, title: rich(words.scores), name: words.scores, top: 1, series, print: (y) => percent(y) }));
    cursors = [...top.querySelectorAll("svg")].map((svg) => cursorOf(svg, steps, palette.ink));
  }
  function buildMap(room) {
    const family = getComputedStyle(self.body).fontFamily;
    const [most, high] = self.isFull() ? [46, Infinity] : [38, 470];
    largeOf = state.head;
    large = largeHead(map, {
      text: header, one: head(), cell: cellOf(header, head().kind, { room, high, most, family }), room, sheet, palette: self.palette, family,
      hover: (i, j) => (mapRead.textContent = i === null ? "" : large.read(i, j)),
    });
  }

  // ---- painting a frame -----------------------------------------------------------------------------
  function paint() {
    build();
    const { frames } = header;
    const now = frames[state.frame];
    slider.max = frames.length;
    slider.value = state.frame + 1;
    step.textContent = say(words.step, { step: now });
    slider.setAttribute("aria-valuetext", step.textContent);
    play.textContent = film.label(words);
    for (const move of cursors) move(now);
    paintWords();
    paintThumbs(state.head);
    large.paint();
    const { kind, title, layer, head: number_ } = head();
    mapTitle.replaceChildren(...rich(say(words.map, { kind: title, layer: layer + 1, head: number_ + 1, step: now })));
    const looks = kind === "cross" && arrays.looks ? `${say(words.share, { share: percent(arrays.looks.at(state.frame, layer, number_)), count: header.asked })} ` : "";
    mapNote.textContent = `${looks}${words.rests}${kind === "cross" && header.known.some((k) => k >= 0) ? ` ${words.known}` : ""}`;
    points?.paint(state.frame);
    self.panel();
    self.save([now, state.head + 1]);
  }
  function paintWords() {
    const written = header.written[state.frame];
    const word = (text, name = "") => node("span", { class: `film-word ${name}` }, text);
    const right = header.right.map(({ label }) => label);
    const same = agreed(written, { ...header, right });
    const other = header.open ? "" : "wrong";
    const missing = Array.from({ length: header.open ? 0 : Math.max(0, right.length - written.length) }, () => word("·", "wrong"));
    const said = written.length ? [...written.map((text, k) => word(text, text === right[k] && k < same ? "right" : other)), ...missing] : [node("span", { class: "note" }, words.nothing)];
    const line = (name, content) => [node("dt", {}, name), node("dd", {}, content)];
    lines.replaceChildren(...line(words.given, header.given.map(({ label }) => word(label))), ...line(words.right, right.map((text) => word(text))), ...line(words.writes, said));
  }
  function controls() {
    const { cliff, looks } = header.jumps;
    const go = (text, frame_, title, change = {}) => press(text, () => (film.stop(), show({ frame: frame_, ...change })), { title });
    const items = [node("span", {}, words.jump)];
    if (cliff) items.push(go(words.cliff, cliff.frame, say(words.cliff_title, { width: cliff.width, before: brief(cliff.before, 2), after: brief(cliff.after, 2) })));
    if (looks) {
      const at = header.heads.findIndex(({ kind, layer, head: h }) => kind === "cross" && layer === looks.layer && h === looks.head);
      const named = `${say(words.layer, { layer: looks.layer + 1 })}, ${say(words.head, { head: looks.head + 1 })}`;
      items.push(go(words.looks, looks.frame, say(words.looks_title, { count: header.asked, head: named }), { head: at }));
    }
    items.push(go(words.last, header.frames.length - 1, ""));
    jumps.replaceChildren(...items);
    after.replaceChildren(...[keysLine(words), options.home === "app" ? null
      : node("p", { class: "caption origin" }, say(words.origin, { run: header.run, frames: header.frames.join(", ") }))].filter(Boolean));
    self.name(header.title);
  }

  // ---- moving ----------------------------------------------------------------------------------------
  const nearest = (x) => header.frames.reduce((best, at, k) => (Math.abs(at - x) < Math.abs(header.frames[best] - x) ? k : best), 0);
  function show(change) {
    Object.assign(state, change);
    state.frame = clip(state.frame, header.frames.length);
    state.head = clip(state.head, header.heads.length);
    paint();
  }
  function onKey(key) {
    if (key === "ArrowLeft") film.stop(), show({ frame: state.frame - 1 });
    else if (key === "ArrowRight") film.stop(), show({ frame: state.frame + 1 });
    else if (key === " ") film.toggle();
    else if (key.toLowerCase() === "h") show({ head: (state.head + 1) % header.heads.length });
    else return false;
    return true;
  }
  function update(next, nextFloats) {
    if (nextFloats) {
      const latest = state.frame === header.frames.length - 1; // who watches the newest goes on to
      const sent = next.frames.length === header.frames.length && next.start.frame !== header.start.frame;
      const other = next.run !== header.run || sent;
      const now = header.frames[state.frame];
      [header, floats, arrays] = [next, nextFloats, arraysOf(next, nextFloats)];
      state.frame = other || latest ? header.start.frame - 1 : nearest(now);
      state.head = clip(other ? header.start.head - 1 : state.head, header.heads.length);
      built = "";
      controls();
    }
    self.theme(header.palette);
    paint();
  }

  arrays = arraysOf(header, floats);
  state.frame = header.start.frame - 1;
  state.head = header.start.head - 1;
  const address = self.address();
  if (address) [state.frame, state.head] = [nearest(Number(address[0]) || 0), clip(address[1] - 1, header.heads.length)];
  controls();
  self.theme(header.palette);
  paint();
  const end = self.listen(() => self.theme(header.palette));
  return { update, destroy: () => (film.stop(), end()) };
}

const mount = mounting(draw);
export default mount;
