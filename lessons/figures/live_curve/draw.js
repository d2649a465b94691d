// The curves of a training, as it happens: lines of its events come from the server (server-sent events),
// so nobody asks again and again. A saved file has what had happened.
import { fixed, node, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { brief, rich } from "../kit/widgets.js";
import { chart } from "../kit/run_chart.js";
import { RUN_STYLE } from "../kit/run_style.js";

const ACTIVE = ["waiting", "running"];
const RECENT = 30; // steps whose mean time says how long the rest takes
const REST = 1500; // milliseconds between two tellings that there are new frames

export const draw = drawing((self) => {
  let { words } = self.header;
  let story, source = null, painted = 0, told = 0, telling = null;
  const lowest = (...shown) => node("div", { class: "telling" }, ...shown); // how low the loss can get
  const state = node("p", { class: "run-state", role: "status" });
  const bar = node("i");
  const charts = node("div", { class: "run-charts" });
  const notes = node("div");
  self.body.append(node("div", { class: "bar" }, state, self.buttons(words)),
    node("div", { class: "card run-card" }, node("div", { class: "run-bar" }, bar), charts, notes));

  // ---- what has happened ------------------------------------------------------------------------
  const empty = () => ({ steps: [], measured: [], seconds: [], parts: [], state: self.header.state, queue_position: 0, preparing: self.header.preparing });
  function read() {
    story = empty();
    story.parts = self.header.parts;
    const list = (name) => Array.from({ length: self.arrays[name].sizes[0] }, (_, k) => self.arrays[name].at(k));
    const [loss, rate, norm] = ["loss", "rate", "norm"].map(list);
    story.steps = list("step").map((step, k) => ({ step, loss: loss[k], rate: rate[k], norm: norm[k] }));
    const [score, bits, bleu] = ["score", "bits", "bleu"].map((name) => (self.arrays[name] ? list(name) : []));
    story.measured = list("measured").map((step, k) => ({ step, score: score[k], bits: bits[k], bleu: bleu[k] ?? NaN, norms: self.header.parts.map((_, part) => self.arrays.norms.at(k, part)) }));
  }
  function take(events) {
    for (const event of events) {
      story.steps.push({ step: event.step, loss: event.loss ?? NaN, rate: event.learning_rate, norm: event.gradient_norm ?? NaN });
      story.seconds.push(event.seconds);
      if (event[self.header.score] === undefined) continue;
      story.parts = Object.keys(event.gradient_norms);
      story.measured.push({ step: event.step, score: event[self.header.score], bits: event.bits ?? NaN, bleu: event.bleu ?? NaN, norms: story.parts.map((part) => event.gradient_norms[part] ?? NaN) });
      tell();
    }
  }
  // Python shows the film of what there is: it hears of new frames, at most now and then.
  function tell() {
    clearTimeout(telling);
    const wait = Math.max(0, told + REST - performance.now());
    telling = setTimeout(() => {
      told = performance.now();
      self.options.choose?.({ run: self.header.run, measured: story.measured.length });
    }, wait);
  }

  // ---- the server's events ------------------------------------------------------------------------
  function follow() {
    source?.close();
    source = null;
    if (self.options.home !== "app" || !ACTIVE.includes(self.header.state)) return;
    const streamlit = document.querySelector('script[src*="static/js/"]');
    if (!streamlit) return;
    source = new EventSource(new URL(`../../lessons/runs/${self.header.run}/events`, streamlit.src));
    story = empty();
    source.onopen = () => (story = empty()); // it tells from the start, also after a lost connection
    source.addEventListener("again", () => (story = { ...empty(), state: story.state }));
    source.addEventListener("state", ({ data }) => {
      const prepares = () => story.state === "running" && story.preparing;
      const before = prepares();
      Object.assign(story, { preparing: false }, JSON.parse(data));
      if (before !== prepares()) tell(); // Python says so, and afterwards what the text gave
      soon();
    });
    source.addEventListener("end", () => {
      source.close();
      clearTimeout(telling);
      self.options.choose?.({ run: self.header.run, ended: story.state });
    });
    source.onmessage = ({ data }) => (take(JSON.parse(data)), soon());
  }
  const soon = () => {
    if (!painted) painted = requestAnimationFrame(() => ((painted = 0), paint()));
  };

  // ---- painting -----------------------------------------------------------------------------------
  function sentence() {
    const { steps } = self.header;
    const last = story.steps.at(-1);
    const step = last?.step ?? 0;
    if (story.state === "waiting") return story.queue_position ? say(words.line, { place: story.queue_position }) : words.soon;
    if (story.state === "running") {
      if (story.preparing && !step) return words.preparing;
      const recent = story.seconds.slice(-RECENT);
      const each = recent.reduce((a, b) => a + b, 0) / recent.length;
      return step && recent.length > 4 ? say(words.running, { step, steps, left: fixed(Math.ceil(each * (steps - step)), 0) }) : step ? say(words.begun, { step, steps }) : words.soon;
    }
    if (story.state !== "done") return say(words[story.state] ?? words.gone, { step });
    const { score, bits, bleu } = story.measured.at(-1) ?? {};
    const said = say(score === undefined ? words.unmeasured : words.done, { steps, loss: last ? brief(last.loss) : "–", score: `${fixed(100 * score, 1)} %`, bits: brief(bits ?? NaN, 2) });
    return Number.isFinite(bleu) ? `${said} ${say(words.bleu_done, { bleu: fixed(bleu, 2) })}` : said;
  }
  function paint() {
    const { palette } = self;
    const wide = self.width() - 38;
    const two = wide >= 700;
    charts.classList.toggle("one", !two);
    const { steps } = self.header;
    const width = Math.floor(two ? (wide - 28) / 2 : wide);
    const height = self.isFull() ? Math.max(130, (self.screen() - 220) / 2) : 190;
    const common = { width, height, steps, say: (step, values) => say(words.at, { step, values }) };
    const line = (name) => story.steps.map((event) => [event.step, event[name]]);
    const dots = story.measured.length > 40 ? 1.5 : 2.6;
    const colourOf = (part) => palette[`part_${part % 8}`];
    const percent = (y) => `${fixed(100 * y, 0)} %`;
    const losses = [{ name: words.trained, points: line("loss"), colour: palette.weight, wide: 1.6 }];
    if (self.arrays.bits)
      losses.push({ name: words.held_out, points: story.measured.map(({ step, bits }) => [step, bits * Math.LN2]), colour: palette.good, dots,
        print: (nats) => say(words.held_out_at, { nats: brief(nats), bits: brief(nats / Math.LN2, 2) }) });
    const { bleu } = self.arrays, right = [{ name: bleu ? words.match : "", points: story.measured.map(({ step, score }) => [step, score]), colour: palette.good, dots }];
    if (bleu)
      right.push({ name: words.bleu, points: story.measured.map((one) => [one.step, one.bleu / 100]), colour: palette.key, dash: "5 4", dots, print: (y) => fixed(100 * y, 1) });
    charts.replaceChildren(
      lowest(chart({ ...common, title: rich(words.loss), name: words.loss, series: losses, levels: self.header.yardsticks,
        floor: self.header.floor, floorColour: palette.soft, floorLabel: say(words.floor, { floor: brief(self.header.floor, 3) }) })),
      chart({ ...common, title: rich(bleu ? words.exact_and_bleu : words.exact), name: words.exact, top: 1, print: percent, series: right }),
      chart({ ...common, title: rich(words.rate), name: words.rate, series: [{ points: line("rate"), colour: palette.query }], print: (y) => `${Number(y.toPrecision(2))}` }),
      node("div", {},
        chart({ ...common, title: rich(words.norms), name: words.norms, print: (y) => `${Number(y.toPrecision(3))}`,
          series: story.parts.map((part, k) => ({ name: part, points: story.measured.map(({ step, norms }) => [step, norms[k]]), colour: colourOf(k), wide: 1.6 })) }),
        node("div", { class: "run-legend" }, story.parts.map((part, k) => node("span", {}, node("i", { style: `background:${colourOf(k)}` }), part)))));
    state.replaceChildren(...rich(sentence()));
    state.classList.toggle("telling", story.state === "done");
    bar.style.width = `${(100 * (story.steps.at(-1)?.step ?? 0)) / steps}%`;
    const floor = self.header.smoothing ? say(words.floor_said, { smoothing: self.header.smoothing, words: self.header.target_words, floor: brief(self.header.floor) }) : words.no_floor;
    notes.replaceChildren(node("p", { class: "caption telling" }, self.header.preparing ? "" : `${floor} ${words.measured} ${self.arrays.bleu ? words.unknown : ""}`),
      ...[self.origin(say(words.origin, { run: self.header.run }))].filter(Boolean));
  }

  function renew(before) {
    const same = before.run === self.header.run && [before, self.header].every(({ state: now }) => ACTIVE.includes(now));
    words = self.header.words;
    if (!same) start(); // what is being followed knows more than Python did
  }
  function start() {
    read();
    follow();
  }

  start();
  return { paint, take: renew, end: () => (source?.close(), clearTimeout(telling), cancelAnimationFrame(painted)) };
}, { style: RUN_STYLE });
