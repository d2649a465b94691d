// Runs before the first paint: finds the site's files, and the last colour scheme.
{
  const html = document.documentElement, { page, root } = html.dataset;
  globalThis.glassbox = { page, root, modules: {}, mounts: {}, drawn: {}, data: {} };
  try {
    const theme = localStorage.getItem("glassbox-theme");
    if (theme) html.dataset.theme = html.style.colorScheme = theme;
  } catch {} // storage is switched off: use the system's setting
}
