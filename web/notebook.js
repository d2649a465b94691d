// The figures of a notebook's page: each is drawn when it comes near.
(() => {
  const { glassbox } = globalThis;
  async function draw(place) {
    const { figure, kind, options } = place.dataset;
    const drawing = glassbox.modules[`${kind}/draw.js`] ?? glassbox.load(`code/${kind}.js`);
    await Promise.all([glassbox.load(`data/${figure}.js`), drawing]);
    const { header, floats } = glassbox.data[figure], core = glassbox.modules["kit/core.js"];
    if (header.chart) await glassbox.load("code/plotly.min.js");
    const shadow = place.attachShadow({ mode: "open" });
    glassbox.modules[`${kind}/draw.js`].draw(shadow, header, core.floatsOf(core.bytesOf(floats)), JSON.parse(options));
  }
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        near.unobserve(target);
        draw(target);
      }
  }, { rootMargin: "600px" });
  for (const place of document.querySelectorAll("[data-glassbox]")) near.observe(place);
})();
