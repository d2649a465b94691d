// The figures of a notebook page: each is drawn when it comes into view.
(() => {
  const { glassbox } = globalThis;
  async function draw(place) {
    const { figure, kind, options } = place.dataset;
    const drawing = glassbox.modules[`${kind}/draw.js`] ?? glassbox.load(`code/${kind}.js`);
    const [{ header, bytes }] = await Promise.all([glassbox.read(figure), drawing]);
    const core = glassbox.modules["kit/core.js"];
    if (header.chart) await glassbox.load("code/plotly.min.js");
    const shadow = place.attachShadow({ mode: "open" });
    glassbox.modules[`${kind}/draw.js`].draw(shadow, header, core.floatsOf(bytes), JSON.parse(options));
  }
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        near.unobserve(target);
        draw(target).catch(({ message }) => (target.textContent = message));
      }
  }, { rootMargin: "600px" });
  for (const place of document.querySelectorAll("[data-glassbox]")) near.observe(place);
})();
