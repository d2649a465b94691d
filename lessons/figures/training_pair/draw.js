// Two training runs: loss, accuracy, and at the slider's step the output of each and every head.
import { fixed, node, percent, put, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { brief, keysLine, press, rich } from "../kit/widgets.js";
import { chart, cursorOf } from "../kit/run_chart.js";
import { RUN_STYLE } from "../kit/run_style.js";
import { agreed, givenTo } from "../kit/run_words.js";
import { frameAt, pairHeads } from "./heads.js";

const PAUSE = 450; // milliseconds per frame

export const draw = drawing((self) => {
  const { words } = self.header;
  const state = { step: self.header.start.step, head: self.header.start.head - 1 };
  let built = "", cursors = [], heads = null;
  const slider = node("input", { type: "range", min: 0, step: 1, "aria-label": words.slider });
  slider.oninput = () => self.goTo({ step: Number(slider.value) });
  const stops = () => [...new Set(self.header.runs.flatMap(({ frames }) => frames))].sort((a, b) => a - b);
  const play = press(words.play, self.toggle);
  const playing = node("div", { class: "player" }, play);
  const step = node("b");
  const charts = node("div", { class: "run-charts" });
  const [below, headsPlace, after] = [node("div"), node("div"), node("div")];
  self.body.append(node("div", { class: "film-bar pair-bar" }, playing, slider, step, self.buttons(words)),
    node("div", { class: "card" }, charts, below, headsPlace, after));

  const points = (across, up) => Array.from({ length: self.arrays[across].sizes[0] }, (_, k) => [self.arrays[across].at(k), self.arrays[up].at(k)]);
  const before = (list) => list.filter(([x]) => x <= state.step).at(-1);

  // ---- rebuilt only when a size, the theme or the data change --------------------------------------
  function build() {
    const wide = self.width() - 38;
    const now = [wide, self.palette.paper, self.header.id, self.isFull()].join();
    if (now === built) return;
    built = now;
    buildCharts(wide);
    playing.style.display = stops().length ? "" : "none";
    heads = self.header.heads.length ? pairHeads({
      header: self.header, arrays: self.arrays, palette: self.palette, width: wide, full: self.isFull(), family: getComputedStyle(self.body).fontFamily,
      place: () => state, pick: (head) => self.show({ head }),
    }) : null;
    headsPlace.replaceChildren(...(heads ? [heads.root] : []));
    put(after, keysLine(heads ? words : { keys: words.keys.slice(0, 1) }),
      self.origin(say(words.origin, { first: self.header.runs[0].run, second: self.header.runs[1].run })));
  }
  function buildCharts(wide) {
    const { runs, steps, parted } = self.header;
    const two = wide >= 700;
    charts.classList.toggle("one", !two);
    const marks = parted ? [{ x: parted, label: words.parted, before: parted > steps * 0.6 }] : [];
    const common = { width: Math.floor(two ? (wide - 28) / 2 : wide), height: 200, steps, marks, pick: (x) => self.show({ step: Math.round(x) }), say: (at, values) => say(words.at, { step: at, values }) };
    const series = (up, extra) => runs.map((run, k) => ({ name: run.run, colour: self.palette[run.hue], ...extra, points: points(up[0] + "ab"[k], up[1] + "ab"[k]) }));
    charts.replaceChildren(
      chart({ ...common, title: rich(words.loss), name: words.loss, series: series(["step ", "loss "], { wide: 1.6 }), floor: runs[0].floor, floorColour: self.palette.soft,
        floorLabel: say(words.floor, { floor: brief(runs[0].floor, 3) }) }),
      chart({ ...common, title: rich(words.exact), name: words.exact, top: 1, print: (y) => `${fixed(100 * y, 0)}%`, series: series(["measured ", "score "], { dots: 2.4 }) }));
    cursors = [...charts.querySelectorAll("svg")].map((svg) => cursorOf(svg, steps, self.palette.ink));
  }

  // ---- painting a step ------------------------------------------------------------------------------
  function paint() {
    build();
    slider.max = self.header.steps;
    slider.value = state.step;
    step.textContent = say(words.step, { step: state.step });
    play.textContent = self.playing() ? words.pause : words.play;
    for (const move of cursors) move(state.step);
    below.replaceChildren(...self.header.runs.map(reached).filter(Boolean), ...(self.header.same_task ? [written()] : [node("p", { class: "caption" }, words.other)]));
    heads?.paint();
    self.panel();
  }
  // Loss and accuracy of a run so far.
  function reached(run, k) {
    const name = "ab"[k];
    const loss = before(points(`step ${name}`, `loss ${name}`));
    const score = before(points(`measured ${name}`, `score ${name}`));
    const bits = self.arrays[`bits ${name}`] && before(points(`measured ${name}`, `bits ${name}`));
    const dot = node("i", { class: "dot", style: `background:${self.palette[run.hue]}` });
    return loss && node("p", { class: "read telling" }, dot,
      say(words.last, { run: run.run, loss: brief(loss[1]), step: loss[0], score: score ? say(words.score, { score: percent(score[1]), bits: bits ? brief(bits[1], 2) : "" }) : "" }));
  }
  // The sentence, its right answer, and the output of each run.
  function written() {
    const word = (text, name = "") => node("span", { class: `film-word ${name}` }, text);
    const line = (name, content) => [node("dt", {}, name), node("dd", {}, content)];
    const right = self.header.right.map(({ label }) => label);
    const said = self.header.runs.flatMap((run) => {
      const at = frameAt(run, state.step);
      const name = [node("i", { class: "dot", style: `background:${self.palette[run.hue]}` }), say(words.writes, { run: run.run })];
      if (at < 0) return line(name, node("span", { class: "note" }, run.lacks));
      const same = agreed(run.written[at], { ...self.header, right });
      const tokens = run.written[at].map((text, t) => word(text, text === right[t] && t < same ? "right" : self.header.open ? "" : "wrong"));
      const missing = Array.from({ length: self.header.open ? 0 : Math.max(0, right.length - tokens.length) }, () => word("·", "wrong"));
      return line(name, tokens.length ? [tokens, missing] : [node("span", { class: "note" }, words.nothing)]);
    });
    return node("dl", { class: "film-lines" }, line(words.given, givenTo(self.header, word)), line(words.right, right.map((text) => word(text))), said);
  }

  // ---- moving ---------------------------------------------------------------------------------------
  // From frame to frame of either run; without frames, by a twentieth.
  function stepBy(by) {
    const found = (by > 0 ? stops() : stops().reverse()).find((at) => by * (at - state.step) > 0);
    self.goTo({ step: found ?? state.step + by * Math.ceil(self.header.steps / 20) });
  }
  return {
    state, paint,
    counts: () => ({ step: self.header.steps + 1, head: Math.max(1, self.header.heads.length) }),
    keys: () => ({
      ArrowLeft: () => stepBy(-1), ArrowRight: () => stepBy(1),
      ...(stops().length && { " ": self.toggle }),
      ...(heads && { h: () => self.show({ head: (state.head + 1) % self.header.heads.length }) }),
    }),
    address: () => [state.step, state.head + 1],
    restore: ([step, head]) => Object.assign(state, { step, head: head - 1 }),
    take(before) {
      const { title, start } = self.header;
      if (title !== before.title || start.step !== before.start.step) Object.assign(state, { step: start.step, head: start.head - 1 });
      built = "";
    },
    play: {
      pace: () => PAUSE, ended: () => !stops().some((at) => at > state.step), rewind: () => (state.step = stops()[0]),
      next: () => (state.step = stops().find((at) => at > state.step) ?? self.header.steps),
    },
  };
}, { style: RUN_STYLE });
