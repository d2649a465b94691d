// Runs before the first paint: finds the site's files, and the last colour scheme; and reports files that are lost.
{
  const html = document.documentElement, { page, root, version } = html.dataset;
  const glassbox = globalThis.glassbox = { page, root, modules: {}, mounts: {}, drawn: {}, data: {} };
  try {
    const theme = localStorage.getItem("glassbox-theme");
    if (theme) html.dataset.theme = html.style.colorScheme = theme;
  } catch {} // storage is switched off: use the system's setting

  const WORDS = {
    newer: "A new version of this site was published. Reload the page.",
    lost: (file) => `${file} could not be loaded. Check the network. If the site is a folder, check that the folder is `
      + "complete.",
  };
  // The sentence about a file that could not be loaded: an open page may ask for files of a version that is gone. The
  // version that is published now is in a file that keeps its name (stamp.py).
  glassbox.reason = (src) => new Promise((tell) => {
    const script = document.createElement("script"), [file] = String(src).match(/[^/?]*(?=\?|$)/);
    const told = () => {
      script.remove();
      tell(version && glassbox.published && glassbox.published !== version ? WORDS.newer : WORDS.lost(file));
    };
    Object.assign(script, { src: `${root}version.js?${Date.now()}`, onload: told, onerror: told });
    document.head.append(script);
  });
  // A lost script or style sheet of the page itself; `glassbox.script` reports those that are loaded later.
  addEventListener("error", async ({ target }) => {
    if (!target.matches?.("script[defer], link[rel=stylesheet]") || glassbox.lost) return;
    glassbox.lost = target.src || target.href;
    const line = document.createElement("p");
    Object.assign(line, { className: "python", textContent: await glassbox.reason(glassbox.lost) });
    line.setAttribute("role", "alert");
    document.body.prepend(line);
  }, true);
}
