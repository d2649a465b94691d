// Runs before the first paint: finds the site's files, and the last colour scheme.
{
  const html = document.documentElement, { page, root, python } = html.dataset;
  globalThis.glassbox = { page, root, python, modules: {}, mounts: {}, drawn: {}, data: {} };
  try {
    const theme = localStorage.getItem("glassbox-theme");
    if (theme) html.dataset.theme = html.style.colorScheme = theme;
  } catch {} // storage is switched off: use the system's setting

  // On a slow line the fonts of a first visit would hold up the first figure: they come when the page stands.
  const fonts = () => document.head.append(Object.assign(document.createElement("link"),
    { rel: "stylesheet", href: `${root}code/fonts.css` }));
  let known = false;
  try {
    known = localStorage.getItem("glassbox-fonts");
    localStorage.setItem("glassbox-fonts", "known");
  } catch {}
  known ? fonts() : addEventListener("load", fonts);

  // A script of the page that does not come: without it nothing else can say so. (load.js hears of later ones.)
  const WORDS = (files) => `${files.join(", ")} could not be loaded, so this page does not work. Reload it. If that `
    + "does not help, check the network. If the site is a folder, check that the folder is complete.";
  const lost = [];
  const hear = ({ target }) => target.defer && lost.push(target.src.match(/[^/?]*(?=\?|$)/)[0]);
  addEventListener("error", hear, true);
  addEventListener("load", () => {
    removeEventListener("error", hear, true);
    if (!lost.length) return;
    const line = Object.assign(document.createElement("p"), { className: "lost", textContent: WORDS(lost) });
    line.setAttribute("role", "alert");
    document.querySelector("main").prepend(line);
  });
}
