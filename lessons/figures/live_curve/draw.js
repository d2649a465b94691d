// The curves of a training, as it happens: lines of its events come from the server (server-sent events),
// so nobody asks again and again. A saved file has what had happened.
import { arraysOf, fixed, node, say } from "../kit/core.js";
import { brief, container, rich } from "../kit/container.js";
import { chart } from "../kit/run_chart.js";
import { RUN_STYLE } from "../kit/run_style.js";
import { mounting } from "../kit/app.js";

const ACTIVE = ["waiting", "running"];
const RECENT = 30; // steps whose mean time says how long the rest takes
const REST = 1500; // milliseconds between two tellings that there are new frames

export function draw(root, header, floats, options = {}) {
  let { words } = header;
  let story, source = null, painted = 0, told = 0, telling = null;
  const self = container(root, options, { paint: () => paint(), press: () => false });
  const state = node("p", { class: "run-state", role: "status" });
  const bar = node("i");
  const charts = node("div", { class: "run-charts" });
  const notes = node("div");
  self.body.append(node("style", {}, RUN_STYLE), node("div", { class: "bar" }, state, self.buttons(words)),
    node("div", { class: "card run-card" }, node("div", { class: "run-bar" }, bar), charts, notes));

  // ---- what has happened ------------------------------------------------------------------------
  const empty = () => ({ steps: [], measured: [], seconds: [], parts: [], state: header.state, place: 0, preparing: header.preparing });
  function read() {
    const arrays = arraysOf(header, floats);
    story = empty();
    story.parts = header.parts;
    const list = (name) => Array.from({ length: arrays[name].sizes[0] }, (_, k) => arrays[name].at(k));
    const [loss, rate, norm] = ["loss", "rate", "norm"].map(list);
    story.steps = list("step").map((step, k) => ({ step, loss: loss[k], rate: rate[k], norm: norm[k] }));
    const [score, bits] = [list("score"), arrays.bits ? list("bits") : []];
    story.measured = list("measured").map((step, k) => ({ step, score: score[k], bits: bits[k], norms: header.parts.map((_, part) => arrays.norms.at(k, part)) }));
  }
  function take(events) {
    for (const event of events) {
      story.steps.push({ step: event.step, loss: event.loss ?? NaN, rate: event.learning_rate, norm: event.gradient_norm ?? NaN });
      story.seconds.push(event.seconds);
      if (event[header.score] === undefined) continue;
      story.parts = Object.keys(event.gradient_norms);
      story.measured.push({ step: event.step, score: event[header.score], bits: event.bits ?? NaN, norms: story.parts.map((part) => event.gradient_norms[part] ?? NaN) });
      tell();
    }
  }
  // Python shows the film of what there is: it hears of new frames, at most now and then.
  function tell() {
    clearTimeout(telling);
    const wait = Math.max(0, told + REST - performance.now());
    telling = setTimeout(() => {
      told = performance.now();
      options.choose?.({ run: header.run, measured: story.measured.length });
    }, wait);
  }

  // ---- the server's events ------------------------------------------------------------------------
  function follow() {
    source?.close();
    source = null;
    if (options.home !== "app" || !ACTIVE.includes(header.state)) return;
    const streamlit = document.querySelector('script[src*="static/js/"]');
    if (!streamlit) return;
    source = new EventSource(new URL(`../../lessons/runs/${header.run}/events`, streamlit.src));
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
      options.choose?.({ run: header.run, ended: story.state });
    });
    source.onmessage = ({ data }) => (take(JSON.parse(data)), soon());
  }
  const soon = () => {
    if (!painted) painted = requestAnimationFrame(() => ((painted = 0), paint()));
  };

  // ---- painting -----------------------------------------------------------------------------------
  function sentence() {
    const { steps } = header;
    const last = story.steps.at(-1);
    const step = last?.step ?? 0;
    if (story.state === "waiting") return story.place ? say(words.line, { place: story.place }) : words.soon;
    if (story.state === "running") {
      if (story.preparing && !step) return words.preparing;
      const recent = story.seconds.slice(-RECENT);
      const each = recent.reduce((a, b) => a + b, 0) / recent.length;
      return step && recent.length > 4 ? say(words.running, { step, steps, left: fixed(Math.ceil(each * (steps - step)), 0) }) : step ? say(words.begun, { step, steps }) : words.soon;
    }
    if (story.state !== "done") return say(words[story.state] ?? words.gone, { step });
    const { score, bits } = story.measured.at(-1) ?? {};
    return say(score === undefined ? words.unmeasured : words.done, { steps, loss: last ? brief(last.loss) : "–", score: `${fixed(100 * score, 1)} %`, bits: brief(bits ?? NaN, 2) });
  }
  function paint() {
    const { palette } = self;
    const wide = self.width() - 38;
    const two = wide >= 700;
    charts.classList.toggle("one", !two);
    const { steps } = header;
    const width = Math.floor(two ? (wide - 28) / 2 : wide);
    const height = self.isFull() ? Math.max(200, (innerHeight - 330) / 2) : 190;
    const common = { width, height, steps, say: (step, values) => say(words.at, { step, values }) };
    const line = (name) => story.steps.map((event) => [event.step, event[name]]);
    const dots = story.measured.length > 40 ? 1.5 : 2.6;
    const colourOf = (part) => palette[`part_${part % 8}`];
    const percent = (y) => `${fixed(100 * y, 0)} %`;
    const losses = [{ name: words.trained, points: line("loss"), colour: palette.weight, wide: 1.6 }];
    if (header.score !== "exact_match")
      losses.push({ name: words.held_out, points: story.measured.map(({ step, bits }) => [step, bits * Math.LN2]), colour: palette.good, dots,
        print: (nats) => say(words.held_out_at, { nats: brief(nats), bits: brief(nats / Math.LN2, 2) }) });
    charts.replaceChildren(
      chart({ ...common, title: rich(words.loss), name: words.loss, series: losses, levels: header.yardsticks,
        floor: header.floor, floorColour: palette.soft, floorLabel: say(words.floor, { floor: brief(header.floor, 3) }) }),
      chart({ ...common, title: rich(words.exact), name: words.exact, top: 1, print: percent,
        series: [{ points: story.measured.map(({ step, score }) => [step, score]), colour: palette.good, dots }] }),
      chart({ ...common, title: rich(words.rate), name: words.rate, series: [{ points: line("rate"), colour: palette.query }], print: (y) => `${Number(y.toPrecision(2))}` }),
      node("div", {},
        chart({ ...common, title: rich(words.norms), name: words.norms, print: (y) => `${Number(y.toPrecision(3))}`,
          series: story.parts.map((part, k) => ({ name: part, points: story.measured.map(({ step, norms }) => [step, norms[k]]), colour: colourOf(k), wide: 1.6 })) }),
        node("div", { class: "run-legend" }, story.parts.map((part, k) => node("span", {}, node("i", { style: `background:${colourOf(k)}` }), part)))));
    state.replaceChildren(...rich(sentence()));
    bar.style.width = `${(100 * (story.steps.at(-1)?.step ?? 0)) / steps}%`;
    const floor = header.smoothing ? say(words.floor_said, { smoothing: header.smoothing, words: header.target_words, floor: brief(header.floor) }) : words.no_floor;
    notes.replaceChildren(node("p", { class: "caption" }, header.preparing ? "" : `${floor} ${words.measured}`),
      ...(options.home === "app" ? [] : [node("p", { class: "caption origin" }, say(words.origin, { run: header.run }))]));
  }

  function update(next, nextFloats) {
    const same = next.run === header.run && ACTIVE.includes(header.state) && ACTIVE.includes(next.state);
    header = next;
    words = header.words;
    if (nextFloats) floats = nextFloats;
    self.theme(header.palette);
    self.name(header.title);
    if (!same) start(); // what is being followed knows more than Python did
    paint();
  }
  function start() {
    read();
    follow();
  }

  self.name(header.title);
  self.theme(header.palette);
  start();
  paint();
  const end = self.listen(() => self.theme(header.palette));
  return { update, destroy: () => (source?.close(), clearTimeout(telling), cancelAnimationFrame(painted), end()) };
}

const mount = mounting(draw);
export default mount;
