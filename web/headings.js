// Links to headings (headings.py). A page opens at the heading that its address names, and keeps it in place until the
// reader scrolls or types, because figures above it are drawn later. They also write their own places into the address,
// so the heading is remembered. A click on a mark writes its link without an event, for which the figures listen.
(() => {
  let asked = location.hash;
  const marks = () => [...document.querySelectorAll("a.mark")];
  const show = () => marks().find(({ hash }) => hash === asked)?.previousElementSibling.scrollIntoView();
  const grows = new ResizeObserver(show);
  for (const part of document.querySelectorAll("main > *")) grows.observe(part);
  const leave = () => grows.disconnect();
  const touches = ["wheel", "touchstart", "pointerdown", "keydown"];
  for (const kind of touches) addEventListener(kind, leave, { capture: true, passive: true });
  addEventListener("hashchange", () => {
    asked = location.hash;
    show();
  });
  document.addEventListener("click", (event) => {
    const mark = event.target.closest?.("a.mark");
    if (!mark || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    asked = mark.hash;
    history.replaceState(history.state, "", asked);
    show();
  });
})();
