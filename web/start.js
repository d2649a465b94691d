// Before anything is seen: where the site's files are, and whether the page was last light or dark.
{
  const html = document.documentElement, { page, root } = html.dataset;
  globalThis.glassbox = { page, root, modules: {}, mounts: {}, drawn: {}, data: {} };
  try {
    const theme = localStorage.getItem("glassbox-theme");
    if (theme) html.dataset.theme = html.style.colorScheme = theme;
  } catch {} // storage is switched off: as the system has it
}
