// Two trainings: loss over loss, score over score, and at the slider's step what each writes and every head.
import { arraysOf, fixed, node, say } from "../kit/core.js";
import { brief, clip, container, keysLine, press, rich } from "../kit/container.js";
import { chart, cursorOf } from "../kit/run_chart.js";
import { player } from "../kit/player.js";
import { RUN_STYLE } from "../kit/run_style.js";
import { agreed } from "../kit/run_words.js";
import { frameAt, pairHeads } from "./heads.js";
import { mounting } from "../kit/app.js";

export function draw(root, header, floats, options = {}) {
  const { words } = header;
  const state = { step: header.start.step, head: header.start.head - 1 };
  let arrays = arraysOf(header, floats), built = "", cursors = [], heads = null;
  const self = container(root, options, { paint: () => paint(), press: (key) => onKey(key) });
  const slider = node("input", { type: "range", min: 0, step: 1, "aria-label": words.slider });
  slider.oninput = () => (film.stop(), show({ step: Number(slider.value) }));
  const stops = () => [...new Set(header.runs.flatMap(({ frames }) => frames))].sort((a, b) => a - b);
  const film = player({
    ended: () => !stops().some((at) => at > state.step), rewind: () => (state.step = stops()[0]),
    next: () => show({ step: stops().find((at) => at > state.step) ?? header.steps }), paint: () => paint(),
  });
  const play = press(words.play, () => film.toggle());
  const playing = node("div", { class: "player" }, play);
  const step = node("b");
  const charts = node("div", { class: "run-charts" });
  const [below, headsPlace, after] = [node("div"), node("div"), node("div")];
  self.body.append(node("style", {}, RUN_STYLE), node("div", { class: "film-bar pair-bar" }, playing, slider, step, self.buttons(words)),
    node("div", { class: "card" }, charts, below, headsPlace, after));

  const percent = (share) => `${fixed(100 * share, 1)} %`;
  const points = (across, up) => Array.from({ length: arrays[across].sizes[0] }, (_, k) => [arrays[across].at(k), arrays[up].at(k)]);
  const before = (list) => list.filter(([x]) => x <= state.step).at(-1);

  // ---- made anew only when a size, the theme or the data change ------------------------------------
  function build() {
    const wide = self.width() - 38;
    const now = [wide, self.palette.paper, header.id, self.isFull()].join();
    if (now === built) return;
    built = now;
    buildCharts(wide);
    playing.style.display = stops().length ? "" : "none";
    heads = header.heads.length ? pairHeads({
      header, arrays, palette: self.palette, width: wide, full: self.isFull(), family: getComputedStyle(self.body).fontFamily,
      place: () => state, pick: (head) => show({ head }),
    }) : null;
    headsPlace.replaceChildren(...(heads ? [heads.root] : []));
    after.replaceChildren(...[keysLine(heads ? words : { keys: words.keys.slice(0, 1) }), options.home === "app" ? null
      : node("p", { class: "caption origin" }, say(words.origin, { first: header.runs[0].run, second: header.runs[1].run }))].filter(Boolean));
  }
  function buildCharts(wide) {
    const { runs, steps, parted } = header;
    const two = wide >= 700;
    charts.classList.toggle("one", !two);
    const marks = parted ? [{ x: parted, label: words.parted, before: parted > steps * 0.6 }] : [];
    const common = { width: Math.floor(two ? (wide - 28) / 2 : wide), height: 200, steps, marks, pick: (x) => show({ step: x }), say: (at, values) => say(words.at, { step: at, values }) };
    const series = (up, extra) => runs.map((run, k) => ({ name: run.run, colour: self.palette[run.hue], ...extra, points: points(up[0] + "ab"[k], up[1] + "ab"[k]) }));
    charts.replaceChildren(
      chart({ ...common, title: rich(words.loss), name: words.loss, series: series(["step ", "loss "], { wide: 1.6 }), floor: runs[0].floor, floorColour: self.palette.soft,
        floorLabel: say(words.floor, { floor: brief(runs[0].floor, 3) }) }),
      chart({ ...common, title: rich(words.exact), name: words.exact, top: 1, print: (y) => `${fixed(100 * y, 0)} %`, series: series(["measured ", "score "], { dots: 2.4 }) }));
    cursors = [...charts.querySelectorAll("svg")].map((svg) => cursorOf(svg, steps, self.palette.ink));
  }

  // ---- painting a step ------------------------------------------------------------------------------
  function paint() {
    build();
    slider.max = header.steps;
    slider.value = state.step;
    step.textContent = say(words.step, { step: state.step });
    play.textContent = film.label(words);
    for (const move of cursors) move(state.step);
    below.replaceChildren(...header.runs.map(reached).filter(Boolean), ...(header.same_task ? [written()] : [node("p", { class: "caption" }, words.other)]));
    heads?.paint();
    self.panel();
    self.save([state.step, state.head + 1]);
  }
  // Loss and score of a run so far.
  function reached(run, k) {
    const name = "ab"[k];
    const loss = before(points(`step ${name}`, `loss ${name}`));
    const score = before(points(`measured ${name}`, `score ${name}`));
    const bits = arrays[`bits ${name}`] && before(points(`measured ${name}`, `bits ${name}`));
    return loss && node("p", { class: "read" }, node("i", { class: "dot", style: `background:${self.palette[run.hue]}` }),
      say(words.last, { run: run.run, loss: brief(loss[1]), step: loss[0], score: score ? say(words.score, { score: percent(score[1]), bits: bits ? brief(bits[1], 2) : "" }) : "" }));
  }
  // The sentence, its right answer, and what each run makes of it.
  function written() {
    const word = (text, name = "") => node("span", { class: `film-word ${name}` }, text);
    const line = (name, content) => [node("dt", {}, name), node("dd", {}, content)];
    const right = header.right.map(({ label }) => label);
    const said = header.runs.flatMap((run) => {
      const at = frameAt(run, state.step);
      const name = [node("i", { class: "dot", style: `background:${self.palette[run.hue]}` }), say(words.writes, { run: run.run })];
      if (at < 0) return line(name, node("span", { class: "note" }, words.none));
      const same = agreed(run.written[at], { ...header, right });
      const tokens = run.written[at].map((text, t) => word(text, text === right[t] && t < same ? "right" : header.open ? "" : "wrong"));
      const missing = Array.from({ length: header.open ? 0 : Math.max(0, right.length - tokens.length) }, () => word("·", "wrong"));
      return line(name, tokens.length ? [tokens, missing] : [node("span", { class: "note" }, words.nothing)]);
    });
    return node("dl", { class: "film-lines" }, line(words.given, header.given.map(({ label }) => word(label))), line(words.right, right.map((text) => word(text))), said);
  }

  // ---- moving ---------------------------------------------------------------------------------------
  function show(change) {
    Object.assign(state, change);
    state.step = clip(Math.round(state.step), header.steps + 1);
    state.head = clip(state.head, Math.max(1, header.heads.length));
    paint();
  }
  // From frame to frame of either run; without frames by a twentieth.
  function onKey(key) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (by) {
      film.stop();
      const found = (by > 0 ? stops() : stops().reverse()).find((at) => by * (at - state.step) > 0);
      show({ step: found ?? state.step + by * Math.ceil(header.steps / 20) });
    } else if (key === " " && stops().length) film.toggle();
    else if (key.toLowerCase() === "h" && heads) show({ head: (state.head + 1) % header.heads.length });
    else return false;
    return true;
  }
  function update(next, nextFloats) {
    if (nextFloats) {
      const other = next.title !== header.title || next.start.step !== header.start.step;
      [header, floats, arrays] = [next, nextFloats, arraysOf(next, nextFloats)];
      if (other) Object.assign(state, { step: next.start.step, head: next.start.head - 1 });
      built = "";
      self.name(header.title);
    }
    self.theme(header.palette);
    show({});
  }

  const address = self.address();
  if (address) Object.assign(state, { step: clip(address[0], header.steps + 1), head: clip(address[1] - 1, Math.max(1, header.heads.length)) });
  self.name(header.title);
  self.theme(header.palette);
  paint();
  const end = self.listen(() => self.theme(header.palette));
  return { update, destroy: () => (film.stop(), end()) };
}

const mount = mounting(draw);
export default mount;
