// Scripts of the site: classic ones, which a page from a disk may load, too; each once.
(() => {
  const { glassbox } = globalThis;
  const asked = new Map();
  glassbox.load = (file) => {
    if (!asked.has(file)) {
      asked.set(file, new Promise((done, failed) => {
        const script = document.createElement("script");
        Object.assign(script, { src: glassbox.root + file, onload: done, onerror: failed });
        document.head.append(script);
      }));
    }
    return asked.get(file);
  };
  for (const { src } of document.scripts) {
    const [file] = src.match(/(?:code|data)\/[^/]+$/) ?? [];
    if (file) asked.set(file, Promise.resolve());
  }
})();
