// Links to headings (headings.py). A page opens at the heading that its address names, and keeps it in place until the
// reader scrolls or types, because figures above it are drawn later. A click on a mark writes the link into the
// address without an event, which would make the figures look for their place in it.
(() => {
  const marks = () => [...document.querySelectorAll("a.mark")];
  const show = () => marks().find(({ hash }) => hash === location.hash)?.previousElementSibling.scrollIntoView();
  const grows = new ResizeObserver(show);
  for (const part of document.querySelectorAll("main > *")) grows.observe(part);
  const leave = () => grows.disconnect();
  const touches = ["wheel", "touchstart", "pointerdown", "keydown"];
  for (const kind of touches) addEventListener(kind, leave, { capture: true, passive: true });
  addEventListener("hashchange", show);
  document.addEventListener("click", (event) => {
    const mark = event.target.closest?.("a.mark");
    if (!mark || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.replaceState(history.state, "", mark.hash);
    show();
  });
})();
