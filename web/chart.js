// Plotly's charts: its script is loaded when one comes into view. Colours and sizes are converted as in kit/plotting.py.
(() => {
  const { glassbox } = globalThis;
  // Its script takes long to start, so the fonts, which follow the page, must come first.
  const stands = new Promise((done) => (document.readyState === "complete" ? done() : addEventListener("load", done)));
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        near.unobserve(target);
        stands.then(() => glassbox.load("code/plotly.min.js")).then(() => target.glassboxDraw?.());
      }
  }, { rootMargin: "700px" });

  function turned({ figure, scale = 1 }) {
    const dark = glassbox.isDark(), { colours, pixels } = glassbox.charts;
    const larger = (value) => (Array.isArray(value) ? value.map(larger)
      : typeof value === "number" ? value * scale : value);
    return JSON.parse(JSON.stringify(figure), (key, value) => {
      if (dark && typeof value === "string" && value in colours) return colours[value];
      return scale !== 1 && pixels.includes(key) ? larger(value) : value;
    });
  }

  // A chart with its selection (as kit/chart.js mounts it without Streamlit).
  glassbox.withChosen = (figure, header, floats, state) => {
    const core = glassbox.modules["kit/core.js"], { points } = glassbox.modules["kit/chart.js"];
    const arrays = core.arraysOf(header, floats), { film } = header.chart;
    const added = (figure.chosen ?? []).filter(({ said }) => (state[said.needs] ?? null) !== null);
    const add = (at) => added.map(({ said, trace }) => ({ ...trace, ...points(arrays, said, at) }));
    const isSeen = ({ meta }) => !meta?.lacks || (state[meta.lacks] ?? null) === null;
    const seen = figure.data.map((one) => ({ ...one, visible: isSeen(one) }));
    const frames = figure.frames.map((frame, n) => ({
      ...frame, traces: [...frame.traces, ...added.map((_, m) => seen.length + m)],
      data: [...frame.data, ...add({ ...state, [film]: n })],
    }));
    return { ...figure, data: [...seen, ...add(state)], frames };
  };

  glassbox.chart = ({ data, parentElement: host, setTriggerValue }) => {
    host.setAttribute("role", "figure");
    host.setAttribute("aria-label", data.alt);
    const graph = host.firstElementChild ?? host.appendChild(document.createElement("div"));
    graph.style.height = "100%";
    host.glassboxDraw = async () => {
      const { data: traces, layout, frames = [] } = turned(data);
      const config = { ...data.config, responsive: true };
      await Plotly.react(graph, traces, { ...layout, autosize: true }, config);
      if (frames.length && !graph._transitionData?._frames?.length) await Plotly.addFrames(graph, frames);
      if (data.step !== null && data.step !== undefined) {
        const at = { mode: "immediate", transition: { duration: 0 }, frame: { duration: 0, redraw: false } };
        Plotly.animate(graph, [String(data.step)], at).catch(() => {}); // overtaken by the next step
      }
      if (data.selects && !graph.glassboxHears) {
        graph.glassboxHears = true;
        graph.on("plotly_click", ({ points }) =>
          setTriggerValue("selection", { points: points.map(({ customdata, x, y }) => ({ customdata, x, y })) }));
      }
    };
    const redraw = () => globalThis.Plotly && graph._fullLayout && host.glassboxDraw();
    if (!host.glassboxThemed) addEventListener("glassbox:theme", (host.glassboxThemed = redraw));
    if (globalThis.Plotly && graph._fullLayout) host.glassboxDraw();
    else near.observe(host);
    return () => {
      near.unobserve(host);
      removeEventListener("glassbox:theme", host.glassboxThemed);
      host.glassboxThemed = null;
      if (globalThis.Plotly) Plotly.purge(graph);
    };
  };
})();
