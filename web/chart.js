// Plotly's charts: its script is loaded when one comes near. Colours and sizes are turned here, as kit/plotting.py has it.
(() => {
  const { glassbox } = globalThis;
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        near.unobserve(target);
        glassbox.load("code/plotly.min.js").then(() => target.glassboxDraw?.());
      }
  }, { rootMargin: "700px" });

  function turned({ figure, scale = 1 }) {
    const dark = glassbox.isDark(), { colours, pixels } = glassbox.charts;
    const larger = (value) => (Array.isArray(value) ? value.map(larger) : typeof value === "number" ? value * scale : value);
    return JSON.parse(JSON.stringify(figure), (key, value) => {
      if (dark && typeof value === "string" && value in colours) return colours[value];
      return scale !== 1 && pixels.includes(key) ? larger(value) : value;
    });
  }

  glassbox.chart = ({ data, parentElement: host, setTriggerValue }) => {
    host.setAttribute("role", "img");
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
    if (!host.glassboxThemed) {
      host.glassboxThemed = true;
      addEventListener("glassbox:theme", redraw);
    }
    if (globalThis.Plotly && graph._fullLayout) host.glassboxDraw();
    else near.observe(host);
    return () => {
      near.unobserve(host);
      removeEventListener("glassbox:theme", redraw);
      if (globalThis.Plotly) Plotly.purge(graph);
    };
  };
})();
