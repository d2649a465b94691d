// Two trainings: loss over loss, score over score, and what each writes at the step of the slider.
import { arraysOf, fixed, node, say } from "./core.js";
import { brief, clip, frame, keysLine, rich } from "./frame.js";
import { chart } from "./run_chart.js";
import { RUN_STYLE } from "./run_style.js";
import { mounting } from "./app.js";

export function draw(root, header, floats, options = {}) {
  const { words } = header;
  const state = { step: header.start.step };
  let arrays = arraysOf(header, floats);
  const self = frame(root, options, { paint: () => paint(), press: (key) => onKey(key) });
  const slider = node("input", { type: "range", min: 0, step: 1, "aria-label": words.slider });
  slider.oninput = () => show(Number(slider.value));
  const step = node("b");
  const charts = node("div", { class: "run-charts" });
  const below = node("div");
  self.body.append(node("style", {}, RUN_STYLE), node("div", { class: "film-bar" }, slider, step, self.buttons(words)),
    node("div", { class: "card" }, charts, below));

  const percent = (share) => `${fixed(100 * share, 1)} %`;
  const points = (across, up) => Array.from({ length: arrays[across].sizes[0] }, (_, k) => [arrays[across].at(k), arrays[up].at(k)]);
  const before = (list) => list.filter(([x]) => x <= state.step).at(-1);
  function paint() {
    const { runs, steps, parted } = header;
    const wide = self.width() - 38;
    const two = wide >= 700;
    charts.classList.toggle("one", !two);
    slider.max = steps;
    slider.value = state.step;
    step.textContent = say(words.step, { step: state.step });
    const width = Math.floor(two ? (wide - 28) / 2 : wide);
    const marks = parted ? [{ x: parted, label: words.parted, before: parted > steps * 0.6 }] : [];
    marks.push({ x: state.step, colour: self.palette.ink, solid: true });
    const common = { width, height: 250, steps, marks, pick: (x) => show(x), say: (at, values) => say(words.at, { step: at, values }) };
    const series = (up, extra) => runs.map((run, k) => ({ name: run.run, colour: self.palette[run.hue], ...extra, points: points(up[0] + "ab"[k], up[1] + "ab"[k]) }));
    charts.replaceChildren(
      chart({ ...common, title: rich(words.loss), name: words.loss, series: series(["step ", "loss "], { wide: 1.6 }), floor: runs[0].floor, floorColour: self.palette.soft,
        floorLabel: say(words.floor, { floor: brief(runs[0].floor, 3) }) }),
      chart({ ...common, title: rich(words.exact), name: words.exact, top: 1, print: (y) => `${fixed(100 * y, 0)} %`, series: series(["measured ", "exact "], { dots: 2.4 }) }));
    const word = (text, name = "") => node("span", { class: `film-word ${name}` }, text);
    const line = (name, content) => [node("dt", {}, name), node("dd", {}, content)];
    const said = runs.flatMap((run) => {
      const at = run.frames.filter((one) => one <= state.step).length - 1;
      const name = [node("i", { class: "dot", style: `background:${self.palette[run.hue]}` }), say(words.writes, { run: run.run })];
      if (at < 0) return line(name, node("span", { class: "note" }, words.none));
      const tokens = run.written[at].map((text, t) => word(text, text === header.right[t] ? "right" : "wrong"));
      const missing = Array.from({ length: Math.max(0, header.right.length - tokens.length) }, () => word("·", "wrong"));
      return line(name, [...(tokens.length ? [tokens, missing] : [node("span", { class: "note" }, words.nothing)]), node("span", { class: "note" }, say(words.frame, { step: run.frames[at] }))]);
    });
    const summary = runs.map((run, k) => {
      const name = "ab"[k];
      const loss = before(points(`step ${name}`, `loss ${name}`));
      const score = before(points(`measured ${name}`, `exact ${name}`));
      return loss && node("p", { class: "read" }, node("i", { class: "dot", style: `background:${self.palette[run.hue]}` }),
        say(words.last, { run: run.run, loss: brief(loss[1]), step: loss[0], score: score ? say(words.score, { score: percent(score[1]) }) : "" }));
    });
    below.replaceChildren(...[summary,
      header.same_task ? node("dl", { class: "film-lines" }, line(words.given, header.given.map((text) => word(text))), line(words.right, header.right.map((text) => word(text))), said)
        : node("p", { class: "caption" }, words.other),
      keysLine(words), options.home === "app" ? null : node("p", { class: "caption origin" }, say(words.origin, { first: runs[0].run, second: runs[1].run }))].flat().filter(Boolean));
    self.panel();
    self.save([state.step]);
  }
  function show(to) {
    state.step = clip(Math.round(to), header.steps + 1);
    paint();
  }
  // From frame to frame of either run; without frames by a twentieth.
  function onKey(key) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!by) return false;
    const stops = [...new Set(header.runs.flatMap(({ frames }) => frames))].sort((a, b) => by * (a - b));
    show(stops.find((at) => by * (at - state.step) > 0) ?? state.step + by * Math.ceil(header.steps / 20));
    return true;
  }
  function update(next, nextFloats) {
    if (nextFloats) {
      const other = next.title !== header.title || next.start.step !== header.start.step;
      [header, floats, arrays] = [next, nextFloats, arraysOf(next, nextFloats)];
      if (other) state.step = next.start.step;
      self.name(header.title);
    }
    self.theme(header.palette);
    show(state.step);
  }

  const address = self.address();
  if (address) state.step = clip(address[0], header.steps + 1);
  self.name(header.title);
  self.theme(header.palette);
  paint();
  const end = self.listen(() => self.theme(header.palette));
  return { update, destroy: end };
}

const mount = mounting(draw);
export default mount;
